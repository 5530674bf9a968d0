import { randomUUID } from 'node:crypto';
import { clientNetwork } from '../../platform/addresses.js';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import { countAttemptSequentially, resetAttempts } from '../../platform/database/attempt-limiter.js';
import type { Database } from '../../platform/database/database.js';
import { DomainError } from '../../platform/errors.js';
import { textKey } from '../../platform/text.js';
import { isEmail } from '../account/account.rules.js';
import { findBySubdomain } from '../account/account-of-subdomain.queries.js';
import { requireApiAccess } from '../account/create-context.js';
import {
  type AnsweredPasskey,
  passkeyChallenge,
  spendPasskey,
  verifyPasskey,
} from '../second-factor/passkey.actions.js';
import {
  logRefusedAccess,
  recordSecurityEvent,
  type SecurityEventSource,
} from '../security-event/record-security-event.actions.js';
import { passwordsRefused } from './required-provider.queries.js';
import {
  type AccountOfSubdomain,
  accountColumns,
  accountJoins,
  requireDashboardNetwork,
  type StartedSession,
  signInAttempts,
  startSession,
} from './session.actions.js';
import { AccountUser, ClientUserLink } from './user.entity.js';

/** The answer of a passkey to `passkeyChallenge`. */
export interface PasskeyCredentials {
  subdomain: string;
  /** The user whose passkey it must be, unless it is empty. */
  email: string;
  /** As the browser sent it. */
  passkey: unknown;
  /** The base URL of this server; empty if it is unknown. */
  address: string;
}

/**
 * Returns what a browser needs to sign in at an account with a passkey. The answer is the same for an unknown account.
 *
 * @throws DomainError INVALID if the address of this server is unknown or has no name
 */
export async function startPasskeySignIn(
  database: Database,
  { serverClock }: SecurityEventSource,
  { subdomain, address }: { subdomain: string; address: string },
): Promise<object> {
  const account = await findAccount(database, subdomain);
  return passkeyChallenge(account?.linkSecret ?? randomUUID(), address, serverClock.now());
}

/**
 * Signs a user in with a passkey alone: the device has verified the user, so it proves what the user has, and what the user
 * knows or is.
 *
 * @throws DomainError UNAUTHENTICATED, SUSPENDED, what `passwordsRefused` returns if the account requires its provider; RateLimitError after ten wrong answers from one network in 15 minutes
 */
export async function signInWithPasskey(
  database: Database,
  source: SecurityEventSource,
  { subdomain, email, passkey, address }: PasskeyCredentials,
): Promise<StartedSession> {
  const account = await findAccount(database, subdomain);
  if (!account) {
    logRefusedAccess(source, 'sign_in.failed', null);
    throw wrongPasskey();
  }
  if (account.requiredProvider !== null) throw passwordsRefused(account.requiredProvider);
  const { serverClock, clientAddress } = source;
  const db = database.account(account.accountId);
  const attempt = { account, db, serverClock };
  const network = clientNetwork(clientAddress);
  const limits = [{ name: 'sign-in:passkey', subject: network, ...signInAttempts.perNetwork }];
  await countAttemptSequentially(attempt, limits);
  const now = serverClock.now();
  const answered = await verifyPasskey(db, passkey, { secret: account.linkSecret, address, now });
  const session = answered && (await beginWithPasskey(db, source, { account, answered, email }));
  if (!session) {
    const user = { id: answered?.userId ?? null, name: isEmail(email) ? email : null };
    await recordSecurityEvent(db, source, { kind: 'sign_in.failed', user, details: { method: 'passkey' } });
    throw wrongPasskey();
  }
  await resetAttempts(attempt, limits);
  return session;
}

/** Begins a session if the passkey was not used for an answer as young, and is of the user with the email, if there is one. */
async function beginWithPasskey(
  db: AccountDatabase,
  source: SecurityEventSource,
  { account, answered, email }: { account: AccountOfSubdomain; answered: AnsweredPasskey; email: string },
): Promise<StartedSession | undefined> {
  requireApiAccess(account);
  const owner = await db.load(AccountUser, answered.userId);
  if (owner) await requireDashboardNetwork(db, source, owner, account.dashboardNetworks);
  const refused = new Error('the answer was used');
  const session = db.transaction(async (tx) => {
    const user = await tx.findLocked(AccountUser, answered.userId);
    const link = user && (await tx.findBy(ClientUserLink, { userId: user.id }));
    if (!user || !link || (email !== '' && textKey(user.email) !== textKey(email))) throw refused;
    if (!(await spendPasskey(tx, answered, source.serverClock.now()))) throw refused;
    return startSession(tx, source, { id: user.id, name: user.name, role: link.role }, 'passkey');
  });
  return session.catch((error: unknown) => {
    if (error === refused) return undefined;
    throw error;
  });
}

async function findAccount(database: Database, subdomain: string): Promise<AccountOfSubdomain | undefined> {
  const account = await findBySubdomain<AccountOfSubdomain>(database, subdomain, {
    columns: accountColumns,
    joins: accountJoins,
  });
  if (!account) return undefined;
  const linkSecret = database.account(account.accountId).open('account.link_secret', account.linkSecret);
  return { ...account, linkSecret };
}

function wrongPasskey(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'The passkey is not one of this account, or its answer is too old');
}
