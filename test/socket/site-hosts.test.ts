import { connect as openConnection } from 'node:net';
import { WebSocket } from 'ws';
import { rawRequest } from '../support/raw-request.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer({ config: { siteDomain: 'book.example.org' } });
const key = (await server.account({ subdomain: 'acme', publicAccess: true })).credentials.api_key;

/** Asks for a WebSocket. @returns the status: 101 if it opens */
function upgrade(origin: string, headers: Record<string, string>, path = '/graphql'): Promise<number> {
  const socket = new WebSocket(origin.replace('http', 'ws') + path, 'graphql-transport-ws', { headers });
  return new Promise((resolve, reject) => {
    socket.on('open', () => {
      socket.close();
      resolve(101);
    });
    socket.on('unexpected-response', (_request, response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    socket.on('error', reject);
  });
}

const host = 'acme.book.example.org';

describe('a WebSocket is refused like a request', () => {
  it.each([
    [host, 404],
    [`${host}:8080`, 404],
    ['ACME.Book.Example.org', 404],
    ['nobody.book.example.org', 404],
    ['book.example.org', 101],
    ['a.b.book.example.org', 101],
    ['[::1]:3000', 101],
    ['localhost', 101],
  ])('on the host %s with %i', async (named, status) => {
    expect(await upgrade(server.origin, { host: named })).toBe(status);
    const authorization = `Bearer ${key}`;
    const asked = await rawRequest(`${server.origin}/graphql?query={account{id}}`, {
      headers: { host: named, authorization },
    });
    expect(asked.status).toBe(status === 101 ? 200 : status);
  });

  it.each(['/', '/sites/acme/graphql', '/graphql/'])('on the host of a site at %s', async (path) => {
    expect(await upgrade(server.origin, { host }, path)).toBe(404);
  });

  it('by the host that a trusted proxy names, and no other', async () => {
    const headers = { 'x-forwarded-host': host };
    expect(await upgrade(server.origin, headers)).toBe(101);
    await using web = await server.another({ trustedHops: 1 });
    expect(await upgrade(web.origin, headers)).toBe(404);
    expect(await upgrade(web.origin, { host, 'x-forwarded-host': 'localhost' })).toBe(101);
  });

  it('not on the host of the server, although it is in the domain of sites', async () => {
    await using web = await server.another({ publicUrl: 'https://api.book.example.org' });
    expect(await upgrade(web.origin, { host: 'api.book.example.org' })).toBe(101);
  });

  it('if it names two hosts', async () => {
    const { port } = new URL(server.origin);
    const connection = openConnection(Number(port), '127.0.0.1');
    const lines = [
      'GET /graphql HTTP/1.1',
      'Host: localhost',
      `Host: ${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
    ];
    connection.end(
      `${[...lines, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='].join('\r\n')}\r\n\r\n`,
    );
    let answer = '';
    for await (const chunk of connection) answer += chunk;
    expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 400 Bad Request');
  });
});
