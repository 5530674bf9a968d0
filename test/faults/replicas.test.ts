import { setTimeout as pass } from 'node:timers/promises';
import pino from 'pino';
import { stringify } from 'qs';
import { createAccount } from '../../src/domain/account/account.actions.js';
import { databaseModel } from '../../src/domain/entities.js';
import { bookingOperations } from '../../src/graphql/operations.js';
import { routes } from '../../src/http/rest/routes/index.js';
import { Database } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { openReplicas } from '../../src/platform/database/orm.js';
import type { ReplicaOptions, ReplicaOutcome } from '../../src/platform/database/replicas.js';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { ManualClock } from '../support/manual-clock.js';
import { readMetrics } from '../support/metrics.js';
import { createRelatedRecords } from '../support/related-records.js';
import { relationDocuments } from '../support/relations.js';
import { sendRequest } from '../support/send-request.js';
import { startPrimary, startStandby } from '../support/standby.js';
import { acme, type RestAnswer, TestAccount, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { createWorld, validObject, validParameters } from '../support/valid-input.js';
import { startWeb } from '../support/web.js';

/** Stands still, so that the answers of two servers have the same times. */
const clock = new ManualClock('2026-03-02T07:00:00Z');
const logger = pino({ level: 'fatal' });
const primary = await disposeAfterAll(startPrimary());
const standby = await disposeAfterAll(startStandby(primary));

const setUp = await Database.connect(primary.url, databaseModel, 2);
await migrate(setUp);
const credentials = await createAccount(setUp, clock, acme);
afterAll(() => setUp.close());

/** Numbers the names of this test. */
let number = 0;

interface Served extends AsyncDisposable {
  database: Database;
  account: TestAccount;
  /** The lines of the log about the replicas. */
  changes: string[];
  /** Reads a list with `prefer=replica`. */
  read(): Promise<RestAnswer>;
  /** Returns how the reads since the last call were answered. */
  outcomes(): ReplicaOutcome[];
}

/** In milliseconds: how long a read waits for a replica that is to answer, also on a busy machine. */
const forAnswer = 10_000;
/** And for one that is not to answer. */
const forNone = 500;

/** Starts a web server with these replicas. */
async function serve(
  urls: readonly string[] = [standby.url],
  { maxLag = 5, patience = forAnswer }: Partial<ReplicaOptions> = {},
): Promise<Served> {
  const database = await Database.connect(primary.url, databaseModel, 5);
  const changes: string[] = [];
  const replicas = openReplicas(database, urls, {
    ...{ maxLag, patience },
    onChange: (name, away) => changes.push(`${name}: ${away ?? 'back'}`),
  });
  database.replicas = replicas;
  const web = await startWeb({ database, clock, logger });
  const account = new TestAccount(web.origin, credentials);
  const counted = new Map<string, number>();
  return {
    ...{ database, account, changes },
    read: () => account.get('/people?prefer=replica'),
    outcomes: () =>
      replicas.outcomes().flatMap(({ replica, outcome, count }) => {
        const before = counted.get(replica + outcome) ?? 0;
        counted.set(replica + outcome, count);
        return Array<ReplicaOutcome>(count - before).fill(outcome);
      }),
    [Symbol.asyncDispose]: async () => {
      await web[Symbol.asyncDispose]();
      await database.close();
    },
  };
}

/** Waits until a replica has answered a read, and discards what was counted until then. */
async function whenRead({ read, outcomes }: Served): Promise<void> {
  await until(async () => {
    outcomes();
    await read();
    return outcomes().join() === 'replica';
  });
}

/** Creates a person, and returns whether the next read contains it. */
async function readsOwnWrite({ account, read }: Served): Promise<boolean> {
  number += 1;
  const name = `Person ${number}`;
  await account.create('/people', 'person', { name });
  const { status, text } = await read();
  expect(status).toBe(200);
  return text.includes(`"${name}"`);
}

/** Parameters of the answers that are compared: the days of the sample. */
const days = 'during: { from: "2026-03-01", to: "2026-04-01" }';

describe('the answer of a replica', () => {
  it('has the same bytes as that of the primary, for each route, figure and relation', async () => {
    await using served = await serve();
    const sql: TestServer['sql'] = (statement, ...parameters) =>
      served.database.orm.em.fork().execute(statement, parameters);
    const create = async () =>
      new TestAccount(
        served.account.origin,
        await createAccount(setUp, clock, { ...acme, subdomain: `acme-${++number}` }),
      );
    const world = await createWorld({ account: create, sql });
    const { account } = world;
    const own: Record<string, string | number> = { ...world.own };
    const events = { event: await validObject('event', world), recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } };
    const { body: series } = await account.post('/events/recurring', { json: events });
    const related = await create();
    await createRelatedRecords({ sql }, related, 3);
    await using plain = await startWeb({ database: setUp, clock, logger });
    await whenRead(served);
    const compare = async (of: TestAccount, read: (from: TestAccount) => Promise<RestAnswer | string>) => {
      const texts: string[] = [];
      for (const from of [of, of.at(plain.origin)]) {
        const answer = await read(from);
        if (typeof answer !== 'string') expect(answer.status).toBe(200);
        texts.push(typeof answer === 'string' ? answer : answer.text);
      }
      expect(texts[0]).toBe(texts[1]);
      expect(served.outcomes()).toEqual(['replica']);
      return texts[0] ?? '';
    };
    const declared = routes.filter(({ operation }) => bookingOperations().get(operation)?.replicaUse);
    expect(declared.length).toBeGreaterThan(40);
    let empty = 0;
    for (const { path } of declared) {
      const ids: typeof own = {
        ...own,
        ...(path.startsWith('/events/recurring/') && { collection_id: series.collection_id }),
      };
      const address = path.replaceAll(/:(\w+)/g, (_all, name: string) => String(ids[name]));
      const parameters = stringify({ ...(await validParameters[`GET ${path}`]?.(world)), prefer: 'replica' });
      const text = await compare(account, (from) => from.get(`${address}?${parameters}`));
      if (text === '[]') empty += 1;
    }
    expect(empty).toBeLessThan(declared.length / 2);
    const ofPerson = `(id: ${own['person_id']}) { totalCount nodes { cursor name attributes person { name } } }`;
    const documents = [
      `{ personHistory${ofPerson} }`,
      `{ bookingFigures(${days}, groupBy: [DAY, SERVICE]) { total { bookings value } groups { figure { bookings } } } }`,
      `{ utilisationFigures(${days}, groupBy: [RESOURCE]) { total { rate } groups { figure { rate } } } }`,
    ];
    const all = [
      ...documents.map((document) => [account, document] as const),
      ...relationDocuments().map((document) => [related, document] as const),
    ];
    for (const [of, document] of all) {
      const text = await compare(of, (from) => queryAt(from, document));
      expect([document, text.slice(0, 9)]).toEqual([document, '{"data":{']);
    }
  });
});

async function queryAt({ origin, credentials }: TestAccount, query: string): Promise<string> {
  const headers = { authorization: `Bearer ${credentials.api_key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ query });
  return (await sendRequest(`${origin}/graphql?prefer=replica`, { method: 'POST', headers, body })).text;
}

const onStandby = (statement: string) => standby.sql(statement);

// A test that fails must not leave a replica to the next ones that does not replay.
afterEach(async () => {
  await onStandby('select pg_wal_replay_resume() where pg_is_in_recovery()');
  await onStandby('alter system reset recovery_min_apply_delay');
  await onStandby('alter system reset max_standby_streaming_delay');
  await onStandby('select pg_reload_conf()');
});

describe('a read that prefers a replica', () => {
  it('is answered by it, with what was committed before', async () => {
    await using served = await serve();
    await whenRead(served);
    for (let each = 0; each < 10; each += 1) expect(await readsOwnWrite(served)).toBe(true);
    expect(served.outcomes()).toContain('replica');
    expect(served.changes).toEqual([]);
  });

  it('is counted in the metrics, with the connections and the lag of each replica', async () => {
    const nowhere = new URL(standby.url);
    nowhere.port = String(await freePort());
    await using served = await serve([standby.url, nowhere.href]);
    await whenRead(served);
    const samples = await readMetrics(`${served.account.origin}/metrics`);
    const of = (name: string, url: string, label = '') =>
      samples.get(`booking_replica_${name}{replica="${new URL(url).host}"${label}}`);
    expect(of('reads_total', standby.url, ',outcome="replica"')).toBeGreaterThanOrEqual(1);
    expect(of('connections', standby.url, ',state="idle"')).toBeGreaterThanOrEqual(1);
    expect(of('lag_seconds', standby.url)).toBeGreaterThanOrEqual(0);
    expect(of('lag_seconds', nowhere.href)).toBeNaN();
  });

  it('is answered by the primary while the replica does not replay', async () => {
    await using served = await serve(undefined, { maxLag: 2, patience: forNone });
    await whenRead(served);
    await onStandby('select pg_wal_replay_pause()');
    // Nobody writes for longer than the bound, so that the last replayed commit is older. The replica is not behind by that.
    await pass(2_100);
    expect(await readsOwnWrite(served)).toBe(true);
    expect(served.outcomes()).toEqual(['behind']);
    await served.read();
    expect(served.outcomes()).toEqual(['left_alone']);
    await onStandby('select pg_wal_replay_resume()');
    await whenRead(served);
    expect(served.changes).toEqual([]);
  });

  it('is answered by the primary while the replica lags behind by a minute', async () => {
    await using served = await serve(undefined, { maxLag: 2, patience: forNone });
    await whenRead(served);
    await onStandby(`alter system set recovery_min_apply_delay = '1min'`);
    await onStandby('select pg_reload_conf()');
    expect(await readsOwnWrite(served)).toBe(true);
    expect(served.outcomes()).toEqual(['behind']);
    await until(async () => {
      await served.read();
      return served.outcomes().includes('lagging');
    });
    expect(await readsOwnWrite(served)).toBe(true);
    const [[name, seconds] = ['', 0]] = (await served.database.replicas?.lags(served.database.session)) ?? [];
    expect(seconds).toBeGreaterThan(1);
    expect(served.changes).toEqual([`${name}: it lags behind by more than REPLICA_MAX_LAG`]);
    await onStandby('alter system reset recovery_min_apply_delay');
    await onStandby('select pg_reload_conf()');
    await whenRead(served);
    expect(served.changes.at(-1)).toBe(`${name}: back`);
    expect(await served.database.replicas?.lags(served.database.session)).toEqual([[name, 0]]);
  });

  it.each([false, true])(
    'is repeated by the primary if it conflicts with the replay (in a transaction: %s)',
    async (isSet) => {
      await using served = await serve();
      await served.account.create('/people', 'person', { name: 'Conflict' });
      await whenRead(served);
      await onStandby('alter system set max_standby_streaming_delay = 0');
      await onStandby('select pg_reload_conf()');
      const db = served.database.account(credentials.id);
      db.readFromReplica();
      // Only the replica sleeps: until the conflict, which the limit of the statement is far from.
      const statement = `select id, pg_sleep(case when pg_is_in_recovery() then 7 else 0 end)
        from person where account_id = $1 and name = 'Conflict'`;
      const reading = isSet ? db.queryWith({ work_mem: '8MB' }, statement, []) : db.query(statement);
      await until(
        async () => (await onStandby(`select from pg_stat_activity where wait_event = 'PgSleep'`)).length > 0,
      );
      await primary.sql(`update person set notes = 'x' where name = 'Conflict'`);
      await primary.sql(`delete from person where name = 'Conflict' and ${isSet}`);
      await primary.sql('vacuum person');
      expect(await reading).toHaveLength(isSet ? 0 : 1);
      expect(served.outcomes()).toEqual(['replica', 'conflict']);
      // It is not left alone.
      await whenRead(served);
      expect(served.changes).toEqual([]);
      await onStandby('alter system reset max_standby_streaming_delay');
      await onStandby('select pg_reload_conf()');
    },
  );

  it('is repeated by the primary if the replica is killed, which is used again when it is back', async () => {
    await using served = await serve();
    await whenRead(served);
    const db = served.database.account(credentials.id);
    db.readFromReplica();
    // Only the replica waits with its answer.
    const waiting = 'case when pg_is_in_recovery() then pg_sleep(60) end';
    const reading = db.query(`select ${waiting}, id from account where id = $1`);
    const runs = `select pid from pg_stat_activity where wait_event = 'PgSleep'`;
    await until(async () => (await onStandby(runs)).length === 1);
    await standby.kill();
    expect(await reading).toHaveLength(1);
    expect(served.outcomes()).toEqual(['replica', 'unreachable']);
    expect(await readsOwnWrite(served)).toBe(true);
    expect(served.outcomes()).toEqual(['left_alone']);
    await standby.start();
    await whenRead(served);
    expect(served.changes.map((line) => line.replace(/.*: /, ''))).toEqual(['it does not answer', 'back']);
  });

  it('is answered by the primary in a moment while the replica does not answer', async () => {
    await using served = await serve(undefined, { patience: forNone });
    await whenRead(served);
    await standby.pause();
    try {
      const startedAt = performance.now();
      expect(await readsOwnWrite(served)).toBe(true);
      expect(performance.now() - startedAt).toBeLessThan(2_000);
      expect(served.outcomes()).toEqual(['unreachable']);
    } finally {
      await standby.resume();
    }
    await whenRead(served);
  });

  it.each<[string, () => Promise<string>, ReplicaOutcome]>([
    ['a closed port', async () => primary.url.replace(/:\d+\//, `:${await freePort()}/`), 'unreachable'],
    ['a wrong password', async () => standby.url.replace(/:[^:@]+@/, ':wrong-password@'), 'unreachable'],
    ['a database that does not exist', async () => standby.url.replace(/\/\w+$/, '/nothing'), 'unreachable'],
    ['the primary itself', async () => primary.url, 'foreign'],
    ['another server', async () => process.env['TEST_POSTGRES_URL'] ?? '', 'foreign'],
  ])('is answered by the primary if the address is that of %s', async (_case, address, outcome) => {
    const url = await address();
    await using served = await serve([url]);
    expect(await readsOwnWrite(served)).toBe(true);
    expect(served.outcomes()).toEqual([outcome]);
    expect(served.changes).toHaveLength(1);
    expect(served.changes[0]).toMatch(/^127\.0\.0\.1:\d+: it /);
    expect(await readsOwnWrite(served)).toBe(true);
    expect(served.outcomes()).toEqual(['left_alone']);
  });

  it('is answered by another replica while one is left alone', async () => {
    await using second = await startStandby(primary);
    await using served = await serve([second.url, standby.url]);
    await whenRead(served);
    await second.kill();
    await served.read();
    expect(served.outcomes()).toEqual(['unreachable']);
    await whenRead(served);
  });

  it('is complete if commits are confirmed before they are written', async () => {
    await primary.sql('alter system set synchronous_commit = off');
    await primary.sql(`alter system set wal_writer_delay = '2s'`);
    await primary.sql('select pg_reload_conf()');
    await using served = await serve(undefined, { patience: forNone });
    for (let each = 0; each < 5; each += 1) expect(await readsOwnWrite(served)).toBe(true);
    await primary.sql('alter system reset synchronous_commit');
    await primary.sql('alter system reset wal_writer_delay');
    await primary.sql('select pg_reload_conf()');
  });

  it('is answered by the primary once a replica was promoted, and never by replicas of that one', async () => {
    await using promoted = await startStandby(primary);
    await using served = await serve([promoted.url]);
    await whenRead(served);
    await promoted.sql('select pg_promote()');
    await promoted.sql('create table written_elsewhere ()');
    expect(await readsOwnWrite(served)).toBe(true);
    expect(served.outcomes()).toEqual(['foreign']);
    await using follower = await startStandby(promoted);
    expect(await follower.sql('select pg_is_in_recovery() as "isStandby"')).toEqual([{ isStandby: true }]);
    await using other = await serve([follower.url]);
    expect(await readsOwnWrite(other)).toBe(true);
    expect(other.outcomes()).toEqual(['foreign']);
  });
});
