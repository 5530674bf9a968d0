import { Field, InputType, ObjectType } from 'type-graphql';
import { describeEnum } from '../../../platform/described-enum.js';
import { languageList } from '../../../platform/language.js';
import { BookingMessageKind } from '../../booking/messages/message-choice.rules.js';
import { MessageChannel } from '../delivery/message.entity.js';
import { DeliveryType, MessageTemplateType } from '../templates/message-template.entity.js';

describeEnum(
  BookingMessageKind,
  'BookingMessageKind',
  'The occasion of a message about a booking. Notifications go to the account, every other kind to the person.',
  {
    VERIFICATION: 'A hold is to be verified by a code.',
    AWAITING_CONFIRMATION: 'A booking was made that staff still have to confirm.',
    CONFIRMATION: 'A booking is confirmed.',
    MODIFICATION: 'A booking has changed.',
    DECLINE: 'A booking was declined.',
    CANCELLATION: 'A booking is cancelled.',
    REMINDER: 'A booking begins soon.',
    WAITLIST_OFFER: 'A time is held for somebody on the waitlist.',
    NOTIFICATION: 'A booking was made. Sent to the account.',
    MODIFICATION_NOTIFICATION: 'A person moved a booking by its link. Sent to the account.',
    CANCELLATION_NOTIFICATION: 'A person cancelled a booking by its link. Sent to the account.',
  },
);

/** A text of a message about bookings, as accounts and services store it. */
@InputType({ description: 'A text of the messages about bookings, as accounts and services store it.' })
export class MessageTextInput {
  @Field(() => BookingMessageKind, { description: 'The kind of message.' })
  kind!: `${BookingMessageKind}`;

  @Field(() => MessageChannel, { defaultValue: MessageChannel.EMAIL, description: 'The channel of the message.' })
  channel: MessageChannel = MessageChannel.EMAIL;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether the message is about several dates of a series. Otherwise it is about one booking.',
  })
  isSeries?: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The subject of an email, in Liquid. Default: see `isBuiltIn`.',
  })
  subject?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The body, in Liquid. Default: see `isBuiltIn`.',
  })
  body?: string | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether an absent subject or body is the built-in one. Otherwise it is the one that the account sends.',
  })
  isBuiltIn?: boolean;
}

/** A message as a template would write it, for a sample booking. */
@ObjectType({
  simpleResolvers: true,
  description: 'A message as a template would write it, for a booking that does not exist.',
})
export class MessageTemplatePreview {
  @Field(() => String, { description: `The language of dates and default texts: ${languageList}.` })
  locale!: string;

  @Field(() => String, { nullable: true, description: 'The subject. Null for an SMS, or if rendering fails.' })
  subject!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The text. For HTML, its text alternative. Null if rendering fails.',
  })
  body!: string | null;

  @Field(() => String, { nullable: true, description: 'The HTML. Null if the template is plain text.' })
  html!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The reason why the template cannot be rendered, after the name of the text: `subject`, `body` or `HTML body`. Null if it can.',
  })
  failure!: string | null;
}

@InputType({
  description:
    'The attributes of a message template that its preview depends on. Absent ones have the values of a new template.',
})
export class TemplatePreviewInput {
  @Field(() => MessageTemplateType, {
    defaultValue: MessageTemplateType.CONFIRMATION,
    description: 'The type, which determines the default subject.',
  })
  messageType!: MessageTemplateType;

  @Field(() => DeliveryType, { defaultValue: DeliveryType.EMAIL, description: 'The channel.' })
  deliveryType!: DeliveryType;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether the message is the confirmation of a series. Without effect for other types.',
  })
  isSeries?: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The subject of an email, in Liquid. Default: that of the type.',
  })
  subject?: string | null;

  @Field(() => String, { description: 'The text, in Liquid.' })
  template!: string;
}
