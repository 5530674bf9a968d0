import { createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();
let resourceId: number;
beforeEach(async () => {
  ({ resourceId } = await createBookableService(account, { resource: { capacity: 1000 } }));
});

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const book = (attributes: object) =>
  account.post('/bookings', { json: { ...time, resource_id: resourceId, ...attributes } });
const bookFor = (person_attributes: object) => book({ person_attributes });
const register = (attributes: object) => account.create('/people', 'person', attributes);
const taken = ['has already been taken'];
const countPeople = async () => (await account.get('/people/all')).body.length;

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
