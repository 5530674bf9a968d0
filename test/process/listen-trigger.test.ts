import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { createAccount, type NewAccount } from '../../src/domain/account/account.actions.js';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { runAccountCommand } from '../../src/process/account-command.js';
import { triggers } from '../../src/process/client/trigger-steps.js';
import { runListenCommand } from '../../src/process/listen-command.js';
import { runTriggerCommand } from '../../src/process/trigger-command.js';
import { type ReceivedDelivery, WebHookReceivers } from '../jobs/web-hook-receiver.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { createTestDatabase } from '../support/test-database.js';
import { acme } from '../support/test-server.js';
import { until } from '../support/until.js';
import { LocalServer } from './local-server.js';

const { url: DatabaseUrl, database } = await disposeAfterAll(createTestDatabase());
const port = await freePort();
const startServer = () =>
  new LocalServer({ DATABASE_URL: DatabaseUrl, PORT: String(port), WEBHOOK_PRIVATE_TARGETS: 'allow' }).ready();
let server = await startServer();
const unused = await freePort();
const receivers = new WebHookReceivers();
afterAll(async () => {
  receivers.stop();
  await server.stop();
});

const create = (attributes: Partial<NewAccount>) => createAccount(database, systemClock, { ...acme, ...attributes });
const sandbox = await create({ subdomain: 'sand', sandbox: true });
const access = ['--server', server.origin, '--key', sandbox.api_key];

/** Runs `listen` until it is stopped. @returns the objects that it prints */
function listen(target: string, ...options: string[]) {
  const stop = new AbortController();
  // biome-ignore lint/suspicious/noExplicitAny: lines of several shapes
  const printed: any[] = [];
  const result = runListenCommand(['--forward-to', target, ...access, ...options], {
    stop: stop.signal,
    environment: {},
    print: (line) => printed.push(JSON.parse(line)),
  });
  const end = () => {
    stop.abort();
    return result;
  };
  return { printed, result, ready: () => until(() => printed.length > 0), end };
}

const trigger = (event: string, environment = {}) => runTriggerCommand([event, ...access], environment);

async function request(method: string, path: string, body?: object) {
  const response = await fetch(`${server.origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${sandbox.api_key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.json();
}

const events = Object.entries(triggers);

describe('trigger', () => {
  const causes = events.filter(([, cause]) => typeof cause === 'function').map(([name]) => name);

  it.each(causes)('causes %s in a sandbox', async (event) => {
    const { status, lines, error } = await trigger(event);
    expect([status, error]).toEqual([0, undefined]);
    expect(JSON.parse(lines[0] ?? '')).toEqual({ event, id: expect.any(Number), cursor: expect.any(String) });
  });

  it.each(events.flatMap(([name, cause]) => (typeof cause === 'object' ? [[name, cause.reason]] : [])))(
    'says why it cannot cause %s',
    async (event = '', reason = '') => {
      expect(await trigger(event)).toEqual({
        status: 1,
        lines: [],
        error: `${event} cannot be triggered: ${reason}`,
      });
    },
  );

  it('refuses an account that is no sandbox, and writes nothing', async () => {
    const { api_key: key } = await create({ subdomain: 'real' });
    const result = await runTriggerCommand(['booking.created', '--server', server.origin], { BOOKING_API_KEY: key });
    expect(result).toMatchObject({ status: 1, error: expect.stringMatching(/^trigger works in a sandbox only/) });
    const people = await fetch(`${server.origin}/api/v1/people`, { headers: { authorization: `Bearer ${key}` } });
    expect(await people.json()).toEqual([]);
  });

  it('says that a key may not do it', async () => {
    const options = ['--subdomain', 'sand', '--name', 'Reader', '--role', 'admin', '--permission', 'read'];
    const { lines } = await runAccountCommand(['create-key', ...options], { DATABASE_URL: DatabaseUrl });
    const result = await runTriggerCommand(['person.created', '--server', server.origin], {
      BOOKING_API_KEY: JSON.parse(lines[0] ?? '').api_key,
    });
    expect(result).toMatchObject({ status: 1, error: expect.stringMatching(/^The API key may not do this/) });
  });

  it.each([
    [['booking.eaten'], /^there is no event booking.eaten: it must be one of booking.created, /],
    [[], /^an event is missing/],
    [['person.created', '--server', 'ftp://x'], /^--server must be a URL such as http:\/\/127.0.0.1:3000\n/],
    [
      ['person.created', '--server', `http://127.0.0.1:${unused}`, '--key', 'bk_1_x'],
      /^No booking server answers at .*REFUSED/,
    ],
    [['person.created'], /^--key or the variable BOOKING_API_KEY must be an API key/],
    [['person.created', '--key', 'bk_1\n'], /^the API key must be one such as/],
    [['person.created', '--server', server.origin, '--key', 'bk_1_wrong'], /^The server does not accept the API key/],
    [['person.created', '--colour', 'red'], /^Unknown option '--colour'/],
  ])('refuses %j', async (args, error) => {
    expect(await runTriggerCommand(args, {})).toEqual({ status: 1, lines: [], error: expect.stringMatching(error) });
  });
});

describe('listen', () => {
  const received = (deliveries: readonly ReceivedDelivery[], event: string) =>
    deliveries.filter(({ payload }) => payload.event === event);

  it('posts what a webhook of the account gets, with its headers, signed by the printed secret', async () => {
    const [real, local] = [await receivers.start(), await receivers.start()];
    const hook = { target_url: `http://${real.address}/`, event: '*' };
    const { web_hook } = await request('POST', '/web_hooks', { web_hook: hook });
    const listening = listen(`http://${local.address}/hooks?a=1`);
    await listening.ready();
    for (const event of ['booking.modified', 'order.settled', 'person.deleted']) await trigger(event);
    await until(() => received(local.received, 'person.deleted').length > 0);
    await until(() => real.received.length === local.received.length);
    await request('DELETE', `/web_hooks/${web_hook.id}`);
    expect(await listening.end()).toEqual({ status: 0, lines: [] });

    const facts = ({ payload: { idempotency_id, ...payload }, headers }: ReceivedDelivery) =>
      JSON.stringify([payload, Object.keys(headers).sort()]);
    expect(local.received.map(facts).sort()).toEqual(real.received.map(facts).sort());
    expect(receivers.takeDifferences()).toEqual([]);
    const [{ secret }, ...printed] = listening.printed;
    for (const { text, headers, url } of local.received) {
      expect(url).toBe('/hooks?a=1');
      expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toEqual(JSON.parse(text));
      expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', secret).update(text).digest('hex')}`);
    }
    expect(printed).toEqual(
      local.received.map(({ payload: { event, id, idempotency_id } }) => ({
        ...{ event, id, idempotency_id },
        ...{ status: 200, ms: expect.any(Number) },
      })),
    );
  });

  it('posts only the chosen events, signed by the given secret', async () => {
    const { received: deliveries, address } = await receivers.start();
    const listening = listen(`http://${address}/`, '--events', 'person.created, order.*', '--secret', 'of the account');
    await listening.ready();
    await trigger('booking.created');
    await trigger('order.cancelled');
    await until(() => received(deliveries, 'order.cancelled').length > 0);
    await listening.end();
    expect(new Set(deliveries.map(({ payload }) => payload.event))).toEqual(
      new Set(['person.created', 'order.created', 'order.cancelled']),
    );
    for (const { text, headers } of deliveries) {
      const signature = createHmac('sha256', 'of the account').update(text).digest('hex');
      expect(headers['x-service-signature']).toBe(`sha256=${signature}`);
    }
  });

  it('reads nothing again for changes that it has read before they were reported', async () => {
    const { received: deliveries, address } = await receivers.start();
    const { fetch } = globalThis;
    let reads = 0;
    globalThis.fetch = (url, ...rest) => {
      if (String(url).includes('/changes?')) reads += 1;
      return fetch(url, ...rest);
    };
    try {
      const listening = listen(`http://${address}/`, '--events', 'person.created');
      await listening.ready();
      const names = Array.from({ length: 20 }, (_, number) => ({ person: { name: `Guest ${number}` } }));
      await Promise.all(names.map((person) => request('POST', '/people', person)));
      await until(() => deliveries.length >= names.length);
      await trigger('person.created');
      await until(() => deliveries.length > names.length);
      await listening.end();
      // Of both commands: one of each that they begin with, and at most one of each change.
      expect(reads).toBeLessThanOrEqual(2 * (names.length + 2));
    } finally {
      globalThis.fetch = fetch;
    }
  });

  it('tries again while the receiver is down, with the same id', async () => {
    const free = await freePort();
    const listening = listen(`http://127.0.0.1:${free}/`, '--events', 'person.created');
    await listening.ready();
    await trigger('person.created');
    await until(() => listening.printed.length > 1);
    const receiver = createServer((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n')).listen(free, '127.0.0.1');
    await once(receiver, 'listening');
    await until(() => listening.printed.at(-1).status === 204);
    await listening.end();
    receiver.close();
    const [, failed, ...later] = listening.printed;
    expect(failed).toMatchObject({ event: 'person.created', failure: expect.any(String), retry_in_ms: 500 });
    expect(new Set(later.map((line) => line.idempotency_id))).toEqual(new Set([failed.idempotency_id]));
  });

  it('continues where it was when the server restarts', async () => {
    const { received: deliveries, address } = await receivers.start();
    const listening = listen(`http://${address}/`, '--events', 'person.created');
    await listening.ready();
    await trigger('person.created');
    await until(() => deliveries.length === 1);
    await server.stop();
    await until(() => listening.printed.some((line) => line.lost));
    server = await startServer();
    await trigger('person.created');
    await until(() => deliveries.length >= 2);
    await listening.end();
    const ids = deliveries.map(({ payload }) => payload.id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('ends with an error if the server does not come back', async () => {
    const another = await new LocalServer({ DATABASE_URL: DatabaseUrl }).ready();
    const listening = listen('http://127.0.0.1:9/', '--server', another.origin, '--retry-for', '0');
    await listening.ready();
    await another.stop();
    expect(await listening.result).toMatchObject({ status: 1, error: expect.stringContaining(another.origin) });
  });

  it.each([
    [[], /^--forward-to must be a URL such as http:\/\/127.0.0.1:4000\/hooks\n/],
    [['--forward-to', 'nonsense'], /^--forward-to must be a URL/],
    [['--forward-to', 'http://192.0.2.1/'], /^--forward-to must be on this machine.* without --allow-remote/],
    [['--forward-to', 'http://127.0.0.1.example.org/'], /^--forward-to must be on this machine/],
    [['--forward-to', 'http://[::1]:9/', '--events', 'booking.eaten'], /^--events has no such event: booking.eaten; /],
    [['--forward-to', 'http://localhost:9/', '--retry-for', 'ever'], /^--retry-for must be seconds/],
    [
      ['--forward-to', 'http://127.0.0.1:9/', '--server', `http://127.0.0.1:${unused}`, '--key', 'x'],
      /^No booking server/,
    ],
    [['--forward-to', 'http://192.0.2.1/', '--allow-remote'], /^--key or the variable/],
    [['now', '--forward-to', 'http://127.0.0.1:9/'], /^unknown argument: now/],
  ])('refuses %j', async (args, error) => {
    const result = await runListenCommand(args, { stop: new AbortController().signal, environment: {} });
    expect(result).toEqual({ status: 1, lines: [], error: expect.stringMatching(error) });
  });
});
