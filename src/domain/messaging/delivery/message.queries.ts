import type { FilterQuery } from '@mikro-orm/core';
import type { Row } from '../../../platform/database/rows.js';
import { getRow } from '../../attributes.js';
import type { PageRequest } from '../../connection.type.js';
import type { RequestContext } from '../../context.js';
import { Message, MessageConnection } from './message.entity.js';
import type { MessageFilter } from './message.input.js';

/** @throws DomainError NOT_FOUND */
export function getMessage(context: RequestContext, id: number): Promise<Row<Message>> {
  return getRow(context.db, Message, id);
}

/** Lists messages, newest first. */
export function listMessages(context: RequestContext, filter: MessageFilter, page: PageRequest): MessageConnection {
  const given = Object.entries(filter).filter(([, value]) => (value ?? null) !== null);
  const where: FilterQuery<Message> = Object.fromEntries(given);
  return new MessageConnection(
    page,
    (part) => context.db.rows(Message, where, { orderBy: { id: 'desc' }, ...part }),
    () => context.db.count(Message, where),
  );
}
