import { hash } from 'node:crypto';
import type { JWTPayload, JWTVerifyResult } from 'jose';
import { type DiscoveredProvider, jose } from './discovery.js';
import { OpenIdError, reasonOf } from './open-id-error.js';

/** The claims of a token, by name. */
export type Claims = Readonly<Record<string, unknown>>;

/** The verified statements of an identity provider about a user. */
export interface VerifiedToken {
  /** The id of the user at the provider, at most 255 characters. */
  subject: string;
  claims: Claims;
  /** A digest of what is signed: the same for every spelling of the signature. */
  digest: string;
}

interface Expectations {
  clientId: string;
  now: Date;
  /** Undefined accepts tokens with and without one: nothing binds them to a request of this server. */
  nonce?: string | undefined;
}

/** In seconds. Clocks may differ by `clockTolerance`. A token is for one sign-in, whatever it says about its expiry. */
export const clockTolerance = 60;
export const maxTokenAge = 300;

/** In characters. Providers put up to some hundred groups into a token. */
export const maxTokenLength = 32_768;

/** Signatures with a private key. With the others, who knows the public key or the client secret could sign. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/**
 * Checks an ID token: signature, issuer, audience, age and nonce (OpenID Connect Core 1.0, section 3.1.3.7).
 *
 * @throws OpenIdError
 */
export async function verifyIdToken(
  { metadata, keys }: DiscoveredProvider,
  token: string,
  { clientId, now, nonce }: Expectations,
): Promise<VerifiedToken> {
  if (token.length > maxTokenLength) throw invalid('the token is too long');
  const { payload, protectedHeader } = await verify(() =>
    jose().jwtVerify(token, keys, {
      issuer: metadata.issuer,
      audience: clientId,
      algorithms,
      currentDate: now,
      clockTolerance,
      maxTokenAge,
      requiredClaims: ['sub', 'exp'],
    }),
  );
  const { typ: headerType } = protectedHeader;
  if (headerType !== undefined && headerType.toLowerCase() !== 'jwt') throw invalid('it is another kind of token');
  requireIdToken(payload, clientId);
  if (nonce !== undefined && payload['nonce'] !== nonce) throw invalid('unexpected "nonce" claim value');
  const { sub: subject } = payload;
  if (typeof subject !== 'string' || !/^[ -~]{1,255}$/.test(subject)) throw invalid('unexpected "sub" claim value');
  return { subject, claims: payload, digest: hash('sha256', token.slice(0, token.lastIndexOf('.'))) };
}

/** Codes of the package if the keys of the provider could not be read. */
const keyFailures = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT'];

async function verify(check: () => Promise<JWTVerifyResult>): Promise<JWTVerifyResult> {
  try {
    return await check();
  } catch (error) {
    const isRefused = error instanceof jose().errors.JOSEError && !keyFailures.includes(error.code);
    throw new OpenIdError(isRefused ? 'invalid' : 'unavailable', reasonOf(error), { cause: error });
  }
}

/**
 * Refuses tokens of the same issuer and audience that are no ID tokens. A logout token has `events`, and Keycloak names
 * the kind in the claim `typ`.
 */
function requireIdToken(payload: JWTPayload, clientId: string): void {
  const { azp, aud, events, typ } = payload;
  if (events !== undefined || (typ !== undefined && typ !== 'ID')) throw invalid('it is another kind of token');
  if (azp !== undefined && azp !== clientId) throw invalid('unexpected "azp" claim value');
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined) throw invalid('missing required "azp" claim');
}

function invalid(message: string): OpenIdError {
  return new OpenIdError('invalid', message);
}
