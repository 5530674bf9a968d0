import { hash } from 'node:crypto';

/** SHA-256 in hexadecimal. Enough to keep a secret by that is random itself; not a password. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}
