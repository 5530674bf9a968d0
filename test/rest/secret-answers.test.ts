import { publicRoutes } from '../../src/http/rest/routes/public.routes.js';
import { rawRequest } from '../support/raw-request.js';
import { type TestAccount, type TestServer, useTestServer } from '../support/test-server.js';

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await useTestServer();
  account = await server.account({ publicAccess: true });
});
afterAll(async () => server[Symbol.asyncDispose]());

it.each(publicRoutes.map(({ method, path }) => [method, path]))(
  'no cache stores the answer to %s %s of a site, and no browser guesses its type',
  async (method, path) => {
    const url = `${server.origin}/sites/${account.credentials.subdomain}${path.replace(/:\w+/g, '1')}`;
    const { headers } = await rawRequest(url, { method, headers: { 'content-type': 'application/json' } });
    expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff']);
  },
);
