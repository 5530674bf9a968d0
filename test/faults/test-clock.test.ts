import { createAccount } from '../../src/domain/account/account.actions.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { openTransaction } from '../jobs/change-writer.js';
import { createWebHook, type ReceivedDelivery, WebHookReceivers } from '../jobs/web-hook-receiver.js';
import { killAll, type ServerProcess, startMain } from '../process/server-process.js';
import { book, openStudio } from '../socket/studio.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { acme, TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';

const receivers = new WebHookReceivers();
let test: TestDatabase;
let web: ServerProcess;
let account: TestAccount;
let deliveries: ReceivedDelivery[];
beforeAll(async () => {
  test = await createTestDatabase();
  web = await start('web');
  const sandbox = { ...acme, sandbox: true, verification: 'email' } as const;
  account = new TestAccount(web.origin, await createAccount(test.database, systemClock, sandbox));
  const { address, received } = await receivers.start();
  deliveries = received;
  await createWebHook(account, `http://${address}/`, 'booking.*');
}, 60_000);
afterAll(async () => {
  killAll();
  receivers.stop();
  await test[Symbol.asyncDispose]();
});

const start = (role: string): Promise<ServerProcess> =>
  startMain({ DATABASE_URL: test.url, DEMO: 'off', ROLE: role, WEBHOOK_PRIVATE_TARGETS: 'allow' }).ready(
    role === 'web' ? 'Health' : 'Worker',
  );

const sql = async <Row extends object>(statement: string): Promise<Row[]> =>
  test.database.orm.em.fork().execute<Row[]>(statement);

const waiting = () =>
  sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);

const daysAdvanced = async (): Promise<number> => {
  const [midway] = await sql<{ days: string }>('select clock_offset / 86400.0 as days from account');
  return Number(midway?.days);
};

const dayInMs = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayInMs).toISOString();

const namesOf = (id: number): string[] =>
  deliveries
    .filter(({ payload }) => payload.booking?.id === id)
    .map(({ payload }) => `${payload.event ?? payload.name}`)
    .filter((name, index, names) => names.indexOf(name) === index);

it('another worker ends the advance of a killed one, in order, and the webhooks of the sandbox are delivered', async () => {
  const studio = await openStudio(account);
  const person = { person_attributes: { name: 'Ola', email: 'ola@example.org' } };
  const holds: number[] = [];
  for (const day of [1, 2, 3]) {
    const { id } = await book(account, studio, { ...person, expires_at: inDays(day) }, { confirm: false });
    holds.push(id);
  }
  const [, second] = holds;
  await using blocking = await openTransaction(test.url);
  await blocking.client.query(`select lock_record('booking', account_id, id) from booking where id = $1`, [second]);
  const first = await start('worker');
  expect((await account.put('/test_clock', { json: { by: '5 days' } })).status).toBe(200);
  // The worker has expired the first hold, at its time, and waits for the second.
  await until(async () => (await daysAdvanced()) > 1.9 && (await waiting()).length > 0);
  await first.end('SIGKILL');
  expect((await account.get('/test_clock')).body.test_clock.is_advancing).toBe(true);
  expect(await daysAdvanced()).toBeLessThan(2.1);
  await blocking.commit();
  // Another worker takes a job when its lock has expired, 20 s later.
  await sql(`update agenda_jobs set locked_at = locked_at - interval '1 minute' where locked_at is not null`);

  await start('worker');
  await until(async () => !(await account.get('/test_clock')).body.test_clock.is_advancing);
  const expired = await sql<{ state: string; day: number; changes: number }>(
    `select state, round(extract(epoch from updated_at - created_at) / 86400)::integer as day,
       (select count(*)::integer from change where object_type = 'booking' and object_id = booking.id) as changes
     from booking order by id`,
  );
  // Each expired once, at its time.
  expect(expired).toEqual([1, 2, 3].map((day) => ({ state: 'verification_expired', day, changes: 2 })));
  const [{ now }] = [(await account.get('/test_clock')).body.test_clock];
  expect(Math.round((Date.parse(now) - Date.now()) / dayInMs)).toBe(5);

  await until(() => holds.every((id) => namesOf(id).length === 2));
  expect(holds.map(namesOf)).toEqual(holds.map(() => ['booking.created', 'booking.modified']));
  expect(receivers.takeDifferences()).toEqual([]);
}, 90_000);
