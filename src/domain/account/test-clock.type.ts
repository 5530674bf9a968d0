import { Field, ObjectType } from 'type-graphql';
import { Instant } from '../../platform/scalars.js';

@ObjectType({ simpleResolvers: true, description: 'The clock of a sandbox. It runs on like any other clock.' })
export class TestClock {
  @Field(() => Instant, { description: 'The time of the account.' })
  now!: Date;

  @Field(() => Boolean, {
    description:
      'Whether the clock is being advanced: until it has reached `advancingTo`, and all that was due is done.',
  })
  isAdvancing!: boolean;

  @Field(() => Instant, { nullable: true, description: 'The time that it is to reach. Null if it is not advanced.' })
  advancingTo!: Date | null;
}
