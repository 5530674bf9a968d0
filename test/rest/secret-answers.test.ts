import { publicRoutes } from '../../src/http/rest/routes/public.routes.js';
import { rawRequest } from '../support/raw-request.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ publicAccess: true });

it.each(publicRoutes.map(({ method, path }) => [method, path]))(
  'no cache stores the answer to %s %s of a site, and no browser guesses its type',
  async (method, path) => {
    const url = `${server.origin}/sites/${account.credentials.subdomain}${path.replace(/:\w+/g, '1')}`;
    const { headers } = await rawRequest(url, { method, headers: { 'content-type': 'application/json' } });
    expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff']);
  },
);
