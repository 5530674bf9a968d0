import { createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { listSlots, slotDatesAndTimes, slotTimes } from '../support/slots.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });

const days = 'from=2026-03-03&to=2026-03-05';
const morning = { resource: { capacity: 5, ...openDaily('09:00', '10:00', '22:00', '24:00') } };
const book = (attributes: object, day = '03', time = '09:00') =>
  account.create('/bookings', 'booking', {
    booked_from: `2026-03-${day} ${time}`,
    booked_to: `2026-03-${day} ${time.slice(0, 2)}:59`,
    ...attributes,
  });
const all = '03T09:00 03T22:00 03T23:00 04T09:00 04T22:00 04T23:00 05T09:00 05T22:00 05T23:00';
const without = (day: string) =>
  all
    .split(' ')
    .filter((time) => !time.startsWith(day))
    .join(' ');

it('leave out the days on which a service has the most bookings, until one is cancelled', async () => {
  const { serviceId, resourceId } = await createBookableService(account, morning);
  await account.put(`/services/${serviceId}`, { json: { service: { max_daily_bookings: 2 } } });
  const of = { service_id: serviceId, resource_id: resourceId };
  await book(of, '04', '09:00');
  expect(await slotDatesAndTimes(account, serviceId, days)).toBe(all);
  const { id } = await book(of, '04', '22:00');
  expect(await slotDatesAndTimes(account, serviceId, days)).toBe(without('04'));
  const { body } = await account.get(`/services/${serviceId}/available_dates?${days}`);
  expect(body.map((item: { available_date: object }) => item.available_date)).toEqual([
    { date: '2026-03-03' },
    { date: '2026-03-05' },
  ]);
  await account.put(`/bookings/${id}/cancel`);
  expect(await slotDatesAndTimes(account, serviceId, days)).toBe(all);
});

it('leave out a resource on its full days', async () => {
  const { serviceId, resourceIds } = await createBookableService(account, { ...morning, providers: [{}, {}] });
  const [first = 0, second = 0] = resourceIds;
  await account.put(`/resources/${first}`, { json: { resource: { max_daily_bookings: 1 } } });
  await book({ resource_id: first }, '03', '23:00');
  const slots = await listSlots(account, serviceId, days);
  const resources = slots.map(({ timestamp, available_resources }) => [timestamp.slice(8, 10), available_resources]);
  const both = [first, second];
  expect(resources).toEqual([
    ...Array(3).fill(['03', [second]]),
    ...Array(3).fill(['04', both]),
    ...Array(3).fill(['05', both]),
  ]);
  const only = `from=2026-03-03&selected_resources[]=${first}`;
  expect(await slotTimes(account, serviceId, only)).toBe('');
});

it('leave out what the limits of a named person do not allow, and of nobody else', async () => {
  const { serviceId } = await createBookableService(account, morning);
  const { serviceId: other } = await createBookableService(account, morning);
  const { id: personId } = await account.create('/people', 'person', { name: 'Kari', email: 'kari@example.org' });
  const listed = (of = serviceId) => slotDatesAndTimes(account, of, `${days}&person_id=${personId}`);
  await book({ service_id: serviceId, person_id: personId }, '04');
  const limit = (client: object) => account.put('/client', { json: { client } });
  await account.put(`/services/${serviceId}`, { json: { service: { max_daily_per_person: 1 } } });
  expect([await listed(), await listed(other)]).toEqual([without('04'), all]);
  await limit({ max_daily_per_person: 1 });
  expect([await listed(), await listed(other)]).toEqual([without('04'), without('04')]);
  await limit({ max_weekly_per_person: 1 });
  expect(await listed(other)).toBe('');
  expect(await slotDatesAndTimes(account, other, `from=2026-03-08&to=2026-03-09&person_id=${personId}`)).toBe(
    '09T09:00 09T22:00 09T23:00',
  );
  await limit({ max_weekly_per_person: null, max_active_per_person: 1 });
  expect(await listed(other)).toBe('');
  expect(await slotDatesAndTimes(account, other, days)).toBe(all);
});

it('leave out an event that the person is booked for', async () => {
  const event = await createEvent(account, {}, { once_per_person: true });
  const { person_id: personId } = await account.create('/bookings', 'booking', {
    event_id: event.id,
    person_attributes: { email: 'kari@example.org' },
  });
  expect(await slotTimes(account, event.service_id, `from=2026-03-03&person_id=${personId}`)).toBe('');
  expect(await slotTimes(account, event.service_id, 'from=2026-03-03')).toBe('12:00');
});
