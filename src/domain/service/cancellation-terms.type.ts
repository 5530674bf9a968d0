import { Field, ObjectType } from 'type-graphql';
import type { PricedTerms } from '../deposit.rules.js';

@ObjectType({
  simpleResolvers: true,
  description: 'The fees for cancelling a booking of a service late: its own, else those of the account.',
})
export class CancellationTerms {
  @Field(() => String, {
    description: 'The fees by the hours before the start, such as `24: 50 %, 0: 100 %, no-show: 100 %`.',
  })
  fees!: string;

  @Field(() => String, { nullable: true, description: 'The terms in the words of the account. Null for none.' })
  text!: string | null;

  /** The service. No field. */
  service!: PricedTerms;
}
