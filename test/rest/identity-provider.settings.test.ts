import { createTestCells, newAccount, startCellWeb } from '../support/cells.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { clientSecret, startForgingProvider } from '../support/forging-provider.js';
import { HttpBrowser } from '../support/http-browser.js';
import {
  begin,
  refusalIn,
  securityEventsOf,
  sendProvider,
  signInBy,
  useProvider,
} from '../support/identity-sign-in.js';
import { TestAccount, useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer({ config: { webhookPrivateTargets: true } });
const account = server.accountPerTest();
const provider = await disposeAfterAll(startForgingProvider(() => server.clock.now()));

beforeEach(() => void Object.assign(provider, { published: {}, broken: undefined }));

const errorsOf = async (issuer: string, more: object = {}): Promise<object> => {
  const { errors } = await sendProvider(account, issuer, more);
  return errors?.[0].extensions.fields;
};

const ola = { subject: 'ola', claims: { email: 'ola@example.org', email_verified: true } };

describe('setIdentityProvider', () => {
  it('stores the settings, and never shows the secret', async () => {
    const groupRoles = [{ group: 'team', role: 'STAFF' }];
    const settings = { groupsClaim: 'groups', groupRoles, defaultRole: 'MANAGER', trustsEmail: true };
    const shown = { ...settings, name: 'Example ID', issuer: provider.issuer, required: false, active: true };
    expect(await useProvider(account, provider, settings)).toMatchObject(shown);
    const { data } = await account.graphql('{ identityProvider { issuer name } identityProviderRedirectUri }');
    expect(data).toEqual({
      identityProvider: { issuer: provider.issuer, name: 'Example ID' },
      identityProviderRedirectUri: `${server.origin}/dashboard/sign-in`,
    });
    const changes = await server.sql('select * from change where account_id = ?', account.credentials.id);
    expect(JSON.stringify([changes, await securityEventsOf(server, account)])).not.toContain(clientSecret);
    expect(await securityEventsOf(server, account)).toMatchObject([
      { kind: 'identity_provider.changed', details: { issuer: provider.issuer, active: true, required: false } },
    ]);
  });

  it('keeps the secret for the same client only', async () => {
    await useProvider(account, provider);
    await useProvider(account, provider, { clientSecret: null, name: 'Renamed', defaultRole: 'STAFF' });
    expect((await signInBy(account, provider, ola)).status).toBe(303);
    const blank = { clientSecret: ["can't be blank"] };
    expect(await errorsOf(provider.issuer, { clientSecret: null, clientId: 'another' })).toEqual(blank);
    await using second = await startForgingProvider(() => server.clock.now());
    expect(await errorsOf(second.issuer, { clientSecret: null })).toEqual(blank);
  });

  it.each([
    ['http://login.example.org'],
    ['ftp://login.example.org'],
    ['https://user:secret@login.example.org'],
    ['https://login.example.org/?a=b'],
    ['https://login.example.org/#a'],
    ['https://login.example.org/.well-known/openid-configuration'],
    ['login.example.org'],
    [''],
  ])('refuses the issuer %s', async (issuer) => {
    expect(await errorsOf(issuer)).toEqual({
      issuer: ['is invalid', expect.stringContaining('https://login.example.org')],
    });
  });

  it.each([
    ['clientId', { clientId: '' }, "can't be blank"],
    ['clientId', { clientId: 'a b' }, 'is invalid'],
    ['clientSecret', { clientSecret: 'é' }, 'is invalid'],
    ['clientSecret', { clientSecret: 'x'.repeat(256) }, 'is invalid'],
    ['name', { name: ' ' }, "can't be blank"],
    ['name', { name: 'x'.repeat(256) }, 'is too long (maximum is 255 characters)'],
    ['groupsClaim', { groupRoles: [{ group: 'a', role: 'STAFF' }] }, "can't be blank, because groups have roles"],
    ['groupRoles', { groupRoles: [{ group: ' ', role: 'STAFF' }] }, 'must have groups of 1 to 255 characters'],
    ['groupRoles', { groupRoles: Array(2).fill({ group: 'a', role: 'STAFF' }) }, 'must have each group once'],
    [
      'groupRoles',
      { groupRoles: Array(101).fill({ group: 'a', role: 'STAFF' }) },
      'is too long (maximum is 100 items)',
    ],
  ])('refuses %s of %j', async (attribute, input, message) => {
    expect(await errorsOf(provider.issuer, input)).toEqual({ [attribute]: [message] });
  });

  it.each([
    ['calls itself another', { issuer: 'https://login.example.org' }, /^calls itself https:\/\/login\.example\.org/],
    ['is a template for any tenant', { issuer: 'https://login.example.org/{tenantid}/v2.0' }, /^calls itself/],
    ['has no keys', { jwks_uri: undefined }, /does not publish all/],
    [
      'sends secrets in the clear',
      { token_endpoint: 'http://login.example.org/token' },
      /without https:\/\/ as token_endpoint/,
    ],
    ['has no page to sign in', { authorization_endpoint: undefined }, /does not publish all/],
    ['has a page that is a script', { authorization_endpoint: 'javascript:alert(1)' }, /as authorization_endpoint/],
    ['has another page to sign out', { end_session_endpoint: 'http://example.org' }, /as end_session_endpoint/],
  ])('refuses a provider that %s', async (_name, published, message) => {
    provider.published = published;
    expect(await errorsOf(provider.issuer)).toEqual({ issuer: [expect.stringMatching(message)] });
  });

  it.each([
    ['answers with an error', { status: 500, body: '{}' }, /^could not be read: /],
    ['answers with no JSON', { status: 200, body: '<html>' }, /^could not be read: /],
    ['answers without an end', { status: 200, body: `"${'x'.repeat(70_000)}"` }, /longer than 64 kB/],
    ['redirects', { status: 302, body: '' }, /^could not be read: /],
  ])('refuses a provider that %s', async (_name, broken, message) => {
    provider.broken = broken;
    expect(await errorsOf(provider.issuer)).toEqual({ issuer: [expect.stringMatching(message)] });
  });

  it('changes settings while the provider is down', async () => {
    await useProvider(account, provider);
    provider.broken = { status: 500, body: '' };
    expect((await useProvider(account, provider, { active: false })).active).toBe(false);
  });

  it('connects to public addresses only', async () => {
    await using web = await server.another({ webhookPrivateTargets: false });
    const strict = account.at(web.origin);
    for (const issuer of [provider.issuer, 'http://localhost:1']) {
      const { errors } = await sendProvider(strict, issuer);
      expect(errors?.[0].extensions.fields.issuer[0]).toBe('is invalid');
    }
    for (const issuer of ['https://127.0.0.1:1', 'https://localhost:1', 'https://169.254.169.254', 'https://[::1]']) {
      const { errors } = await sendProvider(strict, issuer);
      expect(errors?.[0].extensions.fields.issuer).toEqual(['could not be read: the address is not a public one']);
    }
  });

  it('needs the address of the server', async () => {
    await using web = await server.another({ host: '0.0.0.0' });
    const { errors } = await sendProvider(account.at(web.origin), provider.issuer);
    expect(errors?.[0].extensions.fields.base[0]).toMatch(/^The address of this server is unknown/);
    const { data } = await account.at(web.origin).graphql('{ identityProviderRedirectUri }');
    expect(data.identityProviderRedirectUri).toBeNull();
    const answer = await begin(account.at(web.origin));
    expect([answer.status, refusalIn(answer)]).toEqual([400, expect.stringMatching(/PUBLIC_URL/)]);
  });

  it('is only for admins', async () => {
    const manager = await server.withRole(account, 'manager');
    expect((await sendProvider(manager, provider.issuer)).errors).toMatchObject([
      { extensions: { code: 'FORBIDDEN' } },
    ]);
    expect((await manager.graphql('{ identityProvider { issuer } }')).errors).toHaveLength(1);
  });
});

describe('a sign-in', () => {
  it('redirects with PKCE, a state, a nonce and a cookie, and stores nothing', async () => {
    await useProvider(account, provider);
    const { status, location, cookies } = await begin(account);
    const parameters = Object.fromEntries(new URL(location).searchParams);
    expect([status, location.startsWith(`${provider.issuer}/authorize?`), parameters]).toEqual([
      303,
      true,
      {
        client_id: 'booking',
        redirect_uri: `${server.origin}/dashboard/sign-in`,
        response_type: 'code',
        scope: 'openid email profile',
        code_challenge_method: 'S256',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
    expect(cookies).toEqual([
      expect.stringMatching(
        /^booking_sign_in=\d+-sealed:cookie:[\w-]+; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });

  it('has cookies that no other host can set, over HTTPS', async () => {
    await using web = await server.another({ publicUrl: 'https://book.example.org' });
    await useProvider(account, provider);
    const { cookies, location } = await begin(account.at(web.origin));
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-booking_sign_in=[^;]+;.* Path=\/;.* HttpOnly; Secure; SameSite=Lax$/),
    ]);
    // The address is that of the setting, never that of a header.
    expect(new URL(location).searchParams.get('redirect_uri')).toBe('https://book.example.org/dashboard/sign-in');
  });

  it.each([
    ['calendar', 'calendar'],
    ['people/7', 'people/7'],
    ['//evil.example.org', ''],
    ['https://evil.example.org', ''],
    ['../../evil', ''],
    ['..%2fevil', ''],
    ['\\evil', ''],
    ['x'.repeat(5_000), ''],
  ])('for the view %s opens /dashboard/%s', async (view, opened) => {
    await useProvider(account, provider, { defaultRole: 'STAFF' });
    const browser = new HttpBrowser();
    const { location } = await begin(account, browser, `?${new URLSearchParams({ view })}`);
    const answer = await browser.get(provider.authorize(location, ola));
    expect(answer.location).toBe(`${server.origin}/dashboard/${opened}`);
  });

  it('reads what the provider publishes once, for many users at the same time', async () => {
    await useProvider(account, provider);
    await begin(account);
    provider.requests.length = 0;
    const tables = ['security_event', 'used_identity_token', 'identity_link', 'api_key', 'attempt', 'change'];
    const count = () =>
      server.sql(`select ${tables.map((table) => `(select count(*) from ${table}) as ${table}`).join()}`);
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 300 }, () => begin(account)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(new Set(answers.map(({ location }) => new URL(location).searchParams.get('state'))).size).toBe(300);
    expect(provider.requests).toEqual([]);
    expect(await count()).toEqual(before);
  });

  it('that the user or the provider refuses ends on a page that says what to do', async () => {
    await useProvider(account, provider);
    const browser = new HttpBrowser();
    const { location } = await begin(account, browser);
    const state = new URL(location).searchParams.get('state') ?? '';
    const denied = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
    const answer = await browser.get(`${server.origin}/dashboard/sign-in?${denied}`);
    expect([answer.status, refusalIn(answer)]).toEqual([
      401,
      expect.stringMatching(/^The identity provider has not signed you in/),
    ]);
    expect(answer.text).toContain(`<a class="button" href="${server.origin}/dashboard">Back to sign-in</a>`);
    expect((await securityEventsOf(server, account)).at(-1)?.details).toMatchObject({
      reason: 'denied',
      problem: 'access_denied',
    });
  });

  it.each([
    [
      'nb',
      'Identitetsleverandøren logget deg ikke inn. Begynn på nytt hvis det var en feil.',
      'Tilbake til innlogging',
    ],
    ['de', 'Der Identitätsanbieter hat Sie nicht angemeldet.', 'Zurück zur Anmeldung'],
  ])('is refused in the language of the browser: %s', async (language, sentence, back) => {
    await useProvider(account, provider);
    const browser = new HttpBrowser();
    const { location } = await begin(account, browser);
    const state = new URL(location).searchParams.get('state') ?? '';
    const denied = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
    const answer = await browser.get(`${server.origin}/dashboard/sign-in?${denied}`, { 'accept-language': language });
    expect([answer.status, refusalIn(answer), answer.text]).toEqual([
      401,
      expect.stringContaining(sentence),
      expect.stringContaining(`>${back}</a>`),
    ]);
  });

  it('fails with a page while the provider is down, or refuses this server', async () => {
    await useProvider(account, provider);
    const browser = new HttpBrowser();
    const { location } = await begin(account, browser);
    provider.broken = { status: 401, body: '{"error":"invalid_client"}' };
    const answer = await browser.get(provider.authorize(location, ola));
    expect([answer.status, refusalIn(answer)]).toEqual([
      401,
      expect.stringMatching(/^The identity provider cannot be used at the moment/),
    ]);
    expect((await securityEventsOf(server, account)).at(-1)?.details).toMatchObject({ problem: 'invalid_client' });
  });

  it('of an account without a provider, or an unknown one, is refused alike', async () => {
    const unknown = new TestAccount(server.origin, { ...account.credentials, subdomain: 'nobody' });
    const [one, another] = [await begin(account), await begin(unknown)];
    expect([one.status, one.text]).toEqual([another.status, another.text]);
    expect(refusalIn(one)).toMatch(/^There is no such account, or its users do not sign in by an identity provider/);
  });

  it('that fails often is refused for a while, for its network', async () => {
    await useProvider(account, provider);
    const answers: number[] = [];
    for (let attempt = 0; attempt < 31; attempt += 1) answers.push((await signInBy(account, provider, ola)).status);
    expect([answers.slice(0, 30).every((status) => status === 403), answers[30]]).toEqual([true, 429]);
    const kinds = (await securityEventsOf(server, account)).map(({ kind }) => kind);
    expect(kinds).toEqual(['identity_provider.changed', 'sign_in.failed', 'sign_in.limited']);
  });
});

describe('the form to sign in', () => {
  const shown = async (subdomain: string) => {
    const { status, text } = await new HttpBrowser().get(`${server.origin}/dashboard/sign-in/${subdomain}/provider`);
    return [status, JSON.parse(text)];
  };

  it('learns the name of the provider, and nothing else', async () => {
    expect(await shown(account.subdomain)).toEqual([200, { provider: null }]);
    expect(await shown('nobody')).toEqual([200, { provider: null }]);
    await useProvider(account, provider);
    expect(await shown(account.subdomain.toUpperCase())).toEqual([
      200,
      { provider: { name: 'Example ID', required: false } },
    ]);
    await useProvider(account, provider, { active: false });
    expect(await shown(account.subdomain)).toEqual([200, { provider: null }]);
  });

  it('is limited like the other requests of the dashboard', async () => {
    await using web = await server.another({ rateLimit: { requests: 2, seconds: 60 } });
    const ask = async () => (await new HttpBrowser().get(`${web.origin}/dashboard/sign-in/acme/provider`)).status;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
  });
});

describe('signing out', () => {
  const signOut = async (browser: HttpBrowser) => {
    const { origin } = server;
    const { text } = await browser.get(`${origin}/dashboard/session`, { accept: 'application/json' });
    const headers = { accept: 'application/json', origin, 'x-csrf-token': JSON.parse(text).csrf_token };
    return JSON.parse((await browser.delete(`${origin}/dashboard/session`, headers)).text);
  };

  it('ends the session, and leads to the provider', async () => {
    await useProvider(account, provider, { defaultRole: 'STAFF' });
    const browser = new HttpBrowser();
    await signInBy(account, provider, ola, browser);
    const { role, sign_out_url: url } = await signOut(browser);
    expect([role, [...browser.cookies]]).toEqual(['staff', []]);
    expect([url.split('?')[0], Object.fromEntries(new URL(url).searchParams)]).toEqual([
      `${provider.issuer}/end`,
      { client_id: 'booking', post_logout_redirect_uri: `${server.origin}/dashboard` },
    ]);
    expect((await browser.get(`${server.origin}/dashboard/session`, { accept: 'application/json' })).status).toBe(401);
  });

  it('stays here if the provider has no such page, or was removed', async () => {
    provider.published = { end_session_endpoint: undefined };
    await account.graphql('mutation { removeIdentityProvider { id } }');
    await useProvider(account, provider, { defaultRole: 'STAFF' });
    const [one, another] = [new HttpBrowser(), new HttpBrowser()];
    await signInBy(account, provider, ola, one);
    await signInBy(account, provider, ola, another);
    expect(await signOut(one)).toEqual({ role: 'staff' });
    await account.graphql('mutation { removeIdentityProvider { id } }');
    expect(await signOut(another)).toEqual({ role: 'staff' });
  });
});

describe('with cells', () => {
  it('the cell that gets the answer of another account sends it on with the account', async () => {
    await using test = await createTestCells();
    const config = { publicUrl: 'http://book.example.org', webhookPrivateTargets: true };
    await using web = await startCellWeb(test, 'cell1', config);
    await using elsewhere = await startCellWeb(test, 'cell2', config);
    await using own = await startForgingProvider(() => new Date());
    const [created] = await test.run('cell1', 'create', '--subdomain', 'acme', ...newAccount);
    const id = Number(created?.['id']);
    const acme = new TestAccount(web.origin, {
      id,
      subdomain: 'acme',
      api_key: String(created?.['api_key']),
      secret: '',
    });
    await useProvider(acme, own, { defaultRole: 'STAFF' });
    const browser = new HttpBrowser();
    const { location } = await begin(acme, browser);
    const { search } = new URL(own.authorize(location, ola));
    const sent = await browser.get(`${elsewhere.origin}/dashboard/sign-in${search}`);
    const again = new URL(sent.location);
    expect([sent.status, again.origin, again.searchParams.get('account')]).toEqual([
      303,
      'http://book.example.org',
      String(id),
    ]);
    const answer = await browser.get(`${web.origin}/dashboard/sign-in${again.search}`);
    expect([answer.status, answer.location]).toEqual([303, 'http://book.example.org/dashboard/']);
  }, 60_000);
});
