import type { Role } from '../../outbox/actor.js';
import { recordChange } from '../../outbox/change-log.js';
import { clientNetwork } from '../../platform/addresses.js';
import { ClientNetworks } from '../../platform/client-networks.js';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import {
  type AttemptLimit,
  countAttemptSequentially,
  decrementAttempts,
  resetAttempts,
} from '../../platform/database/attempt-limiter.js';
import type { Database } from '../../platform/database/database.js';
import { DomainError, RateLimitError } from '../../platform/errors.js';
import { noAccount } from '../../platform/fairness.js';
import { isPassword } from '../../platform/password.js';
import { textKey } from '../../platform/text.js';
import { isEmail } from '../account/account.rules.js';
import { findBySubdomain } from '../account/account-of-subdomain.queries.js';
import { ApiKey } from '../account/api-key.entity.js';
import { createApiKeySecret, hashApiKey, parseAccountId } from '../account/api-key.rules.js';
import { dashboardRefusal, requireApiAccess } from '../account/create-context.js';
import {
  logRefusedAccess,
  recordSecurityEvent,
  type SecurityEventSource,
} from '../security-event/record-security-event.actions.js';
import { passwordsRefused } from './required-provider.queries.js';
import { countCode, resetCodes, secondStepError, takeSecondStep } from './second-step.actions.js';
import { AccountUser, ClientUserLink } from './user.entity.js';
import { maxSessions } from './user-session.queries.js';

/** The lifetime of the key of a session. */
export const sessionHours = 12;

/**
 * The number of wrong passwords that a user may enter, from one client network and from all networks together. So an attacker
 * elsewhere does not lock the user out, and many addresses together get few guesses.
 */
export const signInAttempts = {
  perNetwork: { maxAttempts: 10, minutes: 15 },
  perUser: { maxAttempts: 100, minutes: 15 },
} as const;

export interface Credentials {
  subdomain: string;
  email: string;
  password: string;
  /** A code of the user's app or a recovery code; empty if none was sent. */
  code?: string;
}

export interface StartedSession {
  apiKey: string;
  role: Role;
  /** Codes that the user got by setting up a second factor in this sign-in. */
  recoveryCodes?: readonly string[];
}

/** The proof of who a user is. */
export type SignInMethod =
  | 'password'
  | 'password and totp'
  | 'password and recovery_code'
  | 'passkey'
  | 'password_link'
  | 'demo_link'
  | 'openid_connect';

/** The columns of an account that a sign-in reads: `accountColumns`. */
export interface AccountOfSubdomain {
  accountId: number;
  name: string;
  linkSecret: string;
  secondFactorRequired: boolean;
  apiEnabled: boolean;
  suspendedAt: Date | null;
  dashboardNetworks: readonly string[];
  /** The name of the identity provider, if users sign in by it only. */
  requiredProvider: string | null;
}

interface User {
  userId: number;
  userName: string;
  passwordHash: string | null;
  passwordUntil: Date | null;
  role: Role;
}

/** An account and, if there is one, its user with the email. */
type Candidate = AccountOfSubdomain & (User | { [Key in keyof User]: null });

/**
 * Signs a user in and creates a key of the private API that expires after `sessionHours`, within the limits of
 * `signInAttempts`.
 *
 * @throws DomainError UNAUTHENTICATED for wrong credentials or an account without API access, SUSPENDED for a suspended
 *   account, FORBIDDEN for an address that the account does not allow; SecondFactorError if the password is right and the
 *   code is missing or wrong; RateLimitError
 */
export async function signIn(
  database: Database,
  source: SecurityEventSource,
  credentials: Credentials,
): Promise<StartedSession> {
  const candidate = await findCandidate(database, credentials);
  const { serverClock } = source;
  const attempt = candidate && { account: candidate, db: database.account(candidate.accountId), serverClock };
  const limits = signInLimits(credentials, source.clientAddress);
  const tried = candidate && { id: candidate.userId, name: candidate.userName ?? emailIn(credentials) };
  if (attempt) {
    await countAttemptSequentially(attempt, limits).catch(async (error: unknown) => {
      const isLimit = error instanceof RateLimitError;
      if (isLimit && tried) await recordSecurityEvent(attempt.db, source, { kind: 'sign_in.limited', user: tried });
      throw error;
    });
  }
  const { accountId = noAccount, passwordHash: knownHash = null } = candidate ?? {};
  const isRight = await isPassword(accountId, knownHash, credentials.password).catch(async (error: unknown) => {
    // Nothing was tried: a flood of sign-ins must not lock its victim out.
    if (attempt && error instanceof RateLimitError) await decrementAttempts(attempt, limits);
    throw error;
  });
  if (!attempt || !tried) {
    logRefusedAccess(source, 'sign_in.failed', null);
    throw wrongCredentials();
  }
  const { requiredProvider, passwordUntil } = candidate;
  if (requiredProvider !== null && !(passwordUntil && passwordUntil > serverClock.now())) {
    const details = { reason: 'provider_required' };
    await recordSecurityEvent(attempt.db, source, { kind: 'sign_in.failed', user: tried, details });
    throw passwordsRefused(requiredProvider);
  }
  if (candidate.userId === null || !isRight) {
    await recordSecurityEvent(attempt.db, source, { kind: 'sign_in.failed', user: tried });
    throw wrongCredentials();
  }
  requireApiAccess(candidate);
  const { userId: id, userName: name, role, passwordHash, dashboardNetworks } = candidate;
  await requireDashboardNetwork(attempt.db, source, { id, name }, dashboardNetworks);
  const user = { id, name, email: credentials.email, role };
  const step = { db: attempt.db, source, account: candidate, user, code: credentials.code ?? '' };
  await countCode(step);
  const session = await attempt.db.transaction(async (tx) => {
    const locked = await tx.findLocked(AccountUser, id);
    // The user was deleted or changed the password after the check above.
    if (locked?.passwordHash !== passwordHash) throw wrongCredentials();
    const passed = await takeSecondStep(tx, step);
    if (!passed) return undefined;
    const { method, recoveryCodes } = passed;
    const started = await startSession(tx, source, user, method ? `password and ${method}` : 'password');
    return { ...started, ...(recoveryCodes.length > 0 && { recoveryCodes }) };
  });
  if (!session) throw await secondStepError(step);
  await resetAttempts(attempt, limits);
  if (step.code !== '') await resetCodes(step);
  return session;
}

/**
 * Refuses and records the sign-in of a user from an address that the account does not allow. Requests by a session are
 * refused, too, by `authenticate`.
 *
 * @param networks `Account.dashboardNetworks`
 * @throws DomainError FORBIDDEN
 */
export async function requireDashboardNetwork(
  db: AccountDatabase,
  source: SecurityEventSource,
  user: { id: number; name: string },
  networks: readonly string[],
): Promise<void> {
  if (networks.length === 0 || new ClientNetworks(networks).contain(source.clientAddress)) return;
  await recordSecurityEvent(db, source, { kind: 'sign_in.refused', user, details: { reason: 'network' } });
  throw new DomainError('FORBIDDEN', dashboardRefusal(source.clientAddress));
}

/**
 * Creates the key of a session for a user who has proved who they are.
 *
 * @param tx has locked the user
 * @param method how the user proved it, for the security log
 */
export async function startSession(
  tx: AccountTransaction,
  source: SecurityEventSource,
  { id, name, role }: { id: number; name: string; role: Role },
  method: SignInMethod,
): Promise<StartedSession> {
  const at = source.serverClock.now();
  const apiKey = createApiKeySecret(tx.accountId);
  await tx.query('delete from api_key where account_id = $1 and user_id = $2 and expires_at <= $3', [id, at]);
  await tx.query(
    `delete from api_key where account_id = $1 and user_id = $2 and id in (
       select id from api_key where account_id = $1 and user_id = $2 and revoked_at is null
       order by coalesce(last_used_at, created_at) desc, id desc offset $3)`,
    [id, maxSessions - 1],
  );
  const key = tx.create(ApiKey, at);
  const expiresAt = new Date(at.getTime() + sessionHours * 3_600_000);
  const { clientAddress, userAgent } = source;
  Object.assign(key, { name: 'Session', keyHash: hashApiKey(apiKey), userId: id, expiresAt, clientAddress });
  key.userAgent = userAgent?.slice(0, 255) ?? null;
  await recordChange(tx, 'api_key.created', key, { actor: { kind: 'user', id, name, role }, at });
  await recordSecurityEvent(tx, source, { kind: 'sign_in.succeeded', user: { id, name }, details: { method } });
  return { apiKey, role };
}

function wrongCredentials(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'The subdomain, email or password is not correct');
}

/**
 * Revokes the key of a session. Works in suspended accounts, too.
 *
 * @returns the role of the user
 * @throws DomainError UNAUTHENTICATED for an invalid key, FORBIDDEN for the key of an account
 */
export async function signOut(database: Database, source: SecurityEventSource, key: string | undefined): Promise<Role> {
  const accountId = key === undefined ? undefined : parseAccountId(key);
  if (key === undefined || accountId === undefined) throw invalidKey();
  await database.cell?.requireHere(accountId);
  return database.account(accountId).transaction(async (tx) => {
    const session = await tx.findBy(ApiKey, { keyHash: hashApiKey(key), revokedAt: null });
    const at = source.serverClock.now();
    if (!session || (session.expiresAt && session.expiresAt <= at)) throw invalidKey();
    const { userId } = session;
    if (userId === null) throw new DomainError('FORBIDDEN', 'The key of an account has no session to end');
    const { name } = await tx.get(AccountUser, userId);
    const link = await tx.findBy(ClientUserLink, { userId });
    if (!link) throw invalidKey();
    const { role } = link;
    session.revokedAt = at;
    await recordChange(tx, 'api_key.revoked', session, { actor: { kind: 'user', id: userId, name, role }, at });
    await recordSecurityEvent(tx, source, {
      kind: 'session.ended',
      user: { id: userId, name },
      details: { session_id: session.id },
    });
    return role;
  });
}

function invalidKey(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'The API key is not valid');
}

/** The email that was tried. Null if it has no such form: people also type their password there. */
function emailIn({ email }: Credentials): string | null {
  return isEmail(email.trim()) ? email.trim() : null;
}

function signInLimits({ email }: Credentials, clientAddress: string): AttemptLimit[] {
  const user = textKey(email);
  return [
    {
      name: 'sign-in:user-and-network',
      subject: `${clientNetwork(clientAddress)} ${user}`,
      ...signInAttempts.perNetwork,
    },
    { name: 'sign-in:user', subject: user, ...signInAttempts.perUser },
  ];
}

export const accountColumns = `row.id as "accountId", row.name, row.link_secret as "linkSecret",
  row.second_factor_required as "secondFactorRequired", row.api_enabled as "apiEnabled",
  row.suspended_at as "suspendedAt", row.dashboard_networks as "dashboardNetworks", provider.name as "requiredProvider"`;

/** The joins of `accountColumns`. */
export const accountJoins = `left join identity_provider provider
  on provider.account_id = row.id and provider.active and provider.required`;

async function findCandidate(database: Database, { subdomain, email }: Credentials): Promise<Candidate | undefined> {
  const candidate = await findBySubdomain<Candidate>(database, subdomain, {
    columns: `${accountColumns}, account_user.id as "userId", account_user.name as "userName", password_hash as "passwordHash",
      password_until as "passwordUntil", role`,
    joins: `${accountJoins}
      left join (account_user
      join client_user_link link on link.account_id = account_user.account_id and link.user_id = account_user.id)
      on account_user.account_id = row.id and text_key(account_user.email) = $2`,
    parameters: [textKey(email)],
  });
  if (!candidate) return undefined;
  const linkSecret = database.account(candidate.accountId).open('account.link_secret', candidate.linkSecret);
  return { ...candidate, linkSecret };
}
