import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isObject } from '../../platform/accepted.js';
import { isSameSecret } from '../../platform/secrets.js';

/** The number of passkeys that a user can have. */
export const maxPasskeys = 10;

/** In milliseconds: the time for which a challenge can be answered. */
export const challengeLifetime = 300_000;

/** The server as browsers and passkeys identify it. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * Returns the relying party of a server with that base URL, which comes from its settings and never from a request. A
 * passkey belongs to a name, so a loopback address stands for `localhost`, at which its pages have to be opened.
 *
 * @returns undefined for any other address without a name, and if the address is unknown
 */
export function relyingPartyOf(address: string): RelyingParty | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isLoopback = /^(127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (isLoopback) url.hostname = 'localhost';
  const isAddress = isIP(url.hostname) !== 0 || url.hostname.startsWith('[');
  return isAddress ? undefined : { id: url.hostname, origin: url.origin };
}

/** The purpose of a challenge: a new passkey of a user, or a sign-in at the account. */
export type ChallengePurpose = `add:${number}` | 'sign-in';

const timeLength = 8;
const randomLength = 16;
const digestLength = 32;

/**
 * Creates a challenge: its time, random bytes and a digest of both. So nothing is stored for the many challenges that nobody
 * answers. Each is accepted once, because those that a user answers must become younger: see `spendChallenge`.
 *
 * @param secret of the account, which no client gets
 */
export function createChallenge(secret: string, purpose: ChallengePurpose, at: Date): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(timeLength);
  time.writeBigUInt64BE(BigInt(at.getTime()));
  const given = Buffer.concat([time, randomBytes(randomLength)]);
  return Uint8Array.from(Buffer.concat([given, digestOf(secret, purpose, given)]));
}

/** Returns when a challenge was created. Undefined if it is of another purpose or account, too old, or not ours. */
export function challengeTime(
  secret: string,
  purpose: ChallengePurpose,
  challenge: string,
  now: Date,
): Date | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== timeLength + randomLength + digestLength) return undefined;
  const given = bytes.subarray(0, timeLength + randomLength);
  const digest = bytes.subarray(timeLength + randomLength).toString('hex');
  if (!isSameSecret(digest, digestOf(secret, purpose, given).toString('hex'))) return undefined;
  const at = Number(given.readBigUInt64BE());
  return now.getTime() - at < challengeLifetime ? new Date(at) : undefined;
}

function digestOf(secret: string, purpose: ChallengePurpose, given: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`passkey ${purpose} `).update(given).digest();
}

/** Returns the handle of a user in passkeys: always the same, and without any meaning to others. */
export function userHandle(secret: string, userId: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(`passkey user ${userId} ${secret}`).digest());
}

/** Bytes that a browser sends, in Base64url. Keys and signatures take far less. */
const encodedBytes = /^[\w-]{1,20000}$/;
/** A credential has at most 1,023 bytes (WebAuthn, section 4). */
const credentialId = /^[\w-]{1,1400}$/;

function isBytes(value: unknown): value is string {
  return typeof value === 'string' && encodedBytes.test(value);
}

/** Returns the id of the credential that a browser sent, with the parts of its answer. Undefined if it is malformed. */
function credentialOf(sent: unknown): { id: string; response: Readonly<Record<string, unknown>> } | undefined {
  if (!isObject(sent) || sent['type'] !== 'public-key') return undefined;
  const { id, response } = sent;
  return typeof id === 'string' && credentialId.test(id) && isObject(response) ? { id, response } : undefined;
}

/** Reads what a browser answers to a challenge for a new passkey. Undefined if it is malformed. */
export function toRegistration(sent: unknown): RegistrationResponseJSON | undefined {
  const credential = credentialOf(sent);
  if (!credential) return undefined;
  const { id, response } = credential;
  const { clientDataJSON, attestationObject } = response;
  if (!isBytes(clientDataJSON) || !isBytes(attestationObject)) return undefined;
  const answer = { clientDataJSON, attestationObject };
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: answer };
}

/** Reads what a browser answers to a challenge for a sign-in. Undefined if it is malformed. */
export function toAssertion(sent: unknown): AuthenticationResponseJSON | undefined {
  const credential = credentialOf(sent);
  if (!credential) return undefined;
  const { id, response } = credential;
  const { clientDataJSON, authenticatorData, signature } = response;
  if (!isBytes(clientDataJSON) || !isBytes(authenticatorData) || !isBytes(signature)) return undefined;
  const answer = { clientDataJSON, authenticatorData, signature };
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: answer };
}
