import { Field, ObjectType } from 'type-graphql';
import { Decimal } from '../../platform/scalars.js';

@ObjectType({
  simpleResolvers: true,
  description: 'The part of a payment that paid the items with one tax rate, as the order was then.',
})
export class PaidTax {
  @Field(() => String, { nullable: true, description: 'The name of the tax rate. Null for items without one.' })
  name!: string | null;

  @Field(() => Decimal, { nullable: true, description: 'The percentage of the tax rate. Null for items without one.' })
  percentage!: string | null;

  @Field(() => Decimal, { description: 'The amount, with the tax.' })
  amount!: string;

  @Field(() => Decimal, { nullable: true, description: 'The tax in the amount. Null for items without a tax rate.' })
  taxAmount!: string | null;
}
