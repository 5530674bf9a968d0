import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { sqlStates } from '../../booking-states.js';
import type { RequestContext } from '../../context.js';
import { PriorityStrategy } from '../../service/service.entity.js';
import type { Booking } from '../booking.entity.js';
import { isActive } from '../states/booking-state.rules.js';
import { type PoolMember, type Standing, standingsOf } from './assignment.rules.js';
import { weightOf } from './place.rules.js';

interface Member extends PoolMember {
  counts: Map<number, number>;
}

interface Pool {
  members: Map<number, Member>;
  countsNamed: boolean;
  /** The number of the last instant at which a member joined. */
  lastJoined: number;
}

interface PoolRow {
  serviceId: number;
  resourceId: number;
  priorityValue: number | null;
  joined: number;
  countsNamed: boolean;
  lastBookingId: number | null;
  /** Pairs of the number of an instant and a count. Null if there are no bookings. */
  counts: [number, number][] | null;
}

/**
 * The resources of services that are assigned in a fair way, with the bookings that count. They are read under the locks of
 * all these resources, so that no other booking is assigned meanwhile. Includes the bookings that were decided before and
 * are not written yet.
 */
export class Pools {
  readonly #context: RequestContext;
  readonly #tx: AccountTransaction;
  readonly #pools = new Map<number, Pool>();

  constructor(context: RequestContext, tx: AccountTransaction) {
    this.#context = context;
    this.#tx = tx;
  }

  has(serviceId: number): boolean {
    return this.#pools.has(serviceId);
  }

  /** Reads the pools of services by one statement. */
  async read(serviceIds: readonly number[]): Promise<void> {
    const { clock, zone } = this.#context;
    const now = clock.now();
    const today = zone.dateAt(now.getTime());
    const startOfMonth = new Date(zone.startOfDay(`${today.slice(0, -2)}01`));
    const rows = await this.#tx.query<PoolRow>(statement, [serviceIds, startOfMonth, now]);
    const byService = Map.groupBy(rows, ({ serviceId }) => serviceId);
    for (const id of serviceIds) this.#pools.set(id, toPool(byService.get(id) ?? []));
  }

  /** Counts a decided booking. */
  take(booking: Booking): void {
    const pool = this.#pools.get(booking.serviceId ?? 0);
    const member = pool?.members.get(booking.resourceId);
    if (!pool || !member || booking.eventId !== null || !isActive(booking, this.#context.clock.now())) return;
    const isAssigned = booking.assignment !== null;
    if (isAssigned) member.lastBookingId = booking.id;
    if (!isAssigned && !pool.countsNamed) return;
    member.counts.set(pool.lastJoined, (member.counts.get(pool.lastJoined) ?? 0) + 1);
  }

  /** Returns the standings of those of the resources that are in the pool of a service. */
  standingsOf(serviceId: number, resources: readonly { id: number }[]): Standing[] {
    const asked = new Set(resources.map(({ id }) => id));
    const members = [...(this.#pools.get(serviceId)?.members.values() ?? [])];
    return standingsOf(members).filter(({ resourceId }) => asked.has(resourceId));
  }
}

function toPool(rows: readonly PoolRow[]): Pool {
  const members = rows.map(
    ({ resourceId, priorityValue, joined, lastBookingId, counts }): Member => ({
      ...{ resourceId, joined, lastBookingId },
      weight: weightOf({ priorityValue }),
      counts: new Map(counts ?? []),
    }),
  );
  return {
    members: new Map(members.map((member) => [member.resourceId, member])),
    countsNamed: rows[0]?.countsNamed ?? true,
    lastJoined: Math.max(1, ...members.map(({ joined }) => joined)),
  };
}

/** The condition of bookings that count. */
const counts = `state in (${sqlStates.ongoing}) and is_active_booking(state, expires_at, $4) and status is distinct from 'no_show'`;

/**
 * Ranks the instants at which the members joined, so that the bookings between two of them are one count. A resource that
 * is younger than its provider replaced another one. No booking is counted for a service that does not balance.
 *
 * The bookings of the month are found by the time of their creation, among those of the account: an index by service would
 * cost every new booking more than this read costs the services that balance. The order and `coalesce` keep the planner from
 * the index of the service, by which it would read all its bookings.
 *
 * The pool of a service with needs is that of its first one.
 */
const statement = `with pool as materialized (
    select service_id, resource_id, provider.priority_value, priority_strategy, counts_named_bookings,
      greatest(provider.created_at, resource.created_at, $3::timestamptz) as joined_at
    from provider
      join service on service.account_id = $1 and service.id = provider.service_id
      join resource on resource.account_id = $1 and resource.id = provider.resource_id and resource.active
    where provider.account_id = $1 and provider.service_id = any ($2::integer[]) and provider.active
      and provider.need_id is not distinct from (
        select id from service_need where account_id = $1 and service_need.service_id = provider.service_id
        order by position limit 1)),
  balanced as materialized (
    select service_id, bool_or(counts_named_bookings) as counts_named,
      array_agg(distinct joined_at order by joined_at) as instants
    from pool where priority_strategy = '${PriorityStrategy.BALANCED}' group by service_id),
  counted as materialized (
    select service_id, resource_id, json_agg(json_build_array(instant, bookings)) as counts
    from (
      select recent.service_id, resource_id, width_bucket(created_at, instants) as instant, count(*) as bookings
      from (
        select service_id, resource_id, created_at, assignment is not null as is_assigned from booking
        where account_id = $1 and created_at >= $3 and exists (select from balanced)
          and coalesce(service_id, 0) = any ($2::integer[]) and event_id is null and ${counts}
        order by created_at) as recent
        join balanced on balanced.service_id = recent.service_id and (counts_named or is_assigned)
      group by 1, 2, 3) as bookings
    group by 1, 2)
  select pool.service_id as "serviceId", pool.resource_id as "resourceId", priority_value as "priorityValue",
    dense_rank() over (partition by pool.service_id order by joined_at)::integer as joined,
    counts_named_bookings as "countsNamed", last.id as "lastBookingId", counts
  from pool
    left join counted on counted.service_id = pool.service_id and counted.resource_id = pool.resource_id
    left join lateral (
      select id from booking
      where account_id = $1 and booking.service_id = pool.service_id and booking.resource_id = pool.resource_id
        and assignment is not null and ${counts}
      order by id desc limit 1) as last on true`;
