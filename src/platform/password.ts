import { randomUUID } from 'node:crypto';
import { argon2id, hash, verify } from 'argon2';
import { isCommonPassword } from './common-passwords.js';
import { type FieldErrors, RateLimitError } from './errors.js';
import { FairQueue, QueueRefusal } from './fairness.js';
import { textKey } from './text.js';

/** Characters of a user's password. The maximum bounds the work of the hash. */
export const passwordLength = { min: 10, max: 200 } as const;

/** The parameters that OWASP recommends. More memory would help attackers to exhaust that of the server. */
const cost = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Hashing uses the four threads of libuv, which also resolve host names for new connections. Anybody may try passwords, so a
 * flood for one account delays others by one hash, and does not keep requests open until they time out.
 */
const hashing = new FairQueue({ permits: 2, maxWaiting: 100, patience: 5_000 });

/** In seconds. */
const retryAfter = 5;

interface PasswordRules {
  /** Characters; that of users by default. */
  minLength?: number;
  /** Texts that others know of the user and the account, such as the email address. Empty ones are ignored. */
  known?: readonly (string | null | undefined)[];
}

/** Validates a new password. Errors are under `password`. */
export function validatePassword(
  password: string,
  { minLength = passwordLength.min, known = [] }: PasswordRules = {},
): FieldErrors {
  if (password.length < minLength) return { password: [`is too short (minimum is ${minLength} characters)`] };
  const { max } = passwordLength;
  if (password.length > max) return { password: [`is too long (maximum is ${max} characters)`] };
  const key = textKey(password);
  if (known.some((text) => text && textKey(text) === key)) {
    return { password: ['is too easy to guess', 'must not be a name or an email address of the account or the user'] };
  }
  if (isCommonPassword(password)) {
    return {
      password: ['is too common', 'must not be one of the commonest passwords: three words together are better'],
    };
  }
  return {};
}

/** Slow by design: do not call it inside a transaction. @throws RateLimitError if too many passwords of the account wait */
export function hashPassword(accountId: number, password: string): Promise<string> {
  return inTurn(accountId, () => hash(password, cost));
}

let dummyHash: Promise<string> | undefined;

/**
 * Returns false if there is no hash, after the same time, so that the time does not reveal which users exist.
 *
 * @throws RateLimitError if too many passwords of the account wait
 */
export async function isPassword(accountId: number, passwordHash: string | null, password: string): Promise<boolean> {
  if (password.length > passwordLength.max) return false;
  dummyHash ??= hash(randomUUID(), cost);
  const known = passwordHash ?? (await dummyHash);
  const isRight = await inTurn(accountId, () => verify(known, password));
  return isRight && passwordHash !== null;
}

async function inTurn<Result>(accountId: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await hashing.run(accountId, work);
  } catch (error) {
    if (!(error instanceof QueueRefusal)) throw error;
    throw new RateLimitError(retryAfter, `Too many passwords are being checked, retry in ${retryAfter} seconds`);
  }
}
