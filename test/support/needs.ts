import { openDaily } from './catalog.js';
import type { TestAccount, TestServer } from './test-server.js';

/** A need of a service for a test. Its pool are the indexes of the resources of the world. */
export interface NeedOptions {
  pool: readonly number[];
  count?: number;
  per?: 'booking' | 'person';
  segments?: readonly { offset: number; length: number }[];
}

/** A service with needs and the resources of their pools. */
export interface ServiceWithNeeds {
  serviceId: number;
  resourceIds: number[];
  needIds: number[];
}

interface WorldOptions {
  service?: object;
  /** The attributes of the resources, by default open from 09:00 to 17:00 every day. */
  resources: readonly object[];
  needs: readonly NeedOptions[];
}

/** Adds a service with needs to an account. Its resources are new, unless `existing` are given. */
export async function createServiceWithNeeds(
  server: TestServer,
  account: TestAccount,
  { service = {}, resources, needs }: WorldOptions,
  existing: readonly number[] = [],
): Promise<ServiceWithNeeds> {
  const resourceIds = [...existing];
  for (const attributes of resources) {
    const resource = { title: 'Chair', ...openDaily('09:00', '17:00'), ...attributes };
    const { id } = await account.create('/resources', 'resource', resource);
    resourceIds.push(id);
  }
  const { id: serviceId } = await account.create('/services', 'service', { title: 'Colour', ...service });
  const accountId = account.credentials.id;
  const needIds: number[] = [];
  for (const [index, { pool, count = 1, per = 'booking', segments }] of needs.entries()) {
    const [need] = await server.sql<{ id: number }>(
      `insert into service_need (account_id, created_at, updated_at, service_id, position, title, count, per, segments)
       values (?, now(), now(), ?, ?, 'Need', ?, ?, ?::jsonb) returning id`,
      ...[accountId, serviceId, index + 1, count, per, segments ? JSON.stringify(segments) : null],
    );
    needIds.push(need?.id ?? 0);
    for (const resource of pool) {
      await server.sql(
        `insert into provider (account_id, created_at, updated_at, service_id, resource_id, need_id)
         values (?, now(), now(), ?, ?, ?)`,
        ...[accountId, serviceId, resourceIds[resource], need?.id],
      );
    }
  }
  await server.sql('update account set has_needs = true where id = ?', accountId);
  return { serviceId, resourceIds, needIds };
}

/** Returns the places of a booking as the database has them: resource, start and end in hours of the day in UTC. */
export async function placesOf(server: TestServer, bookingId: number): Promise<[number, string, string][]> {
  const rows = await server.sql<{ resource: number; from: string; to: string }>(
    `select resource_id as resource, to_char(starts_at at time zone 'UTC', 'HH24:MI') as "from",
       to_char(ends_at at time zone 'UTC', 'HH24:MI') as "to"
     from booking_place where booking_id = ? order by resource_id, starts_at`,
    bookingId,
  );
  return rows.map(({ resource, from, to }) => [resource, from, to]);
}

/** Returns the resources that more people occupy than they have room for, at any instant of all bookings and places. */
export function overbookedResources(server: TestServer, accountId: number): Promise<{ id: number }[]> {
  return server.sql<{ id: number }>(
    `with taken as (
       select resource_id, occupied_time(booked_from, booked_to, buffer_before, buffer_after) as during, count
       from booking where account_id = ? and event_id is null and not has_places
         and state in ('awaiting_verification', 'awaiting_payment', 'awaiting_confirmation', 'confirmed')
       union all
       select place.resource_id, occupied_time(starts_at, ends_at, place.buffer_before, place.buffer_after), place.count
       from booking_place place join booking on booking.account_id = place.account_id and booking.id = booking_id
       where place.account_id = ? and has_places
         and state in ('awaiting_verification', 'awaiting_payment', 'awaiting_confirmation', 'confirmed'))
     select distinct resource.id from resource
       join taken one on one.resource_id = resource.id
     where capacity < (select sum(other.count) from taken other
       where other.resource_id = resource.id and other.during @> lower(one.during))`,
    accountId,
    accountId,
  );
}
