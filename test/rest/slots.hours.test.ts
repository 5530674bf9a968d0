import { createBookableService, openDaily } from '../support/catalog.js';
import { listSlots, slotDatesAndTimes } from '../support/slots.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const book = (attributes: object, from: string, to: string) =>
  account.create('/bookings', 'booking', {
    booked_from: `2026-03-03 ${from}`,
    booked_to: `2026-03-03 ${to}`,
    ...attributes,
  });

describe('hours', () => {
  it('are those of the provider, or else of the resource', async () => {
    const provider = { opening_hours_tue: ['13:00', '15:00'], opening_hours_wed: [] };
    const { serviceId } = await createBookableService(account, {
      providers: [provider],
      resource: openDaily('09:00', '10:00'),
    });
    const week = 'from=2026-03-03&to=2026-03-05';
    expect(await slotDatesAndTimes(account, serviceId, week)).toBe('03T13:00 03T14:00 05T09:00');
    await account.put(`/services/${serviceId}`, { json: { availability_type: 'resource' } });
    expect(await slotDatesAndTimes(account, serviceId, week)).toBe('03T09:00 04T09:00 05T09:00');
  });

  it('are those of an exception date', async () => {
    const { serviceId, resourceId } = await createBookableService(account, { resource: openDaily('09:00', '10:00') });
    const other = await account.create('/services', 'service', { title: 'Other' });
    const except = (date: string, service: number | null, hours: string | null) =>
      server.sql(
        `insert into resource_exception_date (account_id, created_at, updated_at, resource_id, service_id, exception_date, opening_hours)
         values (?, now(), now(), ?, ?, ?, ?::text[])`,
        account.credentials.id,
        resourceId,
        service,
        date,
        hours,
      );
    await except('2026-03-03', null, '{14:00,15:00}');
    await except('2026-03-04', null, '{}');
    await except('2026-03-04', serviceId, '{16:00,17:00}');
    await except('2026-03-05', null, '{}');
    await except('2026-03-06', null, null);
    await except('2026-03-07', other.id, '{}');
    expect(await slotDatesAndTimes(account, serviceId, 'from=2026-03-03&to=2026-03-07')).toBe(
      '03T14:00 04T16:00 06T09:00 07T09:00',
    );
  });

  it('are those of a rota, which slots and bookings agree on, and which exception dates override', async () => {
    const { serviceId, resourceId } = await createBookableService(account, { resource: openDaily('09:00', '10:00') });
    const week = (hour: number) => Array(7).fill([`${hour}:00`, `${hour + 1}:00`]);
    await server.sql(
      `insert into rota (account_id, created_at, updated_at, resource_id, valid_from, valid_to, starts_on, weeks)
       values (?, now(), now(), ?, '2026-03-04', '2026-03-10', '2026-03-02', ?::jsonb)`,
      account.credentials.id,
      resourceId,
      JSON.stringify([week(14), week(15)]),
    );
    await account.put(`/resources/${resourceId}/exception_dates/2026-03-06`, { json: { opening_hours: [] } });
    expect(await slotDatesAndTimes(account, serviceId, 'from=2026-03-03&to=2026-03-11')).toBe(
      '03T09:00 04T14:00 05T14:00 07T14:00 08T14:00 09T15:00 10T15:00 11T09:00',
    );
    const hours = await account.get(`/resources/${resourceId}/opening_hours?from=2026-03-08&to=2026-03-09`);
    expect(JSON.stringify(hours.body)).toMatch(/"14:00","15:00".*"15:00","16:00"/);
    const publicly = (from: string, to: string) =>
      account.post('/bookings', {
        json: {
          ...{ service_id: serviceId, resource_id: resourceId, public_booking: true },
          ...{ booked_from: `2026-03-09 ${from}`, booked_to: `2026-03-09 ${to}` },
        },
      });
    const refused = await publicly('14:00', '15:00');
    expect([refused.status, refused.body]).toEqual([400, { booked_from: ['is outside the opening hours'] }]);
    expect((await publicly('15:00', '16:00')).status).toBe(200);
  });

  it.each([
    ['2026-03-29', '00:00+01:00 01:00+01:00 03:00+02:00 04:00+02:00'],
    ['2026-10-25', '00:00+02:00 01:00+02:00 02:00+02:00 02:00+01:00 03:00+01:00 04:00+01:00'],
  ])('follow the wall clock on %s', async (date, expected) => {
    const { serviceId } = await createBookableService(account, { resource: openDaily('00:00', '05:00') });
    const found = await listSlots(account, serviceId, `from=${date}`);
    expect(found.map(({ timestamp }) => timestamp.slice(11, 16) + timestamp.slice(19)).join(' ')).toBe(expected);
  });
});

describe('day bookings', () => {
  it.each([
    [{}, '03T00:00:00 04T00:00:00, 05T00:00:00 06T00:00:00'],
    [{ day_booking_specify_time: true }, '03T09:00:00 03T17:00:00, 05T09:00:00 05T17:00:00'],
  ])('are one slot per open date: %j', async (service, expected) => {
    const { serviceId, resourceId } = await createBookableService(account, {
      service: { has_day_booking: true, ...service },
      resource: { opening_hours_wed: [] },
    });
    const days = async () =>
      (await listSlots(account, serviceId, 'from=2026-03-03&to=2026-03-05'))
        .map(({ timestamp, timestamp_end }) => `${timestamp.slice(8, 19)} ${timestamp_end.slice(8, 19)}`)
        .join(', ');
    expect(await days()).toBe(expected);
    await book({ resource_id: resourceId }, '12:00', '12:30');
    expect(await days()).toBe(expected.split(', ')[1]);
  });
});
