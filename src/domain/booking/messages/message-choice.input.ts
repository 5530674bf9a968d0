import { Field, InputType } from 'type-graphql';

const said = { nullable: true };

/** Which messages a step of a booking sends; what is not said follows the account (spec, Create booking parameters). */
@InputType()
export class MessageChoice {
  @Field(() => Boolean, said) verificationEmail?: boolean | null;
  @Field(() => Boolean, said) verificationSms?: boolean | null;
  @Field(() => Boolean, said) confirmationEmail?: boolean | null;
  @Field(() => Boolean, said) confirmationSms?: boolean | null;
  @Field(() => Boolean, said) modificationEmail?: boolean | null;
  @Field(() => Boolean, said) modificationSms?: boolean | null;
  @Field(() => Boolean, said) declineEmail?: boolean | null;
  @Field(() => Boolean, said) declineSms?: boolean | null;
  @Field(() => Boolean, said) cancellationEmail?: boolean | null;
  @Field(() => Boolean, said) cancellationSms?: boolean | null;
  @Field(() => Boolean, { ...said, description: 'To the account, not to the person.' })
  notificationEmail?: boolean | null;
  @Field(() => Boolean, said) notificationSms?: boolean | null;
}
