import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { countAttempt, resetAttempts } from '../../platform/database/attempt-limiter.js';
import { DomainError, invalid } from '../../platform/errors.js';
import { isPassword } from '../../platform/password.js';
import type { RequestContext } from '../context.js';
import { recordSecurityEvent } from '../security-event/record-security-event.actions.js';
import { createRecoveryCodes, hashRecoveryCode, plainCode } from './recovery-code.rules.js';
import {
  type FactorState,
  hasFactor,
  listPasskeys,
  readFactorState,
  type SecondFactor,
} from './second-factor.queries.js';
import { createTotpSecret, findStep, toBase32, totpUri } from './totp.rules.js';

/** In milliseconds: the time within which a new app must be confirmed by a code. */
const pendingLifetime = 1_800_000;

/** Opens and seals the secrets of an account. */
type Sealer = Pick<AccountDatabase, 'seal' | 'open'>;

/** A signed-in user. */
interface SignedIn {
  id: number;
  email: string;
  passwordHash: string | null;
}

/** Returns the user who makes a request. @throws DomainError FORBIDDEN for a key of the account */
export async function requireUser({ actor, db }: RequestContext): Promise<SignedIn> {
  if (actor.kind !== 'user') throw new DomainError('FORBIDDEN', 'Only users who have signed in have a second factor');
  const [user] = await db.query<SignedIn>(
    'select id, email, password_hash as "passwordHash" from account_user where account_id = $1 and id = $2',
    [actor.id],
  );
  if (!user) throw new DomainError('UNAUTHENTICATED', 'The API key is not valid');
  return user;
}

/**
 * Checks the password of the user who makes a request, so that a session that somebody else has taken over cannot change how
 * the user signs in. Users without a password sign in elsewhere: nothing is checked.
 *
 * @throws DomainError INVALID on `password`, FORBIDDEN for a key of the account; RateLimitError after ten wrong ones in 15 minutes
 */
export async function requirePassword(context: RequestContext, password: string): Promise<SignedIn> {
  const user = await requireUser(context);
  if (user.passwordHash === null) return user;
  const limits = [{ name: 'second-factor:password', subject: String(user.id), maxAttempts: 10, minutes: 15 }];
  await countAttempt(context, limits);
  if (!(await isPassword(context.account.id, user.passwordHash, password))) throw invalid({ password: ['is invalid'] });
  await resetAttempts(context, limits);
  return user;
}

/** The secret of an app for codes, until it is confirmed. */
export interface TotpSetup {
  /** In Base32. */
  secret: string;
  /** The address of a QR code. */
  uri: string;
}

/** Stores a new secret for the app of a user, which is used from its confirmation on. Replaces one that was not confirmed. */
export async function storePendingTotp(
  tx: AccountTransaction,
  sealer: Sealer,
  user: { id: number; email: string },
  { issuer, at }: { issuer: string; at: Date },
): Promise<TotpSetup> {
  const secret = createTotpSecret();
  await tx.query(
    `insert into second_factor (account_id, user_id, totp_pending, totp_pending_at, created_at, updated_at)
     values ($1, $2, $3, $4, $4, $4)
     on conflict (account_id, user_id) do update
     set totp_pending = excluded.totp_pending, totp_pending_at = excluded.totp_pending_at`,
    [user.id, sealer.seal('second_factor.totp_pending', secret.toString('base64url')), at],
  );
  return { secret: toBase32(secret), uri: totpUri(secret, issuer, user.email) };
}

/** Begins to set up an app for codes. @throws DomainError INVALID on `password`, FORBIDDEN; RateLimitError */
export async function startTotp(context: RequestContext, password: string): Promise<TotpSetup> {
  const user = await requirePassword(context, password);
  const { db, account, serverClock } = context;
  return db.transaction((tx) => storePendingTotp(tx, db, user, { issuer: account.name, at: serverClock.now() }));
}

/**
 * Uses the app that was set up last from now on, if `code` is one of its codes. That code is spent.
 *
 * @returns the recovery codes if the user had none; undefined if the code is wrong or too late
 */
export async function confirmPendingTotp(
  tx: AccountTransaction,
  sealer: Sealer,
  userId: number,
  { code, at }: { code: string; at: Date },
): Promise<{ recoveryCodes: string[] } | undefined> {
  const [pending] = await tx.query<{ sealed: string }>(
    `select totp_pending as sealed from second_factor
     where account_id = $1 and user_id = $2 and totp_pending is not null and totp_pending_at > $3`,
    [userId, new Date(at.getTime() - pendingLifetime)],
  );
  if (!pending) return undefined;
  const secret = sealer.open('second_factor.totp_pending', pending.sealed);
  const step = findStep(Buffer.from(secret, 'base64url'), plainCode(code), at);
  if (step === undefined) return undefined;
  const confirmed = await tx.query(
    `update second_factor set totp_secret = $4, totp_since = $5, totp_step = $6, totp_pending = null, totp_pending_at = null
     where account_id = $1 and user_id = $2 and totp_pending = $3 returning user_id`,
    [userId, pending.sealed, sealer.seal('second_factor.totp_secret', secret), at, step],
  );
  return confirmed.length > 0 ? { recoveryCodes: await addMissingRecoveryCodes(tx, userId) } : undefined;
}

/**
 * Confirms the app that `startTotp` has begun to set up.
 *
 * @returns the recovery codes if the user had none, this once
 * @throws DomainError INVALID on `code`, FORBIDDEN
 */
export async function confirmTotp(context: RequestContext, code: string): Promise<string[]> {
  const { id } = await requireUser(context);
  const { db, serverClock } = context;
  return db.transaction(async (tx) => {
    const confirmed = await confirmPendingTotp(tx, db, id, { code, at: serverClock.now() });
    if (!confirmed) throw invalid({ code: ['is invalid', 'must be the code that your app shows now, six digits'] });
    await recordSecurityEvent(tx, context, { kind: 'second_factor.enabled', details: { method: 'totp' } });
    return confirmed.recoveryCodes;
  });
}

/** Removes the app for codes. @throws DomainError INVALID on `password`, on `base` if the account requires it; RateLimitError */
export async function removeTotp(context: RequestContext, password: string): Promise<void> {
  const { id } = await requirePassword(context, password);
  await context.db.transaction(async (tx) => {
    const before = await readFactorState(tx, id);
    if (before.totpSince === null) return;
    await requireFactorRemains(tx, { ...before, totpSince: null });
    await tx.query(
      `update second_factor set totp_secret = null, totp_since = null, totp_pending = null, totp_pending_at = null
       where account_id = $1 and user_id = $2`,
      [id],
    );
    await removeIfEmpty(tx, id);
    await recordSecurityEvent(tx, context, { kind: 'second_factor.disabled', details: { method: 'totp' } });
  });
}

/** @throws DomainError INVALID on `base` if the account requires a second factor and none is left */
export async function requireFactorRemains(tx: AccountTransaction, after: FactorState): Promise<void> {
  if (hasFactor(after)) return;
  const [account] = await tx.query<{ isRequired: boolean }>(
    'select second_factor_required as "isRequired" from account where id = $1',
  );
  if (account?.isRequired) throw invalid({ base: ['The account requires a second factor: set up another one first'] });
}

/** Forgets recovery codes, which are of no use without another factor. */
export async function removeIfEmpty(tx: AccountTransaction, userId: number): Promise<void> {
  await tx.query(
    `delete from second_factor where account_id = $1 and user_id = $2 and totp_secret is null
       and not exists (select from passkey where account_id = $1 and user_id = $2)`,
    [userId],
  );
}

/** Creates recovery codes for a user who has none. Returns them, or nothing if the user has some. */
export async function addMissingRecoveryCodes(tx: AccountTransaction, userId: number): Promise<string[]> {
  const codes = createRecoveryCodes();
  const added = await tx.query(
    `update second_factor set recovery_codes = $3
     where account_id = $1 and user_id = $2 and cardinality(recovery_codes) = 0 returning user_id`,
    [userId, codes.map(hashRecoveryCode)],
  );
  return added.length > 0 ? codes : [];
}

/**
 * Replaces the recovery codes of the user.
 *
 * @returns the new codes, this once
 * @throws DomainError INVALID on `password`, on `base` without another factor, FORBIDDEN; RateLimitError
 */
export async function replaceRecoveryCodes(context: RequestContext, password: string): Promise<string[]> {
  const { id } = await requirePassword(context, password);
  return context.db.transaction(async (tx) => {
    if (!hasFactor(await readFactorState(tx, id))) {
      throw invalid({ base: ['Set up an app for codes or a passkey first'] });
    }
    await tx.query(`update second_factor set recovery_codes = '{}' where account_id = $1 and user_id = $2`, [id]);
    await recordSecurityEvent(tx, context, { kind: 'second_factor.enabled', details: { method: 'recovery_code' } });
    return addMissingRecoveryCodes(tx, id);
  });
}

/**
 * Accepts a code of a user's app or a recovery code. Each is accepted once, which the database decides: of two processes
 * that get the same code at once, one changes the row and the other finds the condition false.
 *
 * @returns which of them it is; undefined if it is wrong or was used
 */
export async function spendCode(
  tx: AccountTransaction,
  sealer: Sealer,
  userId: number,
  { code, at }: { code: string; at: Date },
): Promise<'totp' | 'recovery_code' | undefined> {
  const plain = plainCode(code);
  if (/^\d{6}$/.test(plain)) return (await spendTotpCode(tx, sealer, userId, plain, at)) ? 'totp' : undefined;
  const removed = await tx.query(
    `update second_factor set recovery_codes = array_remove(recovery_codes, $3)
     where account_id = $1 and user_id = $2 and $3 = any (recovery_codes) returning user_id`,
    [userId, hashRecoveryCode(plain)],
  );
  return removed.length > 0 ? 'recovery_code' : undefined;
}

async function spendTotpCode(
  tx: AccountTransaction,
  sealer: Sealer,
  userId: number,
  code: string,
  at: Date,
): Promise<boolean> {
  const [factor] = await tx.query<{ sealed: string }>(
    `select totp_secret as sealed from second_factor
     where account_id = $1 and user_id = $2 and totp_secret is not null`,
    [userId],
  );
  if (!factor) return false;
  const secret = Buffer.from(sealer.open('second_factor.totp_secret', factor.sealed), 'base64url');
  const step = findStep(secret, code, at);
  if (step === undefined) return false;
  const spent = await tx.query(
    `update second_factor set totp_step = $3
     where account_id = $1 and user_id = $2 and totp_step < $3 and totp_secret = $4 returning user_id`,
    [userId, step, factor.sealed],
  );
  return spent.length > 0;
}

/** Reads the second factor of the user who makes the request. @throws DomainError FORBIDDEN for a key of the account */
export async function readOwnSecondFactor(context: RequestContext): Promise<SecondFactor> {
  const { id } = await requireUser(context);
  const { db } = context;
  const [{ totpSince, recoveryCodesLeft }, passkeys, [account]] = await Promise.all([
    readFactorState(db, id),
    listPasskeys(db, id),
    db.query<{ isRequired: boolean }>('select second_factor_required as "isRequired" from account where id = $1'),
  ]);
  return { isRequired: account?.isRequired ?? false, totpSince, recoveryCodesLeft, passkeys };
}

/** Removes all second factors of a user, who has lost them. */
export async function removeAllFactors(tx: AccountTransaction, userId: number): Promise<void> {
  await tx.query('delete from passkey where account_id = $1 and user_id = $2', [userId]);
  await tx.query('delete from second_factor where account_id = $1 and user_id = $2', [userId]);
}
