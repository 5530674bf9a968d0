import { accepted } from '../../src/platform/accepted.js';
import { bookableServicePerTest } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();
const offered = bookableServicePerTest(account, { resource: { capacity: 1000 } });

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const book = (attributes: object) =>
  account.post('/bookings', { json: { ...time, resource_id: offered.resourceId, ...attributes } });
const bookFor = (person_attributes: object) => book({ person_attributes });
const register = (attributes: object) => account.create('/people', 'person', attributes);
const taken = ['has already been taken'];
const countPeople = async () => (await account.get('/people/all')).body.length;

describe('a new person', () => {
  it('is created with the booking; its change precedes that of the booking', async () => {
    const attributes = { name: 'Kari', email: 'kari@example.org', phone_number: '406 12 345', custom_data: { a: 1 } };
    const { body } = await bookFor(attributes);
    expect(body.booking.person).toMatchObject({
      ...attributes,
      id: body.booking.person_id,
      phone_number_formatted: '+4740612345',
      custom_data: { a: '1' },
    });
    expect((await server.changes(account)).slice(-2)).toEqual(['person.created', 'booking.created']);
    expect((await account.get(`/people/${body.booking.person_id}`)).body.person).toEqual(body.booking.person);
  });

  it('can be given in a form', async () => {
    const attributes = 'booking[person_attributes][name]=Kari&booking[person_attributes][custom_data][a]=b';
    const times = 'booking[booked_from]=2026-03-03 10:00&booking[booked_to]=2026-03-03 11:00';
    const { body } = await account.post('/bookings', {
      form: `${attributes}&${times}&booking[resource_id]=${offered.resourceId}`,
    });
    expect(body.booking.person).toMatchObject({ name: 'Kari', custom_data: { a: 'b' } });
  });

  it.each([
    [{}, { name: ["can't be blank"] }],
    [{ name: ' ' }, { name: ["can't be blank"] }],
    [{ email: 'kari' }, { email: ['is invalid'] }],
    [{ name: 'x'.repeat(256) }, { name: ['is too long (maximum is 255 characters)'] }],
    [{ name: 'Kari', country_code: 'QQ' }, { country_code: ['is invalid', accepted.countryCode] }],
    [{ name: 'Kari', parent_id: 2_000_000_000 }, { parent_id: ['does not exist'] }],
  ])('that is invalid is reported under person: %j', async (attributes, errors) => {
    const before = await server.changes(account);
    const { status, body } = await bookFor(attributes);
    expect([status, body.person]).toEqual([400, ['is invalid']]);
    expect(body.person_attributes).toMatchObject(errors);
    expect(Object.keys(body).toSorted()).toEqual(['person', 'person_attributes']);
    expect(await server.changes(account)).toEqual(before);
  });

  it.each([
    [{ name: 'a\u0000b' }, { name: ['is invalid'] }],
    [{ date_of_birth: 'May' }, { date_of_birth: ['is invalid', accepted.date] }],
    [{ parent_id: 'x' }, { parent_id: ['is not a number'] }],
    [{ custom_data: 'x' }, { custom_data: ['is invalid'] }],
    [{ blocked: 'perhaps' }, { blocked: ['is invalid', accepted.boolean] }],
  ])('that cannot be parsed is reported on the attribute: %j', async (attributes, errors) => {
    expect((await bookFor(attributes)).body).toEqual({ person: ['is invalid'], person_attributes: errors });
  });

  it('is not created if the booking is rejected', async () => {
    const { status } = await book({ count: 0, person_attributes: { name: 'Kari' } });
    expect([status, await countPeople()]).toEqual([400, 0]);
  });

  it('has its errors together with those of the booking', async () => {
    const { body } = await book({ title: 'x'.repeat(256), person_attributes: {} });
    expect(Object.keys(body).toSorted()).toEqual(['person', 'person_attributes', 'title']);
  });
});

describe('person_attributes of a booking that has a person', () => {
  const start = async () => {
    const { body } = await bookFor({ name: 'Kari', email: 'kari@example.org', city: 'Oslo' });
    return body.booking;
  };
  const change = (id: number, json: object) => account.put(`/bookings/${id}`, { json });

  it.each(['without person_id', 'with the same person_id'])('change that person, %s', async (how) => {
    const { id, person } = await start();
    const named = how === 'without person_id' ? {} : { person_id: person.id };
    const { status, body } = await change(id, { ...named, person_attributes: { name: 'Kari Li', city: null } });
    expect([status, body.booking.person]).toEqual([200, { ...person, name: 'Kari Li', city: null }]);
    expect(await countPeople()).toBe(1);
    expect((await server.changes(account)).filter((name) => name.startsWith('person.'))).toEqual([
      'person.created',
      'person.modified',
    ]);
  });

  it('that equal the stored ones change no person', async () => {
    const { id, person } = await start();
    server.clock.advance(1);
    const { body } = await change(id, { title: 'x', person_attributes: { name: 'Kari', email: 'kari@example.org' } });
    expect(body.booking.person).toEqual(person);
    expect(await server.changes(account)).not.toContain('person.modified');
  });

  it('are validated like those of a person', async () => {
    const { id } = await start();
    await register({ email: 'ola@example.org' });
    const refused = (person_attributes: object) => [400, { person: ['is invalid'], person_attributes }];
    for (const [attributes, errors] of [
      [{ email: 'ola@example.org' }, { email: taken }],
      [{ email: 'kari' }, { email: ['is invalid'] }],
      [{ name: null, email: null }, { name: ["can't be blank"] }],
    ]) {
      const { status, body } = await change(id, { person_attributes: attributes });
      expect([status, body]).toEqual(refused(errors ?? {}));
    }
  });

  it('change the person that the same request names', async () => {
    const { id } = await start();
    const ola = await register({ name: 'Ola' });
    const { body } = await change(id, { person_id: ola.id, person_attributes: { city: 'Bergen' } });
    expect(body.booking.person).toMatchObject({ id: ola.id, name: 'Ola', city: 'Bergen' });
  });

  it('give the booking another person if person_id is null', async () => {
    const { id, person } = await start();
    const { body } = await change(id, { person_id: null, person_attributes: { name: 'Ola' } });
    expect(body.booking.person).toMatchObject({ name: 'Ola', email: null });
    expect((await account.get(`/people/${person.id}`)).body.person).toEqual(person);
    expect((await change(id, { person_id: null })).body.booking.person).toBeNull();
  });

  it('match or create a person for a booking without one', async () => {
    const ola = await register({ email: 'ola@example.org' });
    const { body } = await book({});
    const matched = await change(body.booking.id, { person_attributes: { email: 'ola@example.org', name: 'Ola' } });
    expect(matched.body.booking.person).toMatchObject({ id: ola.id, name: 'Ola' });
    const other = (await book({})).body.booking;
    const made = await change(other.id, { person_attributes: { name: 'Per' } });
    expect(made.body.booking.person).toMatchObject({ name: 'Per' });
  });

  it('also change a person who was blocked or deleted later', async () => {
    const { id, person } = await start();
    await account.put(`/people/${person.id}/block`);
    expect((await change(id, { person_attributes: { city: 'Bergen' } })).body.booking.person.city).toBe('Bergen');
    await account.del(`/people/${person.id}`);
    expect((await change(id, { person_attributes: { city: 'Moss' } })).body.booking.person.city).toBe('Moss');
  });
});

it('can be booked by someone else', async () => {
  const parent = await register({ name: 'Kari' });
  const { body } = await book({
    booked_by_person_id: parent.id,
    person_attributes: { name: 'Child', parent_id: parent.id },
  });
  expect(body.booking).toMatchObject({
    booked_by_person_id: parent.id,
    person: { name: 'Child', parent_id: parent.id },
  });
});

describe('a known person', () => {
  it.each([
    [{ national_id_no: '1' }, { national_id_no: '1' }],
    [{ phone_number: '+47 406 12 345' }, { phone_number: '40612345' }],
    [{ phone_number: '070-123 45 67', country_code: 'SE' }, { phone_number: '+46701234567' }],
    [{ phone_number: 'ext 12' }, { phone_number: 'ext 12' }],
    [{ email: 'Kari@Example.org' }, { email: 'kari@example.ORG' }],
  ])('%j is matched by %j', async (known, given) => {
    const { id } = await register(known);
    const { body } = await bookFor({ name: 'Somebody', ...given });
    expect([body.booking.person_id, await countPeople()]).toEqual([id, 1]);
  });

  it('is matched by national id number, then phone number, then email', async () => {
    const byEmail = await register({ name: 'E', email: 'e@example.org' });
    const byPhone = await register({ name: 'P', phone_number: '40612345' });
    const byNumber = await register({
      name: 'N',
      national_id_no: '1',
      email: 'n@example.org',
      phone_number: '40612346',
    });
    const found = async (attributes: object) => (await bookFor(attributes)).body.booking.person_id;
    expect(await found({ email: 'e@example.org' })).toBe(byEmail.id);
    await account.put(`/people/${byPhone.id}`, { json: { email: 'p@example.org' } });
    expect(await found({ phone_number: '40612345', email: 'e@example.org' })).toBe(byPhone.id);
    expect(await found({ national_id_no: '1', phone_number: '40612345', email: 'e@example.org' })).toBe(byNumber.id);
  });

  it('is completed, and none of its attributes is overwritten', async () => {
    const known = await register({ name: 'Kari', email: 'kari@example.org' });
    server.clock.advance(1);
    const given = { name: 'Other', email: 'KARI@example.org', city: 'Oslo', phone_number: '40612345', blocked: true };
    const { body } = await bookFor(given);
    expect(body.booking.person).toEqual({
      ...known,
      updated_at: expect.not.stringMatching(known.updated_at),
      city: 'Oslo',
      phone_number: '40612345',
      phonenumber: '40612345',
      phone_number_formatted: '+4740612345',
    });
    expect((await server.changes(account)).slice(-2)).toEqual(['person.modified', 'booking.created']);
    await bookFor({ email: 'kari@example.org', name: 'Other' });
    expect((await server.changes(account)).slice(-2)).toEqual(['booking.created', 'booking.created']);
  });

  it('does not get attributes of another person', async () => {
    const kari = await register({ name: 'Kari', national_id_no: '1' });
    await register({ name: 'Ola', phone_number: '40612345', email: 'ola@example.org' });
    const given = { national_id_no: '1', phone_number: '+47 406 12 345', email: 'OLA@example.org', city: 'Oslo' };
    const { status, body } = await bookFor(given);
    expect([status, body.booking.person]).toMatchObject([
      200,
      { id: kari.id, name: 'Kari', email: null, phone_number: null, city: 'Oslo' },
    ]);
  });

  const known = { national_id_no: '1', phone_number: '40612345', email: 'kari@example.org' };

  it.each<[object, object, object]>([
    [known, { national_id_no: '2', phone_number: '40612345' }, { phone_number: taken }],
    [known, { national_id_no: '2', email: 'KARI@example.org' }, { email: taken }],
    [known, { phone_number: '41612345', email: 'kari@example.org' }, { email: taken }],
    [known, { ...known, national_id_no: '2' }, { phone_number: taken, email: taken }],
    [
      { phone_number: 'ext 7', email: 'kari@example.org' },
      { phone_number: 'ext 8', email: 'kari@example.org' },
      { email: taken },
    ],
  ])('%j does not match %j, which a stronger attribute contradicts', async (stored, given, errors) => {
    await register(stored);
    const before = await server.changes(account);
    const { status, body } = await bookFor({ name: 'Kari', ...given });
    expect([status, body]).toEqual([400, { person: ['is invalid'], person_attributes: errors }]);
    expect(await server.changes(account)).toEqual(before);
  });

  it.each<[object, object]>([
    [known, { national_id_no: '1', phone_number: '41612345', email: 'other@example.org' }],
    [known, { phone_number: '40612345', email: 'other@example.org' }],
    [{ phone_number: '40612345' }, { national_id_no: '2', phone_number: '40612345' }],
    [
      { phone_number: '070-123 45 67', country_code: 'SE', email: 'kari@example.org' },
      { phone_number: '070 123 45 67', email: 'kari@example.org' },
    ],
  ])('%j matches %j, whose weaker attributes differ', async (stored, given) => {
    const { id } = await register(stored);
    const { status, body } = await bookFor(given);
    expect([status, body.booking?.person_id]).toEqual([200, id]);
    expect(body.booking.person).toMatchObject(stored);
  });

  it('is not a deleted one', async () => {
    const gone = await register({ name: 'Kari', email: 'kari@example.org' });
    await account.del(`/people/${gone.id}`);
    expect((await book({ person_id: gone.id })).body).toEqual({ person_id: ['does not exist'] });
    const { body } = await bookFor({ email: 'kari@example.org' });
    expect(body.booking.person_id).not.toBe(gone.id);
  });

  it('is not one of another account', async () => {
    const other = await server.account();
    await other.create('/people', 'person', { name: 'Kari', email: 'kari@example.org' });
    const { body } = await bookFor({ email: 'kari@example.org' });
    expect([body.booking.person.name, await countPeople()]).toEqual([null, 1]);
  });

  it('is changed by the attributes if its id is given', async () => {
    const { id } = await register({ name: 'Kari', city: 'Bergen' });
    await register({ name: 'Ola', email: 'ola@example.org' });
    const { body } = await book({ person_id: id, person_attributes: { name: 'Kari Li', email: 'kari@example.org' } });
    expect(body.booking.person).toMatchObject({ id, name: 'Kari Li', email: 'kari@example.org', city: 'Bergen' });
    expect((await book({ person_id: id, person_attributes: { email: 'ola@example.org' } })).body).toEqual({
      person: ['is invalid'],
      person_attributes: { email: taken },
    });
  });
});

describe('a blocked person', () => {
  const blocked = { person: ['is blocked'] };

  it('cannot be booked for, or book for another person', async () => {
    const { id } = await register({ name: 'Kari', email: 'kari@example.org', blocked: true });
    expect((await book({ person_id: id })).body).toEqual(blocked);
    expect((await bookFor({ email: 'kari@example.org' })).body).toEqual(blocked);
    expect((await book({ booked_by_person_id: id, person_attributes: { name: 'Ola' } })).body).toEqual(blocked);
    expect(await server.changes(account)).not.toContain('booking.created');
    const { body } = await book({});
    const change = (json: object) => account.put(`/bookings/${body.booking.id}`, { json });
    expect((await change({ booked_by_person_id: id })).body).toEqual(blocked);
    expect((await change({ person_id: id })).body).toEqual(blocked);
    await account.put(`/people/${id}/unblock`);
    expect((await change({ booked_by_person_id: id, person_id: id })).status).toBe(200);
  });

  it('keeps the bookings made before', async () => {
    const { id } = await register({ name: 'Kari' });
    const { body } = await book({ person_id: id, booked_by_person_id: id });
    await account.put(`/people/${id}/block`);
    const { status } = await account.put(`/bookings/${body.booking.id}`, {
      json: { title: 'Late', person_id: id, booked_by_person_id: id },
    });
    expect(status).toBe(200);
  });
});
