import type { FilterQuery } from '@mikro-orm/core';
import type { RequestContext } from '../../context.js';
import type { List } from '../../records/list.js';
import { Message, MessageConnection } from './message.entity.js';
import { MessageFilter, messageOrder } from './message.input.js';

/** @throws DomainError NOT_FOUND */
export function getMessage(context: RequestContext, id: number): Promise<Message> {
  return context.db.get(Message, id);
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
