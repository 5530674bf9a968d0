import { Field, InputType, ObjectType } from 'type-graphql';
import { listCost } from '../../../platform/list-cost.js';
import { BookingMessageKind } from '../../booking/messages/message-choice.rules.js';
import { MessageChannel } from '../delivery/message.entity.js';

@InputType({ description: 'A kind of message about bookings.' })
export class MessageSourceInput {
  @Field(() => BookingMessageKind, { description: 'The kind of message.' })
  kind!: `${BookingMessageKind}`;

  @Field(() => MessageChannel, { defaultValue: MessageChannel.EMAIL, description: 'The channel of the message.' })
  channel!: MessageChannel;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether the message is about several dates of a series. Otherwise it is about one booking.',
  })
  isSeries?: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'A variable of the texts of messages.' })
export class MessageVariable {
  @Field(() => String, { description: 'The name, such as `booking.person.name`.' })
  name!: string;

  @Field(() => String, { description: 'The Liquid that writes it: a time with the filter `i18n_date`.' })
  liquid!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The text that it writes for a sample booking. Null if it writes nothing.',
  })
  example!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'The Liquid of a message about bookings.' })
export class MessageSource {
  @Field(() => String, { description: 'The language of the built-in text.' })
  locale!: string;

  @Field(() => String, { description: 'The subject that emails have if the service has none of its own.' })
  subject!: string;

  @Field(() => String, { description: 'The text that is sent if the service has none of its own.' })
  body!: string;

  @Field(() => String, { description: 'The subject that emails have if the account has none of its own, either.' })
  builtInSubject!: string;

  @Field(() => String, { description: 'The text that is sent if the account has none of its own, either.' })
  builtInBody!: string;

  @Field(() => [MessageVariable], {
    complexity: listCost(50),
    description: 'The variables that texts can read. Those of custom data and of series are left out.',
  })
  variables!: MessageVariable[];
}
