import { Field, InputType, Int } from 'type-graphql';
import { byId, byUpdate, createListOrder } from '../../records/list-order.js';
import { RecordFilter } from '../../records/record-filter.input.js';
import { MessageChannel, MessageState } from './message.entity.js';

export const messageOrder = createListOrder('MessageOrder', { ID: byId, UPDATED_AT: byUpdate }, 'ID_DESC');

/** Combined with AND. */
@InputType()
export class MessageFilter extends RecordFilter {
  @Field(() => MessageState, { nullable: true, description: 'Returns messages in this state.' })
  state?: MessageState | null;
  @Field(() => MessageChannel, { nullable: true, description: 'Returns messages of this channel.' })
  channel?: MessageChannel | null;
  @Field(() => Int, { nullable: true, description: 'Returns messages to this person.' }) personId?: number | null;
  @Field(() => Int, { nullable: true, description: 'Returns messages about this booking.' }) bookingId?: number | null;
}
