import { openDemoAccount } from '../../src/process/demo/demo-account.js';
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
  });
  expect(await signIn({ subdomain: 'demo', ...demo?.user })).toBe(200);
  expect(await signIn({ subdomain: 'demo', ...demo?.user, password: 'demo-password' })).toBe(401);
  expect(await open()).toEqual(demo);
});

it('does not print a sign-in that no longer works', async () => {
  server.clock.set('2026-03-02T08:00:00Z');
  const { apiKey: api_key = '' } = (await open()) ?? {};
  const demo = new TestAccount(server.origin, { id: 1, subdomain: 'demo', api_key, secret: '' });
  const [{ client_user_link: link }] = (await demo.get('/client/users')).body;
  expect((await demo.put(`/client/users/${link.id}`, { json: { user: { name: 'Ada' } } })).status).toBe(200);
  expect(await open()).toEqual({ subdomain: 'demo', user: undefined, apiKey: api_key });
});
