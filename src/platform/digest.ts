import { hash } from 'node:crypto';

/** SHA-256 in hexadecimal. Sufficient to store random secrets, but not passwords. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}
