import { Field, InputType } from 'type-graphql';

const optional = { nullable: true };

const sent = (message: string, channel: string) => ({
  ...optional,
  description: `Whether the ${message} is sent by ${channel}. Defaults to the setting of the account.`,
});

/**
 * The messages that a change of a booking sends. An absent field follows the account (spec, Create booking parameters).
 */
@InputType({
  description: 'The messages that a change of a booking sends. An absent one follows the settings of the account.',
})
export class MessageChoice {
  @Field(() => Boolean, sent('verification', 'email')) verificationEmail?: boolean | null;
  @Field(() => Boolean, sent('verification', 'SMS')) verificationSms?: boolean | null;
  @Field(() => Boolean, sent('confirmation', 'email')) confirmationEmail?: boolean | null;
  @Field(() => Boolean, sent('confirmation', 'SMS')) confirmationSms?: boolean | null;
  @Field(() => Boolean, sent('message about a change', 'email')) modificationEmail?: boolean | null;
  @Field(() => Boolean, sent('message about a change', 'SMS')) modificationSms?: boolean | null;
  @Field(() => Boolean, sent('message about a declined booking', 'email')) declineEmail?: boolean | null;
  @Field(() => Boolean, sent('message about a declined booking', 'SMS')) declineSms?: boolean | null;
  @Field(() => Boolean, sent('cancellation', 'email')) cancellationEmail?: boolean | null;
  @Field(() => Boolean, sent('cancellation', 'SMS')) cancellationSms?: boolean | null;
  @Field(() => Boolean, { ...optional, description: 'Sent to the account, not to the person.' })
  notificationEmail?: boolean | null;
  @Field(() => Boolean, {
    ...optional,
    description: 'Whether the account gets an SMS. Defaults to the setting of the account.',
  })
  notificationSms?: boolean | null;
}
