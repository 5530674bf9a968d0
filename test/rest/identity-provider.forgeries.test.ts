import { disposeAfterAll } from '../support/dispose-after-all.js';
import {
  clientId,
  clientSecret,
  type ForgingProvider,
  signedByHmac,
  signedByOtherKey,
  startForgingProvider,
} from '../support/forging-provider.js';
import { HttpBrowser } from '../support/http-browser.js';
import { begin, refusalIn, securityEventsOf, sessionsOf, signInBy, useProvider } from '../support/identity-sign-in.js';
import { send } from '../support/sign-in.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer({ config: { webhookPrivateTargets: true } });
const account = server.accountPerTest();
const provider = await disposeAfterAll(startForgingProvider(() => server.clock.now()));
const other = await disposeAfterAll(startForgingProvider(() => server.clock.now()));

const { signature } = provider;

beforeEach(async () => {
  Object.assign(provider, { forgedClaims: {}, forgedHeader: {}, signature, fixedToken: undefined });
  await useProvider(account, provider, { groupsClaim: 'groups', groupRoles: [{ group: 'team', role: 'STAFF' }] });
});

const kari = { subject: 'kari', claims: { email: 'kari@example.org', email_verified: true, groups: ['team'] } };

const invalid = expect.stringMatching(
  /^The answer of the identity provider is not valid, or was used before\. Start again/,
);
const stale = expect.stringMatching(/^The sign-in began in another browser, or more than ten minutes ago/);

const seconds = () => Math.floor(server.clock.now().getTime() / 1_000);

/** Ways to forge a token, and what the security log says about them. */
const forgeries: [name: string, forge: () => Partial<ForgingProvider>, problem: RegExp][] = [
  ['of another issuer', () => ({ forgedClaims: { iss: other.issuer } }), /"iss"/],
  ['without an issuer', () => ({ forgedClaims: { iss: undefined } }), /"iss"/],
  ['for another audience', () => ({ forgedClaims: { aud: 'another' } }), /"aud"/],
  ['for others, too', () => ({ forgedClaims: { aud: [clientId, 'another'] } }), /"azp"|"aud"/],
  ['for another authorized party', () => ({ forgedClaims: { azp: 'another' } }), /"azp"/],
  ['without a subject', () => ({ forgedClaims: { sub: undefined } }), /"sub"/],
  ['with a subject of NUL', () => ({ forgedClaims: { sub: 'a\0' } }), /"sub"/],
  ['that has expired', () => ({ forgedClaims: { exp: seconds() - 61 } }), /"exp"/],
  ['that never expires', () => ({ forgedClaims: { exp: undefined } }), /"exp"/],
  ['that is not valid yet', () => ({ forgedClaims: { nbf: seconds() + 61 } }), /"nbf"/],
  ['of the future', () => ({ forgedClaims: { iat: seconds() + 61 } }), /"iat"/],
  ['of six minutes ago', () => ({ forgedClaims: { iat: seconds() - 361 } }), /"iat"/],
  ['without a signature', () => ({ forgedHeader: { alg: 'none' }, signature: () => '' }), /alg/i],
  [
    'signed with the public key as a secret',
    () => ({ forgedHeader: { alg: 'HS256' }, signature: signedByHmac(provider.publicPem) }),
    /alg/i,
  ],
  [
    'signed with the client secret',
    () => ({ forgedHeader: { alg: 'HS256' }, signature: signedByHmac(clientSecret) }),
    /alg/i,
  ],
  ['signed with another key', () => ({ signature: signedByOtherKey() }), /signature/],
  ['with the signature of another text', () => ({ signature: () => signature('another') }), /signature/],
  ['signed with an unknown key', () => ({ forgedHeader: { kid: 'two' } }), /key/],
  ['that is an access token', () => ({ forgedHeader: { typ: 'at+jwt' } }), /another kind/],
  ['that is an access token of Keycloak', () => ({ forgedClaims: { typ: 'Bearer' } }), /another kind/],
  ['that is a logout token', () => ({ forgedClaims: { events: {} } }), /another kind/],
  ['that is no token', () => ({ fixedToken: 'x' }), /./],
  ['of 40,000 characters', () => ({ forgedClaims: { x: 'x'.repeat(40_000) } }), /too long/],
];

describe.each(forgeries)('a token %s', (_name, forge, problem) => {
  beforeEach(() => void Object.assign(provider, forge()));

  const refused = async () => {
    expect(await sessionsOf(server, account)).toBe(0);
    const [, event] = await securityEventsOf(server, account);
    expect(event).toMatchObject({
      kind: 'sign_in.failed',
      details: { method: 'openid_connect', reason: 'invalid', problem: expect.stringMatching(problem) },
    });
  };

  it('does not sign in to the dashboard', async () => {
    const browser = new HttpBrowser();
    const answer = await signInBy(account, provider, kari, browser);
    expect([answer.status, refusalIn(answer), [...browser.cookies]]).toEqual([401, invalid, []]);
    await refused();
  });

  it('gives no key', async () => {
    const body = { subdomain: account.subdomain, id_token: provider.token(kari) };
    const answer = await send(`${server.origin}/session`, body);
    expect([answer.status, answer.body]).toEqual([401, { error: { description: invalid } }]);
    await refused();
  });
});

it('a token with another nonce, or none, does not sign in to the dashboard', async () => {
  for (const nonce of ['another', undefined, null, 1]) {
    provider.forgedClaims = { nonce };
    const answer = await signInBy(account, provider, kari);
    expect([answer.status, refusalIn(answer)]).toEqual([401, invalid]);
  }
  expect(await sessionsOf(server, account)).toBe(0);
});

it('clocks may differ by a minute', async () => {
  for (const claims of [{ iat: seconds() + 59 }, { exp: seconds() - 59 }, { nbf: seconds() + 59 }]) {
    provider.forgedClaims = claims;
    expect((await signInBy(account, provider, kari)).status).toBe(303);
  }
});

describe('an answer', () => {
  it('with a forged state is refused, and ends the sign-in', async () => {
    const browser = new HttpBrowser();
    const { location } = await begin(account, browser);
    const answer = new URL(provider.authorize(location, kari));
    const right = answer.href;
    answer.searchParams.set('state', 'forged');
    expect(refusalIn(await browser.get(answer.href))).toEqual(invalid);
    expect(refusalIn(await browser.get(right))).toEqual(stale);
  });

  it('without the cookie, as in another browser, is refused', async () => {
    const { location } = await begin(account);
    const answer = await new HttpBrowser().get(provider.authorize(location, kari));
    expect([answer.status, refusalIn(answer)]).toEqual([401, stale]);
  });

  it('with the cookie of another sign-in is refused', async () => {
    const { location } = await begin(account);
    const browser = new HttpBrowser();
    await begin(account, browser);
    expect(refusalIn(await browser.get(provider.authorize(location, kari)))).toEqual(invalid);
  });

  it('after ten minutes is refused', async () => {
    const browser = new HttpBrowser();
    const { location } = await begin(account, browser);
    server.clock.advance(10);
    expect(refusalIn(await browser.get(provider.authorize(location, kari)))).toEqual(stale);
  });

  it('is accepted once, also with the cookie of the first time', async () => {
    const browser = new HttpBrowser();
    const { location } = await begin(account, browser);
    const cookies = [...browser.cookies];
    const address = provider.authorize(location, kari);
    expect((await browser.get(address)).status).toBe(303);
    expect(refusalIn(await browser.get(address))).toEqual(stale);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect(refusalIn(await browser.get(address))).toEqual(invalid);
    expect(await sessionsOf(server, account)).toBe(1);
  });

  it('with a token that was used before is refused', async () => {
    provider.fixedToken = provider.token(kari);
    const body = { subdomain: account.subdomain, id_token: provider.fixedToken };
    expect((await send(`${server.origin}/session`, body)).status).toBe(200);
    // The attacker also knows the nonce, by which the token would be refused anyway.
    const browser = new HttpBrowser();
    const { location } = await begin(account, browser);
    const nonce = new URL(location).searchParams.get('nonce');
    provider.fixedToken = undefined;
    const token = provider.token({ ...kari, claims: { ...kari.claims, nonce } });
    expect((await send(`${server.origin}/session`, { ...body, id_token: token })).status).toBe(200);
    provider.fixedToken = token;
    expect(refusalIn(await browser.get(provider.authorize(location, kari)))).toEqual(invalid);
    expect((await securityEventsOf(server, account)).at(-1)?.details).toMatchObject({
      problem: 'the token was used before',
    });
  });

  it('of another issuer, or without one although the provider names it, is refused', async () => {
    for (const change of [
      (parameters: URLSearchParams) => parameters.set('iss', other.issuer),
      (parameters: URLSearchParams) => parameters.delete('iss'),
    ]) {
      const browser = new HttpBrowser();
      const { location } = await begin(account, browser);
      const answer = new URL(provider.authorize(location, kari));
      change(answer.searchParams);
      expect(refusalIn(await browser.get(answer.href))).toEqual(invalid);
    }
  });

  it.each(['code', 'state', 'iss'])('with two values of %s is refused', async (name) => {
    const browser = new HttpBrowser();
    const { location } = await begin(account, browser);
    const answer = new URL(provider.authorize(location, kari));
    answer.searchParams.append(name, answer.searchParams.get(name) ?? '');
    expect(refusalIn(await browser.get(answer.href))).toEqual(invalid);
  });

  it('is refused if the account has another provider, or another client there, meanwhile', async () => {
    for (const change of [
      () => useProvider(account, other),
      () => useProvider(account, provider, { clientId: 'new' }),
    ]) {
      await useProvider(account, provider);
      const browser = new HttpBrowser();
      const { location } = await begin(account, browser);
      await change();
      expect(refusalIn(await browser.get(provider.authorize(location, kari)))).toEqual(stale);
    }
  });
});

describe('two accounts with different providers', () => {
  it('are not mixed up: the answer of one does not sign in to the other', async () => {
    const victim = await server.account();
    await useProvider(victim, other, { defaultRole: 'STAFF' });
    const browser = new HttpBrowser();
    const { location } = await begin(account, browser);
    // The provider of the first account sends the user on to that of the second, with its own state and challenge.
    expect(refusalIn(await browser.get(other.authorize(location, kari)))).toEqual(invalid);
    // Nor with the issuer that is expected: the code is unknown there, and was not sent to the other.
    const again = await begin(account, browser);
    const answer = new URL(other.authorize(again.location, kari));
    answer.searchParams.set('iss', provider.issuer);
    expect(refusalIn(await browser.get(answer.href))).toEqual(invalid);
    expect(other.requests).not.toContain('/token');
    expect([await sessionsOf(server, account), await sessionsOf(server, victim)]).toEqual([0, 0]);
  });

  it('have cookies that are worth nothing for the other', async () => {
    const victim = await server.account();
    await useProvider(victim, provider, { defaultRole: 'STAFF' });
    const browser = new HttpBrowser();
    const { location } = await begin(account, browser);
    const cookie = browser.cookies.get('booking_sign_in') ?? '';
    const forged = [
      cookie.replace(/^\d+/, String(victim.credentials.id)),
      'x',
      `${victim.credentials.id}-{}`,
      cookie.slice(0, -4),
    ];
    for (const value of forged) {
      browser.cookies.set('booking_sign_in', value);
      expect(refusalIn(await browser.get(provider.authorize(location, kari)))).toEqual(stale);
    }
  });

  it('do not accept tokens of each other', async () => {
    const answer = await send(`${server.origin}/session`, {
      subdomain: account.subdomain,
      id_token: other.token(kari),
    });
    expect(answer.status).toBe(401);
  });
});
