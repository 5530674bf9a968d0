import { createBookableService, openDaily } from '../support/catalog.js';
import { slotDatesAndTimes, slotTimes } from '../support/slots.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const close = (...days: object[]) => account.put('/client', { json: { client: { closed_days: days } } });
const week = 'from=2026-03-03&to=2026-03-06';
const morning = { resource: openDaily('09:00', '10:00') };

describe('closed days of an account', () => {
  it('close all resources on their dates, in slots, dates, hours and figures', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, { ...morning, providers: [{}, {}] });
    expect(await slotDatesAndTimes(account, serviceId, week)).toBe('03T09:00 04T09:00 05T09:00 06T09:00');
    await close(
      { from: '2026-03-03', to: '2026-03-04', reason: 'Repairs' },
      { from: '2020-03-06', repeats_yearly: true },
    );
    expect(await slotDatesAndTimes(account, serviceId, week)).toBe('05T09:00');
    const { body: dates } = await account.get(`/services/${serviceId}/available_dates?${week}`);
    expect(dates).toEqual([{ available_date: { date: '2026-03-05' } }]);
    const { body: hours } = await account.get(`/resources/${resourceIds[1]}/opening_hours?${week}`);
    expect(hours.map((item: { opening_hours: unknown }) => item)).toHaveLength(4);
    expect(JSON.stringify(hours).match(/"09:00","10:00"/g)).toHaveLength(1);
    const { body: figures } = await account.get('/figures/utilisation?from=2026-03-03&to=2026-03-07');
    expect(figures.utilisation_figures.total.open_minutes).toBe(120);
  });

  it('are opened by an exception date with hours, for its resource', async () => {
    const { serviceId, resourceId, resourceIds } = await createBookableService(account, {
      ...morning,
      providers: [{}, {}],
    });
    await close({ from: '2026-03-03' });
    await account.put(`/resources/${resourceId}/exception_dates/2026-03-03`, {
      json: { resource_exception_date: { opening_hours: ['12:00', '13:00'] } },
    });
    expect(await slotTimes(account, serviceId)).toBe('12:00');
    expect(await slotTimes(account, serviceId, `from=2026-03-03&selected_resources[]=${resourceIds[1]}`)).toBe('');
  });

  it('refuse public bookings like a time outside of the opening hours, and not those of staff', async () => {
    const { serviceId } = await createBookableService(account, morning);
    await close({ from: '2026-03-03' });
    const booking = { service_id: serviceId, booked_from: '2026-03-03 09:00', booked_to: '2026-03-03 10:00' };
    const refused = await account.post('/bookings', { json: { booking: { ...booking, public_booking: true } } });
    expect([refused.status, refused.body]).toEqual([400, { booked_from: ['is outside the opening hours'] }]);
    expect((await account.post('/bookings', { json: { booking } })).status).toBe(200);
  });

  it('appear in listed slots at once when they change', async () => {
    const { serviceId } = await createBookableService(account, morning);
    await close({ from: '2026-03-03' });
    expect(await slotTimes(account, serviceId)).toBe('');
    await close();
    expect(await slotTimes(account, serviceId)).toBe('09:00');
  });
});

describe('a break that repeats', () => {
  it('is a gap between the hours of a weekday, of the resource or of what it provides', async () => {
    const lunch = ['09:00', '12:00', '13:00', '15:00'];
    const provider = { opening_hours_wed: ['09:00', '11:00', '14:00', '15:00'] };
    const { serviceId } = await createBookableService(account, {
      resource: { ...openDaily(...lunch), opening_hours_thu: ['09:00', '10:00'] },
      providers: [provider],
    });
    expect(await slotDatesAndTimes(account, serviceId, 'from=2026-03-03&to=2026-03-05')).toBe(
      ['03T09:00 03T10:00 03T11:00 03T13:00 03T14:00', '04T09:00 04T10:00 04T14:00', '05T09:00'].join(' '),
    );
  });
});
