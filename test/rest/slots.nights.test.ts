import { createBookableService, openDaily } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { slotDatesAndTimes } from '../support/slots.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { WaitlistJobs } from '../support/waitlist.js';
import { WaitlistEntries } from '../support/waitlist-entries.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
let serviceId: number;
let resourceId: number;
beforeEach(async () => {
  // Open from Tuesday 23:00 to Wednesday 01:00: the only time passes midnight.
  ({ serviceId, resourceId } = await createBookableService(account, {
    service: { interval: 120 },
    resource: { ...openDaily(), opening_hours_tue: ['23:00', '24:00'], opening_hours_wed: ['00:00', '01:00'] },
  }));
});

const slots = (query = 'from=2026-03-02&to=2026-03-06') => slotDatesAndTimes(account, serviceId, query);
const get = async (path: string) => (await account.get(`/services/${serviceId}/${path}`)).body;

describe('a time that passes midnight', () => {
  it('is listed on the date on which it starts, and can be booked', async () => {
    expect(await slots()).toBe('03T23:00');
    expect(await slots('from=2026-03-03')).toBe('03T23:00');
    expect(await slots('from=2026-03-04')).toBe('');
    expect(await get('available_dates?from=2026-03-02')).toEqual(
      ['03', '10', '17', '24', '31'].map((day) => ({ available_date: { date: `2026-03-${day}` } })),
    );
    expect(await get('next_available_date')).toEqual([{ available_date: '2026-03-03' }]);
    const resources = await get('availability?from=2026-03-03&to=2026-03-03');
    expect(resources).toMatchObject([{ resource: { id: resourceId } }]);
    expect(await get('availability?from=2026-03-04&to=2026-03-04')).toEqual([]);
    const visitor = new Visitor(account);
    const person_attributes = { name: 'Kari', email: 'kari@example.org' };
    const time = { booked_from: '2026-03-03 23:00', booked_to: '2026-03-04 01:00' };
    const booked = await visitor.post('/bookings', { json: { service_id: serviceId, ...time, person_attributes } });
    expect(booked.status).toBe(200);
    expect(await slots()).toBe('');
  });

  it('is on the booking page', async () => {
    const visitor = new HtmlVisitor(account, { 'accept-language': 'en' });
    const page = await visitor.open(`/services/${serviceId}`);
    expect(page.text).toContain('Free times on Tuesday, 3 March 2026');
    const form = await visitor.follow(page, '23:00');
    const done = await visitor.submit(form, { name: 'Kari', email: 'kari@example.org' });
    expect([done.status, done.heading]).toEqual([200, 'Your booking is confirmed']);
    expect(await slots()).toBe('');
  });

  it('needs both dates to be open, and room for its people and buffers after midnight', async () => {
    await account.put(`/services/${serviceId}`, { json: { buffer_after: 30 } });
    const night = { resource_id: resourceId, booked_from: '2026-03-04 01:29', booked_to: '2026-03-04 02:00' };
    const { id } = await account.create('/bookings', 'booking', night);
    expect(await slots()).toBe('');
    await account.put(`/bookings/${id}`, { json: { booked_from: '2026-03-04 01:30' } });
    expect(await slots()).toBe('03T23:00');
    const except = (hours: string[]) =>
      account.put(`/resources/${resourceId}/exception_dates/2026-03-04`, { json: { opening_hours: hours } });
    expect((await except([])).status).toBe(200);
    expect(await slots()).toBe('');
    await except(['00:00', '00:59']);
    expect(await slots()).toBe('');
    await except(['00:00', '02:00']);
    expect(await slots()).toBe('03T23:00');
  });

  it('is not listed for a service that must end on the day it starts', async () => {
    await account.put(`/services/${serviceId}`, { json: { same_day: true } });
    expect(await slots()).toBe('');
    expect(await get('next_available_date')).toEqual([]);
    const time = { booked_from: '2026-03-03 23:00', booked_to: '2026-03-04 01:00', public_booking: true };
    const { status, body } = await account.post('/bookings', { json: { service_id: serviceId, ...time } });
    expect([status, body]).toEqual([400, { booked_from: ['must end on the day it starts'] }]);
  });

  it.each([1, 2])('may last several intervals, and two midnights: generation %s', async (slot_generation_type) => {
    await server.configure(account, { slot_generation_type });
    await account.put(`/resources/${resourceId}`, { json: openDaily('00:00', '24:00') });
    await account.put(`/services/${serviceId}`, { json: { interval: 600, next_interval: 1440, max_slots: 3 } });
    const long = 'from=2026-03-03&to=2026-03-04&intervals=3';
    const { body } = await account.get(`/services/${serviceId}/slots?${long}`);
    expect(body.map(({ slot }: { slot: { timestamp: string; timestamp_end: string } }) => slot)).toMatchObject([
      { timestamp: '2026-03-03T00:00:00+01:00', timestamp_end: '2026-03-04T06:00:00+01:00' },
      { timestamp: '2026-03-04T00:00:00+01:00', timestamp_end: '2026-03-05T06:00:00+01:00' },
    ]);
  });

  it('that becomes free after midnight is offered to the waitlist', async () => {
    const jobs = new WaitlistJobs(server, account);
    await jobs.openings();
    const { id } = await account.create('/bookings', 'booking', {
      ...{ resource_id: resourceId, booked_from: '2026-03-04 00:30', booked_to: '2026-03-04 01:00' },
    });
    const entries = new WaitlistEntries(account, serviceId, { from: '2026-03-03', to: '2026-03-04' });
    const entry = await entries.add('Ola');
    await account.put(`/bookings/${id}/cancel`);
    await jobs.run();
    expect(await entries.read(entry)).toMatchObject({ state: 'offered' });
  });
});

it('a listing of the longest times of a resource that never closes reads each date once', async () => {
  await account.put(`/resources/${resourceId}`, { json: openDaily('00:00', '24:00') });
  await account.put(`/services/${serviceId}`, { json: { interval: 1440, max_slots: 400 } });
  const count = async (intervals: number) =>
    (await account.get(`/services/${serviceId}/slots?from=2026-03-03&to=2026-12-31&intervals=${intervals}`)).body
      .length;
  // The day of 25 hours has two starts.
  expect([await count(300), await count(366), await count(367)]).toEqual([305, 305, 0]);
});

describe('hours that pass midnight', () => {
  const week = 'from=2026-03-06&to=2026-03-08';
  const bar = (hours: object) => account.put(`/resources/${resourceId}`, { json: { ...openDaily(), ...hours } });
  const except = (date: string, opening_hours: string[]) =>
    account.put(`/resources/${resourceId}/exception_dates/${date}`, { json: { opening_hours } });
  const bookPublicly = async (from: string, to: string) => {
    const time = { booked_from: from, booked_to: to, public_booking: true };
    const { status, body } = await account.post('/bookings', { json: { service_id: serviceId, ...time } });
    return status === 200 ? 'booked' : body;
  };
  const closed = { booked_from: ['is outside the opening hours'] };

  beforeEach(async () => {
    await server.configure(account, { slot_generation_type: 1 });
    await account.put(`/services/${serviceId}`, { json: { interval: 60, max_slots: 3 } });
    // Friday and Saturday evening.
    await bar({ opening_hours_fri: ['22:00', '02:00'], opening_hours_sat: ['22:00', '26:00'] });
  });

  it('are listed on the date on which each time starts, can be booked, and close when they end', async () => {
    expect(await slots(week)).toBe('06T22:00 06T23:00 07T00:00 07T01:00 07T22:00 07T23:00 08T00:00 08T01:00');
    expect(await slots('from=2026-03-08')).toBe('08T00:00 08T01:00');
    expect(await bookPublicly('2026-03-08 01:00', '2026-03-08 03:00')).toEqual(closed);
    expect(await bookPublicly('2026-03-07 23:00', '2026-03-08 01:00')).toBe('booked');
    expect(await slots('from=2026-03-07&to=2026-03-08')).toBe('07T00:00 07T01:00 07T22:00 08T01:00');
  });

  it('have times of several intervals that pass midnight', async () => {
    expect(await slots(`${week}&intervals=3`)).toBe('06T22:00 06T23:00 07T22:00 07T23:00');
    expect(await bookPublicly('2026-03-06 23:00', '2026-03-07 02:00')).toBe('booked');
    expect(await slots(`${week}&intervals=2`)).toBe('07T22:00 07T23:00 08T00:00');
  });

  it('belong to the day on which they begin, for exception dates', async () => {
    await except('2026-03-07', []);
    expect(await slots(week)).toBe('06T22:00 06T23:00 07T00:00 07T01:00');
    expect(await bookPublicly('2026-03-07 01:00', '2026-03-07 02:00')).toBe('booked');
    expect(await bookPublicly('2026-03-08 00:00', '2026-03-08 01:00')).toEqual(closed);
    await except('2026-03-06', []);
    await account.del(`/resources/${resourceId}/exception_dates/2026-03-07`);
    expect(await slots(week)).toBe('07T22:00 07T23:00 08T00:00 08T01:00');
    const { body } = await account.get(`/resources/${resourceId}/opening_hours?${week}`);
    const hours = body.map(
      ({ resource_opening_hours: { opening_hours } }: { resource_opening_hours: { opening_hours: string[] } }) =>
        opening_hours,
    );
    expect(hours).toEqual([[], ['22:00', '26:00'], []]);
  });

  it('belong to the day on which they begin, for holidays', async () => {
    await server.configure(account, { closed_for_holidays: true });
    await bar({ ...openDaily('22:00', '02:00') });
    // Labour Day, a Friday.
    expect(await slots('from=2026-05-01&to=2026-05-02')).toBe('01T00:00 01T01:00 02T22:00 02T23:00');
    expect(await bookPublicly('2026-05-01 01:00', '2026-05-01 02:00')).toBe('booked');
    expect(await bookPublicly('2026-05-02 01:00', '2026-05-02 02:00')).toEqual(closed);
  });

  it('start where the resource becomes free on the evening before, also if only the morning is listed', async () => {
    await server.configure(account, { slot_generation_type: 2 });
    const evening = { resource_id: resourceId, booked_from: '2026-03-06 22:00', booked_to: '2026-03-06 22:30' };
    await account.create('/bookings', 'booking', evening);
    expect(await slots(week)).toBe('06T22:30 06T23:30 07T00:30 07T22:00 07T23:00 08T00:00 08T01:00');
    expect(await slots('from=2026-03-07&to=2026-03-07')).toBe('07T00:30 07T22:00 07T23:00');
    expect(await bookPublicly('2026-03-07 00:30', '2026-03-07 01:30')).toBe('booked');
  });

  it('join the hours of the next day, which start a grid of their own', async () => {
    await bar({ opening_hours_fri: ['22:10', '26:00'], opening_hours_sat: ['01:00', '04:00'] });
    expect(await slots('from=2026-03-06&to=2026-03-07')).toBe('06T22:10 06T23:10 07T00:10 07T01:00 07T02:00 07T03:00');
    expect(await bookPublicly('2026-03-07 00:10', '2026-03-07 03:10')).toBe('booked');
  });

  it('have no times that pass midnight for a service that must end on the day it begins', async () => {
    await account.put(`/services/${serviceId}`, { json: { interval: 90, next_interval: 30, same_day: true } });
    expect(await slots('from=2026-03-06&to=2026-03-07')).toBe('06T22:00 06T22:30 07T00:00 07T00:30 07T22:00 07T22:30');
  });

  it('are one day for a service that takes the hours of a day', async () => {
    const evening = { has_day_booking: true, day_booking_specify_time: true, max_slots: 1 };
    await account.put(`/services/${serviceId}`, { json: evening });
    expect(await slots(week)).toBe('06T22:00 07T22:00');
    expect(await bookPublicly('2026-03-06 22:00', '2026-03-07 02:00')).toBe('booked');
    const long = { booked_from: ['is too long (maximum is 1 slots)'] };
    expect(await bookPublicly('2026-03-07 22:00', '2026-03-09 01:00')).toEqual(long);
    expect(await slots(week)).toBe('07T22:00');
    await bar({ opening_hours_sat: ['10:00', '17:00'], opening_hours_sun: ['10:00', '17:00'] });
    expect(await bookPublicly('2026-03-07 16:00', '2026-03-08 10:30')).toEqual(closed);
  });

  it('are open until they end at a clock change', async () => {
    await bar({ opening_hours_sat: ['23:00', '04:00'] });
    // 02:00 does not exist on 29 March, and occurs twice on 25 October.
    expect(await slots('from=2026-03-28&to=2026-03-29')).toBe('28T23:00 29T00:00 29T01:00 29T03:00');
    expect(await slots('from=2026-10-24&to=2026-10-25')).toBe('24T23:00 25T00:00 25T01:00 25T02:00 25T02:00 25T03:00');
  });

  it('that open by an exception date are offered to the waitlist', async () => {
    const jobs = new WaitlistJobs(server, account);
    await except('2026-03-06', []);
    await jobs.openings();
    const entries = new WaitlistEntries(account, serviceId, { from: '2026-03-07', to: '2026-03-07' });
    await except('2026-03-07', []);
    await jobs.run();
    const entry = await entries.add('Ola');
    await except('2026-03-06', ['22:00', '02:00']);
    await jobs.run();
    expect(await entries.read(entry)).toMatchObject({ state: 'offered' });
  });
});
