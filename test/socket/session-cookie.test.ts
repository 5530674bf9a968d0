import { createUser, password } from '../support/dashboard.js';
import { send } from '../support/sign-in.js';
import { useOwnTestServer } from '../support/test-server.js';
import { connect } from './subscriber.js';

const allowed = 'https://app.example.org';

const server = await useOwnTestServer({ config: { allowedOrigins: [allowed] } });
const account = await server.account();
const { email } = await createUser(server, account, { role: 'staff' });
const { subdomain } = account.credentials;
const credentials = { subdomain, email, password };
const { headers } = await send(`${server.origin}/dashboard/session`, credentials, { origin: server.origin });
const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';

const query = '{ viewer { role } }';

describe('the session cookie on a WebSocket', () => {
  it('authenticates a page of this server', async () => {
    const subscriber = connect(server.origin, { cookie, origin: server.origin });
    expect(await subscriber.ask(query)).toEqual({ data: { viewer: { role: 'STAFF' } } });
    await subscriber.end();
  });

  it('is refused with the upgrade from a foreign origin', async () => {
    const subscriber = connect(server.origin, { cookie, origin: 'https://evil.example.org' });
    const { code } = await subscriber.closed;
    // 1006: there was no WebSocket, because the server answered the upgrade with an error.
    expect(code).toBe(1006);
  });

  it.each([
    ['an origin that may use API keys', allowed],
    ['no page', undefined],
  ])('is ignored from %s', async (_name, origin) => {
    const subscriber = connect(server.origin, { cookie, ...(origin && { origin }) });
    expect(await subscriber.closed).toMatchObject({ code: 4401 });
    const withKey = connect(server.origin, { parameter: account.credentials.api_key, ...(origin && { origin }) });
    expect(await withKey.ask(query)).toEqual({ data: { viewer: { role: 'ADMIN' } } });
    await withKey.end();
  });
});
