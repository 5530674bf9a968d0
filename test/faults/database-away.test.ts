import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createAccount } from '../../src/domain/account/account.actions.js';
import { databaseModel } from '../../src/domain/entities.js';
import { Database } from '../../src/platform/database/database.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embedded-postgres/embedded-postgres.js';
import { readPidFile } from '../../src/platform/embedded-postgres/postmaster.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { openTransaction } from '../jobs/change-writer.js';
import { killAll, type ServerProcess, startMain } from '../process/server-process.js';
import { book, openStudio, type Studio } from '../socket/studio.js';
import { type Changes, connect, type Subscriber } from '../socket/subscriber.js';
import { startExpiry } from '../support/expiring-hold.js';
import { makeDataFolder } from '../support/scratch.js';
import { acme, startTestServer, TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';

let dataDir = '';
let postgres: EmbeddedPostgres;
let server: ServerProcess;
let account: TestAccount;
let studio: Studio;
let subscriber: Subscriber;
let changes: Changes;

beforeAll(async () => {
  dataDir = await makeDataFolder('booking-away-');
  postgres = await startPostgres();
  // Enables the rate limit, which counts in the database.
  server = await startMain({ DATABASE_URL: postgres.url, DEMO: 'off', RATE_LIMIT: '100000/20' }).ready();
  const database = await Database.connect(postgres.url, databaseModel);
  const credentials = await createAccount(database, systemClock, {
    ...acme,
    verification: 'email',
  });
  await database.close();
  account = new TestAccount(server.origin, credentials);
  studio = await openStudio(account);
  subscriber = connect(server.origin, { parameter: credentials.api_key });
  changes = subscriber.watch();
  await until(async () => {
    await book(account, studio);
    return changes.messages.length > 0;
  });
});

afterAll(async () => {
  await subscriber.end();
  killAll();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

const startPostgres = () => startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });

/** Returns the statuses of the server while the database is down. */
async function answers(): Promise<object> {
  const health = async (path: string) => (await fetch(server.origin + path)).status;
  // The result of the readiness check is cached for a second.
  const unready = async () => {
    await until(async () => (await health('/readyz')) !== 200);
    return health('/readyz');
  };
  const [rest, graphql, healthz, readyz] = await Promise.all([
    account
      .get('/services')
      .then(({ status, headers, body }) => ({ status, retryAfter: headers.get('retry-after'), body })),
    account.graphql('{ account { id } }'),
    health('/healthz'),
    unready(),
  ]);
  return { rest, graphql, healthz, readyz };
}

const away = {
  rest: { status: 503, retryAfter: '5', body: { error: 'system error' } },
  graphql: { errors: [{ message: 'system error', extensions: { code: 'SERVICE_UNAVAILABLE' } }] },
  healthz: 200,
  readyz: 503,
};

/** Returns why requests failed, from the log after its first `start` lines. */
function failuresAfter(start: number): string[] {
  const entries = server.lines.slice(start).filter((line) => line.startsWith('{'));
  return entries
    .map((line) => JSON.parse(line))
    .flatMap(({ msg, err }) => (msg === 'request failed' ? err.message : []));
}

/** Expects that a hold can be created, that its subscriber gets the change, and that the worker expires it. */
async function expectRecovery(): Promise<void> {
  await until(async () => (await fetch(`${server.origin}/readyz`)).status === 200);
  const person = { person_attributes: { name: 'Ola', email: 'ola@example.org' } };
  const { id } = await book(account, studio, { ...person, expires_at: '2199-01-01' }, { confirm: false });
  await using expiry = await startExpiry(postgres.url, id);
  await expiry.commit();
  const states = () => changes.messages.filter(({ booking }) => booking.id === id).map(({ booking }) => booking.state);
  await until(() => states().length === 2);
  expect(states()).toEqual(['AWAITING_VERIFICATION', 'VERIFICATION_EXPIRED']);
  expect(changes.completed).toBe(false);
}

describe('an unavailable database', () => {
  it('causes 503 while it refuses connections, and everything continues when it is back', async () => {
    await postgres.stop();
    expect(await answers()).toMatchObject(away);
    postgres = await startPostgres();
    await expectRecovery();
  });

  it('causes 503 while it does not respond, and everything continues when it responds again', async () => {
    // Fills the pool with connections that break when the database stops.
    await Promise.all(Array.from({ length: 10 }, () => account.get('/services')));
    const start = server.lines.length;
    await signalPostgres('SIGSTOP');
    try {
      expect(await answers()).toMatchObject(away);
      // A timeout of the server ended each of the two requests: they did not wait for the database. One of them is logged.
      await until(() => failuresAfter(start).length > 0);
      for (const failure of failuresAfter(start)) expect(failure).toMatch(/timeout|does not answer/);
    } finally {
      await signalPostgres('SIGCONT');
    }
    await expectRecovery();
    expect(server.errors).toEqual([]);
  });

  async function signalPostgres(signal: NodeJS.Signals): Promise<void> {
    const pidFile = await readPidFile(join(dataDir, 'postgres', 'cluster'));
    if (!pidFile) throw new Error('PostgreSQL does not run');
    const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(pidFile.pid)]);
    for (const pid of [pidFile.pid, ...stdout.trim().split(/\s+/).map(Number)]) process.kill(pid, signal);
  }
});

describe('a rate limit that cannot count in the database', () => {
  it('is counted by the process', async () => {
    await using limited = await startTestServer({
      config: { rateLimit: { requests: 3, seconds: 600, timeout: 1_000 } },
    });
    const { get } = await limited.account();
    await using blocking = await openTransaction(limited.databaseUrl);
    await blocking.client.query('lock table rate_limit in access exclusive mode');
    const answered = await Promise.all([1, 2, 3, 4].map(async () => (await get('/services')).status));
    expect(answered.sort()).toEqual([200, 200, 200, 429]);
  });
});
