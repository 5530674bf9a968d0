import DataLoader from 'dataloader';
import { Field, InputType } from 'type-graphql';
import type { Role } from '../../outbox/actor.js';
import { addDays } from '../../platform/time/plain-date.js';
import { type RequestContext, today } from '../context.js';
import { byId, byText, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { ApiKey, ApiKeyConnection } from './api-key.entity.js';
import { UserRole } from './permissions.rules.js';

const apiKeyOrder = createListOrder('ApiKeyOrder', { ID: byId, NAME: byText('name', 'name') }, 'ID');

@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
export class ApiKeyFilter extends RecordFilter {
  @Field(() => UserRole, { nullable: true, description: 'Returns the keys of this role.' })
  role?: Role | null;
}

const valid = { userId: null, revokedAt: null };

/** Lists the keys of the account that are not revoked, by id. Keys of sessions are left out. */
export function listKeys({ db }: RequestContext): Promise<ApiKey[]> {
  return db.rows(ApiKey, valid, { orderBy: { id: 'asc' } });
}

/** The keys of `listKeys`, for GraphQL. */
export const apiKeyList: List<ApiKey, ApiKeyFilter, ApiKeyConnection> = {
  name: 'apiKeys',
  entity: ApiKey,
  connection: ApiKeyConnection,
  filter: ApiKeyFilter,
  order: apiKeyOrder,
  conditions: (_context, { role }) => ({ ...valid, ...(role && { role }) }),
};

/** Days of the account's wall clock, the current one included. */
export const recentDays = 30;

/** Counts the requests of API keys on the recent days, with one statement for all keys of the same tick. */
export function createRequestCounts(context: RequestContext): DataLoader<number, number> {
  const { db, zone } = context;
  const count = async (ids: readonly number[]): Promise<number[]> => {
    const since = new Date(zone.startOfDay(addDays(today(context), 1 - recentDays)));
    const rows = await db.query<{ id: number; requests: number }>(
      `select api_key_id as id, sum(requests)::integer as requests from api_key_requests
       where account_id = $1 and day >= $2 and api_key_id = any ($3::integer[]) group by api_key_id`,
      [since, ids],
    );
    const counts = new Map(rows.map(({ id, requests }) => [id, requests]));
    return ids.map((id) => counts.get(id) ?? 0);
  };
  // Nothing is cached: a later operation of the same context may follow more requests.
  return new DataLoader(count, { cache: false });
}
