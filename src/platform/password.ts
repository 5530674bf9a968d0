import { randomUUID } from 'node:crypto';
import { argon2id, hash, verify } from 'argon2';
import type { FieldErrors } from './errors.js';
import { Semaphore } from './semaphore.js';

/** More would be work for the hash and nothing else. */
const longest = 200;

/** As OWASP has it: more memory would be a lever for those who want to take it from the server. */
const cost = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing takes the threads that also look up host names: it must leave some for connections to be made. */
const hashing = new Semaphore(2);

/** What is wrong with a password that someone chooses, on `password`: it has `shortest` to 200
 * characters. */
export function passwordProblems(password: string, shortest = 10): FieldErrors {
  if (password.length < shortest) return { password: [`is too short (minimum is ${shortest} characters)`] };
  return password.length > longest ? { password: [`is too long (maximum is ${longest} characters)`] } : {};
}

/** What is kept of a password. Takes its time: not within a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hash(password, cost));
}

let nobodys: Promise<string> | undefined;

/** Whether the password is that of the hash. Takes as long when there is no hash, and is none then. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  if (password.length > longest) return false;
  nobodys ??= hashPassword(randomUUID());
  const known = passwordHash ?? (await nobodys);
  const isRight = await hashing.run(() => verify(known, password));
  return isRight && passwordHash !== null;
}
