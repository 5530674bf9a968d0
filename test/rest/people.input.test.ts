import { accepted } from '../../src/platform/accepted.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
const other = await server.account();

const create = (person: object, of = account) => of.post('/people', { json: { person } });
const update = (id: number, person: object, of = account) => of.put(`/people/${id}`, { json: { person } });

describe('bad input', () => {
  const long = 'x'.repeat(256);
  it.each([
    [{ name: null }, 'name', "can't be blank"],
    [{ name: ' ' }, 'name', "can't be blank"],
    [{ name: long }, 'name', 'is too long (maximum is 255 characters)'],
    [{ name: 'a\u0000b' }, 'name', 'is invalid'],
    [{ name: '\udc00' }, 'name', 'is invalid'],
    [{ name: 'a\nb' }, 'name', 'is invalid'],
    [{ name: 'a\u0085b' }, 'name', 'is invalid'],
    [{ name: ['a'] }, 'name', 'is invalid'],
    [{ email: 'kari' }, 'email', 'is invalid'],
    [{ email: `${long}@example.org` }, 'email', 'is too long (maximum is 255 characters)'],
    [{ phone_number: long }, 'phone_number', 'is too long (maximum is 255 characters)'],
    [{ national_id_no: long }, 'national_id_no', 'is too long (maximum is 255 characters)'],
    [{ external_id: long }, 'external_id', 'is too long (maximum is 255 characters)'],
    [{ street: long }, 'street', 'is too long (maximum is 255 characters)'],
    [{ city: long }, 'city', 'is too long (maximum is 255 characters)'],
    [{ postal_code: long }, 'postal_code', 'is too long (maximum is 255 characters)'],
    [{ state: long }, 'state', 'is too long (maximum is 255 characters)'],
    [{ country_code: 'NOR' }, 'country_code', 'is too long (maximum is 2 characters)'],
    [{ country_code: 'QQ' }, 'country_code', ['is invalid', accepted.countryCode]],
    [{ locale: long }, 'locale', 'is too long (maximum is 35 characters)'],
    [{ date_of_birth: '1990-02-30' }, 'date_of_birth', ['is invalid', accepted.date]],
    [{ date_of_birth: 19900101 }, 'date_of_birth', ['is invalid', accepted.date]],
    [{ notes: 'x'.repeat(65_537) }, 'notes', 'is too long (maximum is 65536 characters)'],
    [{ custom_data: 'x' }, 'custom_data', 'is invalid'],
    [{ custom_data: { a: [] } }, 'custom_data', 'is invalid'],
    [{ parent_id: 'x' }, 'parent_id', 'is not a number'],
    [{ parent_id: 2_000_000_000 }, 'parent_id', 'does not exist'],
    [{ blocked: 'perhaps' }, 'blocked', ['is invalid', accepted.boolean]],
    [{ provider: long }, 'provider', 'is too long (maximum is 255 characters)'],
  ])('%j is reported for %s, and nothing is written', async (attributes, attribute, message) => {
    const { body: valid } = await create({ name: 'Valid' });
    const before = await server.changes(account);
    for (const { status, body } of [
      await create({ name: 'Kari', ...attributes }),
      await update(valid.person.id, attributes),
    ]) {
      expect([status, body]).toEqual([400, { [attribute]: [message].flat() }]);
    }
    expect(await server.changes(account)).toEqual(before);
  });

  it('a person without an identifying attribute', async () => {
    for (const json of [{}, { person: {} }, { person: { city: 'Oslo' } }]) {
      const { status, body } = await account.post('/people', { json });
      expect([status, body]).toEqual([400, { name: ["can't be blank"] }]);
    }
  });

  it('a parent of another account, and the person itself', async () => {
    const { body: foreign } = await create({ name: 'Foreign' }, other);
    expect((await create({ name: 'Child', parent_id: foreign.person.id })).body).toEqual({
      parent_id: ['does not exist'],
    });
    const { body } = await create({ name: 'Own parent' });
    expect((await update(body.person.id, { parent_id: body.person.id })).body).toEqual({ parent_id: ['is invalid'] });
  });

  it('a deleted parent is kept', async () => {
    const parent = (await create({ name: 'Parent' })).body.person;
    const child = (await create({ name: 'Child', parent_id: parent.id })).body.person;
    await account.del(`/people/${parent.id}`);
    expect((await update(child.id, { parent_id: parent.id, city: 'Oslo' })).status).toBe(200);
    expect((await create({ name: 'Second', parent_id: parent.id })).status).toBe(400);
  });

  it.each([
    [{ email: 'Taken@Example.org' }, { email: 'taken@example.org' }, 'email'],
    [{ phone_number: '40611111' }, { phone_number: '+47 406 11 111' }, 'phone_number'],
    [{ phone_number: 'ext 7' }, { phone_number: 'ext 7' }, 'phone_number'],
    [{ national_id_no: '77' }, { national_id_no: '77' }, 'national_id_no'],
    [{ name: 'A', provider: 'apple', uid: '1' }, { name: 'B', provider: 'apple', uid: '1' }, 'uid'],
  ])('after %j was stored, %j is reported as taken', async (first, second, attribute) => {
    await create(first);
    const taken = { [attribute]: ['has already been taken'] };
    expect((await create(second)).body).toEqual(taken);
    const { body } = await create({ name: 'Changes' });
    expect((await update(body.person.id, second)).body).toEqual(taken);
    expect((await create(second, await server.account())).status).toBe(200);
  });
});

describe('a phone number', () => {
  it.each(['abc', '0', '4.41E+11', '--'])('%j is refused, also on a change and for a booking', async (phone_number) => {
    const email = `${Buffer.from(phone_number).toString('hex')}@example.org`;
    const errors = { phone_number: ['is invalid', accepted.phoneNumber] };
    expect(await create({ name: 'Kari', phone_number })).toMatchObject({ status: 400, body: errors });
    const { id } = (await create({ name: 'Kari', email })).body.person;
    expect((await update(id, { phone_number })).body).toEqual(errors);
    const resource = await account.create('/resources', 'resource', { title: 'Chair' });
    const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    const person_attributes = { email, phone_number };
    const { body } = await account.post('/bookings', {
      json: { ...time, resource_id: resource.id, person_attributes },
    });
    expect(body).toEqual({ person: ['is invalid'], person_attributes: errors });
  });

  it.each(['ext 8', '12'])('%j that nobody can call is stored, and marked', async (phone_number) => {
    const { body } = await create({ name: 'Kari', phone_number });
    expect(body.person).toMatchObject({ phone_number, phone_number_formatted: null });
  });

  it('that was stored before does not hinder other changes', async () => {
    const { id } = (await create({ name: 'Kari' })).body.person;
    await server.sql(`update person set phone_number = 'abc' where id = ?`, id);
    expect((await update(id, { city: 'Oslo' })).status).toBe(200);
  });
});
