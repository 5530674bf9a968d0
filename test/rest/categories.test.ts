import { accepted, accountAcrossProcesses, refusals } from '../support/concurrent-requests.js';
import { type RestAnswer, useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const other = await server.account();
const account = server.accountPerTest();

const create = (attributes: object = {}, of = account) =>
  of.create('/categories', 'category', { title: 'Hair', ...attributes });
const createService = async (attributes: object = {}, of = account): Promise<number> =>
  (await of.create('/services', 'service', { title: 'Cut', ...attributes })).id;
const change = (id: number, category: object) => account.put(`/categories/${id}`, { json: { category } });

async function servicesOf(id: number): Promise<number[]> {
  const { status, body } = await account.get(`/categories/${id}/services`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.map(({ service }: { service: { id: number } }) => service.id);
}

const wholeCategory = {
  created_at: '2026-03-02T08:00:00+01:00',
  updated_at: '2026-03-02T08:00:00+01:00',
  title: 'Hair',
  parent_id: null,
  priority_value: null,
  custom_data: null,
};

describe('a category', () => {
  it('requires only a title', async () => {
    const { status, body } = await account.post('/categories', { json: { category: { title: 'Hair' } } });
    expect(status).toBe(200);
    expect(body).toEqual({ category: { ...wholeCategory, id: expect.any(Number) } });
  });

  it('has all given attributes, and is read as it was returned', async () => {
    const { id: parent_id } = await create();
    const given = { title: 'Short hair', parent_id, priority_value: 7, custom_data: { colour: 'red' } };
    const category = await create(given);
    expect(category).toEqual({ ...wholeCategory, ...given, id: expect.any(Number) });
    expect((await account.get(`/categories/${category.id}`)).body).toEqual({ category });
  });

  it('changes only in the given attributes, and is cleared by null', async () => {
    const { id: parent_id } = await create();
    const { id } = await create({ parent_id, priority_value: 7, custom_data: { colour: 'red' } });
    server.clock.advance(1);
    const { status, body } = await change(id, { parent_id: null, priority_value: null, custom_data: null });
    server.clock.advance(-1);
    expect(status).toBe(200);
    expect(body).toEqual({ category: { ...wholeCategory, id, updated_at: '2026-03-02T08:01:00+01:00' } });
  });

  it('is removed when it is deleted, and its services stay', async () => {
    const service = await createService();
    const category = await create({ service_id_list: [service] });
    const { status, body } = await account.del(`/categories/${category.id}`);
    expect([status, body]).toEqual([200, { category }]);
    for (const answer of [
      await account.get(`/categories/${category.id}`),
      await account.get(`/categories/${category.id}/services`),
      await account.del(`/categories/${category.id}`),
      await change(category.id, { title: 'Nails' }),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, { error: { description: 'Not found' } }]);
    }
    expect((await account.get(`/services/${service}`)).status).toBe(200);
    expect(await server.changes(account)).toEqual(['service.created', 'category.created', 'category.deleted']);
  });

  it('is listed by its priority value, then by its id', async () => {
    const first = await create();
    const second = await create({ priority_value: 2 });
    const third = await create({ priority_value: 1 });
    const fourth = await create({ priority_value: 2 });
    const { status, body } = await account.get('/categories');
    expect(status).toBe(200);
    expect(body).toEqual([third, second, fourth, first].map((category) => ({ category })));
    expect((await other.get('/categories')).body).toEqual([]);
  });

  it('is available in GraphQL, too', async () => {
    const { data } = await account.graphql(
      'mutation ($input: CategoryInput!) { createCategory(input: $input) { id title } }',
      { input: { title: 'Hair', serviceIdList: [await createService()] } },
    );
    const { id } = data.createCategory;
    const { data: read } = await account.graphql(
      'query ($id: Int!) { servicesOfCategory(categoryId: $id) { totalCount edges { node { title } } } }',
      { id },
    );
    expect(read).toEqual({ servicesOfCategory: { totalCount: 1, edges: [{ node: { title: 'Cut' } }] } });
  });
});

describe('the services of a category', () => {
  it('are returned in full, in the order of all services, each once', async () => {
    const [late, early] = [await createService({ priority_value: 2 }), await createService({ priority_value: 1 })];
    const { id } = await create({ service_id_list: [late, early, late] });
    const { status, body } = await account.get(`/categories/${id}/services`);
    const whole = await Promise.all(
      [early, late].map(async (service) => (await account.get(`/services/${service}`)).body),
    );
    expect([status, body]).toEqual([200, whole]);
  });

  it('are replaced by the given ones', async () => {
    const [a, b, c] = [await createService(), await createService(), await createService()];
    const { id } = await create({ service_id_list: [a, b] });
    await change(id, { title: 'Nails' });
    expect(await servicesOf(id)).toEqual([a, b]);
    await change(id, { service_id_list: [b, c] });
    expect(await servicesOf(id)).toEqual([b, c]);
    await change(id, { service_id_list: [] });
    expect(await servicesOf(id)).toEqual([]);
    await change(id, { service_id_list: `${a},${c}` });
    expect(await servicesOf(id)).toEqual([a, c]);
    await change(id, { service_id_list: null });
    expect(await servicesOf(id)).toEqual([]);
  });

  it('can be in several categories, and be given by a form', async () => {
    const [a, b] = [await createService(), await createService()];
    const form = `category[title]=Hair&category[service_id_list][]=${a}&category[service_id_list][]=${b}`;
    const { status, body } = await account.post('/categories', { form });
    expect([status, body]).toEqual([200, { category: { ...wholeCategory, id: expect.any(Number) } }]);
    expect(await servicesOf(body.category.id)).toEqual([a, b]);
    const another = await create({ service_id_list: [b] });
    expect(await servicesOf(another.id)).toEqual([b]);
    await account.put(`/categories/${body.category.id}`, { form: `category[service_id_list]=${a}` });
    expect(await servicesOf(body.category.id)).toEqual([a]);
    await account.put(`/categories/${body.category.id}`, { form: 'category[service_id_list]=' });
    expect(await servicesOf(body.category.id)).toEqual([]);
  });

  it('are not returned while deleted, but can still be given', async () => {
    const [a, b] = [await createService(), await createService()];
    const { id } = await create({ service_id_list: [a, b] });
    await account.del(`/services/${a}`);
    expect(await servicesOf(id)).toEqual([b]);
    expect((await change(id, { service_id_list: [a, b] })).status).toBe(200);
    await change(id, { service_id_list: [b] });
    expect((await change(id, { service_id_list: [a, b] })).body).toEqual({ service_id_list: ['does not exist'] });
  });
});

describe('the tree of categories', () => {
  it('has no cycles', async () => {
    const root = await create();
    const middle = await create({ parent_id: root.id });
    const leaf = await create({ parent_id: middle.id });
    for (const parent of [root, middle, leaf]) {
      const { status, body } = await change(root.id, { parent_id: parent.id });
      expect([status, body]).toEqual([400, { parent_id: ['is invalid'] }]);
    }
    expect((await change(leaf.id, { parent_id: root.id })).status).toBe(200);
    expect((await change(middle.id, { parent_id: leaf.id })).status).toBe(200);
  });

  it('gives the children of a deleted category to its parent', async () => {
    const root = await create();
    const middle = await create({ parent_id: root.id });
    const leaf = await create({ parent_id: middle.id });
    await account.del(`/categories/${middle.id}`);
    expect((await account.get(`/categories/${leaf.id}`)).body.category.parent_id).toBe(root.id);
    await account.del(`/categories/${root.id}`);
    expect((await account.get(`/categories/${leaf.id}`)).body.category.parent_id).toBeNull();
    const changes = ['category.modified', 'category.deleted'];
    expect((await server.changes(account)).slice(3)).toEqual([...changes, ...changes]);
  });
});

describe('bad input', () => {
  const tooMany = Array.from({ length: 1001 }, (_, index) => index);

  it.each([
    [{ title: null }, { title: ["can't be blank"] }],
    [{ title: ' ' }, { title: ["can't be blank"] }],
    [{ title: {} }, { title: ['is invalid'] }],
    [{ title: 'x'.repeat(256) }, { title: ['is too long (maximum is 255 characters)'] }],
    [{ parent_id: 999_999 }, { parent_id: ['does not exist'] }],
    [{ parent_id: 0 }, { parent_id: ['does not exist'] }],
    [{ parent_id: 'hair' }, { parent_id: ['is not a number'] }],
    [{ parent_id: [1] }, { parent_id: ['is not a number'] }],
    [{ priority_value: 2_147_483_648 }, { priority_value: ['must be less than or equal to 2147483647'] }],
    [{ priority_value: 1.5 }, { priority_value: ['must be an integer'] }],
    [{ custom_data: 'red' }, { custom_data: ['is invalid'] }],
    [{ service_id_list: [999_999] }, { service_id_list: ['does not exist'] }],
    [{ service_id_list: [0, -1] }, { service_id_list: ['does not exist'] }],
    [{ service_id_list: ['cut'] }, { service_id_list: ['is not a number'] }],
    [{ service_id_list: [null] }, { service_id_list: ["can't be blank"] }],
    [{ service_id_list: [[1]] }, { service_id_list: ['is not a number'] }],
    [{ service_id_list: { a: 1 } }, { service_id_list: ['is invalid'] }],
    [{ service_id_list: true }, { service_id_list: ['is invalid'] }],
    [{ service_id_list: tooMany }, { service_id_list: ['is too long (maximum is 1000 items)'] }],
  ])('%j is rejected, on creation and on change', async (attributes, errors) => {
    const service = await createService();
    const before = await create({ service_id_list: [service] });
    const creation = await account.post('/categories', { json: { category: { title: 'Hair', ...attributes } } });
    expect([creation.status, creation.body]).toEqual([400, errors]);
    const { status, body } = await change(before.id, attributes);
    expect([status, body]).toEqual([400, errors]);
    expect((await account.get('/categories')).body).toEqual([{ category: before }]);
    expect(await servicesOf(before.id)).toEqual([service]);
  });

  it('is reported for all attributes in one response', async () => {
    const { status, body } = await account.post('/categories', { json: { parent_id: 0, service_id_list: [0] } });
    expect([status, body]).toEqual([
      400,
      { title: ["can't be blank"], parent_id: ['does not exist'], service_id_list: ['does not exist'] },
    ]);
  });

  it('includes a category or service of another account', async () => {
    const theirs = await create({}, other);
    const service_id_list = [await createService(), await createService({}, other)];
    const { status, body } = await account.post('/categories', {
      json: { category: { title: 'Hair', parent_id: theirs.id, service_id_list } },
    });
    expect([status, body]).toEqual([400, { parent_id: ['does not exist'], service_id_list: ['does not exist'] }]);
    for (const answer of [
      await account.get(`/categories/${theirs.id}`),
      await account.get(`/categories/${theirs.id}/services`),
      await account.del(`/categories/${theirs.id}`),
      await change(theirs.id, { title: 'Mine' }),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await other.get(`/categories/${theirs.id}`)).body).toEqual({ category: theirs });
  });
});

describe('concurrent requests to several processes', () => {
  it('two categories that move into each other form no cycle', async () => {
    await using another = await server.another();
    const { account: of, concurrently } = await accountAcrossProcesses(server, [server.origin, another.origin]);
    const pairs = await Promise.all(Array.from({ length: 8 }, () => Promise.all([create({}, of), create({}, of)])));
    const answers = await concurrently(16, (through, index): Promise<RestAnswer> => {
      const [one, two] = pairs[index >> 1] ?? [];
      const [child, parent] = index % 2 === 0 ? [one, two] : [two, one];
      return through.put(`/categories/${child.id}`, { json: { parent_id: parent.id } });
    });
    expect(accepted(answers)).toHaveLength(8);
    expect(refusals(answers)).toEqual([{ status: 400, parent_id: ['is invalid'] }]);
  });

  it('a deleted category does not become a parent', async () => {
    await using another = await server.another();
    const { account: of, concurrently } = await accountAcrossProcesses(server, [server.origin, another.origin]);
    const parents = await Promise.all(Array.from({ length: 8 }, () => create({}, of)));
    const answers = await concurrently(16, (through, index) => {
      const parent_id = parents[index >> 1].id;
      if (index % 2 === 0) return through.del(`/categories/${parent_id}`);
      return through.post('/categories', { json: { title: 'Child', parent_id } });
    });
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 400)).toEqual([]);
    const { body } = await of.get('/categories');
    expect(body.every(({ category }: { category: { parent_id: null } }) => category.parent_id === null)).toBe(true);
  });
});
