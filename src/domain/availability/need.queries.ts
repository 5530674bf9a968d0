import { type LogSnapshot, snapshotColumns, snapshotOf } from '../../outbox/log-snapshot.js';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { PriorityStrategy } from '../service/service.entity.js';
import type { NeedWork } from '../service/service-need.rules.js';
import type { ScheduledResource } from './schedule.queries.js';

/** A need of a service, with the ids of the resources that may serve it. */
interface StoredNeed extends NeedWork {
  id: number;
  serviceId: number;
  strategy: PriorityStrategy;
  visitorsChoose: boolean;
  resourceIds: number[];
}

/** The needs of a service by position, at least one. */
export interface NeedsOfService {
  needs: readonly StoredNeed[];
  strategy: PriorityStrategy;
  /** The instant of the read. */
  snapshot: LogSnapshot;
}

/**
 * Reads the needs of services with their pools by one statement, by the id of the service. Call it only for an account with
 * needs (`hasNeeds`): others pay for no statement.
 */
export async function readNeeds(
  reader: Pick<AccountDatabase | AccountTransaction, 'query'>,
  serviceIds: readonly number[],
): Promise<Map<number, NeedsOfService>> {
  const rows = await reader.query<StoredNeed & LogSnapshot>(statement, [serviceIds]);
  return new Map(
    [...Map.groupBy(rows, ({ serviceId }) => serviceId)].flatMap(([serviceId, needs]) => {
      const [first] = needs;
      return first ? [[serviceId, { needs, strategy: first.strategy, snapshot: snapshotOf(first) }] as const] : [];
    }),
  );
}

const statement = `select need.id, need.service_id as "serviceId", need.count, need.per, need.segments,
    need.visitors_choose as "visitorsChoose",
    service.priority_strategy as strategy, ${snapshotColumns},
    array(select resource_id from provider
      where provider.account_id = $1 and provider.service_id = need.service_id and need_id = need.id and active) as "resourceIds"
  from service_need need join service on service.account_id = $1 and service.id = need.service_id
  where need.account_id = $1 and need.service_id = any ($2::integer[])
  order by need.service_id, need.position`;

/** A need with the schedules of its pool. */
export interface ScheduledNeed extends NeedWork {
  id: number;
  visitorsChoose: boolean;
  /** In no order. A resource has the hours that it has for the need, and no terms of its own. */
  pool: ScheduledResource[];
}

/** Divides schedules that were read for the needs of a service (`ofNeeds`) into the pools of the needs. */
export function toPools(
  { needs }: Pick<NeedsOfService, 'needs'>,
  schedules: readonly ScheduledResource[],
): ScheduledNeed[] {
  const byNeed = Map.groupBy(schedules, ({ needId }) => needId);
  return needs.map(({ id, visitorsChoose, count, per, segments }) => ({
    ...{ id, visitorsChoose, count, per, segments },
    pool: (byNeed.get(id) ?? []).map((schedule) => ({ ...schedule, terms: undefined })),
  }));
}
