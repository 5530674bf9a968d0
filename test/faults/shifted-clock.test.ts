import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../src/platform/project-root.js';
import { killAll, type ServerProcess, startMain } from '../process/server-process.js';
import { createBookableService } from '../support/catalog.js';
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const day = 24 * 60 * 60 * 1_000;
const shiftedDate = pathToFileURL(join(projectRoot, 'test', 'support', 'shifted-date.mjs')).href;

let server: TestServer;
let account: TestAccount;
let personId: number;
let ids: { service_id: number; resource_id: number };
beforeEach(async () => {
  server = await startTestServer({ now: new Date().toISOString() });
  account = await server.account({ verification: 'email' });
  const { serviceId, resourceId } = await createBookableService(account);
  ({ id: personId } = await account.create('/people', 'person', { name: 'Anna', email: 'a@example.org' }));
  ids = { service_id: serviceId, resource_id: resourceId };
});
afterEach(async () => {
  killAll();
  await server[Symbol.asyncDispose]();
});

const startWorker = (shift: number): Promise<ServerProcess> =>
  startMain({
    ...{ DATABASE_URL: server.databaseUrl, ROLE: 'worker', DEMO: 'off' },
    ...{ NODE_OPTIONS: `--import ${shiftedDate}`, DATE_SHIFT: String(shift) },
  }).ready();

async function createHold(daysAhead: number): Promise<number> {
  const [date] = new Date(Date.now() + daysAhead * day).toISOString().split('T');
  const booking = { ...ids, person_id: personId, booked_from: `${date}T10:00:00Z`, booked_to: `${date}T11:00:00Z` };
  const { status, text, body } = await account.post('/bookings', { json: { booking, confirm: false } });
  if (status !== 200) throw new Error(text);
  return body.booking.id;
}

/** A hold whose job is lost: the recurring job for stuck work finds it, by the time at which it runs. */
async function createDueHold(daysAhead: number): Promise<number> {
  const id = await createHold(daysAhead);
  const expire = `update booking set expires_at = now() - interval '10 minutes' where account_id = ? and id = ?`;
  await server.sql(expire, account.credentials.id, id);
  return id;
}

const stateOf = async (id: number): Promise<string> => (await account.get(`/bookings/${id}`)).body.booking.state;

async function runRecurringJobs(): Promise<void> {
  await server.sql(`update agenda_jobs set next_run_at = now(), last_finished_at = null where type = 'single'`);
  const unfinished = `select name from agenda_jobs where type = 'single' and last_finished_at is null`;
  await until(async () => (await server.sql(unfinished)).length === 0);
}

/** Returns the recurring jobs whose next run is not within their interval from now. */
const movedJobs = () =>
  server.sql(
    `select name, next_run_at from agenda_jobs where type = 'single' and (next_run_at is null
       or next_run_at < now() - interval '10 minutes' or next_run_at > now() + repeat_interval::interval)`,
  );

/** Returns by how much the jobs of a hold come later than its expiry. */
const delaysOf = (id: number) =>
  server.sql<{ seconds: number }>(
    `select round(extract(epoch from next_run_at - expires_at))::integer as seconds from agenda_jobs
     join booking on data -> 'payload' ->> 'bookingId' = booking.id::text where name = 'expire-hold' and booking.id = ?`,
    id,
  );

describe('a worker whose clock is wrong', () => {
  it.each([
    ['3 days ahead, then as much behind', 3 * day],
    ['3 days behind, then as much ahead', -3 * day],
  ])('%s: runs jobs at the time of the database', async (_, shift) => {
    const [kept, due] = [await createHold(10), await createDueHold(11)];
    const worker = await startWorker(shift);
    await until(async () => (await stateOf(due)) === 'verification_expired');
    await until(async () => (await delaysOf(kept)).length > 0);
    await runRecurringJobs();
    expect(await movedJobs()).toEqual([]);
    expect(await delaysOf(kept)).toEqual([{ seconds: 0 }]);

    process.kill(worker.pid, 'SIGUSR2');
    const [keptNow, dueNow] = [await createHold(12), await createDueHold(13)];
    await until(async () => (await delaysOf(keptNow)).length > 0);
    await runRecurringJobs();
    await until(async () => (await stateOf(dueNow)) === 'verification_expired');
    expect(await movedJobs()).toEqual([]);
    expect(await delaysOf(keptNow)).toEqual([{ seconds: 0 }]);
    for (const id of [kept, keptNow]) expect(await stateOf(id)).toBe('awaiting_verification');
  });
});
