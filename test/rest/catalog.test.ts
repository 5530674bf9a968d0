import { type TestAccount, useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const other = await server.account();

interface Kind {
  path: string;
  wrapper: string;
  /** The required attributes. */
  attributes(account: TestAccount): Promise<object>;
  change: object;
  /** Whether a deletion removes the object, or deactivates it. */
  isRemoved?: boolean;
  /** Whether clients can set `active`. */
  isSwitched?: boolean;
}

const offering = async (account: TestAccount): Promise<{ resource_id: number; service_id: number }> => {
  const { id: resource_id } = await account.create('/resources', 'resource', { title: 'Room' });
  const { id: service_id } = await account.create('/services', 'service', { title: 'Cut' });
  return { resource_id, service_id };
};

const kinds: Kind[] = [
  { path: '/resources', wrapper: 'resource', attributes: async () => ({ title: 'Room' }), change: { title: 'Hall' } },
  { path: '/services', wrapper: 'service', attributes: async () => ({ title: 'Cut' }), change: { title: 'Shave' } },
  { path: '/providers', wrapper: 'provider', attributes: offering, change: { priority_value: 5 }, isRemoved: true },
  {
    path: '/events',
    wrapper: 'event',
    attributes: async (account) => ({
      ...(await offering(account)),
      capacity: 3,
      starts_at: '2026-03-03 12:00',
      ends_at: '2026-03-03 13:00',
    }),
    change: { title: 'Yoga' },
  },
  {
    path: '/message_templates',
    wrapper: 'message_template',
    attributes: async () => ({ message_type: 'confirmation', delivery_type: 'sms', template: 'Welcome!' }),
    change: { template: 'Hello' },
    isRemoved: true,
    isSwitched: true,
  },
  {
    path: '/web_hooks',
    wrapper: 'web_hook',
    attributes: async () => ({ target_url: 'https://example.org/hook', event: '*' }),
    change: { event: 'booking.*' },
    isRemoved: true,
    isSwitched: true,
  },
];

const notFound = { error: { description: 'Not found' } };

describe.each(kinds)('$path', ({ path, wrapper, attributes, change, isRemoved = false, isSwitched = false }) => {
  let account: TestAccount;
  beforeAll(async () => {
    account = await server.account();
  });

  const create = async () => account.create(path, wrapper, await attributes(account));
  const listed = async (from: TestAccount = account): Promise<unknown[]> =>
    (await from.get(path)).body.map((item: Record<string, unknown>) => item[wrapper]);
  const changesOf = async (): Promise<string[]> =>
    (await server.changes(account)).filter((name) => name.startsWith(wrapper));

  it('creates, changes, reads and deletes objects, each with an entry in the log', async () => {
    const created = await create();
    server.clock.advance(1);
    const { body: changed } = await account.put(`${path}/${created.id}`, { json: { [wrapper]: change } });
    expect(changed).toEqual({ [wrapper]: { ...created, ...change, updated_at: expect.any(String) } });
    expect(changed[wrapper].updated_at).not.toBe(created.updated_at);
    expect((await account.get(`${path}/${created.id}`)).body).toEqual(changed);
    expect(await listed()).toContainEqual(changed[wrapper]);

    server.clock.advance(1);
    const { status, body: deleted } = await account.del(`${path}/${created.id}`);
    expect(status).toBe(200);
    const left = isRemoved ? {} : { active: false, updated_at: expect.any(String) };
    expect(deleted).toEqual({ [wrapper]: { ...changed[wrapper], ...left } });
    expect(await listed()).not.toContainEqual(expect.objectContaining({ id: created.id }));
    expect(await changesOf()).toEqual([`${wrapper}.created`, `${wrapper}.modified`, `${wrapper}.deleted`]);
  });

  it(isRemoved ? 'does not return deleted objects' : 'returns deleted objects unchanged', async () => {
    const { id } = await create();
    const { body: deleted } = await account.del(`${path}/${id}`);
    server.clock.advance(1);
    for (const again of [await account.get(`${path}/${id}`), await account.del(`${path}/${id}`)]) {
      expect([again.status, again.body]).toEqual(isRemoved ? [404, notFound] : [200, deleted]);
    }
  });

  it('accepts attributes without their wrapper, and as a form', async () => {
    const { id } = await create();
    const unwrapped = await account.put(`${path}/${id}`, { json: change });
    expect(unwrapped.body[wrapper]).toMatchObject(change);
    const form = Object.entries(change).map(([name, value]) => `${wrapper}[${name}]=${value}`);
    const formed = await account.put(`${path}/${id}`, { form: form.join('&') });
    expect(formed.body[wrapper]).toMatchObject(change);
  });

  it('ignores automatic and unknown attributes', async () => {
    const { id } = await create();
    const { status, body } = await account.put(`${path}/${id}`, {
      json: { [wrapper]: { ...change, id: 4711, active: false, created_at: '2020-01-01', colour: 'red' } },
    });
    expect(status).toBe(200);
    expect(body[wrapper]).toMatchObject({ ...change, id, active: !isSwitched });
    expect(body[wrapper].colour).toBeUndefined();
  });

  it('rejects a value that is not an object', async () => {
    for (const value of ['text', 5, [1]]) {
      const { status, body } = await account.post(path, { json: { [wrapper]: value } });
      expect([status, body]).toEqual([400, { [wrapper]: ['is invalid'] }]);
    }
  });

  it('cannot be accessed by another account', async () => {
    const created = await create();
    const address = `${path}/${created.id}`;
    for (const answer of [
      await other.get(address),
      await other.put(address, { json: { [wrapper]: change } }),
      await other.del(address),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, notFound]);
    }
    expect((await account.get(address)).body[wrapper]).toEqual(created);
  });

  it.each(['0', '999999', 'first', '1.5', '99999999999'])('has no object with the id %s', async (id) => {
    const json = { [wrapper]: change };
    for (const answer of [
      await account.get(`${path}/${id}`),
      await account.put(`${path}/${id}`, { json }),
      await account.del(`${path}/${id}`),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, notFound]);
    }
  });
});
