import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { clientId, clientSecret } from './forging-provider.js';

interface RealProvider extends AsyncDisposable {
  issuer: string;
}

/** The users of the provider by the name with which they sign in there. Their password is any text. */
const users: Readonly<Record<string, object>> = {
  kari: {
    name: 'Kari Nordmann',
    email: 'admin-kari-nordmann@example.org',
    email_verified: true,
    groups: ['booking-admins'],
  },
  ola: { name: 'Ola Nordmann', email: 'ola@example.org', email_verified: true, groups: ['booking-team'] },
  eva: { name: 'Eva', email: 'eva@example.org', email_verified: true, groups: [] },
};

/**
 * Starts a certified implementation of an OpenID provider on the loopback, with its own form to sign in. It has the claims
 * about a user at its userinfo endpoint only, and requires PKCE.
 *
 * @param origin of the booking server
 */
export async function startOidcProvider(origin: string): Promise<RealProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${origin}/dashboard/sign-in`],
        post_logout_redirect_uris: [`${origin}/dashboard`],
      },
    ],
    scopes: ['openid', 'offline_access', 'groups'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    cookies: { keys: ['a key of a test'] },
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...users[id] }) }),
    pkce: { required: () => true },
    ttl: { Session: 3_600, Interaction: 3_600, Grant: 3_600, AccessToken: 3_600, IdToken: 3_600 },
  });
  server.on('request', provider.callback());
  return {
    issuer,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
