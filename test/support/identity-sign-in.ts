import { clientId, clientSecret, type ForgingProvider, type Identity } from './forging-provider.js';
import { type BrowserAnswer, HttpBrowser } from './http-browser.js';
import type { TestAccount, TestServer } from './test-server.js';

const setProvider = `mutation ($input: IdentityProviderInput!) {
  setIdentityProvider(input: $input) { id issuer clientId name groupsClaim groupRoles { group role } defaultRole
    trustsEmail required active }
}`;

/** Sets the identity provider of an account, and returns the answer of GraphQL. */
export function sendProvider(account: TestAccount, issuer: string, more: object = {}) {
  const input = { issuer, clientId, clientSecret, name: 'Example ID', ...more };
  return account.graphql(setProvider, { input });
}

/** Like `sendProvider`. @throws Error if it is refused */
export async function useProvider(account: TestAccount, { issuer }: { issuer: string }, more: object = {}) {
  const { data, errors } = await sendProvider(account, issuer, more);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.setIdentityProvider;
}

/** Begins a sign-in, and returns the redirect to the provider. */
export function begin(account: TestAccount, browser = new HttpBrowser(), query = ''): Promise<BrowserAnswer> {
  return browser.get(`${account.origin}/dashboard/sign-in/${account.subdomain}${query}`);
}

/** Signs in at the provider and returns the response to its answer. */
export async function signInBy(
  account: TestAccount,
  provider: ForgingProvider,
  identity: Identity,
  browser = new HttpBrowser(),
): Promise<BrowserAnswer> {
  const { location } = await begin(account, browser);
  return browser.get(provider.authorize(location, identity));
}

/** Returns the sentence of a page that refuses a sign-in. */
export const refusalIn = ({ text }: { text: string }): string => /role="alert">([^<]*)</.exec(text)?.[1] ?? text;

/** The users of an account with their roles, by id. */
export function usersOf(server: TestServer, { credentials }: TestAccount) {
  return server.sql<{ id: number; name: string; email: string; role: string }>(
    `select account_user.id, name, email, role from account_user join client_user_link link
       on link.account_id = account_user.account_id and link.user_id = account_user.id
     where account_user.account_id = ? order by id`,
    credentials.id,
  );
}

/** The entries of the security log of an account, in order. */
export function securityEventsOf(server: TestServer, { credentials }: TestAccount) {
  return server.sql<{ kind: string; name: string; details: Record<string, unknown> }>(
    'select kind, name, details from security_event where account_id = ? order by id',
    credentials.id,
  );
}

/** The number of sessions of an account. */
export async function sessionsOf(server: TestServer, { credentials }: TestAccount): Promise<number> {
  const keys = await server.sql('select 1 from api_key where account_id = ? and user_id > 0', credentials.id);
  return keys.length;
}
