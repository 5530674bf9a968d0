import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { inviteByOperator } from '../../src/domain/user/user.actions.js';
import { createUser, password } from '../support/dashboard.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { startForgingProvider } from '../support/forging-provider.js';
import { HttpBrowser } from '../support/http-browser.js';
import {
  begin,
  refusalIn,
  securityEventsOf,
  sendProvider,
  sessionsOf,
  signInBy,
  useProvider,
  usersOf,
} from '../support/identity-sign-in.js';
import { choose, inviteUser, newestLink, send, signIn } from '../support/sign-in.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer({ config: { webhookPrivateTargets: true } });
const account = server.accountPerTest();
const provider = await disposeAfterAll(startForgingProvider(() => server.clock.now()));

const groups = {
  groupsClaim: 'groups',
  groupRoles: [
    { group: 'bosses', role: 'ADMIN' },
    { group: 'leads', role: 'MANAGER' },
    { group: 'team', role: 'STAFF' },
  ],
};

const identity = (name: string, claims: object = {}) => ({
  subject: `id of ${name}`,
  claims: { name, email: `${name.toLowerCase()}@example.org`, email_verified: true, ...claims },
});

/** Signs in, and returns the status with the reason of a refusal. */
async function enter(who: { subject: string; claims: object }): Promise<[number, unknown]> {
  const { status } = await signInBy(account, provider, { ...who, claims: { ...who.claims } });
  const last = (await securityEventsOf(server, account)).at(-1);
  return [status, last?.details['reason']];
}

const roles = async () => (await usersOf(server, account)).map(({ name, role }) => `${name} ${role}`);

describe('a user', () => {
  it('who is invited is found by the verified email, and then by the subject', async () => {
    await inviteUser(server, account, { name: 'Kari', email: 'kari@example.org', role: 'manager' });
    await useProvider(account, provider);
    expect(await enter(identity('Kari', { email: 'KARI@example.org' }))).toEqual([303, undefined]);
    // Renamed and moved at the provider: the same person.
    expect(await enter({ ...identity('Kari'), claims: { email: 'new@example.org' } })).toEqual([303, undefined]);
    expect(await roles()).toEqual(['Kari manager']);
    expect((await securityEventsOf(server, account)).at(-1)).toMatchObject({
      kind: 'sign_in.succeeded',
      name: 'Kari',
      details: { method: 'openid_connect' },
    });
  });

  it('gets the session of the dashboard, and opens the view that was asked for', async () => {
    await useProvider(account, provider, { ...groups });
    const browser = new HttpBrowser();
    const { location } = await begin(account, browser, '?view=calendar');
    const answer = await browser.get(provider.authorize(location, identity('Ola', { groups: ['leads'] })));
    expect([answer.status, answer.location]).toEqual([303, `${server.origin}/dashboard/calendar`]);
    expect(answer.cookies).toEqual([
      expect.stringMatching(/^booking_provider=1; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^booking_session=bk_\d+_[\w-]{43}; Max-Age=43200; /),
      expect.stringMatching(/^booking_sign_in=; /),
    ]);
    const session = await browser.get(`${server.origin}/dashboard/session`, { accept: 'application/json' });
    expect(JSON.parse(session.text)).toMatchObject({ user: { name: 'Ola' }, role: 'manager' });
  });

  it('is created if a group gives a role, the highest of them', async () => {
    await useProvider(account, provider, groups);
    expect(await enter(identity('Ola', { groups: ['team', 'other', 'leads'] }))).toEqual([303, undefined]);
    expect(await enter(identity('Per', { groups: 'team' }))).toEqual([303, undefined]);
    expect(await enter(identity('Eva', { groups: ['other'] }))).toEqual([403, 'role_missing']);
    expect(await enter(identity('Eva'))).toEqual([403, 'role_missing']);
    expect(await usersOf(server, account)).toMatchObject([
      { name: 'Ola', email: 'ola@example.org', role: 'manager' },
      { name: 'Per', email: 'per@example.org', role: 'staff' },
    ]);
  });

  it('is created with the default role, or refused without one', async () => {
    await useProvider(account, provider);
    expect(await enter(identity('Ola'))).toEqual([403, 'user_unknown']);
    await useProvider(account, provider, { defaultRole: 'STAFF' });
    expect(await enter(identity('Ola'))).toEqual([303, undefined]);
    await useProvider(account, provider, { ...groups, defaultRole: 'MANAGER' });
    expect(await enter(identity('Per', { groups: ['other'] }))).toEqual([303, undefined]);
    expect(await roles()).toEqual(['Ola staff', 'Per manager']);
  });

  it('reads groups within another claim, and those of the userinfo endpoint', async () => {
    await useProvider(account, provider, { ...groups, groupsClaim: 'realm_access.roles' });
    expect(await enter(identity('Ola', { realm_access: { roles: ['team'] } }))).toEqual([303, undefined]);
    provider.userinfo = { email: 'eva@example.org', email_verified: true, realm_access: { roles: ['leads'] } };
    expect(await enter({ subject: 'eva', claims: {} })).toEqual([303, undefined]);
    // The provider answers for another user.
    provider.userinfo = { ...provider.userinfo, sub: 'somebody' };
    expect((await enter({ subject: 'per', claims: {} }))[0]).toBe(401);
    provider.userinfo = undefined;
    expect(await roles()).toEqual(['Ola staff', 'eva manager']);
  });

  it('follows the groups at each sign-in', async () => {
    await useProvider(account, provider, groups);
    await enter(identity('Boss', { groups: ['bosses'] }));
    await enter(identity('Ola', { groups: ['leads'] }));
    await enter(identity('Ola', { groups: ['bosses'] }));
    expect(await roles()).toEqual(['Boss admin', 'Ola admin']);
    await enter(identity('Ola', { groups: ['team'] }));
    expect(await roles()).toEqual(['Boss admin', 'Ola staff']);
    // Without groups that have roles, the role is that of the account.
    await useProvider(account, provider);
    await enter(identity('Ola', { groups: ['bosses'] }));
    expect(await roles()).toEqual(['Boss admin', 'Ola staff']);
  });

  it('who is the last admin stays one, also if two are demoted at the same time', async () => {
    await useProvider(account, provider, groups);
    await enter(identity('Boss', { groups: ['bosses'] }));
    expect(await enter(identity('Boss', { groups: ['team'] }))).toEqual([303, undefined]);
    expect(await enter(identity('Boss', { groups: [] }))).toEqual([403, 'role_missing']);
    expect(await roles()).toEqual(['Boss admin']);
    await enter(identity('Ola', { groups: ['bosses'] }));
    await Promise.all(['Boss', 'Ola'].map((name) => signInBy(account, provider, identity(name, { groups: ['team'] }))));
    expect((await roles()).filter((role) => role.endsWith('admin'))).toHaveLength(1);
  });

  it('who was deleted does not come back, unless an admin adds the user again', async () => {
    await useProvider(account, provider, groups);
    const ola = identity('Ola', { groups: ['team'] });
    await enter(identity('Boss', { groups: ['bosses'] }));
    await enter(ola);
    const { data } = await account.graphql('{ clientUsers { nodes { id user { name } } } }');
    const { id } = data.clientUsers.nodes.find(({ user }: { user: { name: string } }) => user.name === 'Ola');
    expect((await account.del(`/client/users/${id}`)).status).toBe(200);
    expect(await enter(ola)).toEqual([403, 'user_deleted']);
    expect(await roles()).toEqual(['Boss admin']);
    await inviteUser(server, account, { name: 'Ola again', email: 'ola@example.org', role: 'staff' });
    expect(await enter(ola)).toEqual([303, undefined]);
    expect(await roles()).toEqual(['Boss admin', 'Ola again staff']);
  });

  it('is created once by many sign-ins at the same time', async () => {
    await useProvider(account, provider, groups);
    const ola = identity('Ola', { groups: ['team'] });
    const answers = await Promise.all(Array.from({ length: 8 }, () => signInBy(account, provider, ola)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(303));
    expect(await roles()).toEqual(['Ola staff']);
  });
});

describe('an email address', () => {
  it.each([
    ['is not verified', { email_verified: false }],
    ['is not said to be verified', { email_verified: undefined }],
    ['is verified by another word', { email_verified: 'yes' }],
    ['is none', { email: undefined }],
    ['is no address', { email: 'kari' }],
    ['is a list', { email: ['kari@example.org'] }],
  ])('that %s links no user and creates none', async (_name, claims) => {
    await inviteUser(server, account, { name: 'Kari', email: 'kari@example.org', role: 'admin' });
    await useProvider(account, provider, { defaultRole: 'STAFF' });
    expect(await enter(identity('Kari', claims))).toEqual([403, 'email_unverified']);
    expect(await roles()).toEqual(['Kari admin']);
  });

  it('counts as verified if the account says so, unless the provider denies it', async () => {
    await useProvider(account, provider, { defaultRole: 'STAFF', trustsEmail: true });
    expect(await enter(identity('Ola', { email_verified: undefined }))).toEqual([303, undefined]);
    expect(await enter(identity('Per', { email_verified: false }))).toEqual([403, 'email_unverified']);
    expect(await enter(identity('Eva', { email_verified: 'true' }))).toEqual([303, undefined]);
  });

  it('of a user with another identity links no second one', async () => {
    await useProvider(account, provider, { defaultRole: 'STAFF' });
    await enter(identity('Ola'));
    expect(await enter({ ...identity('Ola'), subject: 'the next Ola' })).toEqual([403, 'identity_taken']);
  });
});

it('a subject belongs to its issuer', async () => {
  await using second = await startForgingProvider(() => server.clock.now());
  await useProvider(account, provider, { defaultRole: 'STAFF' });
  await enter(identity('Ola'));
  await useProvider(account, second, { defaultRole: 'STAFF' });
  await signInBy(account, second, { ...identity('Eva'), subject: identity('Ola').subject });
  expect(await roles()).toEqual(['Ola staff', 'Eva staff']);
});

describe('an account whose users sign in by the provider only', () => {
  const requireProvider = async () => {
    await useProvider(account, provider, groups);
    await enter(identity('Boss', { groups: ['bosses'] }));
    await useProvider(account, provider, { ...groups, required: true });
  };
  const refused = { error: { description: 'The users of this account sign in by Example ID, not with a password' } };
  const { origin } = server;

  it('needs an admin who has signed in by it', async () => {
    const message = [
      { extensions: { fields: { required: ['is possible after an admin has signed in by the provider'] } } },
    ];
    expect((await sendProvider(account, provider.issuer, { ...groups, required: true })).errors).toMatchObject(message);
    await useProvider(account, provider, groups);
    await enter(identity('Ola', { groups: ['team'] }));
    expect((await sendProvider(account, provider.issuer, { ...groups, required: true })).errors).toMatchObject(message);
    await enter(identity('Boss', { groups: ['bosses'] }));
    expect((await useProvider(account, provider, { ...groups, required: true })).required).toBe(true);
  });

  it('refuses passwords, right or wrong, and records it', async () => {
    const { email } = await createUser(server, account);
    await requireProvider();
    for (const entered of [password, 'wrong password']) {
      const { status, body } = await signIn(account, email, entered);
      expect([status, body]).toEqual([403, refused]);
    }
    expect((await securityEventsOf(server, account)).at(-1)).toMatchObject({
      kind: 'sign_in.failed',
      details: { reason: 'provider_required' },
    });
    const body = { subdomain: account.subdomain, email, password };
    expect((await send(`${origin}/dashboard/session`, body, { origin })).status).toBe(403);
    await useProvider(account, provider, groups);
    expect((await signIn(account, email, password)).status).toBe(200);
  });

  it('refuses links to choose a password, sent before or asked for now', async () => {
    const link = await inviteUser(server, account, { name: 'Kari', email: 'kari@example.org' });
    await requireProvider();
    const page = await fetch(link);
    expect([page.status, await page.text()]).toEqual([
      403,
      expect.stringContaining('You sign in by Example ID, and need no password.'),
    ]);
    expect((await choose(link, password)).status).toBe(403);
    const asked = await send(
      `${origin}/dashboard/password`,
      { subdomain: account.subdomain, email: 'kari@example.org' },
      { origin },
    );
    expect([asked.status, asked.body]).toEqual([403, refused]);
  });

  it('sends new users to the provider', async () => {
    await requireProvider();
    await account.post('/client/users', { json: { user: { name: 'Eva', email: 'eva@example.org' } } });
    const [message] = await server.sql<{ subject: string; body: string }>(
      'select subject, body from message where account_id = ? order by id desc limit 1',
      account.credentials.id,
    );
    expect(message).toEqual({
      subject: 'You have been added to Acme',
      body: expect.stringContaining(`${origin}/dashboard/sign-in/${account.subdomain}\n`),
    });
    expect(await newestLink(server, account)).toBe('');
  });

  it('lets the operator give a user a password for a day', async () => {
    await requireProvider();
    const context = await createBackgroundContext(server.database, server.clock, account.credentials.id);
    const { token } = await inviteByOperator(context, { name: 'Boss', email: 'boss@example.org', role: 'admin' });
    expect((await choose(`${origin}/password/${token}`, password)).status).toBe(200);
    expect((await signIn(account, 'boss@example.org', password)).status).toBe(200);
    server.clock.advance(24 * 60);
    expect((await signIn(account, 'boss@example.org', password)).status).toBe(403);
    // A second link, after which the provider is removed: passwords are accepted again.
    await account.graphql('mutation { removeIdentityProvider { id } }');
    expect((await signIn(account, 'boss@example.org', password)).status).toBe(200);
  });

  it('takes passwords again while the provider is switched off', async () => {
    const { email } = await createUser(server, account);
    await requireProvider();
    await useProvider(account, provider, { ...groups, required: true, active: false });
    expect((await signIn(account, email, password)).status).toBe(200);
    const answer = await begin(account);
    expect([answer.status, refusalIn(answer)]).toEqual([401, expect.stringMatching(/^There is no such account/)]);
  });
});

it('the last admin key can be revoked once an admin has signed in by the provider', async () => {
  const revoke = 'mutation ($id: Int!) { revokeApiKey(id: $id) { id } }';
  const { data } = await account.graphql('{ apiKeys { nodes { id } } }');
  const { id } = data.apiKeys.nodes[0];
  expect((await account.graphql(revoke, { id })).errors).toHaveLength(1);
  await useProvider(account, provider, groups);
  await enter(identity('Boss', { groups: ['bosses'] }));
  expect((await account.graphql(revoke, { id })).errors).toBeUndefined();
  expect(await sessionsOf(server, account)).toBe(1);
});
