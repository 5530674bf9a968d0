import { noAddress } from '../../src/platform/addresses.js';
import { newestLink } from '../support/sign-in.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();

const create = (user: object, of = account) => of.post('/client/users', { json: { user } });

const at = '2026-03-02T08:00:00+01:00';
const linkOf = (id: number, user_id: number, role: string, user: object) => ({
  client_user_link: {
    id,
    created_at: at,
    updated_at: at,
    user_id,
    role,
    resource_id: null,
    user: { id: user_id, created_at: at, updated_at: at, ...user },
  },
});

describe('a user', () => {
  it('is created, shown and listed', async () => {
    const of = await server.account();
    const kari = { name: 'Kari', email: 'Kari@example.org', phone_number: '40611111' };
    const { status, body } = await create({ ...kari, role: 'manager', password_hash: 'x', password: 'x' }, of);
    const { id, user_id } = body.client_user_link;
    const first = linkOf(id, user_id, 'manager', { ...kari, phonenumber: '40611111' });
    expect([status, body]).toEqual([200, first]);
    const second = await of.post('/client/users', {
      form: 'user[name]=Ola&user[email]=ola@example.org&user[phonenumber]=12',
    });
    expect(second.body.client_user_link).toMatchObject({
      role: 'staff',
      user: { phone_number: '12', phonenumber: '12' },
    });
    expect((await of.get(`/client/users/${id}`)).body).toEqual(first);
    expect((await of.get('/client/users')).body).toEqual([first, second.body]);
  });

  it('is created from attributes wrapped as a client user link, too', async () => {
    const of = await server.account();
    for (const [sending, name] of [
      [{ json: { client_user_link: { name: 'Kari', email: 'kari@example.org', role: 'manager' } } }, 'Kari'],
      [
        { form: 'client_user_link[name]=Ola&client_user_link[email]=ola@example.org&client_user_link[role]=manager' },
        'Ola',
      ],
    ] as const) {
      const { status, body } = await of.post('/client/users', sending);
      expect([status, body.client_user_link.role, body.client_user_link.user.name]).toEqual([200, 'manager', name]);
    }
    const refused = await of.post('/client/users', { json: { client_user_link: { email: 'x' } } });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, expect.arrayContaining(['email', 'name'])]);
  });

  it('is sent a link, of which only the hash is stored', async () => {
    const of = await server.account({ locale: 'nb', name: 'Frisør & co' });
    await create({ name: 'Kari', email: 'kari@example.org' }, of);
    const messages = await server.sql<Record<string, unknown>>(
      'select * from message where account_id = ?',
      of.credentials.id,
    );
    expect(messages).toEqual([
      expect.objectContaining({
        kind: 'user_invitation',
        channel: 'email',
        state: 'queued',
        recipient: 'kari@example.org',
        subject: 'Velg passordet ditt',
        body: expect.stringContaining('Du er lagt til som bruker hos Frisør & co.'),
      }),
    ]);
    const link = await newestLink(server, of);
    expect(link).toMatch(new RegExp(`^${server.origin}/password/${of.credentials.id}-[\\w-]{43}$`));
    const secret = link.slice(link.lastIndexOf('/') + 1).replace(/^\d+-/, '');
    const log = await server.sql('select * from change where account_id = ?', of.credentials.id);
    const users = await server.sql('select * from account_user where account_id = ?', of.credentials.id);
    expect(JSON.stringify([log, users])).not.toContain(secret);
    expect(JSON.stringify(log)).not.toMatch(/invitationHash|passwordHash/);
    expect(await server.changes(of)).toEqual(['user.created', 'client_user_link.created', 'message.queued']);
  });

  it('is sent no link to the host of the request, if remote clients can send requests', async () => {
    const of = await server.account();
    await using open = await server.another({ host: '0.0.0.0' });
    await create({ name: 'Kari', email: 'kari@example.org' }, of.at(open.origin));
    await using named = await server.another({ host: '0.0.0.0', publicUrl: 'https://book.example.org' });
    await create({ name: 'Ola', email: 'ola@example.org' }, of.at(named.origin));
    const messages = await server.sql(
      'select recipient, state, body, failure from message where account_id = ? order by id',
      of.credentials.id,
    );
    expect(messages).toEqual([
      {
        recipient: 'kari@example.org',
        state: 'failed',
        body: '',
        failure: noAddress,
      },
      {
        recipient: 'ola@example.org',
        state: 'queued',
        body: expect.stringContaining('https://book.example.org/password/'),
        failure: null,
      },
    ]);
  });

  it('is sent another link on request, which replaces the one before', async () => {
    const of = await server.account();
    const { body } = await create({ name: 'Kari', email: 'kari@example.org' }, of);
    const first = await newestLink(server, of);
    const invite = 'mutation ($id: Int!) { inviteClientUser(id: $id) { user { email } } }';
    const { data } = await of.graphql(invite, { id: body.client_user_link.id });
    expect(data).toEqual({ inviteClientUser: { user: { email: 'kari@example.org' } } });
    const second = await newestLink(server, of);
    const statuses = [first, second].map(async (link) => (await fetch(link)).status);
    expect(await Promise.all(statuses)).toEqual([404, 200]);
    expect((await account.graphql(invite, { id: body.client_user_link.id })).errors).toMatchObject([
      { extensions: { code: 'NOT_FOUND' } },
    ]);
  });

  it('of another account is not found, nor an invalid id', async () => {
    const { body } = await create({ name: 'Far', email: 'far@example.org' }, await server.account());
    const ids = [body.client_user_link.id, 2_000_000_000, 'x'];
    const answers = await Promise.all(ids.map((id) => account.get(`/client/users/${id}`)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await server.account().then((of) => of.get('/client/users'))).body).toEqual([]);
  });

  it('has a unique email in the account, in any case', async () => {
    await create({ name: 'One', email: 'taken@example.org' });
    const again = await create({ name: 'Two', email: 'Taken@Example.org' });
    expect([again.status, again.body]).toEqual([400, { email: ['has already been taken'] }]);
    expect((await create({ name: 'Two', email: 'taken@example.org' }, await server.account())).status).toBe(200);
  });

  it('is created once by ten concurrent requests', async () => {
    const of = await server.account();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create({ name: 'Kari', email: 'kari@example.org' }, of)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(400)]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.email)))).toEqual(
      new Set([undefined, '["has already been taken"]']),
    );
    expect((await of.get('/client/users')).body).toHaveLength(1);
    expect(await server.sql('select id from message where account_id = ?', of.credentials.id)).toHaveLength(1);
  });
});

describe('bad input', () => {
  const long = 'x'.repeat(256);
  const tooLong = 'is too long (maximum is 255 characters)';
  it.each([
    [{ name: null }, 'name', "can't be blank"],
    [{ name: ' ' }, 'name', "can't be blank"],
    [{ name: long }, 'name', tooLong],
    [{ name: [] }, 'name', 'is invalid'],
    [{ name: 'a\u0000' }, 'name', 'is invalid'],
    [{ email: null }, 'email', "can't be blank"],
    [{ email: 'kari' }, 'email', 'is invalid'],
    [{ email: `${long}@example.org` }, 'email', tooLong],
    [{ email: 'a@example.org\nBcc: b@example.org' }, 'email', 'is invalid'],
    [{ phone_number: long }, 'phone_number', tooLong],
    [{ phone_number: {} }, 'phone_number', 'is invalid'],
    [{ role: 'owner' }, 'role', ['is not included in the list', expect.stringMatching(/^must be one of /)]],
    [{ role: 1 }, 'role', ['is not included in the list', expect.stringMatching(/^must be one of /)]],
  ])('%j is reported for %s, and nothing is written', async (attributes, attribute, message) => {
    const before = await server.changes(account);
    const { status, body } = await create({ name: 'Kari', email: 'new@example.org', ...attributes });
    expect([status, body]).toEqual([400, { [attribute]: [message].flat() }]);
    expect(await server.changes(account)).toEqual(before);
  });

  it('an empty object', async () => {
    const { body } = await account.post('/client/users', { json: {} });
    expect(body).toEqual({ name: ["can't be blank"], email: ["can't be blank"] });
  });
});
