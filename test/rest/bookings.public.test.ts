import { createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const book = (attributes: object, parameters: object = {}) =>
  account.post('/bookings', { json: { booking: { public_booking: true, ...attributes }, ...parameters } });
const times = (from: string, to: string) => ({ booked_from: from, booked_to: to });
const refused = (message: string) => ({ booked_from: [message] });

it('is not an attribute of the created booking', async () => {
  const { serviceId } = await createBookableService(account);
  const { body } = await book({ service_id: serviceId, ...times('2026-03-03 10:00', '2026-03-03 11:00') });
  expect(Object.keys(body.booking)).not.toContain('public_booking');
});

describe('opening hours', () => {
  it.each([
    ['09:00', '10:00', true],
    ['16:00', '17:00', true],
    ['09:15', '10:15', true],
    ['08:59', '09:59', false],
    ['16:01', '17:01', false],
    ['11:30', '12:30', false],
    ['11:45', '12:45', false],
    ['12:30', '13:30', true],
    ['07:00', '08:00', false],
  ])('with a break at noon: a booking from %s to %s is accepted: %s', async (from, to, isOpen) => {
    const { serviceId, resourceId } = await createBookableService(account, {
      resource: openDaily('09:00', '12:00', '12:30', '17:00'),
    });
    const wanted = { ...times(`2026-03-03 ${from}`, `2026-03-03 ${to}`), service_id: serviceId };
    const { status, body } = await book(wanted);
    expect([status, isOpen ? {} : body]).toEqual(isOpen ? [200, {}] : [400, refused('is outside the opening hours')]);
    const named = await account.post('/bookings', {
      json: { booking: { ...wanted, resource_id: resourceId, public_booking: false }, ignore_capacity: true },
    });
    expect(named.status).toBe(200);
  });

  it('are those of any free resource', async () => {
    const providers = [openDaily('09:00', '10:00'), openDaily('10:00', '11:00')];
    const { serviceId, resourceIds } = await createBookableService(account, { providers });
    const late = { service_id: serviceId, ...times('2026-03-03 10:00', '2026-03-03 11:00') };
    expect((await book(late)).body.booking.resource_id).toBe(resourceIds[1]);
    expect((await book(late)).body).toEqual({ resource_id: ['is not available'] });
  });

  it('also apply without a service', async () => {
    const { resourceId } = await createBookableService(account);
    const at = (from: string, to: string) => book({ resource_id: resourceId, ...times(from, to) });
    expect((await at('2026-03-03 07:00', '2026-03-03 10:00')).body).toEqual(refused('is outside the opening hours'));
    expect((await at('2026-03-03 09:00', '2026-03-03 17:00')).status).toBe(200);
  });

  it('continue over midnight from 24:00 to 00:00', async () => {
    const { serviceId } = await createBookableService(account, { resource: openDaily('00:00', '24:00') });
    const night = { service_id: serviceId, ...times('2026-03-03 23:30', '2026-03-04 00:30') };
    expect((await book(night)).status).toBe(200);
  });
});

describe('the bookable period', () => {
  const settings = { first_bookable_period: 'in 1 day', future_bookable_period: 'in 1 month' };

  it.each([
    [{}, '2026-03-02 07:59', "can't be in the past"],
    [{}, '2026-03-02 09:00', undefined],
    [{}, '2031-03-03 10:00', undefined],
    [settings, '2026-03-02 07:59', "can't be in the past"],
    [settings, '2026-03-02 10:00', 'is too soon to be booked'],
    [settings, '2026-03-03 09:00', undefined],
    [settings, '2026-04-01 16:00', undefined],
    [settings, '2026-04-02 10:00', 'is too far ahead to be booked'],
  ])('with %j: a booking at %s leads to %j', async (configured, from, message) => {
    await server.configure(account, { verification_method: 0, ...configured });
    const { serviceId } = await createBookableService(account);
    const to = `${from.slice(0, 11)}${String(Number(from.slice(11, 13)) + 1).padStart(2, '0')}${from.slice(13)}`;
    const { status, body } = await book({ service_id: serviceId, ...times(from, to) });
    expect(message === undefined ? status : body).toEqual(message === undefined ? 200 : refused(message));
  });

  it('does not apply to other bookings', async () => {
    await server.configure(account, settings);
    const { resourceId } = await createBookableService(account);
    const past = { public_booking: false, resource_id: resourceId, ...times('2020-01-01 03:00', '2020-01-01 04:00') };
    expect((await book(past)).status).toBe(200);
  });
});

describe('holidays', () => {
  const constitutionDay = times('2026-05-17 10:00', '2026-05-17 11:00');

  it('close only an account with that setting', async () => {
    const { serviceId } = await createBookableService(account, { resource: { capacity: 2 } });
    expect((await book({ service_id: serviceId, ...constitutionDay })).status).toBe(200);
    await server.configure(account, { closed_for_holidays: true });
    expect((await book({ service_id: serviceId, ...constitutionDay })).body).toEqual(
      refused('is outside the opening hours'),
    );
  });
});

describe('the length', () => {
  it.each([
    [{ interval: 30 }, '10:30', undefined],
    [{ interval: 30 }, '10:31', 'is too long (maximum is 1 slots)'],
    [{ interval: 30, max_slots: 3 }, '11:30', undefined],
    [{ interval: 30, max_slots: 3 }, '11:31', 'is too long (maximum is 3 slots)'],
    [{ interval: 30, max_slots: 3 }, '11:29', 'must last a multiple of 30 minutes'],
    [{ interval: 60 }, '10:02', 'must last a multiple of 60 minutes'],
  ])('of a booking from 10:00 with %j until %s leads to %j', async (service, to, message) => {
    const { serviceId } = await createBookableService(account, { service });
    const wanted = { service_id: serviceId, ...times('2026-03-03 10:00', `2026-03-03 ${to}`) };
    const { status, body } = await book(wanted);
    expect(message === undefined ? status : body).toEqual(message === undefined ? 200 : refused(message));
  });

  it('must stay on one day if the service requires it', async () => {
    const service = { same_day: true, max_slots: 24 };
    const { serviceId } = await createBookableService(account, { service, resource: openDaily('00:00', '24:00') });
    const until = (to: string) => book({ service_id: serviceId, ...times('2026-03-03 22:00', to) });
    expect((await until('2026-03-04 01:00')).body).toEqual(refused('must end on the day it starts'));
    expect((await until('2026-03-04 00:00')).status).toBe(200);
  });
});

describe('day bookings', () => {
  const days = { has_day_booking: true, max_slots: 2 };

  it.each([
    ['2026-03-03 00:00', '2026-03-04 00:00', undefined],
    ['2026-03-03 00:00', '2026-03-05 00:00', undefined],
    ['2026-03-03 00:00', '2026-03-06 00:00', 'is too long (maximum is 2 slots)'],
    ['2026-03-03 10:00', '2026-03-04 10:00', 'is outside the opening hours'],
    ['2026-03-29 00:00', '2026-03-30 00:00', undefined],
  ])('last from midnight to midnight: from %s to %s leads to %j', async (from, to, message) => {
    const { serviceId } = await createBookableService(account, { service: days });
    const { status, body } = await book({ service_id: serviceId, ...times(from, to) });
    expect(message === undefined ? status : body).toEqual(message === undefined ? 200 : refused(message));
  });

  it.each([
    ['2026-03-03 09:00', '2026-03-03 17:00', true],
    ['2026-03-03 10:00', '2026-03-04 11:00', true],
    ['2026-03-03 08:00', '2026-03-03 17:00', false],
    ['2026-03-03 09:00', '2026-03-03 18:00', false],
  ])('can have times: from %s to %s is accepted: %s', async (from, to, isOpen) => {
    const { serviceId } = await createBookableService(account, {
      service: { ...days, day_booking_specify_time: true },
    });
    expect((await book({ service_id: serviceId, ...times(from, to) })).status).toBe(isOpen ? 200 : 400);
  });

  it('are only possible on open dates', async () => {
    const { serviceId } = await createBookableService(account, { service: days, resource: { opening_hours_wed: [] } });
    const wanted = { service_id: serviceId, ...times('2026-03-03 00:00', '2026-03-05 00:00') };
    expect((await book(wanted)).body).toEqual(refused('is outside the opening hours'));
  });
});

it('is rejected for a blocked person', async () => {
  const { resourceId } = await createBookableService(account);
  const { id } = await account.create('/people', 'person', { name: 'Kari', email: 'kari@example.org', blocked: true });
  const wanted = { resource_id: resourceId, ...times('2026-03-03 10:00', '2026-03-03 11:00') };
  for (const who of [{ person_id: id }, { person_attributes: { email: 'KARI@example.org' } }]) {
    for (const public_booking of [true, false]) {
      const { status, body } = await book({ ...wanted, ...who, public_booking });
      expect([status, body]).toEqual([400, { person: ['is blocked'] }]);
    }
  }
});

describe('events', () => {
  it.each([
    [{}, undefined],
    [{ published: false }, 'is not published'],
    [{ first_booking_at: '2026-03-02 08:01' }, 'cannot be booked yet'],
    [{ first_booking_at: '2026-03-02 08:00', last_booking_at: '2026-03-02 08:00' }, undefined],
    [{ last_booking_at: '2026-03-02 07:59' }, 'can no longer be booked'],
    [{ starts_at: '2026-03-02 07:00', ends_at: '2026-03-02 09:00' }, "can't be in the past"],
  ])('with %j lead to %j for the public, and can be booked by the staff', async (attributes, message) => {
    const event = await createEvent(account, attributes);
    const { status, body } = await book({ event_id: event.id });
    expect(message === undefined ? status : body).toEqual(message === undefined ? 200 : refused(message));
    const { status: asStaff } = await book({ event_id: event.id, public_booking: false });
    expect(asStaff).toBe(200);
  });

  it('must be within the bookable period, but not within opening hours', async () => {
    await server.configure(account, { future_bookable_period: 'in 3 days' });
    const near = await createEvent(account, { starts_at: '2026-03-03 22:00', ends_at: '2026-03-03 23:00' });
    const far = await createEvent(account, { starts_at: '2026-03-09 12:00', ends_at: '2026-03-09 13:00' });
    expect((await book({ event_id: near.id })).status).toBe(200);
    expect((await book({ event_id: far.id })).body).toEqual(refused('is too far ahead to be booked'));
  });
});

describe('a move', () => {
  const moved = (id: number, attributes: object) => account.put(`/bookings/${id}`, { json: { booking: attributes } });

  it('follows the rules for the public only if it requests that', async () => {
    const { serviceId } = await createBookableService(account);
    const booked = await book({ service_id: serviceId, ...times('2026-03-03 10:00', '2026-03-03 11:00') });
    const { id } = booked.body.booking;
    const early = times('2026-03-03 06:00', '2026-03-03 07:00');
    const refusal = await moved(id, { ...early, public_booking: true });
    expect([refusal.status, refusal.body]).toEqual([400, refused('is outside the opening hours')]);
    const short = await moved(id, { ...times('2026-03-03 12:00', '2026-03-03 12:02'), public_booking: true });
    expect([short.status, short.body]).toEqual([400, refused('must last a multiple of 60 minutes')]);
    const open = await moved(id, { ...times('2026-03-03 12:00', '2026-03-03 13:00'), public_booking: true });
    expect([open.status, open.body.booking.booked_from]).toEqual([200, '2026-03-03T12:00:00+01:00']);
    const unbound = await moved(id, early);
    expect([unbound.status, unbound.body.booking.booked_from]).toEqual([200, '2026-03-03T06:00:00+01:00']);
  });

  it('cannot ignore the capacity if it follows the rules for the public', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    const at = (from: string, to: string) => book({ service_id: serviceId, ...times(from, to) });
    await at('2026-03-03 10:00', '2026-03-03 11:00');
    const { body } = await at('2026-03-03 12:00', '2026-03-03 13:00');
    const attributes = { ...times('2026-03-03 10:00', '2026-03-03 11:00'), resource_id: resourceId };
    const move = (public_booking: boolean) =>
      account.put(`/bookings/${body.booking.id}`, {
        json: { booking: { ...attributes, public_booking }, ignore_capacity: true },
      });
    const refusal = await move(true);
    expect([refusal.status, refusal.body]).toEqual([400, { resource_id: ['is not available'] }]);
    expect((await move(false)).status).toBe(200);
  });
});
