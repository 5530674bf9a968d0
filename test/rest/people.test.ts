import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
const other = await server.account();

const create = (person: object, of = account) => of.post('/people', { json: { person } });
const update = (id: number, person: object, of = account) => of.put(`/people/${id}`, { json: { person } });
const notFound = { error: { description: 'Not found' } };

const whole = {
  created_at: '2026-03-02T08:00:00+01:00',
  updated_at: '2026-03-02T08:00:00+01:00',
  active: true,
  name: null,
  email: null,
  phone_number: null,
  phonenumber: null,
  phone_number_formatted: null,
  national_id_no: null,
  external_id: null,
  street: null,
  city: null,
  postal_code: null,
  state: null,
  country_code: null,
  locale: null,
  date_of_birth: null,
  notes: null,
  custom_data: null,
  parent_id: null,
  blocked: false,
  opt_in_marketing: false,
};

describe('a person', () => {
  it('is returned with all attributes', async () => {
    const { status, body } = await create({ name: 'Minimal' });
    expect(status).toBe(200);
    expect(body).toEqual({ person: { ...whole, id: expect.any(Number), name: 'Minimal' } });
    expect((await account.get(`/people/${body.person.id}`)).body).toEqual(body);
  });

  it('keeps its given attributes, except automatic ones', async () => {
    const parent = (await create({ name: 'Parent' })).body.person;
    const given = {
      name: 'Kari Nordmann',
      email: 'kari@example.org',
      phone_number: '406 12 345',
      national_id_no: '01010112345',
      external_id: 'x-1',
      street: 'Gata 1',
      city: 'Oslo',
      postal_code: '0150',
      state: 'Oslo',
      country_code: 'NO',
      locale: 'nb',
      date_of_birth: '1990-05-17',
      notes: 'Likes æøå',
      custom_data: { vip: true, size: 42 },
      parent_id: parent.id,
      blocked: true,
    };
    const { body } = await create({
      ...given,
      id: 7,
      opt_in_marketing: true,
      active: false,
      provider: 'google',
      uid: 'u1',
    });
    expect(body.person).toEqual({
      ...whole,
      ...given,
      id: expect.any(Number),
      phonenumber: '406 12 345',
      phone_number_formatted: '+4740612345',
      custom_data: { vip: true, size: '42' },
    });
  });

  it('has its number formatted for its country, or for that of the account', async () => {
    const formatted = async (person: object) => (await create(person)).body.person.phone_number_formatted;
    expect(await formatted({ phone_number: '070-111 22 33', country_code: 'se' })).toBe('+46701112233');
    expect(await formatted({ phone_number: '0701112234' })).toBeNull();
    expect(await formatted({ phonenumber: '41 61 23 45' })).toBe('+4741612345');
    const { body } = await create({ phonenumber: 'ignored', phone_number: '41612346', country_code: 'no' });
    expect(body.person).toMatchObject({ phone_number: '41612346', country_code: 'NO' });
    const moved = await update(body.person.id, { country_code: 'DK' });
    expect(moved.body.person).toMatchObject({ phone_number_formatted: '+4541612346' });
  });

  it('changes only in the given attributes, and is cleared by null', async () => {
    const { body } = await create({ name: 'Ola', email: 'ola@example.org', city: 'Oslo', date_of_birth: '1990-01-01' });
    server.clock.advance(1);
    const { body: changed } = await update(body.person.id, { city: null, date_of_birth: '', name: 'Ola N' });
    expect(changed.person).toEqual({
      ...body.person,
      name: 'Ola N',
      city: null,
      date_of_birth: null,
      updated_at: '2026-03-02T08:01:00+01:00',
    });
    expect((await update(body.person.id, { name: null, email: null })).body).toEqual({ name: ["can't be blank"] });
    server.clock.set('2026-03-02T07:00:00Z');
  });

  it('is deleted once, is still found by id, and frees its identity', async () => {
    const { body } = await create({ email: 'once@example.org' });
    const path = `/people/${body.person.id}`;
    const deleted = await account.del(path);
    expect([deleted.status, deleted.body.person]).toEqual([200, { ...body.person, active: false }]);
    const before = await server.changes(account);
    expect((await account.del(path)).body).toEqual(deleted.body);
    expect(await server.changes(account)).toEqual(before);
    expect((await account.get(path)).body).toEqual(deleted.body);
    expect((await create({ email: 'once@example.org' })).status).toBe(200);
    expect((await update(body.person.id, { city: 'Oslo' })).status).toBe(200);
  });

  it.each(['/people/2000000000', '/people/x', '/people/-1'])('is not found: %s', async (path) => {
    for (const { status, body } of [
      await account.get(path),
      await account.del(path),
      await account.put(path, { json: {} }),
    ]) {
      expect([status, body]).toEqual([404, notFound]);
    }
  });

  it('belongs to its account only', async () => {
    const { body } = await create({ name: 'Ours' });
    const path = `/people/${body.person.id}`;
    for (const { status } of [
      await other.get(path),
      await other.del(path),
      await update(body.person.id, { name: 'X' }, other),
    ]) {
      expect(status).toBe(404);
    }
    expect((await account.get(path)).body).toEqual(body);
  });
});
