import 'reflect-metadata';
import { BookingState } from '../../src/domain/booking/booking.entity.js';
import { BookingScope } from '../../src/domain/booking/booking.input.js';
import { bookableServicePerTest } from '../support/catalog.js';
import { holdLocks } from '../support/held-lock.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = server.accountPerTest();
const offered = bookableServicePerTest(account, { resource: { capacity: 100 } });

/** Writes bookings of all states that need no order, around the days of the test. Some holds have expired. */
async function insertBookings(): Promise<void> {
  await server.sql(
    `insert into booking (account_id, created_at, updated_at, resource_id, booked_from, booked_to, state, expires_at,
       ignores_capacity)
     select ?, changed, changed, ?, starts, starts + interval '1 hour', (?::text[])[1 + n % 7],
       case n % 3 when 0 then null else '2026-03-02T07:00:00Z'::timestamptz + (n % 5 - 2) * interval '1 minute' end, true
     from generate_series(1, 200) as n,
       lateral (select '2026-03-01'::timestamptz + n * interval '37 minutes' as starts,
         '2026-02-26'::timestamptz + n * interval '31 minutes' as changed) as times`,
    account.credentials.id,
    offered.resourceId,
    `{${Object.values(BookingState).filter((state) => state !== BookingState.AWAITING_PAYMENT)}}`,
  );
}

const instants = ['2026-03-02T00:00:00Z', '2026-03-02T07:00:01Z', '2026-04-01T23:59:59Z'];
const sinces = ['2026-02-28T00:00:00Z', '2026-02-28T12:30:00+01:00'];
const states = [['CONFIRMED'], ['AWAITING_VERIFICATION', 'DELETED', 'CANCELLED'], []];
const filters = [
  {},
  ...instants.map((start) => ({ start })),
  ...sinces.map((since) => ({ since })),
  ...states.map((state) => ({ state })),
  { start: instants[0], state: states[1] },
  { since: sinces[0], state: states[1] },
  { start: instants[0], since: sinces[0] },
  { start: instants[0], end: instants[2] },
];

/** Compares the totalCount of every kind of list with its items. @returns the sum of the counts */
async function checkLists(): Promise<number> {
  let sum = 0;
  for (const scope of [undefined, ...Object.keys(BookingScope)]) {
    const answers = filters.map(async (filter) => {
      const query =
        'query ($filter: BookingFilter!) { bookings(filter: $filter, perPage: 750) { totalCount edges { node { id } } } }';
      const { data, errors } = await account.graphql(query, { filter: { ...filter, scope } });
      if (errors) throw new Error(JSON.stringify(errors));
      const { totalCount, edges } = data.bookings;
      return { scope, filter, totalCount, length: edges.length };
    });
    for (const { totalCount, length, ...list } of await Promise.all(answers)) {
      expect({ ...list, totalCount }).toEqual({ ...list, totalCount: length });
      sum += length;
    }
  }
  return sum;
}

/** Returns the bookings of all accounts, as stored and as counted, in one snapshot. */
async function totals(): Promise<{ bookings: number; byStart: number; byChange: number }> {
  const counted = (dimension: string) => `(
    (select coalesce(sum(count), 0) from booking_count where dimension = '${dimension}')
    + (select coalesce(sum(change), 0) from booking_count_change))::integer`;
  const [row] = await server.sql<{ bookings: number; byStart: number; byChange: number }>(
    `select (select count(*)::integer from booking) as bookings, ${counted('booked_from')} as "byStart",
       ${counted('updated_at')} as "byChange"`,
  );
  if (!row) throw new Error('there is always a row');
  return row;
}

async function checkTotals(): Promise<void> {
  const { bookings, byStart, byChange } = await totals();
  expect({ byStart, byChange }).toEqual({ byStart: bookings, byChange: bookings });
}

const compact = () => server.sql('select compact_counts_of_account(?)', account.credentials.id);
const uncompacted = () => server.sql('select from booking_count_change where account_id = ?', account.credentials.id);

describe('the length of a list', () => {
  it('equals the number of its items after changes and compaction', async () => {
    await insertBookings();
    const before = await checkLists();
    expect(before).toBeGreaterThan(5_000);
    await compact();
    expect(await uncompacted()).toEqual([]);
    expect(await checkLists()).toBe(before);

    const own = 'account_id = ? and id % 10';
    const { id } = account.credentials;
    await server.sql(`update booking set state = 'cancelled', updated_at = '2026-03-02' where ${own} = 1`, id);
    const later = `interval '26 hours'`;
    await server.sql(
      `update booking set booked_from = booked_from + ${later}, booked_to = booked_to + ${later} where ${own} = 2`,
      id,
    );
    await server.sql(`update booking set title = 'the same' where ${own} = 3`, id);
    await server.sql(`delete from booking where ${own} = 4`, id);
    const after = await checkLists();
    expect(after).not.toBe(before);
    await compact();
    expect(await checkLists()).toBe(after);
    await server.sql('select recount_bookings(?)', id);
    expect(await checkLists()).toBe(after);
  });

  it('is correct for holds that expire without a job', async () => {
    await insertBookings();
    const before = await checkLists();
    server.clock.advance(1);
    expect(await checkLists()).toBeLessThan(before);
    server.clock.advance(-1);
  });

  it('is corrected by a recount after bookings were written without triggers', async () => {
    const { id } = account.credentials;
    await insertBookings();
    await server.sql(`begin; set local session_replication_role = replica;
      delete from booking where account_id = ${id} and id % 2 = 0; commit`);
    await expect(checkLists()).rejects.toThrow();
    await server.sql('select recount_bookings(?)', id);
    await checkLists();
  });
});

it('counts exactly at each moment while bookings are written and counts are compacted', async () => {
  let isWriting = true;
  const [, , moments] = await Promise.all([
    Promise.all(
      Array.from({ length: 5 }, async (_, writer) => {
        for (let day = 1; day <= 8; day += 1) {
          const date = `2026-04-0${day}`;
          const { id } = await account.create('/bookings', 'booking', {
            resource_id: offered.resourceId,
            booked_from: `${date} 1${writer}:00`,
            booked_to: `${date} 1${writer}:30`,
          });
          if (day % 2 === 0) await account.put(`/bookings/${id}/cancel`);
        }
      }),
    ).finally(() => {
      isWriting = false;
    }),
    ...[0, 1].map(async () => {
      while (isWriting) await compact();
    }),
    (async () => {
      while (isWriting) {
        await checkTotals();
      }
    })(),
  ]);
  expect(moments).toBeUndefined();
  await compact();
  expect(await uncompacted()).toEqual([]);
  const { body } = await account.get('/bookings?state=confirmed,cancelled');
  expect(body).toHaveLength(40);
  await checkLists();
});

it('does not wait for a transaction that writes bookings, or count what it rolls back', async () => {
  await insertBookings();
  const before = await checkLists();
  const { id } = account.credentials;
  await using writing = await holdLocks(server, `update booking set state = 'deleted' where account_id = $1`, id);
  await compact();
  expect(await checkLists()).toBe(before);
  await writing.release();
  await compact();
  expect(await checkLists()).toBe(before);
});

it('is compacted by one writer at a time, for which no other waits', async () => {
  await insertBookings();
  const before = await checkLists();
  await using compacting = await holdLocks(server, 'select compact_counts_of_account($1)', account.credentials.id);
  await compact();
  expect(await uncompacted()).not.toEqual([]);
  await account.create('/bookings', 'booking', {
    resource_id: offered.resourceId,
    booked_from: '2026-06-01 10:00',
    booked_to: '2026-06-01 10:30',
  });
  const after = await checkLists();
  expect(after).toBeGreaterThan(before);
  await compacting.release();
  expect(await checkLists()).toBe(after);
  await compact();
  expect(await uncompacted()).toEqual([]);
  expect(await checkLists()).toBe(after);
});

describe('without a worker', () => {
  const bookings = 4_000;
  /** The seed makes the test compact at the same bookings each time, at the latest after 2,000. */
  const insert = (transaction: string) =>
    server.sql(`do $$ begin
      perform setseed(0.5);
      for n in 1..${bookings} loop
        insert into booking (account_id, created_at, updated_at, resource_id, booked_from, booked_to, state, ignores_capacity)
          values (${account.credentials.id}, '2026-03-01', '2026-03-01', ${offered.resourceId},
            '2026-03-01'::timestamptz + n * interval '10 minutes', '2026-03-01'::timestamptz + n * interval '11 minutes',
            'confirmed', true);
        ${transaction}
      end loop;
    end $$`);

  it('few changes are left after an import of single bookings', async () => {
    await insert('commit;');
    expect((await uncompacted()).length).toBeLessThan(bookings / 2);
    await checkTotals();
  });

  it('a transaction compacts once, and those after it the rest', async () => {
    await insert('');
    const left = (await uncompacted()).length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(bookings);
    await insert('commit;');
    expect((await uncompacted()).length).toBeLessThan(bookings / 2);
    await server.sql(
      'update booking set state = ?, updated_at = ? where account_id = ?',
      'cancelled',
      '2026-03-04',
      account.credentials.id,
    );
    await checkTotals();
  });
});
