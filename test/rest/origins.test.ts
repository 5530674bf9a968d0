import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { rawRequest } from '../support/raw-request.js';
import { useOwnTestServer } from '../support/test-server.js';

const allowed = 'https://app.example.org';
const foreign = 'https://elsewhere.example.org';

const server = await useOwnTestServer({ config: { allowedOrigins: [allowed] } });
const account = await server.account();

const paths = ['/api/v1/services', '/graphql', '/session'];
const preflight = (path: string, origin: string) =>
  rawRequest(server.origin + path, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' },
  });

describe('pages of an allowed origin', () => {
  it.each(paths)('can send a preflight request to %s', async (path) => {
    const { status, headers } = await preflight(path, allowed);
    expect([status, headers]).toEqual([
      204,
      expect.objectContaining({
        'access-control-allow-origin': allowed,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
        'access-control-allow-headers':
          'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id, Apollo-Require-Preflight, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
        'access-control-max-age': '86400',
        vary: 'Origin',
      }),
    ]);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it.each<[string, Record<string, string>, number]>([
    ['a key', {}, 200],
    ['no key', { authorization: '' }, 401],
  ])('can read the response to %s', async (_name, own, expected) => {
    const { status, headers } = await account.get('/services', { headers: { origin: allowed, ...own } });
    expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
      expected,
      allowed,
      'Origin',
    ]);
    expect(headers.get('access-control-expose-headers')).toContain('Total-Count');
  });
});

describe('pages of another origin', () => {
  it.each(paths)('cannot send a preflight request to %s', async (path) => {
    const { status, headers } = await preflight(path, foreign);
    expect(status).toBeGreaterThanOrEqual(400);
    expect([headers['access-control-allow-origin'], headers['vary']]).toEqual([undefined, 'Origin']);
  });

  it('cannot send requests if no origin is allowed', async () => {
    const closed = await server.another({ allowedOrigins: [] });
    const { headers } = await account.at(closed.origin).get('/services', { headers: { origin: allowed } });
    expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([null, null]);
  });
});

describe('a socket', () => {
  const open = async (origin?: string): Promise<string> => {
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      ...(origin !== undefined && { origin }),
    });
    const outcome = await new Promise<string>((resolve) => {
      socket.once('open', () => resolve('open')).once('error', ({ message }) => resolve(message));
    });
    socket.terminate();
    return outcome;
  };

  it.each<[string, () => string | undefined, string]>([
    ['no origin is accepted', () => undefined, 'open'],
    ['the origin of the server is accepted', () => server.origin, 'open'],
    ['an allowed origin is accepted', () => allowed, 'open'],
    ['another origin is rejected', () => foreign, 'Unexpected server response: 403'],
    ['an opaque origin is rejected', () => 'null', 'Unexpected server response: 403'],
  ])('of %s', async (_name, origin, outcome) => {
    expect(await open(origin())).toBe(outcome);
  });
});

describe('every response of an API', () => {
  it.each([
    ['/sites/nobody/services', 404],
    ['/sites/nobody/orders/1-token', 404],
    ['/sites/nobody/waitlist/1-token', 404],
    ['/api/v1/services', 401],
    ['/graphql', 400],
    ['/session', 405],
  ])('to %s has Cache-Control: no-store and nosniff', async (path, expected) => {
    const { status, headers } = await rawRequest(server.origin + path, { headers: { 'user-agent': 'tests' } });
    expect([status, headers['cache-control'], headers['x-content-type-options']]).toEqual([
      expected,
      'no-store',
      'nosniff',
    ]);
  });
});

describe('a request with several Host headers', () => {
  const send = async (hosts: string[]): Promise<string> => {
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    const head = ['GET /healthz HTTP/1.1', ...hosts.map((host) => `Host: ${host}`), 'Connection: close'];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    return answer;
  };

  it('is rejected', async () => {
    expect(await send(['a.example'])).toMatch(/^HTTP\/1\.1 200 /);
    const refused = await send(['a.example', 'b.example']);
    expect(refused).toMatch(/^HTTP\/1\.1 400 /);
    expect(refused).toContain('{"host":["is invalid"]}');
  });
});
