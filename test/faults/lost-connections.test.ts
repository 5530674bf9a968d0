import events from 'node:events';
import pg from 'pg';
import { openJobStore } from '../../src/jobs/job-store.js';
import { ChangeSignal } from '../../src/outbox/signal.js';
import { closeSilentConnections } from '../../src/platform/database/connection.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { openTransaction, silent } from '../jobs/change-writer.js';
import { createBookableService } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { startForwarder } from '../support/forwarder.js';
import { atPort } from '../support/test-database.js';
import { type TestAccount, type TestServer, useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useOwnTestServer();

/** The forwarder cuts all connections when this returns true for data that a client sends. */
let cutsAt: (sent: string) => boolean;
/** A web process that connects to PostgreSQL through the forwarder, and the account for requests to it. */
let process: Awaited<ReturnType<TestServer['another']>>;
let cut: TestAccount;
const account = await server.account();
const { serviceId, resourceId } = await createBookableService(account, { resource: { capacity: 2 } });
const place: { service_id: number; resource_id: number } = { service_id: serviceId, resource_id: resourceId };
const { hostname, port } = new URL(server.databaseUrl);
const forwarder = await disposeAfterAll(
  startForwarder(
    () => ({ host: hostname, port: Number(port) }),
    (bytes) => cutsAt(bytes.toString('latin1')) && forwarder.cut(),
  ),
);
cutsAt = () => false;
/** Each test needs a new process: it has no cached account, and connections send the text of a statement only once. */
beforeEach(async () => {
  cutsAt = () => false;
  process = await server.another({}, { port: forwarder.port });
  cut = account.at(process.origin);
});
afterEach(async () => {
  cutsAt = () => false;
  await process[Symbol.asyncDispose]();
});

const once = (matches: (sent: string) => boolean): typeof cutsAt => {
  let isOver = false;
  return (sent) => {
    const isCut = !isOver && matches(sent);
    isOver ||= isCut;
    return isCut;
  };
};
/** Cuts the connections at the first data that is sent after a commit. */
const afterCommit = (): typeof cutsAt => {
  let isCommitted = false;
  return once((sent) => {
    const isNext = isCommitted;
    isCommitted ||= /\bcommit\b/.test(sent);
    return isNext;
  });
};

const people = async (name: string) =>
  Number((await server.sql<{ count: string }>('select count(*) from person where name = ?', name))[0]?.count);

describe('a connection to the database that breaks', () => {
  it.each<[string, () => typeof cutsAt]>([
    ['before anything is written', () => once((sent) => sent.includes('from account row'))],
    ['within a transaction', () => once((sent) => /insert into "person"/.test(sent))],
  ])('%s, is a 503: nothing was done, and a retry succeeds', async (name, cutting) => {
    const sending = { json: { person: { name } }, headers: { 'idempotency-key': name.replaceAll(' ', '-') } };
    cutsAt = cutting();
    const { status, headers, body } = await cut.post('/people', sending);
    expect([status, headers.get('retry-after'), body]).toEqual([503, '5', { error: 'system error' }]);
    expect(await people(name)).toBe(0);
    expect((await cut.post('/people', sending)).status).toBe(200);
    expect(await people(name)).toBe(1);
  });

  it.each<[string, () => typeof cutsAt]>([
    ['while the transaction is committed', () => once((sent) => /\bcommit\b/.test(sent))],
    ['after the transaction was committed', afterCommit],
  ])('%s, is a 500: it may have been done', async (name, cutting) => {
    const booking = { ...place, booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    const { id } = await account.create('/bookings', 'booking', booking);
    cutsAt = cutting();
    // An update reads its response after the commit; a creation reads it before.
    const { status, headers, body } = await cut.put(`/bookings/${id}`, { json: { booking: { title: name } } });
    expect([status, headers.get('retry-after'), body]).toEqual([500, null, { error: 'system error' }]);
  });

  it('is reported over GraphQL, with a code and the status 503', async () => {
    const post = async (query: string) => {
      const response = await fetch(`${cut.origin}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${account.credentials.api_key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      const { errors } = (await response.json()) as { errors?: { extensions: object }[] };
      return [response.status, response.headers.get('retry-after'), errors?.[0]?.extensions];
    };
    const unavailable = [503, '5', { code: 'SERVICE_UNAVAILABLE' }];
    cutsAt = once((sent) => sent.includes('from account row'));
    expect(await post('{ people { totalCount } }')).toEqual(unavailable);
    cutsAt = once((sent) => /insert into "person"/.test(sent));
    expect(await post('mutation { createPerson(input: {name: "Ola"}) { id } }')).toEqual(unavailable);
    cutsAt = afterCommit();
    const done = await post('mutation { createPerson(input: {name: "Ola"}) { id } }');
    expect(done[0]).toBe(200); // its response needs no query after the commit
    expect(await people('Ola')).toBe(1);
  });

  it('is a 503 if PostgreSQL closes it', async () => {
    await using blocking = await openTransaction(server.databaseUrl);
    await blocking.client.query('lock table person in access exclusive mode');
    const answered = account.post('/people', { json: { person: { name: 'Kari' } } });
    await until(async () => (await terminateWaiting()) > 0);
    const { status, headers, body } = await answered;
    expect([status, headers.get('retry-after'), body]).toEqual([503, '5', { error: 'system error' }]);
  });

  async function terminateWaiting(): Promise<number> {
    const client = new pg.Client(server.databaseUrl);
    await client.connect();
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    await client.end();
    return rowCount ?? 0;
  }
});

describe('a connection without traffic', () => {
  async function silentPool(): Promise<{ pool: pg.Pool; client: pg.PoolClient; silence: Promise<unknown> }> {
    const pool = new pg.Pool({ connectionString: server.databaseUrl });
    closeSilentConnections(pool, 50);
    const client = await pool.connect();
    return { pool, client, silence: events.once(client.connection.stream, 'timeout') };
  }

  it('is kept for later requests while it is idle', async () => {
    const { pool, client, silence } = await silentPool();
    client.release();
    await silence;
    expect(await pool.connect()).toBe(client);
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    client.release();
    await pool.end();
  });

  it('is closed while it is in use, also if it was idle before', async () => {
    const { pool, client, silence } = await silentPool();
    client.release();
    await silence;
    await pool.connect();
    client.on('error', () => {});
    await expect(client.query('select pg_sleep(60)')).rejects.toThrow('the database does not answer');
    client.release(true);
    await pool.end();
  });
});

describe('behind a proxy that keeps connections open when the database is gone,', () => {
  const startSilent = () => startForwarder(() => ({ host: hostname, port: Number(port) }));

  it('the job store fails instead of waiting for ever, and works when the database is back', async () => {
    await using proxy = await startSilent();
    const database = { url: atPort(server.databaseUrl, proxy.port) };
    const store = await openJobStore({ database, clock: systemClock, logger: silent });
    const count = async () => (await store.repository.queryJobs()).total;
    const jobs = await count();
    proxy.isSilent = true;
    await expect(count()).rejects.toThrow('the database does not answer');
    proxy.isSilent = false;
    expect(await count()).toBe(jobs);
    await store.disconnect();
  });

  it('notices arrive again when the database is back', async () => {
    await using proxy = await startSilent();
    const url = atPort(server.databaseUrl, proxy.port);
    const signal = new ChangeSignal(url, silent, { interval: 50, patience: 100 });
    await signal.start();
    const notices: unknown[] = [];
    signal.on('change', (account) => notices.push(account));
    proxy.isSilent = true;
    await until(() => !signal.isConnected);
    proxy.isSilent = false;
    // Notices may have been lost meanwhile.
    await until(() => notices.includes('all'));
    signal.notify(7);
    await until(() => notices.includes(7));
    await signal.stop();
  });
});

describe('a pool of which every connection is in use', () => {
  it('is a 503 for a request that waits too long for one', async () => {
    const { origin } = await server.another({}, { poolSize: 1 });
    // Requests of one account would get 429 for the share that it has.
    const accounts = [account, await server.account()].map((one) => one.at(origin));
    const people = await Promise.all(accounts.map((one) => one.create('/people', 'person', { name: 'Kari' })));
    // By one statement: a second one of the same account, as the count of a list, could wait longest, which is a 429.
    const read = () => accounts.map((one, index) => one.get(`/people/${people[index]?.id}`));
    await using blocking = await openTransaction(server.databaseUrl);
    await blocking.client.query('lock table person in access exclusive mode');
    const requests = read();
    await Promise.race(requests);
    await blocking.commit();
    const answers = await Promise.all(requests);
    // The other request succeeds, unless this process was so slow to commit that its statement has timed out.
    expect(answers.map(({ status, headers, body }) => [status, headers.get('retry-after'), body])).toContainEqual([
      503,
      '5',
      { error: 'system error' },
    ]);
    for (const { status } of await Promise.all(read())) expect(status).toBe(200);
  });
});
