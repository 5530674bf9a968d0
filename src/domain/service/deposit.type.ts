import { Field, ObjectType } from 'type-graphql';
import { Decimal } from '../../platform/scalars.js';
import { type AskedDeposit, DepositFor, DepositType } from '../deposit.rules.js';

@ObjectType({
  simpleResolvers: true,
  description: 'The deposit of the bookings of a service: its own, else that of the account.',
})
export class Deposit {
  @Field(() => DepositType, { description: 'A percentage of the price or an amount.' })
  type!: DepositType;

  @Field(() => Decimal, { description: 'The percentage or the amount.' })
  value!: string;

  @Field(() => Decimal, {
    nullable: true,
    description: 'The lowest price of a booking with a deposit. Null means any.',
  })
  from!: string | null;

  @Field(() => DepositFor, { description: 'The people whose bookings need it.' })
  for!: DepositFor;
}

export function toDeposit({ depositType, depositValue, depositFrom, depositFor }: AskedDeposit): Deposit {
  return { type: depositType, value: depositValue, from: depositFrom, for: depositFor ?? DepositFor.ALWAYS };
}
