import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
import {
  calendarDate,
  customData,
  flag,
  instant,
  integer,
  requiredDecimal,
  requiredInteger,
  secretText,
} from '../../platform/database/columns.js';
import type { ConstraintMessagesOf } from '../../platform/database/constraints.js';
import type { CustomData } from '../../platform/scalars.js';
import { inputOf } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';

/** A prepaid amount in the account's currency (spec, Gift card). */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'A prepaid amount in the currency of the account.' })
export class GiftCard extends RevisedRecord {
  static readonly lockKind = 'gift_card';
  static readonly constraintMessages: ConstraintMessagesOf<GiftCard> = {
    gift_card_code_unique: { code: ['has already been taken'] },
  };

  @flag({ description: 'Whether it can be redeemed.' }) active = true;
  @secretText({
    length: 50,
    description:
      'The code, unique ignoring case. A role without the permission `sales` sees its last four characters, after asterisks.',
  })
  code!: string;
  /** The balance; the API's `value` is rounded down to whole units. */
  @requiredDecimal({ description: 'The balance.' }) remaining!: string;
  @requiredInteger({ description: 'The amount when it was created.' }) initialValue!: number;
  @calendarDate({ description: 'The last date on which it can be redeemed. Null, the default, means without a limit.' })
  validUntil: string | null = null;
  @integer({ description: 'The id of the owner.' })
  @reference('person', 'Person', { description: 'The owner.' })
  personId: number | null = null;
  @integer({ description: 'The id of the person who bought it.' })
  @reference('purchasedByPerson', 'Person', { description: 'The person who bought it.' })
  purchasedByPersonId: number | null = null;
  @customData() customData: CustomData | null = null;
  /** The line item of the order that sold it. */
  @Property({ type: 'integer', nullable: true, hidden: true })
  @reference('orderLineItem', 'OrderLineItem', {
    description: 'The item of the order that sold it. Null if it was not sold by an order.',
  })
  orderLineItemId: number | null = null;

  /** The number of the unit of that item, from 1. */
  @Property({ type: 'integer', nullable: true, hidden: true })
  orderLineItemUnit: number | null = null;

  /** When it was archived. An archived card is not listed, and its code can be reused. */
  @instant({
    description:
      'When it was archived. Null if it is not. An archived record is not listed, and its code can be reused.',
  })
  archivedAt: Date | null = null;
}

@ObjectType()
export class GiftCardConnection extends createConnectionType(GiftCard, 'GiftCard') {}

/**
 * Attributes of a gift card. An absent attribute stays unchanged; null clears it or restores its default. Values are in
 * units of the currency.
 */
@InputType({
  description: 'Attributes of a gift card. An absent one stays unchanged. Values are in units of the currency.',
})
export class GiftCardInput extends inputOf(
  GiftCard,
  'code',
  'initialValue',
  'remaining',
  'archivedAt',
  'orderLineItemId',
  'orderLineItemUnit',
) {
  @Field(() => Boolean, { nullable: true, description: 'Whether it is activated. True by default.' })
  active?: boolean | null;
  @Field(() => String, { nullable: true, description: 'Generated if absent.' }) code?: string | null;
  @Field(() => Int, { nullable: true, description: 'The balance, in units of the currency.' }) value?: number | null;
  @Field(() => Int, { nullable: true, description: 'Defaults to the value on creation.' })
  initialValue?: number | null;
}
