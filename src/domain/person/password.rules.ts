import { randomUUID } from 'node:crypto';
import { hash, verify } from 'argon2';
import { Slots } from '../../changes/slots.js';
import type { FieldErrors } from '../../errors.js';

const shortest = 8;
const longest = 128;

/** Argon2id: some 20 ms and 19 MiB for each hash. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing takes the threads that also look up host names: it must leave some for connections to be made. */
const hashing = new Slots(2);

/** What is wrong with a new password, in characters; an empty one is none. */
export function passwordProblems(password: string | null | undefined): FieldErrors {
  if (!password) return {};
  if (password.length < shortest) return { password: [`is too short (minimum is ${shortest} characters)`] };
  if (password.length > longest) return { password: [`is too long (maximum is ${longest} characters)`] };
  return {};
}

/** What is stored of a password. Slow on purpose: not for within a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hash(password, cost));
}

const nobodys = hashPassword(randomUUID());

/** Whether the hash is of this password. Without one it is not, and to say so takes as long. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const known = passwordHash ?? (await nobodys);
  const isRight = await hashing.run(() => verify(known, password));
  return isRight && passwordHash !== null;
}
