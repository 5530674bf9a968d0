import { rawRequest } from '../support/raw-request.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { getAtHost } from '../support/visitor.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { siteDomain: 'book.example' } });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

describe('the metrics at the port of the clients', () => {
  it.each([
    { trustedHops: 0, forwarded: undefined, status: 200 },
    { trustedHops: 0, forwarded: '10.1.1.1', status: 404 }, // by a proxy that nobody trusts
    { trustedHops: 1, forwarded: '10.1.1.1', status: 200 },
    { trustedHops: 1, forwarded: '8.8.8.8', status: 404 },
  ])('are for private addresses: $forwarded, $trustedHops trusted, $status', async (from) => {
    const { trustedHops, forwarded, status } = from;
    await using web = await server.another({ trustedHops });
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const answer = await rawRequest(`${web.origin}/metrics`, { headers });
    expect([answer.status, answer.headers['content-type']]).toEqual([
      status,
      status === 200 ? 'text/plain; version=0.0.4; charset=utf-8' : 'application/json; charset=utf-8',
    ]);
  });

  it('are not on the hosts of sites', async () => {
    await server.account({ subdomain: 'acme', publicAccess: true });
    expect((await getAtHost(server.origin, 'acme.book.example', '/metrics')).status).toBe(404);
  });
});
