import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { openTransaction } from '../jobs/change-writer.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
const logged = jest.spyOn(server.logger, 'info');
const account = await server.account();
beforeEach(() => {
  logged.mockClear();
});

const person = JSON.stringify({ person: { name: 'Kari' } });
const multipart = ['--b', 'Content-Disposition: form-data; name="person[name]"', '', 'Kari', '--b--', ''].join('\r\n');
const form = 'application/x-www-form-urlencoded';
const packed = gzipSync(person);

interface Sent {
  method?: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** Writes a request head and a part of its body. What was written arrives, also if the connection breaks then. */
async function begin({ method = 'POST', path, headers, body }: Sent, origin = server.origin): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const all = { host: 'x', 'user-agent': 'x', authorization: `Bearer ${account.credentials.api_key}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
  await new Promise((written) => socket.write(body, written));
  return socket;
}

/** Whether the server has logged a request whose client disconnected before the response. */
const isAbandoned = () => logged.mock.calls.some(([line]) => (line as { status?: number }).status === 499);

/** Runs `work` while no key can be read, and returns when all waiting requests are over. */
async function whileAuthenticationWaits(act: () => Promise<void>): Promise<void> {
  await using blocking = await openTransaction(server.databaseUrl);
  await blocking.client.query('lock table api_key in access exclusive mode');
  server.forgetAccounts();
  await act();
  await blocking.commit();
  await until(() => server.database.connections().used === 0);
}

const waitsForKey = () => until(() => server.database.connections().used > 0);

describe('a request whose connection breaks while its body arrives', () => {
  it.each<[string, string | Uint8Array, Record<string, string>]>([
    ['JSON, of which nothing came', '', { 'content-type': 'application/json', 'content-length': '100' }],
    ['JSON, of which a part came', '{"person"', { 'content-type': 'application/json', 'content-length': '100' }],
    [
      'JSON in chunks, of which the last is missing',
      `${person.length.toString(16)}\r\n${person}\r\n`,
      { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    ],
    [
      'compressed JSON',
      packed.subarray(0, 15),
      { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': String(packed.length) },
    ],
    ['a form', 'person[name]=Ka', { 'content-type': form, 'content-length': '16' }],
    [
      'multipart',
      multipart.slice(0, -9),
      { 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(multipart.length) },
    ],
    ['no type', '{', { 'content-length': String(person.length) }],
  ])('%s, is not executed, and its retry is', async (name, body, headers) => {
    const key = { 'idempotency-key': name.replaceAll(/\W+/g, '-') };
    const { id } = await account.create('/people', 'person', { name: 'Ola' });
    const path = `/api/v1/people/${id}`;
    await whileAuthenticationWaits(async () => {
      const socket = await begin({ method: 'PUT', path, headers: { ...headers, ...key }, body });
      await waitsForKey();
      socket.destroy();
      await until(isAbandoned);
    });
    const retried = await account.put(`/people/${id}`, { raw: person, headers: key });
    expect([retried.status, retried.body.person?.name]).toEqual([200, 'Kari']);
    expect(retried.headers.get('idempotency-replayed')).toBeNull();
  });

  it('is not executed if it breaks before its rate is checked', async () => {
    await using limited = await server.another({ rateLimit: { requests: 1_000, seconds: 600 } });
    await using blocking = await openTransaction(server.databaseUrl);
    await blocking.client.query('lock table rate_limit in access exclusive mode');
    const query = `{"query":"mutation { createPerson(input: {name: \\"Nobody\\"}) { id } }"}`;
    const headers = { 'content-type': 'application/json', 'content-length': String(query.length + 1) };
    const socket = await begin({ path: '/graphql', headers, body: query }, limited.origin);
    socket.once('error', () => {});
    socket.destroy();
    await until(isAbandoned);
    await blocking.commit();
    const { data } = await account.at(limited.origin).graphql('{ people(filter: {search: "Nobody"}) { totalCount } }');
    expect(data.people.totalCount).toBe(0);
  });
});
