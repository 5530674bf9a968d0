import type { FilterQuery } from '@mikro-orm/core';
import { Field, InputType, Int } from 'type-graphql';
import type { RequestContext } from '../../context.js';
import { byId, byUpdate, createListOrder, RecordFilter } from '../../records/list.input.js';
import type { List } from '../../records/list.js';
import { Message, MessageChannel, MessageConnection, MessageState } from './message.entity.js';

const messageOrder = createListOrder('MessageOrder', { ID: byId, UPDATED_AT: byUpdate }, 'ID_DESC');

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

export const messageList: List<Message, MessageFilter, MessageConnection> = {
  name: 'messages',
  entity: Message,
  connection: MessageConnection,
  filter: MessageFilter,
  order: messageOrder,
  conditions: messageConditions,
};

function messageConditions(_context: RequestContext, filter: MessageFilter): FilterQuery<Message> {
  const { ids, createdAt, updatedAt, ...attributes } = filter;
  const given = Object.entries(attributes).filter(([, value]) => (value ?? null) !== null);
  return { $and: [Object.fromEntries(given)] };
}
