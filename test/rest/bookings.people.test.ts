import { offer } from '../support/catalog.js';
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.js';

let server: TestServer;
let account: TestAccount;
let resourceId: number;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});
beforeEach(async () => {
  account = await server.account();
  ({ resourceId } = await offer(account, { resource: { capacity: 1000 } }));
});

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const book = (attributes: object) =>
  account.post('/bookings', { json: { ...time, resource_id: resourceId, ...attributes } });
const bookFor = (person_attributes: object) => book({ person_attributes });
const register = (attributes: object) => account.create('/people', 'person', attributes);
const countPeople = async () => (await account.get('/people/all')).body.length;

describe('a new person', () => {
  it('is made with the booking, and told of in the same order', async () => {
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

  it('may come in a form', async () => {
    const attributes = 'booking[person_attributes][name]=Kari&booking[person_attributes][custom_data][a]=b';
    const times = 'booking[booked_from]=2026-03-03 10:00&booking[booked_to]=2026-03-03 11:00';
    const { body } = await account.post('/bookings', {
      form: `${attributes}&${times}&booking[resource_id]=${resourceId}`,
    });
    expect(body.booking.person).toMatchObject({ name: 'Kari', custom_data: { a: 'b' } });
  });

  it.each([
    [{}, { name: ["can't be blank"] }],
    [{ name: ' ' }, { name: ["can't be blank"] }],
    [{ email: 'kari' }, { email: ['is invalid'] }],
    [{ name: 'x'.repeat(256) }, { name: ['is too long (maximum is 255 characters)'] }],
    [{ name: 'Kari', country_code: 'QQ' }, { country_code: ['is invalid'] }],
    [{ name: 'Kari', parent_id: 2_000_000_000 }, { parent_id: ['does not exist'] }],
  ])('that is wrong is told under person: %j', async (attributes, errors) => {
    const before = await server.changes(account);
    const { status, body } = await bookFor(attributes);
    expect([status, body.person]).toEqual([400, ['is invalid']]);
    expect(body.person_attributes).toMatchObject(errors);
    expect(Object.keys(body).toSorted()).toEqual(['person', 'person_attributes']);
    expect(await server.changes(account)).toEqual(before);
  });

  it.each([
    [{ name: 'a\u0000b' }, { name: ['is invalid'] }],
    [{ date_of_birth: 'May' }, { date_of_birth: ['is invalid'] }],
    [{ parent_id: 'x' }, { parent_id: ['is not a number'] }],
    [{ custom_data: 'x' }, { custom_data: ['is invalid'] }],
    [{ blocked: 'perhaps' }, { blocked: ['is invalid'] }],
  ])('that cannot be read is told on the attribute: %j', async (attributes, errors) => {
    expect((await bookFor(attributes)).body).toEqual({ person_attributes: errors });
  });

  it('is not made when the booking is refused', async () => {
    const { status } = await book({ count: 0, person_attributes: { name: 'Kari' } });
    expect([status, await countPeople()]).toEqual([400, 0]);
  });

  it('is told of together with what else is wrong', async () => {
    const { body } = await book({ title: 'x'.repeat(256), person_attributes: {} });
    expect(Object.keys(body).toSorted()).toEqual(['person', 'person_attributes', 'title']);
  });
});

describe('a person that is known', () => {
  it.each([
    [{ national_id_no: '1' }, { national_id_no: '1' }],
    [{ phone_number: '+47 406 12 345' }, { phone_number: '40612345' }],
    [{ phone_number: '070-123 45 67', country_code: 'SE' }, { phone_number: '+46701234567' }],
    [{ phone_number: 'ext 12' }, { phone_number: 'ext 12' }],
    [{ email: 'Kari@Example.org' }, { email: 'kari@example.ORG' }],
  ])('%j is found by %j', async (known, given) => {
    const { id } = await register(known);
    const { body } = await bookFor({ name: 'Whoever', ...given });
    expect([body.booking.person_id, await countPeople()]).toEqual([id, 1]);
  });

  it('is found by national id number, then phone number, then email', async () => {
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

  it('is completed, and nothing of it overwritten', async () => {
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

  it('does not get what is another person’s', async () => {
    await register({ name: 'Kari', national_id_no: '1' });
    await register({ name: 'Ola', email: 'ola@example.org' });
    expect((await bookFor({ national_id_no: '1', email: 'ola@example.org' })).body).toEqual({
      person: ['is invalid'],
      person_attributes: { email: ['has already been taken'] },
    });
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

  it('may be named by id, and completed by attributes', async () => {
    const { id } = await register({ name: 'Kari' });
    await register({ name: 'Ola', email: 'ola@example.org' });
    const { body } = await book({ person_id: id, person_attributes: { name: 'X', email: 'kari@example.org' } });
    expect(body.booking.person).toMatchObject({ id, name: 'Kari', email: 'kari@example.org' });
  });
});

it('may be booked by someone else', async () => {
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

describe('a blocked person', () => {
  const blocked = { person: ['is blocked'] };

  it('cannot be booked for, nor book for another', async () => {
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
