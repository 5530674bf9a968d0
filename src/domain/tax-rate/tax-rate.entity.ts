import { Entity } from '@mikro-orm/decorators/legacy';
import { InputType, ObjectType } from 'type-graphql';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
import { flag, requiredDecimal, requiredText } from '../../platform/database/columns.js';
import { inputOf } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';

/** A rate of value added tax. Orders keep the name and percentage that they were made with. */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description: 'A rate of value added tax. Orders keep the name and percentage that they were made with.',
})
export class TaxRate extends RevisedRecord {
  static readonly lockKind = 'tax_rate';

  @flag() active = true;
  @requiredText({ description: 'The name, as receipts have it, such as `VAT 25 %`.' }) name!: string;
  @requiredDecimal({ from: 0, upTo: 100, description: 'The percentage, from 0 to 100, with at most three decimals.' })
  percentage!: string;
  @flag({
    description:
      'Whether the prices of services include the tax. If not, it is added to the price of each unit. True by default.',
  })
  included = true;
}

@ObjectType()
export class TaxRateConnection extends createConnectionType(TaxRate, 'TaxRate') {}

/** Attributes of a tax rate. An absent attribute stays unchanged; null restores its default. */
@InputType({ description: 'Attributes of a tax rate. An absent one stays unchanged. Null restores its default.' })
export class TaxRateInput extends inputOf(TaxRate, 'active') {}
