import pg from 'pg';
import { Booking } from '../../src/domain/booking/booking.entity.js';
import type { Lock } from '../../src/platform/database/account-transaction.js';
import { createBookableService, createEvent } from '../support/catalog.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = server.accountPerTest();

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };

describe('the database', () => {
  let pool: pg.Pool;
  beforeAll(() => {
    pool = new pg.Pool({ connectionString: server.databaseUrl, max: 20 });
  });
  afterAll(async () => {
    await pool.end();
  });

  const insert = `insert into booking (account_id, created_at, updated_at, resource_id, event_id, booked_from, booked_to, state, count)
    values ($1, '2026-03-02', '2026-03-02', $2, $3, $4, $5, 'confirmed', $6)`;

  /** Inserts the rows concurrently, each on its own connection. @returns the violated constraint of each, or null */
  function insertAtOnce(rows: unknown[][]): Promise<(string | null)[]> {
    return Promise.all(
      rows.map(async (row) => {
        // Not `pool.query`, which closes the connection of a statement that failed.
        const client = await pool.connect();
        const outcome = await client.query(insert, [account.credentials.id, ...row]).then(
          () => null,
          (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
        );
        client.release();
        return outcome;
      }),
    );
  }
  const hour = (from: string, to: string) => [`2026-03-03T${from}:00Z`, `2026-03-03T${to}:00Z`];
  const tally = (results: (string | null)[]) =>
    Object.fromEntries([...Map.groupBy(results, String)].map(([refusal, all]) => [refusal, all.length]));

  it('rejects a booking beyond the capacity of a resource', async () => {
    const { resourceId } = await createBookableService(account, { resource: { capacity: 2 } });
    const row = (from: string, to: string, count: number) => [resourceId, null, ...hour(from, to), count];
    expect(await insertAtOnce([row('09:00', '10:00', 3)])).toEqual(['booking_fits_resource']);
    expect(tally(await insertAtOnce(Array.from({ length: 40 }, () => row('09:00', '10:00', 1))))).toEqual({
      null: 2,
      booking_fits_resource: 38,
    });
    expect(await insertAtOnce([row('10:00', '11:00', 2)])).toEqual([null]);
    expect(await insertAtOnce([row('08:00', '09:01', 1)])).toEqual(['booking_fits_resource']);
  });

  it('rejects a booking beyond the capacity of an event', async () => {
    const { id, resource_id } = await createEvent(account, { capacity: 3 });
    const rows = Array.from({ length: 40 }, () => [resource_id, id, ...hour('11:00', '12:00'), 1]);
    expect(tally(await insertAtOnce(rows))).toEqual({ null: 3, booking_fits_event: 37 });
  });

  it('rejects an appointment that overlaps an event', async () => {
    const { resource_id } = await createEvent(account);
    const rows = Array.from({ length: 10 }, () => [resource_id, null, ...hour('11:30', '11:45'), 1]);
    expect(tally(await insertAtOnce(rows))).toEqual({ booking_fits_resource: 10 });
    expect(await insertAtOnce([[resource_id, null, ...hour('12:00', '12:30'), 1]])).toEqual([null]);
  });

  it('rejects a booking that becomes active or larger without room', async () => {
    const { resourceId } = await createBookableService(account);
    const cancelled = await account.create('/bookings', 'booking', { ...time, resource_id: resourceId });
    await account.put(`/bookings/${cancelled.id}/cancel`);
    const { id } = await account.create('/bookings', 'booking', { ...time, resource_id: resourceId });
    for (const change of ["state = 'confirmed'", 'count = 2']) {
      const row = change.startsWith('state') ? cancelled.id : id;
      await expect(server.sql(`update booking set ${change} where id = ?`, row)).rejects.toMatchObject({
        constraint: 'booking_fits_resource',
      });
    }
  });

  it('rejects rows that refer to another account', async () => {
    const { resourceId } = await createBookableService(await server.account());
    expect(await insertAtOnce([[resourceId, null, ...hour('09:00', '10:00'), 1]])).toEqual([
      'booking_account_id_resource_id_fkey',
    ]);
  });

  it('locks thousands of records in one order', async () => {
    const locks = Array.from({ length: 2000 }, (_, id): Lock => [Booking, id + 1]);
    const hold = (held: Lock[]) =>
      server.database.account(account.credentials.id).transaction(
        async (tx) => {
          await tx.lock(...held);
          return held.length;
        },
        { attempts: 1 },
      );
    const orders = [locks, locks.toReversed(), locks, locks.toReversed()];
    expect(await Promise.all(orders.map(hold))).toEqual([2000, 2000, 2000, 2000]);
  });
});

/** Inserts without the checks of the application. */
describe('the database, for a hold', () => {
  const future = '2199-01-01';
  const change = (id: number, assignments: string) => server.sql(`update booking set ${assignments} where id = ?`, id);
  const refusal = (constraint: string) => expect.objectContaining({ constraint });

  async function holdOn(attributes: object, expires_at?: string): Promise<number> {
    const booking = { ...attributes, expires_at, person_attributes: { email: 'kari@example.org' } };
    await server.configure(account, { verification_method: 1 });
    return (await account.create('/bookings', 'booking', booking, { confirm: false })).id;
  }
  const onResource = async () => ({ ...time, resource_id: (await createBookableService(account)).resourceId });
  const inEvent = async () => ({ event_id: (await createEvent(account, { capacity: 1 })).id });

  const places = [
    { name: 'a resource', place: onResource, constraint: 'booking_fits_resource' },
    { name: 'an event', place: inEvent, constraint: 'booking_fits_event' },
  ];
  /** The row has an earlier time of change, like that of a late transaction. */
  const inTime = "updated_at = '2026-03-02T07:01:00Z'";
  const prolongations = [
    "state = 'confirmed', expires_at = null",
    "state = 'confirmed'",
    "state = 'awaiting_confirmation', expires_at = null",
    "state = 'awaiting_verification', expires_at = '2026-03-02T12:00:00Z'",
    "expires_at = '2026-03-02T07:20:01Z'",
    'expires_at = null',
  ].map((assignments) => `${assignments}, ${inTime}`);

  it.each(places)('rejects the extension on $name of one whose place is taken', async ({ place, constraint }) => {
    const attributes = await place();
    const id = await holdOn(attributes);
    server.clock.advance(20);
    const rival = await account.create('/bookings', 'booking', attributes);
    for (const assignments of prolongations) {
      await expect(change(id, assignments)).rejects.toEqual(refusal(constraint));
    }
    await change(id, `title = 'late', expires_at = '2026-03-02T07:19:00Z', verification_failures = 1, ${inTime}`);
    await account.put(`/bookings/${rival.id}/cancel`);
    for (const assignments of prolongations) await change(id, assignments);
    expect((await account.get(`/bookings/${id}`)).body.booking).toMatchObject({
      state: 'awaiting_verification',
      title: 'late',
    });
  });

  it('lets an active one become permanent although others ignored the capacity', async () => {
    const { resourceId } = await createBookableService(account, { resource: { capacity: 3 } });
    const place = { ...time, resource_id: resourceId };
    const id = await holdOn(place, future);
    await account.create('/bookings', 'booking', { ...place, count: 3 }, { ignore_capacity: true });
    await account.put(`/resources/${resourceId}`, { json: { capacity: 1 } });
    expect((await account.put(`/bookings/${id}/verify`)).body.booking.state).toBe('confirmed');
  });

  it.each(places)('keeps $name locked by the transaction that makes one permanent', async ({ place }) => {
    const id = await holdOn(await place(), future);
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    try {
      await client.query('begin');
      const locks = async () => {
        const { rows } = await client.query(
          // Keys of one number, as those of records are. A write may also compact counts, whose lock has two.
          `select from pg_locks where locktype = 'advisory' and objsubid = 1 and mode = 'ExclusiveLock'
             and pid = pg_backend_pid()`,
        );
        return rows.length;
      };
      await client.query("update booking set title = 'x' where id = $1", [id]);
      expect(await locks()).toBe(0);
      await client.query("update booking set state = 'confirmed', expires_at = null where id = $1", [id]);
      expect(await locks()).toBe(1);
    } finally {
      await client.end();
    }
  });

  it('counts one for a process whose clock is fast', async () => {
    const place = await onResource();
    const id = await holdOn(place, future);
    const ahead = () =>
      server.sql(
        `insert into booking (account_id, created_at, updated_at, resource_id, booked_from, booked_to, state)
         select account_id, created_at, '2199-12-31', resource_id, booked_from, booked_to, 'confirmed'
         from booking where id = ?`,
        id,
      );
    await expect(ahead()).rejects.toEqual(refusal('booking_fits_resource'));
    await account.put(`/bookings/${id}/cancel`);
    await ahead();
  });

  it('rejects a booking of a deleted event', async () => {
    const { event_id } = await inEvent();
    const id = await holdOn({ event_id });
    await account.put(`/bookings/${id}/cancel`);
    const revive = () => change(id, "state = 'confirmed', expires_at = null");
    await server.sql('update event set active = false where id = ?', event_id);
    await expect(revive()).rejects.toEqual(refusal('booking_fits_event'));
    await server.sql('update event set active = true where id = ?', event_id);
    await revive();
  });
});
