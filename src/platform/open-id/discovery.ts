import type { JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import type { ServerMetadata } from 'openid-client';
import { isObject } from '../accepted.js';
import { lazyPackage } from '../lazy-package.js';
import { createGuardedFetch, type GuardedFetch, isSafeUrl } from '../outbound/guarded-fetch.js';
import { OpenIdError, reasonOf } from './open-id-error.js';

/** Loaded when an account first uses them: together they take 11 MB and a tenth of a second. */
export const openIdClient = lazyPackage<typeof import('openid-client')>('openid-client');
export const jose = lazyPackage<typeof import('jose')>('jose');

/** The metadata that a provider publishes, and its keys. */
export interface DiscoveredProvider {
  metadata: ServerMetadata;
  /** Finds the key that has signed a token. */
  keys: JWTVerifyGetKey;
}

/** In milliseconds, like the others here. Providers change their addresses seldom, and announce it. */
const metadataAge = 3_600_000;
/** Keys are also read again if a token names an unknown one, but not sooner than `keyPause` after the last time. */
const keyAge = 600_000;
const keyPause = 30_000;
/** Nobody else is made to wait for a provider that has just failed. */
const failureAge = 10_000;
/** Of the providers of all accounts. Each takes some kB, at most 64 kB. */
const maxProviders = 200;

/** The addresses to which this server sends secrets or users. */
const addresses = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'end_session_endpoint',
] as const satisfies (keyof ServerMetadata)[];

/** Reads what providers publish, and keeps it for an hour. */
export class Discovery {
  readonly #fetch: GuardedFetch;
  readonly #found = new LRUCache<string, Promise<DiscoveredProvider>>({ max: maxProviders, ttl: metadataAge });

  /** @param allowPrivate whether providers may have private and loopback addresses, and then also no TLS */
  constructor(readonly allowPrivate: boolean) {
    this.#fetch = createGuardedFetch({ allowPrivate });
  }

  /** The function for all requests to providers. */
  get guardedFetch(): GuardedFetch {
    return this.#fetch;
  }

  /**
   * Returns the provider with that issuer URL. Concurrent calls share one request.
   *
   * @param isFresh whether to read it again, after its settings were changed
   * @throws OpenIdError
   */
  find(issuer: string, isFresh = false): Promise<DiscoveredProvider> {
    const known = isFresh ? undefined : this.#found.get(issuer);
    if (known) return known;
    const reading = this.#read(issuer);
    this.#found.set(issuer, reading);
    reading.catch(() => {
      if (this.#found.peek(issuer) === reading) this.#found.set(issuer, reading, { ttl: failureAge });
    });
    return reading;
  }

  async #read(issuer: string): Promise<DiscoveredProvider> {
    const published = await this.#discover(issuer);
    // The package takes the templates of Entra for any tenant, and compares others as URLs. Tokens have the exact text.
    if (published.issuer !== issuer) throw otherIssuer(published.issuer);
    const metadata = selectMetadata(published);
    const { authorization_endpoint: authorization, token_endpoint: token, jwks_uri: keys } = metadata;
    if (!authorization || !token || !keys) {
      throw new OpenIdError('unavailable', 'does not publish all of its addresses');
    }
    for (const name of addresses) {
      const address = metadata[name];
      if (address !== undefined && !isSafeUrl(address, this.allowPrivate)) {
        throw new OpenIdError('unavailable', `publishes an address without https:// as ${name}`);
      }
    }
    return { metadata, keys: this.#keysAt(keys) };
  }

  async #discover(issuer: string): Promise<ServerMetadata> {
    const client = openIdClient();
    try {
      const found = await client.discovery(new URL(issuer), 'unused', undefined, client.None(), {
        [client.customFetch]: this.#fetch,
        execute: this.allowPrivate ? [client.allowInsecureRequests] : [],
      });
      return found.serverMetadata();
    } catch (error) {
      const { cause } = error instanceof client.ClientError ? error : {};
      const body = isObject(cause) && cause['attribute'] === 'issuer' ? cause['body'] : undefined;
      if (isObject(body)) throw otherIssuer(String(body['issuer']));
      throw new OpenIdError('unavailable', `could not be read: ${reasonOf(error)}`, { cause: error });
    }
  }

  #keysAt(url: string): JWTVerifyGetKey {
    const tokens = jose();
    return tokens.createRemoteJWKSet(new URL(url), {
      [tokens.customFetch]: this.#fetch,
      cacheMaxAge: keyAge,
      cooldownDuration: keyPause,
    });
  }
}

function otherIssuer(issuer: string): OpenIdError {
  return new OpenIdError('unavailable', `calls itself ${issuer.slice(0, 255)}: enter that as its issuer`);
}

/** Keeps of the metadata only what sign-ins use, so that a large document does not stay in memory. */
function selectMetadata(published: ServerMetadata): ServerMetadata {
  const {
    issuer,
    authorization_endpoint,
    token_endpoint,
    jwks_uri,
    userinfo_endpoint,
    end_session_endpoint,
    scopes_supported,
    token_endpoint_auth_methods_supported,
    id_token_signing_alg_values_supported,
    authorization_response_iss_parameter_supported,
  } = published;
  const selected = {
    ...{ issuer, authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint, end_session_endpoint },
    ...{ scopes_supported, token_endpoint_auth_methods_supported, id_token_signing_alg_values_supported },
    authorization_response_iss_parameter_supported,
  };
  return JSON.parse(JSON.stringify(selected));
}
