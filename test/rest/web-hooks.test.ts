import { accepted } from '../../src/platform/accepted.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();

const required = { target_url: 'https://example.org/hook', event: 'booking.created' };
const post = (attributes: object) => account.post('/web_hooks', { json: { web_hook: attributes } });
const create = () => account.create('/web_hooks', 'web_hook', required);

it('is created from a URL and an event, and is active', async () => {
  const { status, body } = await post({ ...required, id: 4711 });
  expect(status).toBe(200);
  expect(body).toEqual({
    web_hook: {
      id: expect.any(Number),
      created_at: '2026-03-02T08:00:00+01:00',
      updated_at: '2026-03-02T08:00:00+01:00',
      active: true,
      ...required,
      warning: null,
      paused_reason: null,
      former_secret_until: null,
    },
  });
  expect((await account.get(`/web_hooks/${body.web_hook.id}`)).body).toEqual(body);
  expect((await account.get('/web_hooks')).body).toContainEqual(body);
});

it('can be switched off and on, on creation and later', async () => {
  const { body } = await post({ ...required, active: false });
  expect(body.web_hook).toMatchObject({ ...required, active: false });
  const put = async (attributes: object) =>
    (await account.put(`/web_hooks/${body.web_hook.id}`, { json: { web_hook: attributes } })).body.web_hook.active;
  expect([await put({ active: true }), await put({ event: '*' }), await put({ active: false })]).toEqual([
    true,
    true,
    false,
  ]);
  expect((await account.get(`/web_hooks/${body.web_hook.id}`)).body.web_hook.active).toBe(false);
});

it('can be switched off and on in GraphQL', async () => {
  const input = { targetUrl: required.target_url, event: required.event, active: false };
  const created = await account.graphql(
    'mutation ($input: WebHookInput!) { createWebHook(input: $input) { id active } }',
    { input },
  );
  expect(created.data.createWebHook.active).toBe(false);
  const changed = await account.graphql(
    'mutation ($id: Int!) { updateWebHook(id: $id, input: { active: true }) { active } }',
    { id: created.data.createWebHook.id },
  );
  expect(changed.data).toEqual({ updateWebHook: { active: true } });
});

it('has its URL and credentials not in the change log', async () => {
  const studio = await server.account();
  const target_url = 'https://user:hush@example.org/hook?token=hush';
  const { id } = await studio.create('/web_hooks', 'web_hook', { ...required, target_url });
  const { body } = await studio.put(`/web_hooks/${id}`, { json: { target_url: `${target_url}2`, event: '*' } });
  expect(body.web_hook.target_url).toBe(`${target_url}2`);
  await studio.del(`/web_hooks/${id}`);
  const changes = await server.sql<{ name: string }>(
    'select name, snapshot, previous from change where account_id = ? order by id',
    studio.credentials.id,
  );
  const logged = changes.filter(({ name }) => name.startsWith('web_hook'));
  expect(logged.map(({ name }) => name)).toEqual(['web_hook.created', 'web_hook.modified', 'web_hook.deleted']);
  expect(logged[1]).toMatchObject({ snapshot: { event: '*' }, previous: { event: 'booking.created' } });
  expect(JSON.stringify(changes)).not.toContain('hush');
});

it.each([
  'http://example.org',
  'HTTPS://EXAMPLE.ORG:8443/hook?secret=1#part',
  'https://user:p%40ss@example.org/',
  'http://[::1]:3000/hook',
  `https://example.org/${'a'.repeat(2028)}`,
])('accepts the URL %j unchanged', async (target_url) => {
  expect((await post({ ...required, target_url })).body.web_hook.target_url).toBe(target_url);
});

it.each([
  [{ target_url: null }, { target_url: ["can't be blank"] }],
  [{ target_url: ' ' }, { target_url: ["can't be blank"] }],
  [{ target_url: 'example.org/hook' }, { target_url: ['is invalid', accepted.url] }],
  [{ target_url: 'ftp://example.org' }, { target_url: ['is invalid', accepted.url] }],
  [{ target_url: 'javascript:alert(1)' }, { target_url: ['is invalid', accepted.url] }],
  [{ target_url: 'https:example.org' }, { target_url: ['is invalid', accepted.url] }],
  [{ target_url: 'https://' }, { target_url: ['is invalid', accepted.url] }],
  [{ target_url: 'https://example.org/a b' }, { target_url: ['is invalid', accepted.url] }],
  [{ target_url: 'https://example.org/\n' }, { target_url: ['is invalid', accepted.url] }],
  [{ target_url: 'https://example.org:99999' }, { target_url: ['is invalid', accepted.url] }],
  [{ target_url: ['https://example.org'] }, { target_url: ['is invalid'] }],
  [
    { target_url: `https://example.org/${'a'.repeat(2029)}` },
    { target_url: ['is too long (maximum is 2048 characters)'] },
  ],
  [{ event: null }, { event: ["can't be blank"] }],
  [{ event: 'booking' }, { event: ['is not included in the list', expect.stringMatching(/^must be one of /)] }],
  [
    { event: 'resource.created' },
    { event: ['is not included in the list', expect.stringMatching(/^must be one of /)] },
  ],
  [{ event: '*.created' }, { event: ['is not included in the list', expect.stringMatching(/^must be one of /)] }],
  [{ event: 'Booking.created' }, { event: ['is not included in the list', expect.stringMatching(/^must be one of /)] }],
  [{ event: 'a'.repeat(64) }, { event: ['is too long (maximum is 63 characters)'] }],
  [{ event: ['*'] }, { event: ['is invalid'] }],
  [{ active: 'perhaps' }, { active: ['is invalid', accepted.boolean] }],
])('%j is rejected, on creation and on change', async (attributes, errors) => {
  const creation = await post({ ...required, ...attributes });
  expect([creation.status, creation.body]).toEqual([400, errors]);
  const before = await create();
  const change = await account.put(`/web_hooks/${before.id}`, { json: { web_hook: attributes } });
  expect([change.status, change.body]).toEqual([400, errors]);
  expect((await account.get(`/web_hooks/${before.id}`)).body.web_hook).toEqual(before);
});

it('requires both', async () => {
  const blank = ["can't be blank"];
  const { status, body } = await post({});
  expect([status, body]).toEqual([400, { target_url: blank, event: blank }]);
});

describe('a target that this server never delivers to', () => {
  const warning =
    'Nothing will be delivered: target_url is a private address, and this server sends to public addresses only';

  it.each([
    ['http://127.0.0.1:8080/hook', warning],
    ['http://192.168.1.7/', warning],
    ['https://[::1]/hook', warning],
    ['https://[::ffff:10.0.0.1]/hook', warning],
    ['http://localhost:3000', warning],
    ['http://API.localhost./', warning],
    ['http://2130706433/', warning],
    ['https://example.org/127.0.0.1', null],
    ['https://localhost.example.org', null],
    ['https://93.184.216.34/', null],
  ])('%s: is stored, with the warning %s', async (target_url, expected) => {
    const { status, body } = await post({ ...required, target_url });
    expect([status, body.web_hook.target_url, body.web_hook.warning]).toEqual([200, target_url, expected]);
    const shown = (await account.get(`/web_hooks/${body.web_hook.id}`)).body.web_hook.warning;
    expect(shown).toBe(expected);
  });

  it('causes no warning if private targets are allowed', async () => {
    await using web = await server.another({ webhookPrivateTargets: true });
    const of = account.at(web.origin);
    const hook = await of.create('/web_hooks', 'web_hook', { ...required, target_url: 'http://127.0.0.1:8080/hook' });
    expect(hook.warning).toBeNull();
  });

  it('causes a warning if it is set later', async () => {
    const { id, warning: before } = await create();
    const { body } = await account.put(`/web_hooks/${id}`, { json: { target_url: 'http://10.0.0.1/' } });
    expect([before, body.web_hook.warning]).toEqual([null, warning]);
  });
});
