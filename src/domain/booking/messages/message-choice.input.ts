import { Field, InputType } from 'type-graphql';

const optional = { nullable: true };

/**
 * The messages that a change of a booking sends. An absent field follows the account (spec, Create booking parameters).
 */
@InputType()
export class MessageChoice {
  @Field(() => Boolean, optional) verificationEmail?: boolean | null;
  @Field(() => Boolean, optional) verificationSms?: boolean | null;
  @Field(() => Boolean, optional) confirmationEmail?: boolean | null;
  @Field(() => Boolean, optional) confirmationSms?: boolean | null;
  @Field(() => Boolean, optional) modificationEmail?: boolean | null;
  @Field(() => Boolean, optional) modificationSms?: boolean | null;
  @Field(() => Boolean, optional) declineEmail?: boolean | null;
  @Field(() => Boolean, optional) declineSms?: boolean | null;
  @Field(() => Boolean, optional) cancellationEmail?: boolean | null;
  @Field(() => Boolean, optional) cancellationSms?: boolean | null;
  @Field(() => Boolean, { ...optional, description: 'Sent to the account, not to the person.' })
  notificationEmail?: boolean | null;
  @Field(() => Boolean, optional) notificationSms?: boolean | null;
}
