import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { Database } from '../../platform/database/database.js';
import type { OpenIdRegistration } from '../../platform/open-id/open-id-providers.js';
import { findBySubdomain } from '../account/account-of-subdomain.queries.js';
import { clientSecretColumn, IdentityProvider } from './identity-provider.entity.js';

/** Returns the identity provider of an account, active or not, or null. */
export async function findIdentityProvider(db: AccountDatabase): Promise<IdentityProvider | null> {
  const [provider] = await db.rows(IdentityProvider, {}, { limit: 1 });
  return provider ?? null;
}

/** Returns this server as the client of a provider. @throws EncryptionError */
export function registrationOf(
  db: AccountDatabase,
  { issuer, clientId, clientSecret }: Pick<IdentityProvider, 'issuer' | 'clientId' | 'clientSecret'>,
): OpenIdRegistration {
  return { issuer, clientId, clientSecret: db.open(clientSecretColumn, clientSecret) };
}

/** The attributes of an account's identity provider that everybody may read. */
export interface ShownProvider {
  name: string;
  /** Whether users sign in by it only. */
  required: boolean;
}

/**
 * Returns the active provider of the account with that subdomain, for the form to sign in; undefined if there is none,
 * or no such account.
 *
 * @throws DomainError MISDIRECTED
 */
export async function findShownProvider(database: Database, subdomain: string): Promise<ShownProvider | undefined> {
  const found = await findBySubdomain<ShownProvider | { name: null }>(database, subdomain, {
    columns: 'provider.name, provider.required',
    joins: 'left join identity_provider provider on provider.account_id = row.id and provider.active',
  });
  return found && found.name !== null ? { name: found.name, required: found.required } : undefined;
}

/** An account with what a sign-in by its provider needs. */
export interface AccountOfProvider {
  accountId: number;
  subdomain: string;
  linkSecret: string;
  apiEnabled: boolean;
  suspendedAt: Date | null;
  dashboardNetworks: readonly string[];
}

const accountColumns = `row.id as "accountId", row.subdomain, row.link_secret as "linkSecret",
  row.api_enabled as "apiEnabled", row.suspended_at as "suspendedAt",
  row.dashboard_networks as "dashboardNetworks"`;

/** Returns the account with that subdomain. @throws DomainError MISDIRECTED */
export async function findAccountOfSubdomain(
  database: Database,
  subdomain: string,
): Promise<AccountOfProvider | undefined> {
  return withOpenSecret(
    database,
    await findBySubdomain<AccountOfProvider>(database, subdomain, { columns: accountColumns }),
  );
}

/** Returns the account with that id. @throws DomainError MISDIRECTED */
export async function findAccountOfId(database: Database, id: number): Promise<AccountOfProvider | undefined> {
  await database.cell?.requireHere(id);
  const [account] = await database
    .account(id)
    .query<AccountOfProvider>(`select ${accountColumns} from account row where row.id = $1 and row.moved_to is null`);
  return withOpenSecret(database, account);
}

function withOpenSecret(database: Database, account: AccountOfProvider | undefined): AccountOfProvider | undefined {
  if (!account) return undefined;
  return {
    ...account,
    linkSecret: database.account(account.accountId).open('account.link_secret', account.linkSecret),
  };
}

/** The URL to which providers send users back, the same for all accounts. @param address the public base URL of this server */
export function redirectUriOf(address: string): string {
  return `${address}/dashboard/sign-in`;
}
