import { createAccount } from '../../src/domain/account/account.actions.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { startReceiver } from '../faults/storm/receiver.js';
import { connect } from '../socket/subscriber.js';
import { countOf, readMetrics, type Samples } from '../support/metrics.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { acme, TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';
import { LocalServer } from './local-server.js';

let test: TestDatabase;
let started: LocalServer[] = [];

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(started.map((server) => server.stop()));
  started = [];
  await test[Symbol.asyncDispose]();
});

async function start(settings: Record<string, string>): Promise<LocalServer> {
  const server = new LocalServer({
    DATABASE_URL: test.url,
    WEBHOOK_PRIVATE_TARGETS: 'allow',
    WEBHOOK_RETRY_BASE_MS: '600000',
    ...settings,
  });
  started.push(server);
  return server.ready();
}

async function accountAt({ origin }: LocalServer): Promise<TestAccount> {
  const credentials = await createAccount(test.database, systemClock, {
    ...acme,
  });
  return new TestAccount(origin, credentials);
}

const page = (server: LocalServer): string => server.printedAs('Metrics');

describe('the metrics', () => {
  it('count requests, operations, jobs, deliveries and subscribers by their outcome', async () => {
    await using receiver = await startReceiver();
    const server = await start({ METRICS_PORT: '0' });
    expect(page(server)).not.toContain(server.origin);
    const account = await accountAt(server);
    const hook = (target_url: string) =>
      account.create('/web_hooks', 'web_hook', { target_url, event: 'person.created' });
    await hook(`${receiver.address}/taken`);
    await hook('http://127.0.0.1:1/refused');

    const subscriber = connect(server.origin, { parameter: account.credentials.api_key });
    const changes = subscriber.follow('personChanged', '', 'name');
    await until(async () => (await readMetrics(page(server))).get('booking_live{of="subscriptions"}') === 1);
    await account.create('/people', 'person', { name: 'Ola' });
    await changes.take(1);
    await account.get('/people/1');
    await account.get('/people/999');
    await account.get('/people/998');
    await fetch(`${account.origin}/nowhere`);
    await fetch(`${account.origin}/sites/nobody/services`);
    await account.graphql('{ people { totalCount } }');
    await account.graphql('{ people(page: 0) { totalCount } }');
    await account.graphql('{ nothing }'); // is no operation that is executed
    await subscriber.ask('{ people { totalCount } }');

    const tried = (samples: Samples, outcome: string) => countOf(samples, 'booking_webhook_try_seconds', { outcome });
    const jobsDone = (samples: Samples) =>
      countOf(samples, 'booking_job_seconds', { job: 'deliver-web-hook', outcome: 'done' });
    const read = () => readMetrics(page(server));
    await until(async () => {
      const samples = await read();
      return tried(samples, 'delivered') + tried(samples, 'retried') === 2 && jobsDone(samples) >= 2;
    });
    const samples = await read();
    const requests = (route: string, status: string, method = 'GET') =>
      countOf(samples, 'booking_http_request_seconds', { method, route, status });
    const operations = (kind: string, outcome: string) =>
      countOf(samples, 'booking_graphql_operation_seconds', { kind, outcome });
    expect({
      created: requests('/api/v1/people', '200', 'POST'),
      found: requests('/api/v1/people/:person_id', '200'),
      missing: requests('/api/v1/people/:person_id', '404'),
      publicly: requests('/sites/:subdomain/services', '404'),
      nowhere: requests('none', '404'),
      queries: operations('query', 'done'),
      refused: operations('query', 'refused'),
      subscriptions: operations('subscription', 'done'),
      delivered: tried(samples, 'delivered'),
      retried: tried(samples, 'retried'),
      jobs: jobsDone(samples),
    }).toEqual({
      created: 1,
      found: 1,
      missing: 2,
      publicly: 1,
      nowhere: 1,
      queries: 2,
      refused: 1,
      subscriptions: 1,
      delivered: 1,
      retried: 1,
      jobs: 2,
    });
    expect([...samples.keys()]).toEqual(
      expect.arrayContaining([
        'booking_database_connections{state="used"}',
        'booking_database_connections{state="waiting"}',
        'booking_requests_left_out_total{reason="excess"}',
        'booking_requests_left_out_total{reason="failed"}',
        'process_resident_memory_bytes',
      ]),
    );
    expect(samples.get('booking_database_connections{state="idle"}')).toBeGreaterThan(0);
    expect(samples.get('booking_live{of="sockets"}')).toBe(1);
    await subscriber.end();
    for (const of of ['sockets', 'subscriptions']) {
      await until(async () => (await read()).get(`booking_live{of="${of}"}`) === 0);
    }
    expect((await fetch(`${server.origin}/metrics`)).status).toBe(404);
  });

  it('have the backlog of the relay, also without a worker', async () => {
    const web = await start({ ROLE: 'web' });
    const account = await accountAt(web);
    const lag = async () => {
      const samples = await readMetrics(page(web));
      return [samples.get('booking_relay_lag_changes'), samples.get('booking_relay_lag_seconds')];
    };
    expect(await lag()).toEqual([0, 0]);
    for (const name of ['Ola', 'Kari', 'Per']) await account.create('/people', 'person', { name });
    const [changes, seconds] = await lag();
    expect(changes).toBe(3);
    expect(seconds).toBeGreaterThan(0);
    const worker = await start({ ROLE: 'worker', METRICS_PORT: '0' });
    await until(async () => (await lag())[0] === 0);
    expect(await lag()).toEqual([0, 0]);
    const ofWorker = (path: string) => fetch(page(worker).replace('/metrics', path));
    expect((await ofWorker('/readyz')).status).toBe(200);
    expect((await ofWorker('/api/v1/people')).status).toBe(404);
  });
});
