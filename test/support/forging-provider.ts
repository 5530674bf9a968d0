import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const clientId = 'booking';
export const clientSecret = 'a-secret-of-the-client';

type Json = Record<string, unknown>;

/** The consent of a user at the provider, which is found by the code of the sign-in. */
interface Grant {
  nonce: string | null;
  challenge: string | null;
  redirectUri: string | null;
  subject: string;
  claims: Json;
}

/** A person at the provider. */
export interface Identity {
  subject: string;
  claims?: Json;
}

/** A provider with keys of its own, which forges its answers as a test wants. */
export interface ForgingProvider extends AsyncDisposable {
  issuer: string;
  /** The paths that were requested, in order. */
  requests: string[];
  /** Replaces what the provider publishes about itself, by name. */
  published: Json;
  /** Changes the claims of every token. Undefined removes one. */
  forgedClaims: Json;
  /** Changes the header of every token. */
  forgedHeader: Json;
  /** Signs tokens: the header and the claims in their encoded form. */
  signature: (input: string) => string;
  /** The token that every response has instead, if it is set. */
  fixedToken: string | undefined;
  /** The claims of the userinfo endpoint; by default those of the user. */
  userinfo: Json | undefined;
  /** The status and body of every response, if they are set. */
  broken: { status: number; body: string } | undefined;
  /** The public key of the signatures, in PEM. */
  publicPem: string;
  /** Signs a user in, who was redirected to `url`, and returns the address to which the provider redirects. */
  authorize(url: string, identity: Identity): string;
  /** Returns a token without a browser. */
  token(identity: Identity): string;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2_048 });

const signedBy =
  (key: KeyObject) =>
  (input: string): string =>
    sign('sha256', Buffer.from(input), key).toString('base64url');

/** Signs with another key of the same kind. */
export const signedByOtherKey = (): ((input: string) => string) => signedBy(newKeys().privateKey);

/** @param secret the bytes of a key for HMAC, which may be a public key */
export const signedByHmac =
  (secret: string) =>
  (input: string): string =>
    createHmac('sha256', secret).update(input).digest('base64url');

/** Starts the provider on a free port of the loopback. @param now the time of its tokens */
export async function startForgingProvider(now: () => Date): Promise<ForgingProvider> {
  const { publicKey, privateKey } = newKeys();
  const grants = new Map<string, Grant>();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { pathname } = new URL(request.url ?? '', provider.issuer);
    provider.requests.push(pathname);
    const send = (status: number, body: object | string): void =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    if (provider.broken) return send(provider.broken.status, provider.broken.body);
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return send(200, { ...metadataOf(provider.issuer), ...provider.published });
      case '/jwks':
        return send(200, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] });
      case '/token': {
        const token = exchange(new URLSearchParams(text));
        if (token === undefined) return send(400, { error: 'invalid_grant' });
        return send(200, { access_token: token.subject, token_type: 'Bearer', id_token: token.idToken });
      }
      case '/userinfo': {
        const sub = request.headers.authorization?.slice('Bearer '.length);
        return send(200, { sub, ...provider.userinfo });
      }
      default:
        return send(404, {});
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const tokenOf = (subject: string, claims: Json): string => {
    const seconds = Math.floor(now().getTime() / 1_000);
    const all = { iss: issuer, aud: clientId, sub: subject, iat: seconds, exp: seconds + 600, ...claims };
    const input = `${encode({ alg: 'RS256', kid: 'one', ...provider.forgedHeader })}.${encode({ ...all, ...provider.forgedClaims })}`;
    return provider.fixedToken ?? `${input}.${provider.signature(input)}`;
  };

  const exchange = (form: URLSearchParams): { idToken: string; subject: string } | undefined => {
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    const isRight =
      grant !== undefined &&
      form.get('client_id') === clientId &&
      form.get('client_secret') === clientSecret &&
      form.get('redirect_uri') === grant.redirectUri &&
      createHash('sha256').update(verifier).digest('base64url') === grant.challenge;
    if (!isRight) return undefined;
    const { subject, claims, nonce } = grant;
    return { subject, idToken: tokenOf(subject, { nonce: nonce ?? undefined, ...claims }) };
  };

  const provider: ForgingProvider = {
    issuer,
    requests: [],
    published: {},
    forgedClaims: {},
    forgedHeader: {},
    signature: signedBy(privateKey),
    fixedToken: undefined,
    userinfo: undefined,
    broken: undefined,
    publicPem: String(publicKey.export({ format: 'pem', type: 'spki' })),
    authorize: (url, { subject, claims = {} }) => {
      const asked = new URL(url).searchParams;
      const code = randomUUID();
      const redirectUri = asked.get('redirect_uri');
      grants.set(code, {
        ...{ nonce: asked.get('nonce'), challenge: asked.get('code_challenge'), redirectUri, subject, claims },
      });
      const answer = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer });
      return `${redirectUri}?${answer}`;
    },
    token: ({ subject, claims = {} }) => tokenOf(subject, claims),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}

function metadataOf(issuer: string): Json {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    end_session_endpoint: `${issuer}/end`,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    authorization_response_iss_parameter_supported: true,
    // Also what this server must never accept.
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
  };
}
