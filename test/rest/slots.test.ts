import { createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { listSlots, slotDatesAndTimes, slotTimes } from '../support/slots.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

/** A Monday, 08:00 in Oslo. */
const now = '2026-03-02T07:00:00Z';

const server = await useTestServer({ now });
let account: TestAccount;
beforeEach(async () => {
  server.clock.set(now);
  account = await server.account();
});

const book = (attributes: object, from: string, to: string) =>
  account.create('/bookings', 'booking', {
    booked_from: `2026-03-03 ${from}`,
    booked_to: `2026-03-03 ${to}`,
    ...attributes,
  });

describe('a slot', () => {
  it('is returned with all attributes', async () => {
    const { serviceId, resourceId } = await createBookableService(account, { resource: { capacity: 3 } });
    await book({ resource_id: resourceId, count: 2 }, '09:30', '09:45');
    const { status, body, headers } = await account.get(`/services/${serviceId}/slots?from=2026-03-03`);
    expect([status, body.length, headers.get('link')]).toEqual([200, 8, null]);
    expect(body[0]).toEqual({
      slot: {
        timestamp: '2026-03-03T09:00:00+01:00',
        timestamp_end: '2026-03-03T10:00:00+01:00',
        formatted_timestamp: 'Tuesday, March 3, 2026 at 9:00 AM',
        formatted_timestamp_end: 'Tuesday, March 3, 2026 at 10:00 AM',
        free: 1,
        maximum_capacity: 3,
        available_resources: [resourceId],
        event_id: null,
        price_from: null,
        price_to: null,
      },
    });
  });

  it.each([
    ['nb', 'tirsdag 3. mars 2026'],
    ['sv', 'tisdag 3 mars 2026'],
  ])('has texts in the locale of the account: %s', async (locale, text) => {
    account = await server.account({ locale });
    const { serviceId } = await createBookableService(account);
    const { body } = await account.get(`/services/${serviceId}/slots?from=2026-03-03`);
    expect(body[0].slot.formatted_timestamp).toContain(text);
  });

  it('is listed once, with all free resources', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, {
      providers: [{}, {}, {}],
      resource: { capacity: 2 },
    });
    const [first, second, third] = resourceIds;
    await book({ resource_id: first, count: 2 }, '10:00', '11:00');
    await book({ resource_id: second }, '10:00', '11:00');
    const ten = (await listSlots(account, serviceId)).find(({ timestamp }) => timestamp.includes('T10:00'));
    expect(ten).toMatchObject({ free: 3, maximum_capacity: 4, available_resources: [second, third] });
    const selected = await listSlots(account, serviceId, `from=2026-03-03&selected_resources[]=${first}`);
    expect(selected.map(({ timestamp }) => timestamp)).not.toContain('2026-03-03T10:00:00+01:00');
    const two = await listSlots(account, serviceId, `from=2026-03-03&selected_resources=${second},${third}`);
    expect(two[0]).toMatchObject({ free: 4, available_resources: [second, third] });
  });
});

describe('the grid', () => {
  it.each([
    ['fixed, from each opening', 1, {}, '09:05 13:10'],
    ['from each free stretch, rounded up to 15', 2, {}, '09:15 11:15'],
    ['rounded as the service says', 2, { interval_rounding: 1 }, '09:05 11:10 13:10'],
  ])('is %s', async (_, slot_generation_type, service, expected) => {
    await server.configure(account, { slot_generation_type });
    const { serviceId, resourceId } = await createBookableService(account, {
      service,
      resource: openDaily('09:05', '12:35', '13:10', '14:10'),
    });
    await book({ resource_id: resourceId }, '10:20', '11:10');
    expect(await slotTimes(account, serviceId)).toBe(expected);
  });

  it.each([
    [{ interval: 30, next_interval: 60 }, '09:00 10:00 11:00'],
    [{ interval: 60, next_interval: 30 }, '09:00 09:30 10:00 10:30 11:00'],
    [{ interval: 45 }, '09:00 09:45 10:30 11:15'],
  ])('with %j starts slots at %s', async (service, expected) => {
    const { serviceId } = await createBookableService(account, { service, resource: openDaily('09:00', '12:00') });
    expect(await slotTimes(account, serviceId)).toBe(expected);
  });

  it("excludes past times and those outside the account's bookable period", async () => {
    const { serviceId } = await createBookableService(account);
    server.clock.set('2026-03-02T10:30:00Z');
    expect(await slotTimes(account, serviceId, '')).toBe('12:00 13:00 14:00 15:00 16:00');
    await server.configure(account, { first_bookable_period: 'in 3 hours', future_bookable_period: 'in 1 day' });
    expect(await slotDatesAndTimes(account, serviceId, 'to=2026-03-05')).toBe(
      '02T15:00 02T16:00 03T09:00 03T10:00 03T11:00',
    );
    expect(await slotTimes(account, serviceId, 'from=2026-02-01&to=2026-02-20')).toBe('');
  });

  it('requires room for the minimum count of a booking', async () => {
    const { serviceId, resourceId } = await createBookableService(account, {
      service: { booking_minimum: 2 },
      resource: { capacity: 3 },
    });
    await book({ resource_id: resourceId, count: 2 }, '10:00', '16:00');
    expect(await slotTimes(account, serviceId)).toBe('09:00 16:00');
  });
});

describe('a slot is not free during', () => {
  it.each([
    ['a booking', { confirm: true }, '09:00 11:00'],
    ['a hold', { confirm: false }, '09:00 11:00'],
  ])('%s', async (_, parameters, expected) => {
    await server.configure(account, { verification_method: 1 });
    const { serviceId, resourceId } = await createBookableService(account, { resource: openDaily('09:00', '12:00') });
    const booking = {
      resource_id: resourceId,
      booked_from: '2026-03-03 10:00',
      booked_to: '2026-03-03 11:00',
      person_attributes: { email: 'a@example.org' },
    };
    const { id } = await account.create('/bookings', 'booking', booking, parameters);
    expect(await slotTimes(account, serviceId)).toBe(expected);
    if (!parameters.confirm) server.clock.advance(20);
    else await account.put(`/bookings/${id}/cancel`);
    expect(await slotTimes(account, serviceId)).toBe('09:00 10:00 11:00');
  });

  it('an event of the resource, until it is deleted', async () => {
    const { serviceId, resourceId } = await createBookableService(account, {
      resource: { capacity: 9, ...openDaily('09:00', '12:00') },
    });
    const event = await createEvent(account, {
      resource_id: resourceId,
      starts_at: '2026-03-03 09:30',
      ends_at: '2026-03-03 10:00',
    });
    expect(await slotTimes(account, serviceId)).toBe('10:00 11:00');
    await account.del(`/events/${event.id}`);
    expect(await slotTimes(account, serviceId)).toBe('09:00 10:00 11:00');
  });

  it('not a booking of an event', async () => {
    const { serviceId, resourceId } = await createBookableService(account, { resource: openDaily('09:00', '10:00') });
    const event = await createEvent(account, {
      resource_id: resourceId,
      starts_at: '2026-03-03 09:00',
      ends_at: '2026-03-03 10:00',
    });
    await account.create('/bookings', 'booking', { event_id: event.id });
    await account.del(`/events/${event.id}`);
    expect(await slotTimes(account, serviceId)).toBe('09:00');
  });

  it('a holiday, when the account closes for them', async () => {
    const { serviceId } = await createBookableService(account, { resource: openDaily('09:00', '10:00') });
    const easter = 'from=2026-04-02&to=2026-04-07';
    expect(await slotDatesAndTimes(account, serviceId, easter)).toBe(
      '02T09:00 03T09:00 04T09:00 05T09:00 06T09:00 07T09:00',
    );
    await server.configure(account, { closed_for_holidays: true });
    expect(await slotDatesAndTimes(account, serviceId, easter)).toBe('04T09:00 07T09:00');
  });
});
