import type { BulkWriter } from '../bulk-writer.js';
import type { World } from '../world.js';

/** The objects of the database that a reference uses, in the schema `bench`. */
export interface ReferenceSchema {
  /** The table of the bookings. */
  bookings: string;
  /** The function that creates a booking. It returns no row, or fails with `exclusion_violation`, if its time is taken. */
  book: string;
}

/**
 * `same tables`: the tables, triggers and indexes of the server, and its change log. `lean`: a table of the same columns
 * with five indexes, without constraints, triggers and change log.
 */
export const referenceSchemas = {
  'same tables': { bookings: 'public.booking', book: 'bench.book' },
  lean: { bookings: 'bench.booking', book: 'bench.book_lean' },
} as const satisfies Record<string, ReferenceSchema>;

export type ReferenceName = keyof typeof referenceSchemas;

/**
 * Creates the schema `bench`, with a copy of the bookings of an account. Gives values to most attributes of the first booking
 * before, so that a comparison of its bodies covers them.
 */
export async function createReferenceSchema(
  writer: BulkWriter,
  { accountId, bookingIds: [first = 0] }: World,
): Promise<void> {
  await writer.script(`${fillBooking(accountId, first)}; create schema bench; ${leanTable(accountId)}; ${textOf};
    ${book}; ${bookLean}`);
}

const fillBooking = (accountId: number, id: number) => `
  update booking set title = e'"ø"\\n\\\\', notes = '', status = 'completed', paid_at = updated_at, paid_amount = 12.50,
    custom_data = '{"a": [1, "ø"]}', collection_id = gen_random_uuid(), reminder_at = '2030-07-01 12:34:56.789Z',
    verification_code = '1234' where account_id = ${accountId} and id = ${id};
  update person set street = e'\\t', date_of_birth = '1990-02-03', custom_data = '{"a": 1}', blocked = true
    where (account_id, id) = (select account_id, person_id from booking where account_id = ${accountId} and id = ${id})`;

const leanTable = (accountId: number) => `
  create table bench.booking (like public.booking including defaults including identity);
  insert into bench.booking overriding system value
    select * from public.booking where account_id = ${accountId} order by id;
  select setval(pg_get_serial_sequence('bench.booking', 'id'), max(id)) from bench.booking;
  alter table bench.booking add primary key (account_id, id);
  create index on bench.booking (account_id, booked_from, id);
  create index on bench.booking (account_id, updated_at, id);
  create index on bench.booking (account_id, person_id);
  create index on bench.booking (account_id, resource_id, booked_to)`;

const parameters = `
  of_account integer, of_resource integer, of_service integer, of_person integer, starts timestamptz, ends timestamptz`;
const columns = `account_id, created_at, updated_at, resource_id, service_id, person_id, booked_from, booked_to, state,
  created_by, updated_by`;
const values = `of_account, now(), now(), of_resource, of_service, of_person, starts, ends, 'confirmed', 'api', 'api'`;

/** Returns an instant as the change log has it. */
const textOf = `
  create function bench.text_of(instant timestamptz) returns text language sql stable as $$
    select to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  $$`;

/**
 * Inserts the booking and appends its change, like the server. The trigger of the table locks the resource and checks its
 * capacity. A check before it, as the server has, took 0.1 ms more of 0.6 ms. One statement without a function took as long.
 */
const book = `
  create function bench.book(${parameters}) returns setof public.booking language plpgsql as $$
  declare
    added public.booking;
  begin
    insert into booking (${columns}) values (${values}) returning * into added;
    insert into change (account_id, era, created_at, name, object_type, object_id, snapshot, actor)
    values (of_account, open_change_log_era(of_account), now(), 'booking.created', 'booking', added.id,
      '{"count": 1, "notes": null, "price": null, "state": "confirmed", "title": null, "paidAt": null, "status": null, "eventId": null,
        "orderId": null, "couponId": null, "createdBy": "api", "expiresAt": null, "updatedBy": "api", "customData": null,
        "externalId": null, "paidAmount": null, "remindedAt": null, "reminderAt": null, "bookingType": "appointment",
        "bufferAfter": 0, "externalUrl": null, "linkVersion": 0, "locationUrl": null, "addsMessages": false,
        "bufferBefore": 0, "collectionId": null, "visitId": null, "options": null, "packageId": null, "packageUnits": null,
        "placedResourceIds": null, "revisionCount": 0, "externalHostUrl": null, "ignoresCapacity": false,
        "locationHostUrl": null, "bookedByPersonId": null, "bookedForName": null, "verificationMethod": null}'::jsonb
      || jsonb_build_object('id', added.id, 'resourceId', of_resource, 'serviceId', of_service, 'personId', of_person,
        'bookedFrom', bench.text_of(added.booked_from), 'bookedTo', bench.text_of(added.booked_to),
        'createdAt', bench.text_of(added.created_at), 'updatedAt', bench.text_of(added.created_at)),
      '{"id": 1, "kind": "api_key", "role": "admin"}');
    return next added;
  end
  $$`;

/** Locks, checks for an overlap, and inserts. */
const bookLean = `
  create function bench.book_lean(${parameters}) returns setof bench.booking language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(of_account, of_resource);
    -- The capacity is 1, so active bookings do not overlap, and the first one that ends later is the only candidate.
    if (select booked_from < ends from bench.booking where account_id = of_account and resource_id = of_resource
        and booked_to > starts and is_active_booking(state, expires_at, now()) order by booked_to limit 1) then
      return;
    end if;
    return query insert into bench.booking (${columns}) values (${values}) returning *;
  end
  $$`;

/**
 * Compares what the server and the reference wrote into the change log.
 *
 * @throws Error if the last two changes of bookings differ, apart from values that each new booking has of its own
 */
export async function requireSameChanges(writer: BulkWriter, accountId: number): Promise<void> {
  const own = ['id', 'resourceId', 'personId', 'bookedFrom', 'bookedTo', 'createdAt', 'updatedAt'];
  const [first, second] = await writer.rows<{ change: string }>(
    `select jsonb_build_array(name, actor, snapshot - $2::text[], snapshot ?& $2::text[])::text as change
     from change where account_id = $1 and object_type = 'booking' order by id desc limit 2`,
    ...[accountId, own],
  );
  if (!first || first.change !== second?.change) {
    throw new Error(`A booking has two changes:\n${first?.change}\n${second?.change}`);
  }
}
