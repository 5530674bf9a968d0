import type { EntityManager } from '@mikro-orm/postgresql';
import { Booking } from '../../src/domain/booking/booking.entity.js';
import { BookingState } from '../../src/domain/booking-states.js';
import { Person } from '../../src/domain/person/person.entity.js';
import { Resource } from '../../src/domain/resource/resource.entity.js';
import { Service } from '../../src/domain/service/service.entity.js';
import { recordChange, recordChanges, recordRemoval } from '../../src/outbox/change-log.js';
import type { AccountDatabase } from '../../src/platform/database/account-database.js';
import type { BenchDatabase } from './bench-database.js';
import { percentile, type Row, rounded, type Table } from './table.js';
import { cpuTime } from './usage.js';
import { createWorld, type World, type WorldSize } from './world.js';

const rounds = 7;
const at = new Date('2027-01-01T12:00:00Z');
const by = { actor: { kind: 'background' }, at } as const;

/** The same work through `AccountDatabase` and through the entity manager of MikroORM. `n` rises with each repetition. */
interface Work {
  /** Repetitions in a round. */
  times: number;
  layer(db: AccountDatabase, n: number): Promise<unknown>;
  orm(em: EntityManager, n: number): Promise<unknown>;
}

type Measure = `${'layer' | 'orm'} ${'node' | 'pg'}`;

/**
 * Prints the CPU time of one operation in microseconds, of Node and of PostgreSQL: the median of several rounds, in which
 * both take turns in one process on one database. Each operation has a context of its own, as each request has.
 */
export async function printLayer(bench: BenchDatabase, size: WorldSize, json: boolean): Promise<void> {
  const { database, postmaster, writer } = bench;
  const world = await createWorld(bench, size);
  await writer.analyze();
  const { accountId } = world;
  const run = {
    layer: (work: Work, n: number) => work.layer(database.account(accountId), n),
    orm: (work: Work, n: number) => {
      const em = database.orm.em.fork();
      em.setFilterParams('account', { id: accountId });
      return work.orm(em, n);
    },
  };
  const table: Table = {};
  let n = 0;
  for (const [name, work] of Object.entries(await workOf(bench, world))) {
    const measured = { 'layer node': [], 'layer pg': [], 'orm node': [], 'orm pg': [] } as Record<Measure, number[]>;
    // The first round is for V8 and the plans of PostgreSQL.
    for (let round = 0; round <= rounds; round += 1) {
      for (const side of ['layer', 'orm'] as const) {
        const before = [process.cpuUsage(), await cpuTime(postmaster, true)] as const;
        for (let time = 0; time < work.times; time += 1) await run[side](work, n++);
        const { user, system } = process.cpuUsage(before[0]);
        if (round === 0) continue;
        measured[`${side} node`].push((user + system) / work.times);
        measured[`${side} pg`].push((1_000 * ((await cpuTime(postmaster, true)) - before[1])) / work.times);
      }
    }
    const row: Row = Object.fromEntries(
      Object.entries(measured).map(([column, values]) => [column, percentile(values)]),
    );
    table[name] = rounded(row);
  }
  if (json) console.log(JSON.stringify({ size, table }));
  else console.table(table);
}

async function workOf(
  { writer }: BenchDatabase,
  { accountId, personId, bookingIds, size, pageFrom }: World,
): Promise<Record<string, Work>> {
  const addPeople = (count: number): Promise<number[]> =>
    writer.ids(
      `insert into person (account_id, created_at, updated_at, name) select $1, now(), now(), 'Gone'
       from generate_series(1, $2::integer) returning id`,
      ...[accountId, count],
    );
  const deletions = 100;
  const gone = await addPeople(2 * deletions * (rounds + 1));
  const personOf = (n: number): number => personId + (n % size.people);
  const idsFrom = (n: number): number[] => Array.from({ length: 20 }, (_, index) => personOf(n + index));
  const where = { bookedFrom: { $gte: new Date(pageFrom) }, state: BookingState.CONFIRMED };
  const idsOf = (ids: readonly (number | null)[]) => ({ $in: [...new Set(ids.filter((id) => id !== null))] });
  const joins = [
    { name: 'person', key: 'personId', entity: Person, attributes: undefined },
    { name: 'service', key: 'serviceId', entity: Service, attributes: undefined },
    { name: 'resource', key: 'resourceId', entity: Resource, attributes: undefined },
  ];
  const order = { keys: [{ attribute: 'bookedFrom', type: 'instant' }], direction: 'asc' } as const;
  const page = (limit: number, times: number): Work => ({
    times,
    layer: (db) => db.rows(Booking, where, { orderBy: { bookedFrom: 'asc', id: 'asc' }, limit }),
    orm: (em) => em.find(Booking, where, { orderBy: { bookedFrom: 'asc', id: 'asc' }, limit }),
  });
  const insert = (count: number, times: number): Work => ({
    times,
    layer: (db) =>
      db.transaction(async (tx) => {
        const people = Array.from({ length: count }, (_, index) =>
          Object.assign(tx.create(Person, at), { name: `New ${index}` }),
        );
        await recordChanges(tx, 'person.created', people, by);
      }),
    orm: (em) =>
      em.transactional(async () => {
        const ids = await em.execute<{ id: number }[]>(
          `select nextval('person_id_seq')::integer as id from generate_series(1, ?)`,
          [count],
        );
        const times = { createdAt: at, updatedAt: at };
        const people = ids.map(({ id }, index) =>
          Object.assign(new Person(), { accountId, id, ...times, name: `New ${index}` }),
        );
        await em.persist(people).flush();
        await logByOrm(em, 'person.created', people);
      }),
  });
  return {
    'one by id': {
      times: 400,
      layer: (db, n) => db.load(Person, personOf(n)),
      orm: (em, n) => em.findOne(Person, { id: personOf(n) }),
    },
    '20 by ids': {
      times: 200,
      layer: (db, n) => Promise.all(idsFrom(n).map((id) => db.load(Person, id))),
      orm: (em, n) => em.find(Person, { id: { $in: idsFrom(n) } }),
    },
    '50 by conditions': page(50, 100),
    '750 by conditions': page(750, 12),
    count: { times: 200, layer: (db) => db.count(Booking, where), orm: (em) => em.count(Booking, where) },
    'one with three relations': {
      times: 200,
      layer: (db, n) => db.loadWith(Booking, bookingIds[n % bookingIds.length] ?? 0, joins),
      orm: async (em, n) => {
        const booking = await em.findOneOrFail(Booking, { id: bookingIds[n % bookingIds.length] ?? 0 });
        await Promise.all([
          em.findOne(Person, { id: booking.personId ?? 0 }),
          em.findOne(Service, { id: booking.serviceId ?? 0 }),
          em.findOne(Resource, { id: booking.resourceId }),
        ]);
      },
    },
    '50 with three relations': {
      times: 60,
      layer: (db) => db.rows(Booking, where, { order, limit: 50, joins }),
      orm: async (em) => {
        const rows = await em.find(Booking, where, { orderBy: { bookedFrom: 'asc', id: 'asc' }, limit: 50 });
        await Promise.all([
          em.find(Person, { id: idsOf(rows.map((row) => row.personId)) }),
          em.find(Service, { id: idsOf(rows.map((row) => row.serviceId)) }),
          em.find(Resource, { id: idsOf(rows.map((row) => row.resourceId)) }),
        ]);
      },
    },
    'insert one': insert(1, 100),
    'insert 100': insert(100, 8),
    'update one': {
      times: 100,
      layer: (db, n) =>
        db.transaction(async (tx) => {
          const person = await tx.getLocked(Person, personOf(n));
          person.city = `City ${n}`;
          await recordChange(tx, 'person.modified', person, by);
        }),
      orm: (em, n) =>
        em.transactional(async () => {
          await em.execute(`select lock_record('person', ?, ?)`, [accountId, personOf(n)]);
          const person = await em.findOneOrFail(Person, { id: personOf(n) });
          Object.assign(person, { city: `City ${n}`, updatedAt: at, revisionCount: person.revisionCount + 1 });
          await em.flush();
          await logByOrm(em, 'person.modified', [person]);
        }),
    },
    'delete one': {
      times: deletions,
      layer: (db) =>
        db.transaction(async (tx) => {
          const person = await tx.getLocked(Person, gone.pop() ?? 0);
          await recordRemoval(tx, 'person.deleted', person, by);
        }),
      orm: (em) =>
        em.transactional(async () => {
          const id = gone.pop() ?? 0;
          await em.execute(`select lock_record('person', ?, ?)`, [accountId, id]);
          const person = await em.findOneOrFail(Person, { id });
          await em.remove(person).flush();
          await logByOrm(em, 'person.deleted', [person]);
        }),
    },
  };
}

/** Writes what `recordChanges` writes beside the rows. The unit of work cannot write it with them. */
async function logByOrm(em: EntityManager, name: string, people: readonly Person[]): Promise<void> {
  const [accountId, entries] = [
    people[0]?.accountId,
    people.map((person) => ({ id: person.id, snapshot: { ...person } })),
  ];
  await em.execute(
    `insert into change (account_id, era, created_at, name, object_type, object_id, snapshot, actor)
     select ?, (select open_change_log_era(?)), ?::timestamptz, ?, 'person', id, snapshot, ?::jsonb
     from jsonb_to_recordset(?::jsonb) as entry (id integer, snapshot jsonb)`,
    [accountId, accountId, at, name, JSON.stringify(by.actor), JSON.stringify(entries)],
  );
}
