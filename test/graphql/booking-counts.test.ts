import 'reflect-metadata';
import { setTimeout as pass } from 'node:timers/promises';
import pg from 'pg';
import { BookingState } from '../../src/domain/booking/booking.entity.js';
import { BookingScope } from '../../src/domain/booking/booking.input.js';
import { bookableServicePerTest } from '../support/catalog.js';
import { holdLocks } from '../support/held-lock.js';
import { between, pick, seeded } from '../support/random.js';
import { sampledSeeds } from '../support/sample.js';
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

/** Takes one step of the compaction, of which three in a row count all bookings. */
const step = () => server.sql('select compact_counts_of_account(?)', account.credentials.id);
const uncompacted = () => server.sql('select from booking_count_change where account_id = ?', account.credentials.id);

/** Counts all. A transaction of something else, such as an expired hold, may let it wait. */
async function compact(): Promise<void> {
  for (let steps = 0; steps < 3 || (await uncompacted()).length > 0; steps += 1) {
    if (steps > 300) throw new Error('no step counts the bookings');
    await step();
    if (steps > 3) await pass(10);
  }
}

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
    await compact();
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
      while (isWriting) await step();
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
  for (let steps = 0; steps < 3; steps += 1) await step();
  expect(await checkLists()).toBe(before);
  await writing.release();
  await compact();
  expect(await checkLists()).toBe(before);
});

it('is compacted by one writer at a time, for which no other waits', async () => {
  await insertBookings();
  const before = await checkLists();
  await using compacting = await holdLocks(server, 'select compact_counts_of_account($1)', account.credentials.id);
  for (let steps = 0; steps < 3; steps += 1) await step();
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

const insertedIds = (ids: string, day = 1) => `insert into booking (id, account_id, created_at, updated_at, resource_id,
    booked_from, booked_to, state, ignores_capacity)
  select id, ${account.credentials.id}, '2026-03-01', '2026-03-01', ${offered.resourceId},
    '2026-03-0${day}T10:00Z', '2026-03-0${day}T11:00Z', 'confirmed', true from (${ids}) as drawn (id)`;

/** Returns the days whose count, with the changes that it does not contain, is not that of the bookings. */
const miscounted = () =>
  server.sql(
    `select dimension, day, state, sum(count)::integer as difference from (
       select dimension, day, state, count from booking_count where account_id = $1
       union all select dimension, day, state, change from booking_count_change,
         lateral (values ('booked_from', booked_from_day), ('updated_at', updated_at_day)) as days (dimension, day)
         where account_id = $1
       union all select dimension, (instant at time zone 'UTC')::date, state, -1 from booking,
         lateral (values ('booked_from', booked_from), ('updated_at', updated_at)) as instants (dimension, instant)
         where account_id = $1) as one
     group by dimension, day, state having sum(count) <> 0`.replaceAll('$1', String(account.credentials.id)),
  );

/** A transaction in a session of its own, with the ids that it has drawn. */
class Writer implements AsyncDisposable {
  readonly ids: number[] = [];
  readonly #client = new pg.Client({ connectionString: server.databaseUrl });

  static async begin(...statements: readonly string[]): Promise<Writer> {
    const writer = new Writer();
    await writer.#client.connect();
    await writer.execute('begin');
    for (const statement of statements) await writer.execute(statement);
    return writer;
  }

  async execute(statement: string): Promise<{ id: number }[]> {
    return (await this.#client.query<{ id: number }>(statement)).rows;
  }

  async draw(): Promise<void> {
    this.ids.push(...(await this.execute(drawing)).map(({ id }) => id));
  }

  /** Changes one of the latest bookings that no other transaction has changed. */
  async change(statement: string): Promise<void> {
    await this.execute(`${statement} where id = (select id from booking where account_id = ${account.credentials.id}
      order by id desc limit 1 for update skip locked)`);
  }

  async end(command: 'commit' | 'rollback'): Promise<void> {
    await this.execute(command);
    await this.execute('begin');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end();
  }
}

const drawing = `select nextval('booking_id_seq')::integer as id`;

describe('a booking whose id was drawn before others were counted', () => {
  const draw = async (): Promise<number> => {
    const [row] = await server.sql<{ id: number }>(drawing);
    return row?.id ?? 0;
  };

  it('is counted when it is inserted after them', async () => {
    const id = await draw();
    await insertBookings();
    await compact();
    await server.sql(insertedIds(`select ${id}`));
    expect(await uncompacted()).toHaveLength(1);
    expect(await miscounted()).toEqual([]);
    await compact();
    expect(await miscounted()).toEqual([]);
    await checkLists();
  });

  it('is waited for if it was inserted before they were announced', async () => {
    await using writer = await Writer.begin(insertedIds(drawing));
    await insertBookings();
    for (let steps = 0; steps < 5; steps += 1) await step();
    expect((await uncompacted()).length).toBe(200);
    await writer.end('commit');
    expect((await uncompacted()).length).toBe(201);
    await compact();
    expect(await miscounted()).toEqual([]);
    await checkLists();
  });

  it('is counted if its transaction does not see the announcement', async () => {
    const id = await draw();
    await using writer = await Writer.begin('set transaction isolation level repeatable read', 'select from booking');
    await insertBookings();
    await compact();
    await writer.execute(insertedIds(`select ${id}`));
    await writer.end('commit');
    expect(await miscounted()).toEqual([]);
    await compact();
    expect(await miscounted()).toEqual([]);
    await checkLists();
  });
});

it.each(sampledSeeds(24, 4, 'booking counts'))(
  'transactions in an order by chance are counted exactly: %i',
  async (seed) => {
    const random = seeded(seed);
    const writers = [await Writer.begin(), await Writer.begin(), await Writer.begin()];
    await insertBookings();
    for (let turn = 0; turn < 60; turn += 1) {
      const writer = pick(random, writers);
      const actions = [
        () => writer.draw(),
        () => writer.execute(insertedIds(writer.ids.splice(0, 1).map((id) => `select ${id}`)[0] ?? drawing)),
        () => writer.execute(insertedIds(drawing, between(random, 1, 9))),
        () => writer.change(`update booking set state = 'cancelled', updated_at = updated_at + interval '9 hours'`),
        () => writer.change('delete from booking'),
        () => writer.end(random(3) === 0 ? 'rollback' : 'commit'),
        step,
        step,
      ];
      await pick(random, actions)();
      expect(await miscounted()).toEqual([]);
    }
    for (const writer of writers) {
      await writer.end('commit');
      await writer[Symbol.asyncDispose]();
    }
    await compact();
    expect(await miscounted()).toEqual([]);
    await checkLists();
  },
);

describe('without a worker', () => {
  const bookings = 4_000;
  /** The seed makes the test take steps at the same bookings each time. */
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

  it('few bookings are left after an import of single bookings', async () => {
    await insert('commit;');
    expect((await uncompacted()).length).toBeLessThan(bookings / 2);
    await checkTotals();
  });

  it('single bookings count those of a large transaction before them', async () => {
    await insert('');
    expect(await uncompacted()).toHaveLength(bookings);
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
