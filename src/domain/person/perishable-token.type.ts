import { Field, ObjectType } from 'type-graphql';
import { Instant } from '../../platform/scalars.js';

/** The response to a sent code. It must not reveal whether a person has the email or number. */
@ObjectType({ simpleResolvers: true, description: 'A code that was sent to a person.' })
export class PerishableToken {
  @Field(() => Instant, { description: 'When the code stops working.' })
  expiresAt!: Date;
}
