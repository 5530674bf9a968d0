import { Field, ObjectType } from 'type-graphql';
import { Instant } from '../../platform/scalars.js';

/** What is told of a code when it is sent: nothing that depends on whether anybody has the email or number. */
@ObjectType({ simpleResolvers: true })
export class PerishableToken {
  @Field(() => Instant)
  expiresAt!: Date;
}
