import type { FilterQuery } from '@mikro-orm/core';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { mustBeOneOf } from '../../platform/accepted.js';
import { invalid } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { createConnectionType } from '../records/connection.type.js';
import { byCreation, byId, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { SecurityEvent } from '../security-event/security-event.entity.js';
import { isSecurityEventKind, securityEventKindNames } from '../security-event/security-event.rules.js';

@ObjectType()
export class SecurityEventConnection extends createConnectionType(SecurityEvent, 'SecurityEvent') {}

const securityEventOrder = createListOrder('SecurityEventOrder', { ID: byId, CREATED_AT: byCreation }, 'ID_DESC');

@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
export class SecurityEventFilter extends RecordFilter {
  @Field(() => [String], {
    nullable: true,
    description: 'Returns the entries of these kinds, such as `sign_in.failed`.',
  })
  kinds?: string[] | null;

  @Field(() => Int, { nullable: true, description: 'Returns what this user did, and what concerns the user.' })
  userId?: number | null;

  @Field(() => Int, { nullable: true, description: 'Returns what was done with this API key, and what concerns it.' })
  apiKeyId?: number | null;

  @Field(() => String, { nullable: true, description: 'Returns the entries of this IP address.' })
  clientAddress?: string | null;
}

/** The entries of the account. */
export const securityEventList: List<SecurityEvent, SecurityEventFilter, SecurityEventConnection> = {
  name: 'securityEvents',
  entity: SecurityEvent,
  connection: SecurityEventConnection,
  filter: SecurityEventFilter,
  order: securityEventOrder,
  conditions: (_context, filter) => ({ $and: conditionsOf(filter) }),
};

/** The entries about the user or the key that makes the request. */
export const ownSecurityEventList: typeof securityEventList = {
  ...securityEventList,
  name: 'Viewer.securityEvents',
  conditions: (context, filter) => ({ $and: [...conditionsOf(filter), ownCondition(context)] }),
};

/** @throws DomainError INVALID on `kinds` */
function conditionsOf({ kinds, userId, apiKeyId, clientAddress }: SecurityEventFilter): FilterQuery<SecurityEvent>[] {
  if (kinds?.some((kind) => !isSecurityEventKind(kind))) {
    throw invalid({ kinds: ['is not included in the list', mustBeOneOf(securityEventKindNames)] });
  }
  return [
    ...(kinds ? [{ kind: { $in: kinds.filter(isSecurityEventKind) } }] : []),
    ...(typeof userId === 'number' ? [ofUser(userId)] : []),
    ...(typeof apiKeyId === 'number' ? [ofKey(apiKeyId)] : []),
    ...(typeof clientAddress === 'string' ? [{ clientAddress }] : []),
  ];
}

const ofUser = (id: number): FilterQuery<SecurityEvent> => ({ $or: [{ userId: id }, { aboutUserId: id }] });
const ofKey = (id: number): FilterQuery<SecurityEvent> => ({ $or: [{ apiKeyId: id }, { aboutApiKeyId: id }] });

function ownCondition({ actor }: RequestContext): FilterQuery<SecurityEvent> {
  if (actor.kind === 'user') return ofUser(actor.id);
  return actor.kind === 'api_key' ? ofKey(actor.id) : { id: { $in: [] } };
}
