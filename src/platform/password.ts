import { argon2id, hash, verify } from 'argon2';
import type { FieldErrors } from '../errors.js';

const fewest = 10;
/** More would be work for the hash and nothing else. */
const most = 200;

/** What is wrong with a password that someone chooses, on `password`: it has 10 to 200 characters. */
export function passwordProblems(password: string): FieldErrors {
  if (password.length < fewest) return { password: [`is too short (minimum is ${fewest} characters)`] };
  return password.length > most ? { password: [`is too long (maximum is ${most} characters)`] } : {};
}

/** As OWASP has it: more memory would be a lever for those who want to take it from the server. */
const cost = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** What is kept of a password. Takes its time: not within a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let nobody: Promise<string> | undefined;

/** Whether the password is that of the hash. Takes as long when there is no hash, and is none then. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  if (password.length > most) return false;
  nobody ??= hashPassword('nobody has this one');
  const matches = await verify(passwordHash ?? (await nobody), password);
  return matches && passwordHash !== null;
}
