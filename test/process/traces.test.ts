import { writeFileSync } from 'node:fs';
import { createAccount } from '../../src/domain/account/account.actions.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { createWebHook, WebHookReceivers } from '../jobs/web-hook-receiver.js';
import { type BookableService, createBookableService } from '../support/catalog.js';
import { type Collector, type ReceivedSpan, startCollector, textOfTrace } from '../support/collector.js';
import { startMailServer } from '../support/mail-server.js';
import { startSmsGateway } from '../support/sms-gateway.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { acme, TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';
import { killAll, type ServerProcess, startMain } from './server-process.js';

let test: TestDatabase;
const receivers = new WebHookReceivers();

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(async () => {
  killAll();
  await test[Symbol.asyncDispose]();
});
afterAll(() => receivers.stop());

const settingsOf = (collector: string) => ({
  DATABASE_URL: test.url,
  DEMO: 'off',
  LOG_LEVEL: 'debug',
  WEBHOOK_PRIVATE_TARGETS: 'allow',
  OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=the%20key',
});

const bookingOf = ({ serviceId, resourceId }: BookableService) => ({
  booking: {
    service_id: serviceId,
    resource_id: resourceId,
    booked_from: '2030-03-04 10:00',
    booked_to: '2030-03-04 11:00',
    person_attributes: { name: 'Kari Secret', email: 'kari@secret.example', phone_number: '+4791234567' },
  },
  confirmation_send_email: true,
  confirmation_send_sms: true,
});

const linesOf = ({ lines }: ServerProcess): Record<string, unknown>[] =>
  lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));

/** Returns the spans of the only trace that has a span of this name. */
function traceWith({ spans }: Collector, name: string): ReceivedSpan[] {
  const ids = new Set(spans.filter((span) => span.name === name).map(({ traceId }) => traceId));
  expect(ids.size).toBe(1);
  return spans.filter(({ traceId }) => ids.has(traceId));
}

it('a booking with a webhook and messages is one trace over a web process and a worker', async () => {
  await using collector = await startCollector();
  await using mail = await startMailServer();
  await using gateway = await startSmsGateway();
  const { received, address } = await receivers.start();
  const settings = { ...settingsOf(collector.url), SMTP_URL: mail.url, SMS_GATEWAY_URL: gateway.url };
  const web = startMain({ ...settings, ROLE: 'web', OTEL_SERVICE_NAME: 'web' });
  const worker = startMain({ ...settings, ROLE: 'worker', OTEL_SERVICE_NAME: 'worker' });
  await Promise.all([web.ready('Metrics'), worker.ready()]);
  const account = new TestAccount(web.origin, await createAccount(test.database, systemClock, acme));
  const service = await createBookableService(account);
  await createWebHook(account, `http://${address}/hook?token=hidden`, 'booking.created');

  const headers = { 'x-request-id': 'the-request', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
  const { status } = await account.post('/bookings', { json: bookingOf(service), headers });
  expect(status).toBe(200);
  const has = (name: string) => collector.spans.some((span) => span.name === name);
  await until(() => ['deliver booking.created', 'send email', 'send sms'].every(has));
  await Promise.all([web.end(), worker.end()]);

  const trace = traceWith(collector, 'POST /api/v1/bookings');
  const text = textOfTrace(trace);
  const { TRACE_FILE } = process.env;
  if (TRACE_FILE) writeFileSync(TRACE_FILE, text);
  // Everything is below the request.
  expect(text.split('\n')).toHaveLength(trace.length);
  expect(text.match(/^\S/gm)).toHaveLength(1);
  const path = (name: string): string[] => {
    const names: string[] = [];
    for (let span = trace.find((one) => one.name === name); span; span = trace.find(({ id }) => id === span?.parent)) {
      names.unshift(`${span.resource['service.name']}: ${span.name}`);
    }
    return names;
  };
  const created = ['web: POST /api/v1/bookings', 'web: mutation CreateBooking', 'worker: relay booking.created'];
  expect(path('deliver booking.created')).toEqual([...created, 'worker: deliver booking.created']);
  expect(path('send email').slice(0, 2)).toEqual(created.slice(0, 2));
  expect(path('send email').slice(-3)).toEqual([
    'worker: relay message.queued',
    'worker: job send-next-email',
    'worker: send email',
  ]);
  expect(path('send sms').at(-1)).toBe('worker: send sms');
  expect(trace.some(({ name, resource: of }) => of['service.name'] === 'web' && name.startsWith('SELECT '))).toBe(true);

  // The header of a stranger is ignored, and receivers can go on.
  const [root] = trace.filter(({ parent }) => parent === undefined);
  expect(root).toMatchObject({
    kind: 2,
    attributes: {
      'http.route': '/api/v1/bookings',
      'http.response.status_code': 200,
      'booking.account.id': account.credentials.id,
      'booking.request.id': 'the-request',
    },
  });
  expect(root?.traceId).not.toBe('a'.repeat(32));
  const delivery = trace.find(({ name }) => name === 'deliver booking.created');
  expect(received[0]?.headers['traceparent']).toBe(`00-${root?.traceId}-${delivery?.id}-01`);
  expect(delivery?.attributes).toMatchObject({ 'server.address': '127.0.0.1', 'http.response.status_code': 200 });
  const sms = trace.find(({ name }) => name === 'send sms');
  expect(gateway.requests[0]?.headers['traceparent']).toBe(`00-${root?.traceId}-${sms?.id}-01`);

  // No value of a person, key or address leaves by a trace.
  const sent = JSON.stringify(collector.spans);
  for (const secret of ['Kari', 'secret.example', '91234567', 'hidden', account.credentials.api_key, '/hook']) {
    expect(sent).not.toContain(secret);
  }
  expect(collector.headers[0]?.['x-collector-key']).toBe('the key');

  const request = linesOf(web).find(({ requestId, msg }) => requestId === 'the-request' && msg === 'request');
  expect(request?.['trace_id']).toBe(root?.traceId);
  const jobs = linesOf(worker).filter(({ msg, job }) => msg === 'job' && job === 'send-next-email');
  expect(jobs.map(({ trace_id }) => trace_id)).toContain(root?.traceId);
}, 90_000);

it('a trusted traceparent decides on the trace, and a share of 0 records nothing by itself', async () => {
  await using collector = await startCollector();
  const web = startMain({
    ...settingsOf(collector.url),
    ROLE: 'web',
    TRACE_PARENT: 'trust',
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  await web.ready('Metrics');
  const account = new TestAccount(web.origin, await createAccount(test.database, systemClock, acme));
  const parent = (flags: string) => ({ traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-${flags}` });
  await account.get('/services', { headers: parent('01') });
  await account.get('/people', { headers: parent('00') });
  await account.get('/coupons', { headers: { traceparent: `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01` } });
  await account.get('/resources');
  await web.end();
  const requests = collector.spans.filter(({ kind }) => kind === 2);
  expect(requests.map(({ name, traceId, parent: of }) => [name, traceId, of])).toEqual([
    ['GET /api/v1/services', 'a'.repeat(32), 'b'.repeat(16)],
  ]);
}, 60_000);

it('a collector that is down delays neither requests nor the stop, and is logged once', async () => {
  const web = startMain({ ...settingsOf('http://127.0.0.1:9'), ROLE: 'web' });
  await web.ready('Metrics');
  const account = new TestAccount(web.origin, await createAccount(test.database, systemClock, acme));
  for (let index = 0; index < 20; index += 1) expect((await account.get('/services')).status).toBe(200);
  const startedAt = performance.now();
  expect(await web.end()).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(6_000);
  const warnings = linesOf(web).filter(({ msg }) => msg === 'the collector of traces did not take spans');
  expect(warnings.length).toBeLessThanOrEqual(1);
}, 60_000);
