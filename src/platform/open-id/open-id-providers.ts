import type { Configuration, TokenEndpointResponse } from 'openid-client';
import { type Clock, systemClock } from '../time/clock.js';
import { type DiscoveredProvider, Discovery, openIdClient } from './discovery.js';
import { type Claims, clockTolerance, type VerifiedToken, verifyIdToken } from './id-token.js';
import { OpenIdError, reasonOf } from './open-id-error.js';

/** This server as a client of a provider. */
export interface OpenIdRegistration {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Binds the answer of the provider to the request and the browser that sent it. */
export interface SignInChecks {
  state: string;
  nonce: string;
  /** The secret of PKCE. */
  verifier: string;
}

interface OpenIdOptions {
  /** Whether providers may have private and loopback addresses, and then also no TLS. */
  allowPrivate: boolean;
  clock: Clock;
}

/**
 * Signs users in by OpenID Connect at the providers of all accounts: authorization code flow with PKCE, state and nonce.
 * Every request to a provider is guarded as in `createGuardedFetch`.
 */
export class OpenIdProviders {
  readonly #discovery: Discovery;
  readonly #clock: Clock;

  constructor({ allowPrivate, clock }: OpenIdOptions) {
    this.#discovery = new Discovery(allowPrivate);
    this.#clock = clock;
  }

  get allowsPrivate(): boolean {
    return this.#discovery.allowPrivate;
  }

  /** Reads what the provider publishes, also if it is known. @throws OpenIdError if users cannot sign in by it */
  async check(issuer: string): Promise<void> {
    await this.#discovery.find(issuer, true);
  }

  /** Returns the URL of the provider's page on which a user signs in. @throws OpenIdError */
  async begin(registration: OpenIdRegistration, redirectUri: string): Promise<SignInChecks & { url: string }> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
      openIdClient();
    const found = await this.#discovery.find(registration.issuer);
    const checks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const url = buildAuthorizationUrl(this.#configure(found, registration), {
      redirect_uri: redirectUri,
      scope: scopeOf(found),
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    });
    return { ...checks, url: url.href };
  }

  /**
   * Exchanges the code in the answer of the provider for a token.
   *
   * @param answer the URL to which the provider has redirected the user: the redirect URI with parameters
   * @param isComplete whether claims are all that is needed. Otherwise those of the provider's page about the user, the
   *   userinfo endpoint, are added
   * @throws OpenIdError
   */
  async finish(
    registration: OpenIdRegistration,
    answer: URL,
    { state, nonce, verifier }: SignInChecks,
    isComplete: (claims: Claims) => boolean,
  ): Promise<VerifiedToken> {
    const found = await this.#discovery.find(registration.issuer);
    const configuration = this.#configure(found, registration);
    const { authorizationCodeGrant } = openIdClient();
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const tokens = await refusing(() => authorizationCodeGrant(configuration, answer, checks));
    const { clientId } = registration;
    const expected = { clientId, nonce, now: this.#clock.now() };
    const verified = await verifyIdToken(found, tokens.id_token ?? '', expected);
    if (isComplete(verified.claims)) return verified;
    return { ...verified, claims: await this.#complete(found, configuration, tokens, verified) };
  }

  /** Checks an ID token that a program got from the provider. @throws OpenIdError */
  async verify({ issuer, clientId }: OpenIdRegistration, token: string): Promise<VerifiedToken> {
    const found = await this.#discovery.find(issuer);
    return verifyIdToken(found, token, { clientId, now: this.#clock.now() });
  }

  /** Returns the URL at which the provider ends the user's session there; undefined if it has none. @throws OpenIdError */
  async signOutUrl(registration: OpenIdRegistration, returnUrl: string): Promise<string | undefined> {
    const found = await this.#discovery.find(registration.issuer);
    if (found.metadata.end_session_endpoint === undefined) return undefined;
    const configuration = this.#configure(found, registration);
    return openIdClient().buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnUrl }).href;
  }

  /** Adds the claims of the userinfo endpoint. Those of the token have precedence. */
  async #complete(
    { metadata }: DiscoveredProvider,
    configuration: Configuration,
    { access_token: accessToken }: TokenEndpointResponse,
    { claims, subject }: VerifiedToken,
  ): Promise<Claims> {
    if (metadata.userinfo_endpoint === undefined) return claims;
    const more = await refusing(() => openIdClient().fetchUserInfo(configuration, accessToken, subject));
    return { ...more, ...claims };
  }

  #configure({ metadata }: DiscoveredProvider, { clientId, clientSecret }: OpenIdRegistration): Configuration {
    const client = openIdClient();
    // Basic is what every provider supports that does not say which methods it does.
    const methods = metadata.token_endpoint_auth_methods_supported ?? [];
    const authentication = methods.includes('client_secret_post') ? client.ClientSecretPost : client.ClientSecretBasic;
    const configuration = new client.Configuration(
      metadata,
      clientId,
      {
        // The package reads the clock of the machine.
        [client.clockSkew]: Math.round((this.#clock.now().getTime() - systemClock.now().getTime()) / 1_000),
        [client.clockTolerance]: clockTolerance,
      },
      authentication(clientSecret),
    );
    configuration[client.customFetch] = this.#discovery.guardedFetch;
    if (this.allowsPrivate) client.allowInsecureRequests(configuration);
    return configuration;
  }
}

/** `groups` is a scope of some providers only, which refuse others that they do not know. */
function scopeOf({ metadata }: DiscoveredProvider): string {
  const scopes = ['openid', 'email', 'profile'];
  return [...scopes, ...(metadata.scopes_supported?.includes('groups') ? ['groups'] : [])].join(' ');
}

/** Errors of a token endpoint that are due to the answer of the browser: it is forged, too old, or was used before. */
const answerErrors = ['invalid_grant', 'invalid_request'];

/** Translates the errors of the package. @throws OpenIdError */
async function refusing<Result>(exchange: () => Promise<Result>): Promise<Result> {
  const { AuthorizationResponseError, ClientError, ResponseBodyError } = openIdClient();
  try {
    return await exchange();
  } catch (error) {
    if (error instanceof AuthorizationResponseError) throw refusal('denied', error.error, error);
    if (error instanceof ResponseBodyError) {
      throw refusal(answerErrors.includes(error.error) ? 'invalid' : 'unavailable', error.error, error);
    }
    const isChecked = error instanceof ClientError && checkCodes.includes(error.code ?? '');
    throw new OpenIdError(isChecked ? 'invalid' : 'unavailable', reasonOf(error), { cause: error });
  }
}

/** Codes of the package for answers and tokens that do not pass a check. */
const checkCodes = [
  ...['OAUTH_INVALID_RESPONSE', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'],
  ...['OAUTH_UNSUPPORTED_OPERATION', 'OAUTH_PARSE_ERROR', 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'],
];

/** @param code of the provider, which may be any text */
function refusal(failure: OpenIdError['failure'], code: string, cause: Error): OpenIdError {
  return new OpenIdError(failure, /^[\w.-]{1,60}$/.test(code) ? code : 'unknown error', { cause });
}
