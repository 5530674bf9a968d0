import { clientNetwork } from '../../platform/addresses.js';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { countAttempt } from '../../platform/database/attempt-limiter.js';
import type { Database } from '../../platform/database/database.js';
import { RateLimitError } from '../../platform/errors.js';
import { clockTolerance, maxTokenAge, type VerifiedToken } from '../../platform/open-id/id-token.js';
import { OpenIdError, type OpenIdFailure } from '../../platform/open-id/open-id-error.js';
import type { OpenIdProviders } from '../../platform/open-id/open-id-providers.js';
import type { Clock } from '../../platform/time/clock.js';
import { requireApiAccess } from '../account/create-context.js';
import {
  logRefusedAccess,
  recordSecurityEvent,
  type SecurityEventSource,
} from '../security-event/record-security-event.actions.js';
import { requireDashboardNetwork, type StartedSession, startSession } from '../user/session.actions.js';
import type { IdentityProvider } from './identity-provider.entity.js';
import {
  type AccountOfProvider,
  findAccountOfId,
  findAccountOfSubdomain,
  findIdentityProvider,
  redirectUriOf,
  registrationOf,
} from './identity-provider.queries.js';
import { isComplete } from './identity-provider.rules.js';
import { lockUserOfIdentity } from './identity-user.actions.js';
import { type RefusalReason, SignInRefusal } from './sign-in-refusal.js';
import {
  accountOfTransaction,
  openTransaction,
  sealTransaction,
  transactionAge,
  viewOf,
} from './sign-in-transaction.rules.js';

/** The parts of the server that a sign-in by an identity provider uses. */
export interface IdentitySignInServices {
  database: Database;
  clock: Clock;
  openIdProviders: OpenIdProviders;
}

/**
 * The number of sign-ins by the provider that may fail from one client network. Successful ones are not counted: a whole office may
 * begin at nine.
 */
const failures = { maxAttempts: 30, minutes: 15 };

interface BegunSignIn {
  /** The page of the provider. */
  url: string;
  /** To keep in a cookie of the browser. */
  transaction: string;
}

/**
 * Begins a sign-in by the provider of an account.
 *
 * @param address the public base URL of this server; empty if it is unknown
 * @param view of the dashboard that opens afterwards
 * @throws SignInRefusal; DomainError MISDIRECTED
 */
export async function beginIdentitySignIn(
  { database, clock, openIdProviders }: IdentitySignInServices,
  { subdomain, address, view }: { subdomain: string; address: string; view: string },
): Promise<BegunSignIn> {
  if (address === '') throw new SignInRefusal('address_unknown');
  const account = await findAccountOfSubdomain(database, subdomain);
  if (!account) throw new SignInRefusal('provider_missing');
  const db = database.account(account.accountId);
  const provider = await requireActiveProvider(db);
  const registration = registrationOf(db, provider);
  const { url, ...checks } = await refusing(() => openIdProviders.begin(registration, redirectUriOf(address)));
  const { issuer, clientId } = provider;
  const expiresAt = clock.now().getTime() + transactionAge;
  return { url, transaction: sealTransaction(account, { ...checks, issuer, clientId, view: viewOf(view), expiresAt }) };
}

/** @throws SignInRefusal */
async function requireActiveProvider(db: AccountDatabase): Promise<IdentityProvider> {
  const provider = await findIdentityProvider(db);
  if (!provider?.active) throw new SignInRefusal('provider_missing');
  return provider;
}

export interface FinishedSignIn extends StartedSession {
  /** The view of the dashboard to open. */
  view: string;
}

/**
 * Finishes a sign-in by the answer of the provider.
 *
 * @param transaction the text of the cookie
 * @param answer the parameters of the redirect of the provider
 * @throws SignInRefusal; DomainError MISDIRECTED, UNAUTHENTICATED, SUSPENDED; RateLimitError
 */
export async function finishIdentitySignIn(
  { database, openIdProviders }: IdentitySignInServices,
  source: SecurityEventSource,
  { transaction, answer, address }: { transaction: string; answer: string; address: string },
): Promise<FinishedSignIn> {
  const accountId = accountOfTransaction(transaction);
  const account = accountId === undefined ? undefined : await findAccountOfId(database, accountId);
  const begun = account && openTransaction(account, transaction, source.serverClock.now());
  if (!account || !begun) {
    logRefusedAccess(source, 'sign_in.failed', account?.accountId ?? null);
    throw new SignInRefusal('stale');
  }
  const db = database.account(account.accountId);
  return recordingRefusal(db, source, account, async () => {
    const provider = await requireActiveProvider(db);
    const isSame = provider.issuer === begun.issuer && provider.clientId === begun.clientId;
    if (!isSame) throw new SignInRefusal('stale');
    const url = new URL(redirectUriOf(address));
    url.search = answer;
    const registration = registrationOf(db, provider);
    const verified = await refusing(() =>
      openIdProviders.finish(registration, url, begun, (claims) => isComplete(provider, claims)),
    );
    return { ...(await startIdentitySession(db, source, { account, provider, verified })), view: begun.view };
  });
}

/**
 * Signs a user in by an ID token that a program got from the provider of an account. A token is accepted once, within five
 * minutes of its issue.
 *
 * @throws SignInRefusal; DomainError MISDIRECTED, UNAUTHENTICATED, SUSPENDED; RateLimitError
 */
export async function signInByIdToken(
  { database, openIdProviders }: IdentitySignInServices,
  source: SecurityEventSource,
  { subdomain, idToken }: { subdomain: string; idToken: string },
): Promise<StartedSession> {
  const account = await findAccountOfSubdomain(database, subdomain);
  if (!account) throw new SignInRefusal('provider_missing');
  const db = database.account(account.accountId);
  const provider = await requireActiveProvider(db);
  return recordingRefusal(db, source, account, async () => {
    const registration = registrationOf(db, provider);
    const verified = await refusing(() => openIdProviders.verify(registration, idToken));
    return startIdentitySession(db, source, { account, provider, verified });
  });
}

/**
 * Returns the URL at which the provider of an account ends the user's session there, too. Undefined if the account has no
 * provider any more, or if it has no such URL or does not answer: the session of this server has ended anyway.
 */
export async function findSignOutUrl(
  { database, openIdProviders }: IdentitySignInServices,
  accountId: number,
  returnUrl: string,
): Promise<string | undefined> {
  const db = database.account(accountId);
  const provider = await findIdentityProvider(db);
  if (!provider?.active) return undefined;
  return openIdProviders.signOutUrl(registrationOf(db, provider), returnUrl).catch((error: unknown) => {
    if (error instanceof OpenIdError) return undefined;
    throw error;
  });
}

interface ProvenIdentity {
  account: AccountOfProvider;
  provider: IdentityProvider;
  verified: VerifiedToken;
}

async function startIdentitySession(
  db: AccountDatabase,
  source: SecurityEventSource,
  { account, provider, verified }: ProvenIdentity,
): Promise<StartedSession> {
  requireApiAccess(account);
  const at = source.serverClock.now();
  return db.transaction(async (tx) => {
    await useOnce(tx, verified, at);
    const user = await lockUserOfIdentity(tx, source, provider, verified);
    await requireDashboardNetwork(db, source, user, account.dashboardNetworks);
    return startSession(tx, source, user, 'openid_connect');
  });
}

/** In milliseconds: from the earliest sign-in with a token, whose clock may be ahead, to the last one. */
const tokenLifetime = (maxTokenAge + 2 * clockTolerance) * 1_000;

/** Notes that a token was used. Deletes some that are too old to be accepted. @throws SignInRefusal if it was used before */
async function useOnce(tx: AccountTransaction, { digest }: VerifiedToken, at: Date): Promise<void> {
  const inserted = await tx.query(
    `with expired as (delete from used_identity_token where account_id = $1 and digest in (
       select digest from used_identity_token where account_id = $1 and expires_at < $3
       order by expires_at limit 100 for update skip locked))
     insert into used_identity_token (account_id, digest, expires_at) values ($1, $2, $4)
     on conflict (account_id, digest) do nothing
     returning digest`,
    [digest, at, new Date(at.getTime() + tokenLifetime)],
  );
  if (inserted.length === 0) throw new SignInRefusal('invalid', 'the token was used before');
}

/** Records a refusal in the security log. @throws RateLimitError instead, if there were too many from the network */
async function recordingRefusal<Result>(
  db: AccountDatabase,
  source: SecurityEventSource,
  account: AccountOfProvider,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SignInRefusal)) throw error;
    const subject = clientNetwork(source.clientAddress);
    const { serverClock } = source;
    const { reason, problem, user = { id: null, name: null } } = error;
    const limits = [{ name: 'sign-in:provider', subject, ...failures }];
    await countAttempt({ account, db, serverClock }, limits).catch(async (limit: unknown) => {
      if (limit instanceof RateLimitError) await recordSecurityEvent(db, source, { kind: 'sign_in.limited', user });
      throw limit;
    });
    const details = { method: 'openid_connect', reason, ...(problem !== '' && { problem: problem.slice(0, 255) }) };
    await recordSecurityEvent(db, source, { kind: 'sign_in.failed', user, details });
    throw error;
  }
}

const reasons = {
  unavailable: 'provider_unavailable',
  denied: 'denied',
  invalid: 'invalid',
} as const satisfies Record<OpenIdFailure, RefusalReason>;

/** @throws SignInRefusal for what the provider, or who pretends to be it, has answered */
async function refusing<Result>(exchange: () => Promise<Result>): Promise<Result> {
  try {
    return await exchange();
  } catch (error) {
    if (error instanceof OpenIdError) throw new SignInRefusal(reasons[error.failure], error.message);
    throw error;
  }
}
