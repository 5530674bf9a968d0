import { Field, ObjectType } from 'type-graphql';
import { Instant } from '../../platform/scalars.js';

/** The session of a visitor who has proved an address. */
@ObjectType({ simpleResolvers: true, description: 'The session of a visitor who has proved an address by a code.' })
export class VisitorSession {
  @Field(() => String, {
    nullable: true,
    description: 'The secret of the session. It is returned once, when the session starts; null otherwise.',
  })
  token!: string | null;

  @Field(() => String, { nullable: true, description: 'The email address that was proved. Null for a phone number.' })
  email!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The phone number that was proved, in E.164. Null for an email address.',
  })
  phoneNumber!: string | null;

  @Field(() => Instant, { description: 'When the session ends, unless it is used before.' }) expiresAt!: Date;
  @Field(() => Instant, { description: 'When the session ends, however much it is used.' }) endsAt!: Date;
}
