import { accepted } from '../../src/platform/accepted.js';
import { createBookableService } from '../support/catalog.js';
import { statementsOf } from '../support/statements.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const person = (attributes: object, of = account) => of.create('/people', 'person', attributes);
const merge = (id: number, mergedId: unknown, json: object = {}) =>
  account.post(`/people/${id}/merge?merge_person_id=${mergedId}`, { json });
const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };

/** Inserts bookings of one person on one resource by SQL. */
async function crowd(personId: number, count: number): Promise<void> {
  const { resourceId } = await createBookableService(account);
  await server.sql(
    `insert into booking (account_id, created_at, updated_at, person_id, resource_id, booked_from, booked_to, state, ignores_capacity)
     select ?, now(), now(), ?, ?, '2026-03-03', '2026-03-04', 'confirmed', true from generate_series(1, ?::integer)`,
    account.credentials.id,
    personId,
    resourceId,
    count,
  );
}

describe('merging people', () => {
  it('moves bookings, children and messages, deletes the merged person and records all changes', async () => {
    const { resourceId } = await createBookableService(account, { resource: { capacity: 9 } });
    const kept = await person({ name: 'Kept' });
    const merged = await person({ name: 'Merged', phone_number: '40612345' });
    const child = await person({ name: 'Child', parent_id: merged.id });
    const own = await account.create('/bookings', 'booking', {
      ...time,
      resource_id: resourceId,
      person_id: merged.id,
    });
    const made = await account.create('/bookings', 'booking', {
      ...time,
      resource_id: resourceId,
      person_id: child.id,
      booked_by_person_id: merged.id,
    });
    await account.del(`/bookings/${made.id}`);
    await account.post('/people/perishable_token/send', { json: { phone_number: '40612345' } });
    const before = (await server.changes(account)).length;

    server.clock.advance(1);
    const { status, body } = await merge(kept.id, merged.id);
    expect([status, body]).toEqual([200, { person: kept }]);
    expect((await account.get(`/people/${merged.id}`)).body.person).toMatchObject({ active: false, name: 'Merged' });
    expect((await account.get(`/people/${child.id}`)).body.person).toMatchObject({ parent_id: kept.id });
    expect((await account.get(`/bookings/${own.id}`)).body.booking).toEqual({
      ...own,
      person_id: kept.id,
      person: kept,
      revision_count: own.revision_count + 1,
      updated_at: '2026-03-02T08:01:00+01:00',
    });
    expect((await account.get(`/bookings/${made.id}`)).body.booking).toMatchObject({
      person_id: child.id,
      booked_by_person_id: kept.id,
      revision_count: 2,
    });
    const { data } = await account.graphql(`{ messages(filter: { personId: ${kept.id} }) { totalCount } }`);
    expect(data).toEqual({ messages: { totalCount: 1 } });
    expect((await server.changes(account)).slice(before)).toEqual([
      'person.deleted',
      'booking.modified',
      'booking.modified',
      'person.modified',
      'message.modified',
    ]);
    server.clock.set('2026-03-02T07:00:00Z');
  });

  it('can set attributes of the kept person, including those of the merged one', async () => {
    const kept = await person({ name: 'Kept', email: 'kept@example.org' });
    const unique = { email: 'merged@example.org', phone_number: '40612345', national_id_no: '7' };
    const merged = await person({ name: 'Merged', ...unique });
    const { status, body } = await merge(kept.id, merged.id, { person: { ...unique, password: 'long enough' } });
    expect(status).toBe(200);
    expect(body.person).toEqual({
      ...kept,
      ...unique,
      phonenumber: '40612345',
      phone_number_formatted: '+4740612345',
    });
    const credentials = { email: 'merged@example.org', password: 'long enough' };
    expect((await account.post('/people/authenticate', { json: { person: credentials } })).body).toEqual(body);
    expect((await account.put(`/people/${merged.id}/undelete`)).body).toEqual({
      email: ['has already been taken'],
      phone_number: ['has already been taken'],
      national_id_no: ['has already been taken'],
    });
  });

  it.each([
    [{ email: 'x' }, { email: ['is invalid'] }],
    [{ email: 'third@example.org' }, { email: ['has already been taken'] }],
    [{ password: 'short' }, { password: ['is too short (minimum is 8 characters)'] }],
    [{ parent_id: 2_000_000_000 }, { parent_id: ['does not exist'] }],
    [{ blocked: 'perhaps' }, { blocked: ['is invalid', accepted.boolean] }],
  ])('changes nothing if %j is invalid', async (attributes, errors) => {
    await person({ email: 'third@example.org' });
    const [kept, merged] = [await person({ name: 'Kept' }), await person({ name: 'Merged' })];
    const before = await server.changes(account);
    const { status, body } = await merge(kept.id, merged.id, { person: attributes });
    expect([status, body]).toEqual([400, errors]);
    expect(await server.changes(account)).toEqual(before);
    expect((await account.get(`/people/${merged.id}`)).body.person.active).toBe(true);
  });

  it('is rejected with an unknown person, the same person or an ancestor', async () => {
    const kept = await person({ name: 'Kept' });
    const gone = await person({ name: 'Gone' });
    await account.del(`/people/${gone.id}`);
    const foreign = await person({ name: 'Foreign' }, await server.account());
    const unknown = { merge_person_id: ['does not exist'] };
    const child = await person({ name: 'Child', parent_id: kept.id });
    const grandchild = await person({ name: 'Grandchild', parent_id: child.id });
    const before = await server.changes(account);
    const cases: [id: number, mergedId: unknown, status: number, body: object][] = [
      [kept.id, gone.id, 400, unknown],
      [kept.id, foreign.id, 400, unknown],
      [kept.id, 2_000_000_000, 400, unknown],
      [kept.id, -1, 400, unknown],
      [kept.id, 0, 400, unknown],
      [kept.id, kept.id, 400, { merge_person_id: ['is invalid'] }],
      [kept.id, '', 400, { merge_person_id: ["can't be blank"] }],
      [kept.id, 'x', 400, { merge_person_id: ['is not a number'] }],
      [kept.id, '9999999999', 400, { merge_person_id: ['must be less than or equal to 2147483647'] }],
      [child.id, kept.id, 400, { merge_person_id: ['is an ancestor of the person'] }],
      [grandchild.id, kept.id, 400, { merge_person_id: ['is an ancestor of the person'] }],
      [gone.id, kept.id, 404, { error: { description: 'Not found' } }],
      [foreign.id, kept.id, 404, { error: { description: 'Not found' } }],
      [2_000_000_000, kept.id, 404, { error: { description: 'Not found' } }],
    ];
    for (const [id, mergedId, status, body] of cases) {
      const answer = await merge(id, mergedId);
      expect([mergedId, answer.status, answer.body]).toEqual([mergedId, status, body]);
    }
    expect(await server.changes(account)).toEqual(before);
    expect((await merge(kept.id, child.id)).status).toBe(200);
    expect((await account.get(`/people/${grandchild.id}`)).body.person.parent_id).toBe(kept.id);
  });

  it('takes as many statements for 250 bookings as for 10, and moves thousands', async () => {
    const kept = await person({ name: 'Kept' });
    const count = async (bookings: number) => {
      const merged = await person({ name: 'Merged' });
      await crowd(merged.id, bookings);
      const { result, statements } = await statementsOf(server.database, () => merge(kept.id, merged.id));
      expect(result.status).toBe(200);
      return statements.length;
    };
    expect(await count(10)).toBe(await count(250));
    expect(await count(1_700)).toBeLessThan(35);
    const { headers } = await account.get(`/people/${kept.id}/bookings`);
    expect(headers.get('total-count')).toBe('1960');
    const names = await server.changes(account);
    expect(names.filter((name) => name === 'booking.modified')).toHaveLength(1_960);
  });
});
