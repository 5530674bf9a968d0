import { createAccount } from '../../src/domain/account/account.actions.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { openTransaction } from '../jobs/change-writer.js';
import { killAll, type ServerProcess, startMain } from '../process/server-process.js';
import { createBookableService } from '../support/catalog.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { acme, type RestAnswer, TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';

let test: TestDatabase;
let paused: ServerProcess;
let other: ServerProcess;
beforeAll(async () => {
  test = await createTestDatabase();
  [paused, other] = await Promise.all([start(), start()]);
});
afterAll(async () => {
  killAll();
  await test[Symbol.asyncDispose]();
});

const start = (): Promise<ServerProcess> =>
  startMain({ DATABASE_URL: test.url, DEMO: 'off', ROLE: 'web' }).ready('Health');

const count = async (query: string): Promise<number> => {
  const [row] = await test.database.orm.em.fork().execute<{ count: number }[]>(`select count(*)::integer ${query}`);
  return row?.count ?? 0;
};
const heldUp = () => count(`from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);

/** In milliseconds: the timeout of statements. A transaction that is paused for longer can fail for that reason. */
const shortestTimeout = 8_000;

interface Step {
  name: string;
  path: string;
  body?: object;
}

describe('a web process that is paused between its decision and its commit', () => {
  it.each<Step>([
    { name: 'verifies a hold', path: '/verify' },
    { name: 'extends a hold', path: '', body: { expires_at: '2199-02-01' } },
  ])('$name, and no other process books its place in the meantime', async ({ name, path, body = {} }) => {
    const subdomain = name.replaceAll(' ', '-');
    const credentials = await createAccount(test.database, systemClock, { ...acme, subdomain, verification: 'email' });
    const [through, rivals] = [paused, other].map(({ origin }) => new TestAccount(origin, credentials));
    if (!through || !rivals) throw new Error('no account');
    const { resourceId } = await createBookableService(rivals);
    const place = { resource_id: resourceId, booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    const person_attributes = { name: 'Kari', email: 'kari@example.org' };
    const hold = { ...place, expires_at: '2199-01-01', person_attributes };
    const { id } = await rivals.create('/bookings', 'booking', hold, { confirm: false });

    const answers: RestAnswer[] = [];
    const answered = (request: Promise<RestAnswer>) => request.then((answer) => answers.push(answer));
    const lock = await openTransaction(test.url);
    await lock.client.query('select from booking where id = $1 for update', [id]);
    const step = answered(through.put(`/bookings/${id}${path}`, { json: body }));
    await until(async () => answers.length > 0 || (await heldUp()) > 0);
    process.kill(paused.pid, 'SIGSTOP');
    const pausedAt = performance.now();
    // The step has begun before the hold expires.
    const { rows } = await lock.client.query<{ expires_at: Date }>(
      'update booking set expires_at = clock_timestamp() where id = $1 returning expires_at',
      [id],
    );
    await lock.commit();
    await lock[Symbol.asyncDispose]();
    await until(() => rows.every(({ expires_at }) => Date.now() > expires_at.getTime()));
    const rival = answered(rivals.post('/bookings', { json: { booking: place } }));
    await until(async () => answers.length > 0 || (await heldUp()) > 0);
    process.kill(paused.pid, 'SIGCONT');
    const isShort = performance.now() - pausedAt < shortestTimeout;
    await Promise.all([step, rival]);

    const [accepted, refused] = answers.map(({ status }) => status).sort();
    expect(accepted).toBe(200);
    expect(isShort ? [400] : [400, 500, 503]).toContain(refused);
    expect(
      await count(`from booking where resource_id = ${resourceId} and is_active_booking(state, expires_at, now())`),
    ).toBe(1);
  });
});
