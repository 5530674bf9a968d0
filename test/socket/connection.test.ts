import { WebSocket } from 'ws';
import { rotateApiKey, setSuspended } from '../../src/domain/account/account.actions.js';
import { startTestServer, useOwnTestServer } from '../support/test-server.js';
import { book, openStudio } from './studio.js';
import { connect } from './subscriber.js';

let key = '';

const server = await useOwnTestServer();
const account = await server.account();
key = account.credentials.api_key;

type Credentials = Parameters<typeof connect>[1];

const accountQuery = '{ account { id } }';

describe('connecting', () => {
  const basic = () => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;

  it.each<[string, () => Credentials]>([
    ['a header', () => ({ header: `Bearer ${key}` })],
    ['a Basic header', () => ({ header: basic() })],
    ['a parameter', () => ({ parameter: key })],
    ['a parameter with "Bearer "', () => ({ parameter: `Bearer ${key}` })],
    ['a parameter with "Basic "', () => ({ parameter: basic() })],
    ['a parameter of another spelling', () => ({ parameters: { AUTHORIZATION: key } })],
    ['a parameter inside headers', () => ({ parameters: { headers: { Authorization: `Bearer ${key}` } } })],
    ['a parameter inside headers without a scheme', () => ({ parameters: { headers: { authorization: key } } })],
    ['a header and other parameters', () => ({ parameters: { headers: 7, a: 1 }, header: `Bearer ${key}` })],
    ['a correct parameter and a wrong header', () => ({ parameter: key, header: 'Bearer wrong' })],
  ])('accepts the key as %s', async (_, credentials) => {
    const subscriber = connect(server.origin, credentials());
    expect(await subscriber.ask(accountQuery)).toEqual({ data: { account: { id: account.credentials.id } } });
    await subscriber.end();
  });

  it.each<[string, () => Credentials]>([
    ['no key', () => ({})],
    ['a wrong key', () => ({ parameter: `${key.slice(0, -1)}~` })],
    ["another account's id in the key", () => ({ parameter: key.replace(/^bk_\d+/, 'bk_999') })],
    ['a wrong parameter and a correct header', () => ({ parameter: 'wrong', header: `Bearer ${key}` })],
    ['a header without a scheme', () => ({ header: key })],
    ['a wrong key inside headers', () => ({ parameters: { headers: { Authorization: 'wrong' } } })],
  ])('closes the socket as unauthorized for %s', async (_, credentials) => {
    const subscriber = connect(server.origin, credentials());
    expect(await subscriber.closed).toMatchObject({ code: 4401, reason: 'Unauthorized' });
  });

  it('closes the socket as forbidden for a suspended account', async () => {
    const other = await server.account();
    await setSuspended(server.database, server.clock, other.credentials.subdomain, true);
    const subscriber = connect(server.origin, { parameter: other.credentials.api_key });
    expect(await subscriber.closed).toMatchObject({ code: 4403 });
  });
});

describe('a message', () => {
  it.each([
    ['too long', JSON.stringify({ type: 'connection_init', payload: { authorization: 'x'.repeat(200_000) } }), 1009],
    ['invalid JSON', '{', 4400],
    [
      'sent before the connection is acknowledged',
      '{"id":"1","type":"subscribe","payload":{"query":"{ account { id } }"}}',
      4401,
    ],
  ])('that is %s closes the socket, and nothing is printed', async (_, message, code) => {
    const printed = jest.spyOn(console, 'error');
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('open', () => socket.send(message));
    expect(await closed).toBe(code);
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });
});

describe('operations', () => {
  const aliased = (count: number, field: string): string =>
    Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ');
  const page = 'bookings(perPage: 750) { edges { node { id state title notes count status bookedFrom bookedTo } } }';

  it.each<[string, string, object, string]>([
    ['a document that cannot be parsed', '{ account', {}, 'GRAPHQL_PARSE_FAILED'],
    ['too many tokens', `{ account { ${'id '.repeat(6000)} } }`, {}, 'GRAPHQL_PARSE_FAILED'],
    ['a document that does not fit the schema', '{ nonsense }', {}, 'GRAPHQL_VALIDATION_FAILED'],
    ['too many aliases', `{ ${aliased(31, 'account { id }')} }`, {}, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a subscription of two fields',
      `subscription { ${aliased(2, 'bookingChanged { name }')} }`,
      {},
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['a query that is too expensive', `{ ${aliased(20, page)} }`, {}, 'BAD_REQUEST'],
    [
      'two operations without an operationName',
      'query A { account { id } } query B { account { id } }',
      {},
      'OPERATION_RESOLUTION_FAILURE',
    ],
    [
      'a variable of another type',
      'subscription ($id: Int) { bookingChanged(resourceId: $id) { name } }',
      { id: 'x' },
      'BAD_USER_INPUT',
    ],
    ['an unknown id', '{ booking(id: 999999) { id } }', {}, 'NOT_FOUND'],
  ])('responds to %s with its error, and the socket stays open', async (_, query, variables, code) => {
    const subscriber = connect(server.origin, { parameter: key });
    expect(await subscriber.ask(query, { ...variables })).toMatchObject({ errors: [{ extensions: { code } }] });
    expect(await subscriber.ask(accountQuery)).toMatchObject({ data: { account: {} } });
    await subscriber.end();
  });

  it('are limited to 50 on one socket', async () => {
    const subscriber = connect(server.origin, { parameter: key });
    const running = await Promise.all(Array.from({ length: 50 }, () => subscriber.changes()));
    expect(running.map(({ error }) => error)).toEqual(running.map(() => undefined));
    expect(await subscriber.ask(accountQuery)).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
    running[0]?.unsubscribe();
    expect(await subscriber.ask(accountQuery)).toMatchObject({ data: {} });
    await subscriber.end();
  });

  it('count towards the rate limit, like connections', async () => {
    await using limited = await startTestServer({ config: { rateLimit: { requests: 3, seconds: 600 } } });
    const { api_key: parameter } = (await limited.account()).credentials;
    const subscriber = connect(limited.origin, { parameter });
    expect(await subscriber.ask(accountQuery)).toMatchObject({ data: {} });
    expect(await subscriber.ask(accountQuery)).toMatchObject({ data: {} });
    expect(await subscriber.ask(accountQuery)).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
    // The upgrade request is refused with 429.
    expect(await connect(limited.origin, { parameter }).closed).toMatchObject({ code: 1006 });
    await subscriber.end();
  });
});

describe('a key that is no longer valid', () => {
  it.each<[string, number, (subdomain: string) => Promise<unknown>]>([
    ['rotated', 4401, (subdomain) => rotateApiKey(server.database, server.clock, subdomain)],
    ['suspended', 4403, (subdomain) => setSuspended(server.database, server.clock, subdomain, true)],
  ])('gets no more messages after the account was %s', async (_, code, revoke) => {
    const client = await server.account();
    const studio = await openStudio(client);
    const subscriber = connect(server.origin, { parameter: client.credentials.api_key });
    const changes = await subscriber.changes();
    await book(client, studio);
    await changes.take(1);
    await revoke(client.credentials.subdomain);
    expect(await subscriber.ask(accountQuery)).toMatchObject({
      errors: [{ extensions: { code: expect.any(String) } }],
    });
    server.clock.advance(1);
    await server.sql(
      `insert into change (account_id, era, created_at, name, object_type, object_id, snapshot, previous, actor)
       select account_id, era, created_at, name, object_type, object_id, snapshot, previous, actor from change
       where account_id = ? and object_type = 'booking'`,
      client.credentials.id,
    );
    expect(await subscriber.closed).toMatchObject({ code });
    expect(changes.messages).toHaveLength(1);
  });
});
