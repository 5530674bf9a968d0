import { Field, ObjectType } from 'type-graphql';
import { Instant } from '../../platform/scalars.js';

/** The response to a sent code. It must not reveal whether a person has the email or number. */
@ObjectType({ simpleResolvers: true })
export class PerishableToken {
  @Field(() => Instant)
  expiresAt!: Date;
}
