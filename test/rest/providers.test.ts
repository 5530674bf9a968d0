import { type TestAccount, useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
const other = await server.account();

async function pair(of: TestAccount = account): Promise<{ resource_id: number; service_id: number }> {
  const { id: resource_id } = await of.create('/resources', 'resource', { title: 'Chair' });
  const { id: service_id } = await of.create('/services', 'service', { title: 'Cut' });
  return { resource_id, service_id };
}
const create = async (attributes: object = {}) =>
  account.create('/providers', 'provider', { ...(await pair()), ...attributes });

const wholeProvider = {
  created_at: '2026-03-02T08:00:00+01:00',
  updated_at: '2026-03-02T08:00:00+01:00',
  active: true,
  need_id: null,
  priority_value: null,
  interval: null,
  price: null,
  buffer_before: null,
  buffer_after: null,
  opening_hours_mon: null,
  opening_hours_tue: null,
  opening_hours_wed: null,
  opening_hours_thu: null,
  opening_hours_fri: null,
  opening_hours_sat: null,
  opening_hours_sun: null,
};

describe('a provider', () => {
  it('is created from a resource and a service', async () => {
    const given = await pair();
    const { status, body } = await account.post('/providers', { json: { provider: given } });
    expect(status).toBe(200);
    expect(body).toEqual({ provider: { ...wholeProvider, ...given, id: expect.any(Number) } });
  });

  it('has all given attributes, and is read as it was returned', async () => {
    const given = { ...(await pair()), priority_value: 7, opening_hours_sun: [] };
    const { body } = await account.post('/providers', {
      json: { provider: { ...given, opening_hours_mon: ['9:00', '10:00', '10:00', '11:00'], open_0: '07:00' } },
    });
    expect(body).toEqual({
      provider: { ...wholeProvider, ...given, id: expect.any(Number), opening_hours_mon: ['09:00', '11:00'] },
    });
    expect((await account.get(`/providers/${body.provider.id}`)).body).toEqual(body);
  });

  it('keeps a deleted resource, but cannot be given one', async () => {
    const provider = await create();
    await account.del(`/resources/${provider.resource_id}`);
    const { resource_id, service_id } = provider;
    const change = await account.put(`/providers/${provider.id}`, {
      json: { provider: { resource_id, service_id, priority_value: 1 } },
    });
    expect(change.status).toBe(200);
    const another = await account.post('/providers', {
      json: { provider: { resource_id, service_id: (await pair()).service_id } },
    });
    expect([another.status, another.body]).toEqual([400, { resource_id: ['does not exist'] }]);
  });

  it('can be created again after its deletion', async () => {
    const { id, resource_id, service_id } = await create();
    await account.del(`/providers/${id}`);
    const again = await account.create('/providers', 'provider', { resource_id, service_id });
    expect(again.id).not.toBe(id);
  });
});

describe('the list of providers', () => {
  it('leaves out those whose resource or service is deleted', async () => {
    const own = await server.account();
    const add = async () => own.create('/providers', 'provider', await pair(own));
    const [kept, withoutResource, withoutService] = [await add(), await add(), await add()];
    const all = [kept, withoutResource, withoutService].map((provider) => ({ provider }));
    expect((await own.get('/providers')).body).toEqual(all);
    await own.del(`/resources/${withoutResource.resource_id}`);
    await own.del(`/services/${withoutService.service_id}`);
    expect((await own.get('/providers')).body).toEqual([{ provider: kept }]);
    expect((await own.graphql('{ providers { totalCount } }')).data).toEqual({ providers: { totalCount: 1 } });
    expect((await own.get(`/providers/${withoutResource.id}`)).body).toEqual({ provider: withoutResource });
  });
});

describe('bad input', () => {
  it.each([
    [{ resource_id: null }, { resource_id: ["can't be blank"] }],
    [{ service_id: null }, { service_id: ["can't be blank"] }],
    [{ resource_id: 999_999 }, { resource_id: ['does not exist'] }],
    [{ service_id: 0 }, { service_id: ['does not exist'] }],
    [{ service_id: 'cut' }, { service_id: ['is not a number'] }],
    [{ priority_value: 2_147_483_648 }, { priority_value: ['must be less than or equal to 2147483647'] }],
    [{ opening_hours_mon: ['08:00'] }, { opening_hours_mon: ['is invalid', expect.stringMatching(/^must /)] }],
    [{ opening_hours_tue: 8 }, { opening_hours_tue: ['is invalid'] }],
  ])('%j is rejected, on creation and on change', async (attributes, errors) => {
    const before = await create();
    const creation = await account.post('/providers', { json: { provider: { ...(await pair()), ...attributes } } });
    expect([creation.status, creation.body]).toEqual([400, errors]);
    const change = await account.put(`/providers/${before.id}`, { json: { provider: attributes } });
    expect([change.status, change.body]).toEqual([400, errors]);
    expect((await account.get(`/providers/${before.id}`)).body.provider).toEqual(before);
  });

  it('includes a missing resource and service', async () => {
    const { status, body } = await account.post('/providers', { json: { provider: {} } });
    expect([status, body]).toEqual([400, { resource_id: ["can't be blank"], service_id: ["can't be blank"] }]);
  });

  it('includes an existing pair', async () => {
    const { resource_id, service_id } = await create();
    const taken = [400, { resource_id: ['has already been taken'] }];
    const creation = await account.post('/providers', { json: { provider: { resource_id, service_id } } });
    expect([creation.status, creation.body]).toEqual(taken);
    const { id } = await create({ service_id });
    const change = await account.put(`/providers/${id}`, { json: { provider: { resource_id } } });
    expect([change.status, change.body]).toEqual(taken);
    const unchanged = await account.put(`/providers/${id}`, { json: { provider: { service_id } } });
    expect(unchanged.status).toBe(200);
  });

  it('includes all but one of many concurrent requests for a pair', async () => {
    const given = await pair();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => account.post('/providers', { json: { provider: given } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
    const refusals = answers.filter(({ status }) => status === 400);
    for (const { body } of refusals) expect(body).toEqual({ resource_id: ['has already been taken'] });
  });

  it('includes a resource or service of another account', async () => {
    const theirs = await pair(other);
    const { status, body } = await account.post('/providers', { json: { provider: theirs } });
    expect([status, body]).toEqual([400, { resource_id: ['does not exist'], service_id: ['does not exist'] }]);
  });
});
