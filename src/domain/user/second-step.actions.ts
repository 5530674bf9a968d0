import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type AttemptLimit, countAttemptSequentially, resetAttempts } from '../../platform/database/attempt-limiter.js';
import { SecondFactorError } from '../../platform/errors.js';
import { confirmPendingTotp, spendCode, storePendingTotp } from '../second-factor/second-factor.actions.js';
import { methodsOf, readFactorState } from '../second-factor/second-factor.queries.js';
import { recordSecurityEvent, type SecurityEventSource } from '../security-event/record-security-event.actions.js';

/**
 * The number of wrong codes that a user whose password was right may enter, from all networks together: nobody but the user gets
 * so far, and a code has only six digits.
 */
export const codeAttempts = {
  perQuarter: { maxAttempts: 10, minutes: 15 },
  perDay: { maxAttempts: 50, minutes: 1_440 },
};

/** A user whose password is right. */
interface Candidate {
  id: number;
  name: string;
  email: string;
}

interface StepOptions {
  db: AccountDatabase;
  source: SecurityEventSource;
  /** The account of the user. */
  account: { name: string; linkSecret: string; secondFactorRequired: boolean };
  user: Candidate;
  /** The code that the client has sent; empty if none. */
  code: string;
}

/** The way in which the second step was passed. */
export interface PassedStep {
  /** Undefined if the user needs no second factor. */
  method: 'totp' | 'recovery_code' | undefined;
  /** Codes that the user got by setting up the app in this sign-in. */
  recoveryCodes: readonly string[];
}

/**
 * Counts an attempt if a code was sent. Call it before `takeSecondStep`, in no transaction, so that the attempt stays counted.
 *
 * @throws RateLimitError
 */
export function countCode({ db, source, account, user, code }: StepOptions): Promise<void> {
  if (code === '') return Promise.resolve();
  return countAttemptSequentially({ account, db, serverClock: source.serverClock }, codeLimits(user));
}

/** Forgets the wrong codes of a user who has entered a right one. */
export function resetCodes({ db, source, account, user }: StepOptions): Promise<void> {
  return resetAttempts({ account, db, serverClock: source.serverClock }, codeLimits(user));
}

function codeLimits({ id }: Candidate): AttemptLimit[] {
  const subject = String(id);
  return [
    { name: 'second-factor:code', subject, ...codeAttempts.perQuarter },
    { name: 'second-factor:code-of-day', subject, ...codeAttempts.perDay },
  ];
}

/**
 * Takes the second step of a sign-in, in the transaction that begins the session. A user who needs a second factor and has
 * none sets up an app for codes here, before there is a session: the first code of the app confirms it.
 *
 * @returns undefined if the code is missing or wrong: then the caller commits and throws `secondStepError`
 */
export async function takeSecondStep(
  tx: AccountTransaction,
  { db, source, account, user, code }: StepOptions,
): Promise<PassedStep | undefined> {
  const at = source.serverClock.now();
  const methods = methodsOf(await readFactorState(tx, user.id));
  if (methods.length > 0) {
    const method = code === '' ? undefined : await spendCode(tx, db, user.id, { code, at });
    if (!method) return undefined;
    if (method === 'recovery_code') {
      await recordSecurityEvent(tx, source, { kind: 'second_factor.recovery_code_used', user });
    }
    return { method, recoveryCodes: [] };
  }
  if (!account.secondFactorRequired) return { method: undefined, recoveryCodes: [] };
  const confirmed = code === '' ? undefined : await confirmPendingTotp(tx, db, user.id, { code, at });
  if (!confirmed) return undefined;
  await recordSecurityEvent(tx, source, { kind: 'second_factor.enabled', user, details: { method: 'totp' } });
  return { method: 'totp', recoveryCodes: confirmed.recoveryCodes };
}

/** Records a wrong code, and returns the error that says how the user can go on. */
export async function secondStepError({ db, source, account, user, code }: StepOptions): Promise<SecondFactorError> {
  const message = code === '' ? 'A second factor is required' : 'The code is not correct';
  if (code !== '') await recordSecurityEvent(db, source, { kind: 'second_factor.failed', user });
  const methods = methodsOf(await readFactorState(db, user.id));
  if (methods.length > 0 || code !== '') return new SecondFactorError(message, { second_factor: methods });
  const at = source.serverClock.now();
  const setup = await db.transaction((tx) => storePendingTotp(tx, db, user, { issuer: account.name, at }));
  return new SecondFactorError('Set up a second factor first', { second_factor: methods, enrolment: setup });
}
