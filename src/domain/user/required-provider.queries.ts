import type { AccountQueries } from '../../platform/database/account-database.js';
import { DomainError } from '../../platform/errors.js';

/** Returns the name of the identity provider by which alone the users of an account sign in; undefined if there is none. */
export async function findRequiredProvider(db: AccountQueries): Promise<string | undefined> {
  const [provider] = await db.query<{ name: string }>(
    'select name from identity_provider where account_id = $1 and active and required',
  );
  return provider?.name;
}

/** The error for passwords, and for links to choose one, of users who must sign in by an identity provider. */
export function passwordsRefused(providerName: string): DomainError {
  return new DomainError('FORBIDDEN', `The users of this account sign in by ${providerName}, not with a password`);
}
