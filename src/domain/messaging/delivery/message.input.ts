import { Field, InputType, Int } from 'type-graphql';
import { MessageChannel, MessageState } from './message.entity.js';

/** Combined with AND. */
@InputType()
export class MessageFilter {
  @Field(() => MessageState, { nullable: true }) state?: MessageState | null;
  @Field(() => MessageChannel, { nullable: true }) channel?: MessageChannel | null;
  @Field(() => Int, { nullable: true }) personId?: number | null;
  @Field(() => Int, { nullable: true }) bookingId?: number | null;
}
