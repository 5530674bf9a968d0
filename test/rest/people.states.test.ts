import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const other = await server.account();
const account = server.accountPerTest();

const person = (attributes: object, of = account) => of.create('/people', 'person', attributes);
const notFound = { error: { description: 'Not found' } };

describe('a deleted person', () => {
  it('is restored unchanged', async () => {
    const created = await person({ name: 'Kari', email: 'kari@example.org' });
    await account.del(`/people/${created.id}`);
    const { status, body } = await account.put(`/people/${created.id}/undelete`);
    expect([status, body]).toEqual([200, { person: created }]);
    expect((await account.put(`/people/${created.id}/undelete`)).body).toEqual(body);
    expect((await account.get('/people')).body).toEqual([body]);
    expect(await server.changes(account)).toEqual(['person.created', 'person.deleted', 'person.modified']);
  });

  it.each([
    [{ email: 'Kari@example.org' }, { email: 'kari@example.org' }, 'email'],
    [{ phone_number: '40612345' }, { phone_number: '+47 406 12 345' }, 'phone_number'],
    [{ national_id_no: '1' }, { national_id_no: '1' }, 'national_id_no'],
    [{ name: 'A', provider: 'google', uid: '1' }, { name: 'B', provider: 'google', uid: '1' }, 'uid'],
  ])('is not restored if %j was taken', async (attributes, since, attribute) => {
    const { id } = await person(attributes);
    await account.del(`/people/${id}`);
    await person(since);
    const { status, body } = await account.put(`/people/${id}/undelete`);
    expect([status, body]).toEqual([400, { [attribute]: ['has already been taken'] }]);
    expect((await account.get(`/people/${id}`)).body.person.active).toBe(false);
  });
});

describe('a blocked person', () => {
  it('cannot be booked for until it is unblocked', async () => {
    const resource = await account.create('/resources', 'resource', { title: 'Chair' });
    const created = await person({ name: 'Kari' });
    const book = () =>
      account.post('/bookings', {
        json: {
          resource_id: resource.id,
          person_id: created.id,
          booked_from: '2026-03-03 10:00',
          booked_to: '2026-03-03 11:00',
        },
      });
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await account.put(`/people/${created.id}/block`);
      expect([status, body]).toEqual([200, { person: { ...created, blocked: true } }]);
    }
    expect((await book()).body).toEqual({ person: ['is blocked'] });
    expect((await account.put(`/people/${created.id}/unblock`)).body).toEqual({ person: created });
    expect((await book()).status).toBe(200);
    const names = await server.changes(account);
    expect(names.filter((name) => name.startsWith('person.'))).toEqual([
      'person.created',
      'person.modified',
      'person.modified',
    ]);
  });
});

describe('the children of a person', () => {
  it('are the active ones', async () => {
    const parent = await person({ name: 'Parent' });
    const first = await person({ name: 'First', parent_id: parent.id });
    const second = await person({ name: 'Second', parent_id: parent.id });
    const gone = await person({ name: 'Gone', parent_id: parent.id });
    await person({ name: 'Grandchild', parent_id: first.id });
    await account.del(`/people/${gone.id}`);
    const path = `/people/${parent.id}/children`;
    const { status, body } = await account.get(path);
    expect([status, body]).toEqual([200, [{ person: first }, { person: second }]]);
    expect((await account.get(`${path}?name=Second`)).body).toEqual([{ person: second }]);
    expect((await account.get(`/people/${second.id}/children`)).body).toEqual([]);
  });
});

describe('parents', () => {
  it('never form a cycle', async () => {
    const first = await person({ name: 'First' });
    const second = await person({ name: 'Second', parent_id: first.id });
    const third = await person({ name: 'Third', parent_id: second.id });
    const update = (id: number, parentId: number | null) =>
      account.put(`/people/${id}`, { json: { person: { parent_id: parentId } } });
    for (const id of [first.id, second.id, third.id]) {
      expect((await update(first.id, id)).body).toEqual({ parent_id: ['is invalid'] });
    }
    expect((await update(third.id, first.id)).status).toBe(200);
    expect((await update(second.id, third.id)).status).toBe(200);
    expect((await update(second.id, null)).status).toBe(200);
  });

  it('do not form a cycle through a booking either', async () => {
    const resource = await account.create('/resources', 'resource', { title: 'Chair' });
    const parent = await person({ email: 'parent@example.org' });
    const child = await person({ name: 'Child', parent_id: parent.id });
    const { status, body } = await account.post('/bookings', {
      json: {
        resource_id: resource.id,
        booked_from: '2026-03-03 10:00',
        booked_to: '2026-03-03 11:00',
        person_attributes: { email: 'parent@example.org', parent_id: child.id },
      },
    });
    expect([status, body]).toEqual([400, { person: ['is invalid'], person_attributes: { parent_id: ['is invalid'] } }]);
  });
});

it.each([
  ['PUT', 'undelete'],
  ['PUT', 'block'],
  ['PUT', 'unblock'],
  ['GET', 'children'],
  ['POST', 'merge?merge_person_id=1'],
])('%s /people/{id}/%s is 404 for an unknown person', async (method, path) => {
  const foreign = await person({ name: 'Foreign' }, other);
  for (const id of [foreign.id, 2_000_000_000, 0, -1, 'x']) {
    const { status, body } = await account.send(method, `/people/${id}/${path}`);
    expect([id, status, body]).toEqual([id, 404, notFound]);
  }
});
