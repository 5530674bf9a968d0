import type { IncomingMessage } from 'node:http';
import { DemoLinks, isLocalVisitor } from '../../src/http/dashboard/demo-links.js';
import { openDemoAccount, signInToDemo } from '../../src/process/demo/demo-account.js';
import { rawRequest } from '../support/raw-request.js';
import { TestAccount, useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();

const open = () => openDemoAccount(server.database, server.clock);
const signIn = async (credentials: object): Promise<number> => {
  const response = await fetch(`${server.origin}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  return response.status;
};

it('has a key and a sign-in that work, and are the same at each start', async () => {
  const demo = await open();
  expect(demo).toEqual({
    subdomain: 'demo',
    user: { email: 'demo@example.org', password: expect.stringMatching(/^[0-9a-f]{12}$/) },
    apiKey: expect.stringMatching(/^bk_1_/),
    isNew: true,
  });
  expect(await signIn({ subdomain: 'demo', ...demo?.user })).toBe(200);
  expect(await signIn({ subdomain: 'demo', ...demo?.user, password: 'demo-password' })).toBe(401);
  expect(await open()).toEqual({ ...demo, isNew: false });
});

describe('a link to the demo account', () => {
  const links = new DemoLinks({
    clock: server.clock,
    isShown: true,
    signIn: (source) => signInToDemo(server.database, source),
  });
  const web = server.another({}, undefined, undefined, { subdomain: 'demo', links });
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    rawRequest(`${(await web).origin}/${path}`, { method, headers: { accept: 'text/html', ...headers } });
  const isSignedIn = async (path: string, headers?: Record<string, string>) =>
    'set-cookie' in (await ask(path, headers)).headers;
  beforeAll(open);

  it('signs in once', async () => {
    const link = links.create();
    const { status, headers } = await ask(link);
    expect([status, headers['location']]).toEqual([303, '../../dashboard']);
    expect(String(headers['set-cookie'])).toMatch(/^booking_session=bk_1_.*HttpOnly; SameSite=Strict$/);
    const again = await ask(link);
    expect([again.status, again.headers['set-cookie']]).toEqual([410, undefined]);
  });

  it('is not used up by a client that reads the headers only', async () => {
    const link = links.create();
    expect((await ask(link, {}, 'HEAD')).headers['set-cookie']).toBeUndefined();
    expect((await ask(link, {}, 'POST')).status).toBe(405);
    expect(await isSignedIn(link)).toBe(true);
  });

  it('is valid for an hour', async () => {
    const link = links.create();
    server.clock.advance(61);
    expect((await ask(link)).status).toBe(410);
  });

  it('is one of a hundred', async () => {
    const first = links.create();
    for (let count = 0; count < 100; count++) links.create();
    expect((await ask(first)).status).toBe(410);
  });

  it.each<Record<string, string>>([
    { host: 'book.example.org' },
    { host: 'localhost.example.org:3000' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-host': 'localhost' },
    { 'x-forwarded-proto': 'http' },
    { 'x-real-ip': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
  ])('neither signs in nor is shown or used up with the headers %j', async (headers) => {
    const link = links.create();
    expect(await isSignedIn(link, headers)).toBe(false);
    expect((await ask('', headers)).text).not.toContain('dashboard/demo/');
    expect(await isSignedIn(link)).toBe(true);
  });

  it.each([
    ['127.0.0.1', '127.0.0.1:3000', true],
    ['::ffff:127.0.0.1', 'localhost:3000', true],
    ['::1', '[::1]:3000', true],
    ['10.0.0.2', '127.0.0.1:3000', false],
    ['172.17.0.1', 'localhost:3000', false],
    ['192.0.2.1', 'localhost', false],
    ['127.0.0.1', '', false],
  ])('is for visitors at loopback addresses: %s at %s', (remoteAddress, host, isLocal) => {
    const request = { headers: { host }, socket: { remoteAddress } } as IncomingMessage;
    expect(isLocalVisitor(request)).toBe(isLocal);
  });

  it('is shown to a local visitor at /, where no cache keeps it', async () => {
    const { text, headers } = await ask('');
    expect(headers['cache-control']).toBe('no-store');
    const [, link = ''] = /<a href="(dashboard\/demo\/[\w-]{32})"/.exec(text) ?? [];
    expect(await isSignedIn(link)).toBe(true);
  });

  it('does not sign in where the account wants more than a password', async () => {
    const set = (required: boolean) =>
      server.sql('update account set second_factor_required = ? where id = 1', required);
    await set(true);
    expect((await ask(links.create())).status).toBe(403);
    await set(false);
    expect(await isSignedIn(links.create())).toBe(true);
  });
});

it('does not print a sign-in that no longer works', async () => {
  server.clock.set('2026-03-02T08:00:00Z');
  const { apiKey: api_key = '' } = (await open()) ?? {};
  const demo = new TestAccount(server.origin, { id: 1, subdomain: 'demo', api_key, secret: '' });
  const [{ client_user_link: link }] = (await demo.get('/client/users')).body;
  expect((await demo.put(`/client/users/${link.id}`, { json: { user: { name: 'Ada' } } })).status).toBe(200);
  expect(await open()).toEqual({ subdomain: 'demo', user: undefined, apiKey: api_key, isNew: false });
  const source = { serverClock: server.clock, clientAddress: '127.0.0.1', requestId: 'a' };
  expect(await signInToDemo(server.database, source)).toBeUndefined();
});
