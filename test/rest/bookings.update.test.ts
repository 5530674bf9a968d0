import { accepted } from '../../src/platform/accepted.js';
import { createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const create = (attributes: object, parameters: object = {}) =>
  account.create('/bookings', 'booking', { ...time, ...attributes }, parameters);
const update = (id: number, booking: object, parameters: object = {}) =>
  account.put(`/bookings/${id}`, { json: { booking, ...parameters } });
const taken = { resource_id: ['is not available'] };

describe('attributes', () => {
  const given = {
    title: 'A',
    notes: 'B',
    external_id: 'C',
    paid_amount: '1.5',
    custom_data: { a: '1', b: '2' },
    count: 2,
  };

  it('that are absent keep their values, and null or an empty text clears', async () => {
    const { resourceId } = await createBookableService(account, { resource: { capacity: 2 } });
    const { id } = await create({ resource_id: resourceId, ...given });
    server.clock.advance(1);
    const { body } = await update(id, { title: 'Z' });
    expect(body.booking).toMatchObject({ ...given, title: 'Z', revision_count: 1, updated_by: 'api' });
    expect(body.booking.updated_at > body.booking.created_at).toBe(true);
    const cleared = await update(id, { title: null, notes: '', external_id: ' ', paid_amount: '', custom_data: null });
    expect(cleared.body.booking).toMatchObject({
      title: null,
      notes: null,
      external_id: null,
      paid_amount: null,
      custom_data: null,
      revision_count: 2,
    });
  });

  it('include custom data, which is replaced as a whole', async () => {
    const { resourceId } = await createBookableService(account);
    const { id } = await create({ resource_id: resourceId, custom_data: { a: '1', b: '2' } });
    expect((await update(id, { custom_data: { c: 3 } })).body.booking.custom_data).toEqual({ c: '3' });
  });

  it.each([
    ['booked_from', null, "can't be blank"],
    ['booked_to', null, "can't be blank"],
    ['booked_to', '2026-03-03 10:00', 'must be after booked_from'],
    ['booked_from', '2026-03-03 11:00', undefined],
    ['resource_id', null, "can't be blank"],
    ['resource_id', 0, 'does not exist'],
    ['resource_id', 2_000_000_000, 'does not exist'],
    ['service_id', 0, 'does not exist'],
    ['service_id', 'x', 'is not a number'],
    ['event_id', 2_000_000_000, 'does not exist'],
    ['person_id', 0, 'does not exist'],
    ['booked_by_person_id', 2_000_000_000, 'does not exist'],
    ['coupon_id', 1, 'does not exist'],
    ['count', 0, 'must be greater than 0'],
    ['status', 'late', ['is not included in the list', expect.stringMatching(/^must be one of /)]],
    ['title', 'x'.repeat(256), 'is too long (maximum is 255 characters)'],
    ['notes', 'a\u0000', 'is invalid'],
    ['custom_data', [1], 'is invalid'],
    ['expires_at', 'soon', ['is invalid', accepted.dateTime]],
    ['person_attributes', 'Kari', 'is invalid'],
  ])('%s with the value %j leads to %j', async (attribute, value, message) => {
    const { resourceId } = await createBookableService(account);
    const { id } = await create({ resource_id: resourceId });
    const before = await server.changes(account);
    const { status, body } = await update(id, { [attribute]: value });
    const expected =
      message === undefined ? { booked_to: ['must be after booked_from'] } : { [attribute]: [message].flat() };
    expect([status, body]).toEqual([400, expected]);
    expect(await server.changes(account)).toEqual(before);
  });

  it('of a booking of another account cannot be changed', async () => {
    const { resourceId } = await createBookableService(account);
    const { id } = await create({ resource_id: resourceId });
    const other = await server.account();
    expect((await other.put(`/bookings/${id}`, { json: { title: 'x' } })).status).toBe(404);
    expect((await update(2_000_000_000, { title: 'x' })).status).toBe(404);
  });

  it('keep references to deleted objects', async () => {
    const { resourceId, serviceId } = await createBookableService(account);
    const person = await account.create('/people', 'person', { name: 'Kari' });
    const references = { person_id: person.id, booked_by_person_id: person.id, service_id: serviceId };
    const { id } = await create({ resource_id: resourceId, ...references });
    await account.del(`/people/${person.id}`);
    await account.del(`/services/${serviceId}`);
    const { status, body } = await update(id, { ...references, ...time, booked_to: '2026-03-03 12:00' });
    expect([status, body.booking.booked_to]).toEqual([200, '2026-03-03T12:00:00+01:00']);
  });
});

describe('a move', () => {
  it('is limited by the capacity, without its own booking', async () => {
    const { resourceId } = await createBookableService(account);
    const { id } = await create({ resource_id: resourceId });
    await create({ resource_id: resourceId, booked_from: '2026-03-03 12:00', booked_to: '2026-03-03 13:00' });
    const until = (booked_to: string, parameters?: object) => update(id, { booked_to }, parameters);
    expect((await until('2026-03-03 12:00')).status).toBe(200);
    expect((await until('2026-03-03 12:01')).body).toEqual(taken);
    expect((await until('2026-03-03 12:01', { ignore_capacity: true })).status).toBe(200);
    expect((await until('2026-03-03 12:30')).body).toEqual(taken);
    expect((await until('2026-03-03 11:30')).status).toBe(200);
  });

  it('can go to another resource that has room', async () => {
    const { resourceIds, serviceId } = await createBookableService(account, { providers: [{}, {}] });
    const [first, second] = resourceIds;
    const { id } = await create({ resource_id: first, service_id: serviceId });
    const blocker = await create({ resource_id: second });
    expect((await update(id, { resource_id: second })).body).toEqual(taken);
    await account.put(`/bookings/${blocker.id}/cancel`);
    expect((await update(id, { resource_id: second })).body.booking.resource).toEqual({ id: second, title: 'Chair' });
    expect((await account.post('/bookings', { json: { ...time, resource_id: first } })).status).toBe(200);
  });

  it('requires a resource that offers the service', async () => {
    const { resourceId, serviceId } = await createBookableService(account);
    const other = await createBookableService(account);
    const { id } = await create({ resource_id: resourceId, service_id: serviceId });
    const refused = { service_id: ['is not offered by the resource'] };
    expect((await update(id, { resource_id: other.resourceId })).body).toEqual(refused);
    expect((await update(id, { service_id: other.serviceId })).body).toEqual(refused);
    const both = { resource_id: other.resourceId, service_id: other.serviceId };
    expect((await update(id, both)).body.booking).toMatchObject(both);
    expect((await update(id, { service_id: null })).body.booking).toMatchObject({ service_id: null, service: null });
  });

  it('is not subject to the rules for the public', async () => {
    const { resourceId, serviceId } = await createBookableService(account, { resource: openDaily('10:00', '11:00') });
    const { id } = await create({ resource_id: resourceId, service_id: serviceId, public_booking: true });
    const night = { booked_from: '2020-03-03 03:00', booked_to: '2020-03-03 09:00' };
    expect((await update(id, night)).status).toBe(200);
  });

  it('to a smaller count needs no room', async () => {
    const { resourceId, serviceId } = await createBookableService(account, { resource: { capacity: 5 } });
    const { id } = await create({ resource_id: resourceId, service_id: serviceId, count: 4 });
    await account.put(`/resources/${resourceId}`, { json: { capacity: 2 } });
    await account.put(`/services/${serviceId}`, { json: { booking_capacity: 3 } });
    expect((await update(id, { count: 4 })).status).toBe(200);
    expect((await update(id, { count: 3, booked_to: '2026-03-03 10:30' })).status).toBe(200);
    expect((await update(id, { booked_to: '2026-03-03 11:00' })).body).toEqual({
      count: ['must be less than or equal to 2'],
    });
    expect((await update(id, { count: 4 })).body).toMatchObject({ count: ['must be less than or equal to 3'] });
  });

  it('of an inactive booking is refused; more people of it need no room', async () => {
    const { resourceId } = await createBookableService(account);
    const { id } = await create({ resource_id: resourceId });
    await account.put(`/bookings/${id}/cancel`);
    await create({ resource_id: resourceId });
    const { status, body } = await update(id, { booked_to: '2026-03-03 12:00' });
    expect([status, body]).toEqual([400, { state: ['needs an active booking'] }]);
    expect((await update(id, { count: 3 })).status).toBe(200);
  });

  it('moves the reminder', async () => {
    const { resourceId } = await createBookableService(account);
    const { id } = await create({ resource_id: resourceId });
    const later = { booked_from: '2026-03-05 10:00', booked_to: '2026-03-05 11:00' };
    expect((await update(id, later)).body.booking.reminder_at).toBeNull();
    const { body } = await update(id, {}, { add_reminder_sms: true });
    expect(body.booking.reminder_at).toBe('2026-03-04T12:00:00+01:00');
  });

  it('into an event takes the time and resource of the event', async () => {
    const { resourceId } = await createBookableService(account, { resource: { capacity: 2 } });
    const event = await createEvent(account, { capacity: 2 });
    const { id } = await create({ resource_id: resourceId, count: 2 });
    const { body } = await update(id, { event_id: event.id });
    expect(body.booking).toMatchObject({
      booking_type: 'attendance',
      event_id: event.id,
      service_id: event.service_id,
      resource_id: event.resource_id,
      booked_from: event.starts_at,
    });
    expect((await account.get(`/events/${event.id}`)).body.event.availability).toBe(0);
    const second = await create({ resource_id: resourceId });
    expect((await update(second.id, { event_id: event.id })).body).toEqual({ event_id: ['is full'] });
  });
});

describe('the person', () => {
  it('is changed by id or attributes, or removed', async () => {
    const { resourceId } = await createBookableService(account);
    const kari = await account.create('/people', 'person', { name: 'Kari', email: 'kari@example.org' });
    const { id } = await create({ resource_id: resourceId });
    expect((await update(id, { person_id: kari.id })).body.booking.person).toEqual(kari);
    expect((await update(id, { title: 'x' })).body.booking.person_id).toBe(kari.id);
    expect((await update(id, { person_id: null })).body.booking.person).toBeNull();
    const { body } = await update(id, { person_attributes: { email: 'KARI@example.org', city: 'Oslo' } });
    expect(body.booking.person).toMatchObject({ id: kari.id, email: 'kari@example.org', city: 'Oslo' });
    const { body: fresh } = await update(id, { person_attributes: { name: 'Ola' } });
    expect(fresh.booking.person).toMatchObject({ name: 'Ola' });
    expect((await update(id, { person_attributes: { email: 'ola' } })).body).toEqual({
      person: ['is invalid'],
      person_attributes: { email: ['is invalid'] },
    });
  });

  it('must not be blocked, unless it does not change', async () => {
    const { resourceId } = await createBookableService(account);
    const kari = await account.create('/people', 'person', { name: 'Kari' });
    const { id } = await create({ resource_id: resourceId, person_id: kari.id });
    await account.put(`/people/${kari.id}`, { json: { blocked: true } });
    expect((await update(id, { person_id: kari.id, title: 'x' })).status).toBe(200);
    await update(id, { person_id: null });
    expect((await update(id, { person_id: kari.id })).body).toEqual({ person: ['is blocked'] });
  });
});
