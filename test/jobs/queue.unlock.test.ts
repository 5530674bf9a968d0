import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { createJobQueue } from '../../src/jobs/agenda.js';
import type { JobQueue } from '../../src/jobs/job-queue.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { openTransaction } from './change-writer.js';

const request = { name: 'later', key: 'later:1', data: {}, at: new Date(Date.now() + 86_400_000) };
const definition = { name: 'later', lockSeconds: 1, maxAttempts: 1, run: async () => {} };

let test: TestDatabase;
let queue: JobQueue;
let warnings: string[];
let unhandled: unknown[];
const addUnhandled = (error: unknown) => void unhandled.push(error);

beforeEach(async () => {
  test = await createTestDatabase();
  warnings = [];
  unhandled = [];
  process.on('unhandledRejection', addUnhandled);
  const logger = pino({ level: 'warn' }, { write: (line) => void warnings.push(JSON.parse(line).msg) });
  queue = createJobQueue({ clock: systemClock, database: test, pollInterval: 50, onGivenUp: async () => {}, logger });
});

afterEach(async () => {
  await queue.stop();
  process.off('unhandledRejection', addUnhandled);
  await test[Symbol.asyncDispose]();
});

/** Stores a job for tomorrow with an expired lock: Agenda locks it again, sees that it is not due, and unlocks it. */
async function storeLockedJob(): Promise<void> {
  await queue.enqueue(request);
  await test.database.orm.em.fork().execute("update agenda_jobs set locked_at = now() - interval '1 hour'");
}

/** Executes PL/pgSQL before each update of a job. */
async function beforeUpdates(condition: string, body: string): Promise<void> {
  await test.database.orm.em.fork().execute(
    `create function before_update() returns trigger language plpgsql as $$ begin ${body}; return new; end $$;
     create trigger before_update before update on agenda_jobs for each row when (${condition})
       execute function before_update()`,
  );
}

async function lockedAt(): Promise<unknown> {
  const [job] = await test.database.orm.em
    .fork()
    .execute<{ locked_at: unknown }[]>("select locked_at from agenda_jobs where name = 'later'");
  return job?.locked_at;
}

it('logs that a job could not be unlocked, and unlocks it when its lock has expired', async () => {
  await storeLockedJob();
  await beforeUpdates('new.locked_at is null', `raise exception 'not now'`);
  await queue.start([definition]);
  const warning = 'a job could not be unlocked; its lock will expire';
  await until(() => warnings.includes(warning) || unhandled.length > 0);
  expect(unhandled).toEqual([]);
  await test.database.orm.em.fork().execute('drop trigger before_update on agenda_jobs');
  await until(async () => (await lockedAt()) === null);
});

it('waits for the unlocking of a job that is locked as the queue stops', async () => {
  await storeLockedJob();
  await beforeUpdates('new.locked_at is not null', 'perform pg_advisory_xact_lock(1)');
  await using holder = await openTransaction(test.url);
  await holder.client.query('select pg_advisory_xact_lock(1)');
  await queue.start([definition]);
  await until(async () => {
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    return (await test.database.orm.em.fork().execute<object[]>(waiting)).length > 0;
  });
  const stopped = queue.stop();
  await nextTurn();
  await holder.commit();
  await stopped;
  expect(await lockedAt()).toBe(null);
  expect(unhandled).toEqual([]);
});

it('runs a job whose lock expired before it could start', async () => {
  const runs: object[] = [];
  await beforeUpdates('new.locked_at is not null', `new.locked_at := now() - interval '1 hour'`);
  await queue.enqueue({ ...request, at: new Date(0) });
  await queue.start([{ ...definition, concurrency: 1, run: async () => void runs.push({}) }]);
  await until(async () => (await lockedAt()) !== null);
  await test.database.orm.em.fork().execute('drop trigger before_update on agenda_jobs');
  await until(() => runs.length > 0);
});
