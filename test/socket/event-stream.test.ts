import { get, type IncomingMessage } from 'node:http';
import { rotateApiKey, setSuspended } from '../../src/domain/account/account.actions.js';
import { readMetrics } from '../support/metrics.js';
import { startTestServer, useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { book, openStudio } from './studio.js';
import { stream } from './subscriber.js';

const server = await useOwnTestServer();
const account = await server.account();

interface Sending {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

const accountQuery = '{ account { id } }';
const json = { 'content-type': 'application/json' };
const send = async ({ method = 'POST', path = '/graphql/stream', headers = json, body }: Sending) => {
  const response = await fetch(`${server.origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${account.credentials.api_key}`, ...headers },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};
const events = (payload: object): string =>
  `:\n\nevent: next\ndata: ${JSON.stringify(payload)}\n\nevent: complete\ndata:\n\n`;

describe('an operation', () => {
  const answer = () => ({
    status: 200,
    type: 'text/event-stream; charset=utf-8',
    text: events({ data: { account: { id: account.credentials.id } } }),
  });
  const body = JSON.stringify({ query: accountQuery });

  it.each<[string, Sending]>([
    ['a POST', { body }],
    [
      'a POST to /graphql that accepts events',
      { path: '/graphql', headers: { ...json, accept: 'text/event-stream' }, body },
    ],
    ['a GET', { method: 'GET', path: `/graphql/stream?query=${encodeURIComponent(accountQuery)}`, headers: {} }],
    [
      'a GET with variables',
      {
        method: 'GET',
        headers: {},
        path: `/graphql/stream?query=${encodeURIComponent('query ($a: Boolean!) { account { id @include(if: $a) } }')}&variables={"a":true}`,
      },
    ],
  ])('responds with a stream of the result: %s', async (_name, sending) => {
    expect(await send(sending)).toEqual(answer());
  });

  it.each<[string, string]>([
    ['no Accept', '*/*'],
    ['several, JSON first', 'application/graphql-response+json, application/json, text/event-stream, multipart/mixed'],
  ])('responds with JSON at /graphql for %s', async (_name, accept) => {
    expect((await send({ path: '/graphql', headers: { ...json, accept }, body })).type).toMatch(/json/);
  });

  it('can be a mutation if sent by POST', async () => {
    const { text } = await send({
      body: JSON.stringify({ query: 'mutation { createPerson(input: {name: "Ola"}) { name } }' }),
    });
    expect(text).toBe(events({ data: { createPerson: { name: 'Ola' } } }));
  });

  it('requires the permission of its fields', async () => {
    const { credentials } = await server.withRole(account, 'staff');
    const subscriber = stream(server.origin, { parameter: credentials.api_key });
    expect(await subscriber.ask('mutation { createResource(input: {title: "x"}) { id } }')).toMatchObject({
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
    await subscriber.end();
  });
});

describe('a rejected request', () => {
  const mutation = encodeURIComponent('mutation { deletePerson(id: 1) { id } }');
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  it.each<[string, Sending, number, string]>([
    ['without a key', { headers: { ...json, authorization: '' } }, 401, 'UNAUTHENTICATED'],
    ['with a wrong key', { headers: { ...json, authorization: 'Bearer x' } }, 401, 'UNAUTHENTICATED'],
    ['without a body', {}, 400, 'BAD_REQUEST'],
    ['with a body of another type', { headers: form, body: 'query=x' }, 400, 'BAD_REQUEST'],
    ['with a body that is not JSON', { body: '{' }, 400, 'BAD_REQUEST'],
    ['with a body of over 1 MB', { body: JSON.stringify({ query: 'x'.repeat(2 ** 20) }) }, 413, 'BAD_REQUEST'],
    ['without a query', { body: '{}' }, 400, 'BAD_REQUEST'],
    ['with variables that are a list', { body: '{"query":"{ account { id } }","variables":[]}' }, 400, 'BAD_REQUEST'],
    [
      'with an operation name that is a number',
      { body: '{"query":"{ account { id } }","operationName":1}' },
      400,
      'BAD_REQUEST',
    ],
    [
      'with variables that are not JSON',
      { method: 'GET', path: '/graphql/stream?query={a}&variables={', headers: {} },
      400,
      'BAD_REQUEST',
    ],
    [
      'to write by GET',
      { method: 'GET', path: `/graphql/stream?query=${mutation}`, headers: {} },
      405,
      'METHOD_NOT_ALLOWED',
    ],
    ['of another method', { method: 'PUT', body: '{}' }, 405, 'METHOD_NOT_ALLOWED'],
  ])('has a JSON response: %s', async (_name, sending, status, code) => {
    const answer = await send(sending);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      status,
      { errors: [{ message: expect.any(String), extensions: { code } }] },
    ]);
  });

  it('counts towards the rate limit', async () => {
    await using limited = await startTestServer({ config: { rateLimit: { requests: 1, seconds: 600 } } });
    const { api_key: key } = (await limited.account()).credentials;
    const ask = async () =>
      fetch(`${limited.origin}/graphql/stream?query={account{id}}`, { headers: { authorization: `Bearer ${key}` } });
    expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect([seconds > 0, seconds <= 600]).toEqual([true, true]);
  });
});

describe('a key that is no longer valid', () => {
  it.each<[string, string, (subdomain: string) => Promise<unknown>]>([
    ['rotated', 'UNAUTHENTICATED', (subdomain) => rotateApiKey(server.database, server.clock, subdomain)],
    ['suspended', 'ACCOUNT_SUSPENDED', (subdomain) => setSuspended(server.database, server.clock, subdomain, true)],
  ])('ends the stream with its error when the account was %s', async (_name, code, revoke) => {
    const client = await server.account();
    const studio = await openStudio(client);
    const subscriber = stream(server.origin, { parameter: client.credentials.api_key });
    const changes = await subscriber.changes('', 'name');
    await book(client, studio);
    await changes.take(1);
    await revoke(client.credentials.subdomain);
    server.clock.advance(1);
    await server.sql(
      `insert into change (account_id, era, created_at, name, object_type, object_id, snapshot, previous, actor)
       select account_id, era, created_at, name, object_type, object_id, snapshot, previous, actor from change
       where account_id = ? and object_type = 'booking'`,
      client.credentials.id,
    );
    await until(() => changes.completed);
    expect(changes.messages).toEqual([
      { name: 'booking.created' },
      { errors: [{ message: expect.any(String), extensions: { code } }] },
    ]);
    await subscriber.end();
  });
});

describe('the metrics', () => {
  const counted = async () => {
    const metrics = await readMetrics(`${server.origin}/metrics`);
    return ['sockets', 'streams', 'subscriptions'].map((of) => metrics.get(`booking_live{of="${of}"}`));
  };

  it('count streams and their subscriptions while they are open', async () => {
    const untilCounted = (...counts: number[]) => until(async () => (await counted()).join() === counts.join());
    await untilCounted(0, 0, 0); // the streams of the other tests have ended
    const subscriber = stream(server.origin, { parameter: account.credentials.api_key });
    await subscriber.changes();
    expect(await counted()).toEqual([0, 1, 1]);
    await subscriber.end();
    await untilCounted(0, 0, 0);
  });
});

it('a stream of a page from an allowed origin can be read there', async () => {
  const web = await server.another({ allowedOrigins: ['https://app.example.org'] });
  const response = await new Promise<IncomingMessage>((resolve) =>
    get(
      `${web.origin}/graphql/stream?query={account{id}}`,
      { headers: { origin: 'https://app.example.org', authorization: `Bearer ${account.credentials.api_key}` } },
      resolve,
    ),
  );
  response.resume();
  expect(response.headers).toMatchObject({
    'access-control-allow-origin': 'https://app.example.org',
    'cache-control': 'no-store',
  });
});
