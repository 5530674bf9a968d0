import pg from 'pg';
import type { Lock } from '../../src/platform/database/account-database.js';
import { announce, offer } from '../support/catalog.js';
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.js';

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});
beforeEach(async () => {
  account = await server.account();
});

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };

describe('the database itself', () => {
  const insert = `insert into booking (account_id, created_at, updated_at, resource_id, event_id, booked_from, booked_to, state, count)
    values ($1, '2026-03-02', '2026-03-02', $2, $3, $4, $5, 'confirmed', $6)`;

  /** Sends the rows each on a connection of its own, all at once; gives the constraint that refused each, or null. */
  async function insertAtOnce(rows: unknown[][]): Promise<(string | null)[]> {
    const pool = new pg.Pool({ connectionString: server.databaseUrl, max: 20 });
    try {
      return await Promise.all(
        rows.map((row) =>
          pool.query(insert, [account.credentials.id, ...row]).then(
            () => null,
            (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
          ),
        ),
      );
    } finally {
      await pool.end();
    }
  }
  const hour = (from: string, to: string) => [`2026-03-03T${from}:00Z`, `2026-03-03T${to}:00Z`];
  const tally = (results: (string | null)[]) =>
    Object.fromEntries([...Map.groupBy(results, String)].map(([refusal, all]) => [refusal, all.length]));

  it('refuses what a resource has no room for', async () => {
    const { resourceId } = await offer(account, { resource: { capacity: 2 } });
    const row = (from: string, to: string, count: number) => [resourceId, null, ...hour(from, to), count];
    expect(await insertAtOnce([row('09:00', '10:00', 3)])).toEqual(['booking_fits_resource']);
    expect(tally(await insertAtOnce(Array.from({ length: 40 }, () => row('09:00', '10:00', 1))))).toEqual({
      null: 2,
      booking_fits_resource: 38,
    });
    expect(await insertAtOnce([row('10:00', '11:00', 2)])).toEqual([null]);
    expect(await insertAtOnce([row('08:00', '09:01', 1)])).toEqual(['booking_fits_resource']);
  });

  it('refuses what an event has no room for', async () => {
    const { id, resource_id } = await announce(account, { capacity: 3 });
    const rows = Array.from({ length: 40 }, () => [resource_id, id, ...hour('11:00', '12:00'), 1]);
    expect(tally(await insertAtOnce(rows))).toEqual({ null: 3, booking_fits_event: 37 });
  });

  it('refuses an appointment over an event', async () => {
    const { resource_id } = await announce(account);
    const rows = Array.from({ length: 10 }, () => [resource_id, null, ...hour('11:30', '11:45'), 1]);
    expect(tally(await insertAtOnce(rows))).toEqual({ booking_fits_resource: 10 });
    expect(await insertAtOnce([[resource_id, null, ...hour('12:00', '12:30'), 1]])).toEqual([null]);
  });

  it('refuses a row that comes back to life or grows', async () => {
    const { resourceId } = await offer(account);
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

  it('refuses rows that point into another account', async () => {
    const { resourceId } = await offer(await server.account());
    expect(await insertAtOnce([[resourceId, null, ...hour('09:00', '10:00'), 1]])).toEqual([
      'booking_account_id_resource_id_fkey',
    ]);
  });

  it('locks thousands of records for a transaction, in one order for all', async () => {
    const locks = Array.from({ length: 2000 }, (_, id): Lock => ['booking', id + 1]);
    const hold = (held: Lock[]) =>
      server.database.account(account.credentials.id).transaction(async (tx) => {
        await tx.lock(...held);
        return held.length;
      }, 1);
    const orders = [locks, locks.toReversed(), locks, locks.toReversed()];
    expect(await Promise.all(orders.map(hold))).toEqual([2000, 2000, 2000, 2000]);
  });
});
