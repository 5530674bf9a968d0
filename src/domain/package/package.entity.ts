import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
import {
  calendarDate,
  customData,
  flag,
  instant,
  integer,
  requiredInteger,
  requiredText,
} from '../../platform/database/columns.js';
import { listCost } from '../../platform/list-cost.js';
import type { CustomData } from '../../platform/scalars.js';
import { inputOf } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';
import { packageUnits } from '../service/service.entity.js';

/** Units that a person has bought, each of which pays for one person of a booking. */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description: 'Units that a person has bought, each of which pays for the service of a booking for one person.',
})
export class Package extends RevisedRecord {
  static readonly lockKind = 'package';

  @flag({ description: 'Whether it can be used. One that was ordered cannot be until its order is paid.' })
  active = true;
  @requiredText() title!: string;
  @requiredInteger({ ...packageUnits, description: 'The number of units, from 1 to 1,000.' }) units!: number;
  /** Changed only under the lock of the package, with the bookings that take and return units. */
  @requiredInteger({ description: 'The units that bookings have taken and not returned.' }) used = 0;

  @Property({ type: 'json', nullable: true })
  @Field(() => [Int], {
    nullable: true,
    description: 'The ids of the services that it pays for. Null, the default, means all.',
    complexity: listCost(10),
  })
  serviceIds: number[] | null = null;

  @calendarDate({
    description: 'The last date of bookings that it pays for. Null, the default, means without a limit.',
  })
  validUntil: string | null = null;
  @integer({ description: 'The id of the person whose bookings it pays for.' })
  @reference('person', 'Person', { description: 'The person whose bookings it pays for.' })
  personId: number | null = null;
  @integer({ description: 'The id of the person who bought it.' })
  @reference('purchasedByPerson', 'Person', { description: 'The person who bought it.' })
  purchasedByPersonId: number | null = null;
  @customData() customData: CustomData | null = null;

  /** The line item of the order that sells it. */
  @Property({ type: 'integer', nullable: true, hidden: true })
  @reference('orderLineItem', 'OrderLineItem', {
    description: 'The item of the order that sells it. Null if it is not sold by an order.',
  })
  orderLineItemId: number | null = null;

  /** The number of the unit of that item, from 1. */
  @Property({ type: 'integer', nullable: true, hidden: true })
  orderLineItemUnit: number | null = null;

  @instant({ description: 'When it was archived. Null if it is not. An archived record is not listed.' })
  archivedAt: Date | null = null;
}

@ObjectType()
export class PackageConnection extends createConnectionType(Package, 'Package') {}

@InputType({
  description: 'Attributes of a package. An absent one stays unchanged. Null clears it or restores its default.',
})
export class PackageInput extends inputOf(
  Package,
  'used',
  'serviceIds',
  'orderLineItemId',
  'orderLineItemUnit',
  'archivedAt',
) {
  @Field(() => [Int], { nullable: true }) serviceIds?: number[] | null;
}
