import { Entity } from '@mikro-orm/decorators/legacy';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import type { Range } from '../../platform/accepted.js';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
import { flag, integer, requiredDecimal, requiredInteger, requiredText } from '../../platform/database/columns.js';
import { inputOf } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';
import { maxOptionUnits } from './service-option.rules.js';

const positions: Range = { from: 0, upTo: 1000 };

/** A group of the options of a service, with a rule for how many of them a booking has. */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description: 'A group of the options of a service, with a rule for how many of them a booking has.',
})
export class ServiceOptionGroup extends RevisedRecord {
  static readonly lockKind = 'service_option_group';

  @flag() active = true;
  @requiredInteger({ description: 'The id of the service.' })
  @reference('service', 'Service', { nullable: false, description: 'The service that has the group.' })
  serviceId!: number;
  @requiredText({ description: 'The title, such as `Length of your hair`.' }) title!: string;
  @requiredInteger({
    ...positions,
    description:
      'Its place among the groups of the service, from 0, the default, to 1,000. The older of two comes first.',
  })
  position = 0;
  @requiredInteger({
    from: 0,
    upTo: maxOptionUnits,
    description: `The least units of its options that a booking has together, from 0, the default, to ${maxOptionUnits}.`,
  })
  minimum = 0;
  @integer({
    from: 1,
    upTo: maxOptionUnits,
    description: `The most units of its options that a booking has together, from 1 to ${maxOptionUnits}. Null, the default, means no limit.`,
  })
  maximum: number | null = null;
}

@ObjectType()
export class ServiceOptionGroupConnection extends createConnectionType(ServiceOptionGroup, 'ServiceOptionGroup') {}

/** Attributes of a group of options. An absent field keeps its value; null clears it or restores the default. */
@InputType({
  description:
    'Attributes of a group of options. An absent one stays unchanged. Null clears it or restores its default.',
})
export class ServiceOptionGroupInput extends inputOf(ServiceOptionGroup, 'active', 'serviceId') {}

/** Something that a booking of a service can have beside it. */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description: 'Something that a booking of a service can have beside it, for a price and a longer time.',
})
export class ServiceOption extends RevisedRecord {
  static readonly lockKind = 'service_option';

  @flag() active = true;
  @requiredInteger({ description: 'The id of the service.' })
  @reference('service', 'Service', { nullable: false, description: 'The service that has the option.' })
  serviceId!: number;
  @integer({ description: 'The id of its group. Null, the default, means none.' })
  @reference('group', 'ServiceOptionGroup', { description: 'Its group.' })
  groupId: number | null = null;
  @requiredText({ description: 'The title, such as `Long hair`.' }) title!: string;
  @requiredInteger({
    from: 0,
    upTo: 480,
    description:
      'The minutes by which one unit lengthens a booking, from 0, the default, to 480. They have no effect on events and day bookings.',
  })
  minutes = 0;
  @requiredDecimal({
    from: 0,
    description:
      'The price of one unit for the whole booking, however many people it has, in the currency of the account. 0 by default.',
  })
  price = '0.00';
  @integer({ description: 'The id of the tax rate of its price. Null, the default, means none.' })
  @reference('taxRate', 'TaxRate', { description: 'The tax rate of its price.' })
  taxRateId: number | null = null;
  @requiredInteger({
    from: 1,
    upTo: maxOptionUnits,
    description: `The most units that a booking can have, from 1, the default, to ${maxOptionUnits}.`,
  })
  maximum = 1;
  @requiredInteger({
    ...positions,
    description: 'Its place among the options of the service, like that of a group.',
  })
  position = 0;
}

@ObjectType()
export class ServiceOptionConnection extends createConnectionType(ServiceOption, 'ServiceOption') {}

/** Attributes of an option. An absent field keeps its value; null clears it or restores the default. */
@InputType({
  description: 'Attributes of an option. An absent one stays unchanged. Null clears it or restores its default.',
})
export class ServiceOptionInput extends inputOf(ServiceOption, 'active', 'serviceId') {}

/** An option that a booking chooses. */
@InputType({ description: 'An option that a booking has.' })
export class ChosenOptionInput {
  @Field(() => Int, { description: 'The id of an active option of the service.' })
  optionId!: number;

  @Field(() => Int, { nullable: true, description: 'The number of units, at most its `maximum`. 1 by default.' })
  quantity?: number | null;
}
