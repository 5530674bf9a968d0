import { accepted, accountAcrossProcesses, refusals, type SendConcurrently } from '../support/concurrent-requests.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const origins = [server.origin, (await server.another()).origin];
let account: TestAccount;
let concurrently: SendConcurrently;
beforeEach(async () => {
  ({ account, concurrently } = await accountAcrossProcesses(server, origins));
});

const person = (attributes: object) => account.create('/people', 'person', attributes);
const merge = (through: TestAccount, id: number, mergedId: number) =>
  through.post(`/people/${id}/merge?merge_person_id=${mergedId}`);

describe('20 people created concurrently', () => {
  it.each<[string, (index: number) => object]>([
    ['email', (index) => ({ email: index % 2 ? 'KARI@example.org' : 'kari@Example.ORG' })],
    ['phone_number', (index) => ({ phone_number: index % 2 ? '406 12 345' : '+4740612345' })],
    ['phone_number', () => ({ phone_number: 'ext 7' })],
    ['national_id_no', () => ({ national_id_no: '01010112345' })],
    ['uid', (index) => ({ name: `Kari ${index}`, provider: 'google', uid: '7' })],
  ])('are one person with the same %s', async (attribute, attributes) => {
    const answers = await concurrently(20, (through, index) => through.post('/people', { json: attributes(index) }));
    expect(accepted(answers)).toHaveLength(1);
    expect(refusals(answers)).toEqual([{ status: 400, [attribute]: ['has already been taken'] }]);
    expect((await account.get('/people/all')).body).toHaveLength(1);
  });

  it('are 20 if the digits are different numbers in different countries', async () => {
    const countries = ['NO', 'DK'];
    const answers = await concurrently(20, (through, index) =>
      through.post('/people', { json: { phone_number: '41612345', country_code: countries[index % 2] } }),
    );
    expect(accepted(answers)).toHaveLength(2);
  });
});

describe('eight requests at once for one new person', () => {
  const kari = { name: 'Kari', email: 'kari@example.org', phone_number: '40612345' };
  const keys = [
    ['without keys', () => ({})],
    ['with keys', (index: number) => ({ headers: { 'idempotency-key': `request-${index}` } })],
  ] as const;

  it.each(keys)('for orders, %s, make eight orders of one person', async (_name, more) => {
    const { id: service_id } = await account.create('/services', 'service', {
      ...{ title: 'Soap', booking_type: 'product', price: 10 },
    });
    const json = { order: { person_attributes: kari, order_line_items: [{ service_id }] } };
    const answers = await concurrently(8, (through, index) => through.post('/orders', { json, ...more(index) }));
    expect(refusals(answers)).toEqual([]);
    expect(new Set(answers.map(({ body }) => body.order.person_id)).size).toBe(1);
    expect((await account.get('/people')).body).toHaveLength(1);
  });

  it.each(keys)('for bookings, %s, make eight bookings of one person', async (_name, more) => {
    const { id: resource_id } = await account.create('/resources', 'resource', { title: 'Room', capacity: 10 });
    const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    const json = { booking: { ...time, resource_id, person_attributes: kari } };
    const answers = await concurrently(8, (through, index) => through.post('/bookings', { json, ...more(index) }));
    expect(refusals(answers)).toEqual([]);
    expect(new Set(answers.map(({ body }) => body.booking.person_id)).size).toBe(1);
  });

  it('on a public site make orders of one person', async () => {
    await server.configure(account, { public_access: true });
    const { id: service_id } = await account.create('/services', 'service', {
      ...{ title: 'Soap', booking_type: 'product', price: 10 },
    });
    const body = JSON.stringify({ order: { person_attributes: kari, order_line_items: [{ service_id }] } });
    const send = (_through: TestAccount, index: number) =>
      fetch(`${origins[index % 2]}/sites/${account.credentials.subdomain}/orders`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
      });
    const statuses = (await Promise.all([0, 1, 2].map((index) => send(account, index)))).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200]);
    expect((await account.get('/people')).body).toHaveLength(1);
  });
});

it('one of two opposite merges succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = [await person({ name: 'A' }), await person({ name: 'B' })];
    const answers = await concurrently(6, (through, index) =>
      index % 2 ? merge(through, a.id, b.id) : merge(through, b.id, a.id),
    );
    const [kept, ...others] = accepted(answers).map(({ body }) => body.person.id);
    expect(others).toEqual([]);
    const left = [a.id, b.id].find((id) => id !== kept);
    expect((await account.get(`/people/${kept}`)).body.person.active).toBe(true);
    expect((await account.get(`/people/${left}`)).body.person.active).toBe(false);
    for (const { status } of answers) expect([200, 400, 404]).toContain(status);
  }
});

it('a merge also moves bookings that are created or changed in the meantime', async () => {
  const resource = await account.create('/resources', 'resource', { title: 'Hall', capacity: 1_000 });
  const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00', resource_id: resource.id };
  const [kept, merged] = [await person({ name: 'Kept' }), await person({ name: 'Merged' })];
  const early: number[] = [];
  for (let index = 0; index < 10; index += 1) {
    early.push((await account.create('/bookings', 'booking', { ...time, person_id: merged.id })).id);
  }
  const answers = await concurrently(41, (through, index) => {
    if (index === 20) return merge(through, kept.id, merged.id);
    if (index % 2) return through.post('/bookings', { json: { ...time, person_id: merged.id } });
    return through.put(`/bookings/${early[index % 10]}`, { json: { title: `T${index}` } });
  });
  expect(
    refusals(answers).filter((refusal) => JSON.stringify(refusal) !== '{"status":400,"person_id":["does not exist"]}'),
  ).toEqual([]);
  expect((await account.get(`/people/${merged.id}/bookings/all`)).body).toEqual([]);
  const { body } = await account.get(`/people/${kept.id}/bookings/all`);
  const made = answers.filter(({ status }, index) => status === 200 && index % 2).length;
  expect(body).toHaveLength(10 + made);
  const revisions = await server.sql<{ revisions: number; changes: number }>(
    `select revision_count as revisions, (select count(*)::integer - 1 from change
       where change.account_id = booking.account_id and object_type = 'booking' and object_id = booking.id) as changes
     from booking where account_id = ?`,
    account.credentials.id,
  );
  expect(revisions.filter(({ revisions: counted, changes }) => counted !== changes)).toEqual([]);
});

it('concurrent updates of parents form no cycle', async () => {
  const people = [await person({ name: 'A' }), await person({ name: 'B' }), await person({ name: 'C' })];
  const answers = await concurrently(3, (through, index) =>
    through.put(`/people/${people[index].id}`, { json: { person: { parent_id: people[(index + 1) % 3].id } } }),
  );
  expect(accepted(answers)).toHaveLength(2);
  expect(refusals(answers)).toEqual([{ status: 400, parent_id: ['is invalid'] }]);
});

it('one of two deleted people with the same email is restored', async () => {
  const ids: number[] = [];
  for (const name of ['A', 'B']) {
    const { id } = await person({ name, email: 'same@example.org' });
    await account.del(`/people/${id}`);
    ids.push(id);
  }
  const answers = await concurrently(10, (through, index) => through.put(`/people/${ids[index % 2]}/undelete`));
  expect(new Set(accepted(answers).map(({ body }) => body.person.id)).size).toBe(1);
  expect(refusals(answers)).toEqual([{ status: 400, email: ['has already been taken'] }]);
});
