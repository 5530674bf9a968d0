import { Field, InputType, Int } from 'type-graphql';
import { byId, byUpdate, createListOrder } from '../../list-order.js';
import { RecordFilter } from '../../record-filter.input.js';
import { MessageChannel, MessageState } from './message.entity.js';

export const messageOrder = createListOrder('MessageOrder', { ID: byId, UPDATED_AT: byUpdate }, 'ID_DESC');

/** Combined with AND. */
@InputType()
export class MessageFilter extends RecordFilter {
  @Field(() => MessageState, { nullable: true }) state?: MessageState | null;
  @Field(() => MessageChannel, { nullable: true }) channel?: MessageChannel | null;
  @Field(() => Int, { nullable: true }) personId?: number | null;
  @Field(() => Int, { nullable: true }) bookingId?: number | null;
}
