import { type BookableService, createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { listSlots } from '../support/slots.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const listed = (serviceId: number, from: string, to: string) => listSlots(account, serviceId, `from=${from}&to=${to}`);

const book = (serviceId: number, from: string, to: string, count: number) =>
  account.post('/bookings', {
    json: { service_id: serviceId, booked_from: from, booked_to: to, count, public_booking: true },
  });

const services: [string, { service: object; resource?: object; providers?: object[]; count?: number }][] = [
  ['hours', { service: {} }],
  ['hours that begin every half hour', { service: { next_interval: 30 } }],
  ['hours of the night', { service: {}, resource: openDaily('00:00', '04:00', '22:00', '24:00') }],
  [
    'times that pass midnight',
    { service: { interval: 120, next_interval: 60 }, resource: openDaily('00:00', '03:00', '18:00', '24:00') },
  ],
  ['nights', { service: { interval: 50 }, resource: openDaily('18:10', '02:00') }],
  [
    'nights that the next day overlaps',
    { service: { interval: 90 }, resource: openDaily('20:00', '24:00', '25:00', '30:00') },
  ],
  ['odd lengths with a break', { service: { interval: 50 }, resource: openDaily('00:10', '03:20', '08:35', '11:55') }],
  ['two people at least', { service: { booking_minimum: 2 }, resource: { capacity: 3 }, count: 2 }],
  ['one day', { service: { same_day: true, interval: 120 }, resource: openDaily('00:00', '24:00') }],
  ['whole days', { service: { has_day_booking: true } }],
  ['opening to closing', { service: { has_day_booking: true, day_booking_specify_time: true } }],
  [
    'opening to closing after midnight',
    { service: { has_day_booking: true, day_booking_specify_time: true }, resource: openDaily('18:00', '02:00') },
  ],
  [
    'hours of several',
    { service: { interval: 180 }, providers: [openDaily('00:30', '08:00'), openDaily('02:00', '11:00')] },
  ],
];
/** Weeks with both clock changes, and one without. */
const weekends = [
  ['2026-03-07', '2026-03-08'],
  ['2026-03-28', '2026-03-30'],
  ['2026-10-24', '2026-10-26'],
] as const;

describe.each([1, 2])('slots of generation %s', (slot_generation_type) => {
  it.each(services)('can be booked, and are not listed afterwards: %s', async (_, { count = 1, ...offering }) => {
    await server.configure(account, { slot_generation_type });
    const { serviceId } = await createBookableService(account, offering);
    for (const [from, to] of weekends) {
      const slots = await listed(serviceId, from, to);
      expect(slots.length).toBeGreaterThan(0);
      // A few of each weekend, so that the whole test takes seconds.
      const step = Math.ceil(slots.length / 4);
      for (const slot of slots.filter((_slot, index) => index % step === 0)) {
        const { status, body } = await book(serviceId, slot.timestamp, slot.timestamp_end, count);
        expect([slot.timestamp, status, status === 200 ? null : body]).toEqual([slot.timestamp, 200, null]);
        const left = (await listed(serviceId, from, to)).find(({ timestamp }) => timestamp === slot.timestamp);
        const others = slot.available_resources.filter((id) => id !== body.booking.resource_id);
        // A grid of generation type 2 depends on the bookings, so the start may be on no grid of another resource.
        const leavesGrid = slot_generation_type === 2 && left === undefined;
        expect(left?.available_resources ?? []).toEqual(leavesGrid ? [] : others);
        await account.del(`/bookings/${body.booking.id}`);
      }
      expect(await listed(serviceId, from, to)).toEqual(slots);
    }
  });
});

describe('times of the grid that are not listed', () => {
  it('are rejected', async () => {
    await server.configure(account, { slot_generation_type: 1, future_bookable_period: 'in 29 days' });
    const { serviceId, resourceIds }: BookableService = await createBookableService(account, { providers: [{}, {}] });
    const [first, second] = resourceIds;
    const block = (resource_id: number | undefined, booked_from: string, booked_to: string) =>
      account.create('/bookings', 'booking', { resource_id, booked_from, booked_to });
    await block(first, '2026-03-30 09:30', '2026-03-30 12:01');
    await block(second, '2026-03-30 10:59', '2026-03-30 16:59');
    await createEvent(account, { resource_id: first, starts_at: '2026-03-30 14:00', ends_at: '2026-03-30 14:01' });
    const free = new Set((await listed(serviceId, '2026-03-30', '2026-03-31')).map(({ timestamp }) => timestamp));
    const refused: string[] = [];
    for (const date of ['2026-03-30', '2026-03-31']) {
      for (let hour = 9; hour < 17; hour += 1) {
        const at = (hours: number) => `${date}T${String(hours).padStart(2, '0')}:00:00+02:00`;
        const { status, body } = await book(serviceId, at(hour), at(hour + 1), 1);
        expect([at(hour), status]).toEqual([at(hour), free.has(at(hour)) ? 200 : 400]);
        if (status === 400) refused.push(`${at(hour).slice(8, 13)} ${Object.keys(body)}`);
        else await account.del(`/bookings/${body.booking.id}`);
      }
    }
    expect(refused).toEqual([
      ...['10', '11', '12', '14'].map((hour) => `30T${hour} resource_id`),
      ...['09', '10', '11', '12', '13', '14', '15', '16'].map((hour) => `31T${hour} booked_from`),
    ]);
  });
});

it('listed events can be booked until they are full, and others are rejected', async () => {
  const event = await createEvent(account, { capacity: 2 });
  const found = async () => (await listed(event.service_id, '2026-03-02', '2026-03-09')).map(({ free }) => free);
  const attend = (public_booking: boolean) =>
    account.post('/bookings', { json: { event_id: event.id, public_booking } });
  expect(await found()).toEqual([2]);
  expect((await attend(true)).status).toBe(200);
  expect(await found()).toEqual([1]);
  await account.put(`/events/${event.id}`, { json: { published: false } });
  expect(await found()).toEqual([]);
  expect((await attend(true)).status).toBe(400);
  await account.put(`/events/${event.id}`, { json: { published: true } });
  expect((await attend(true)).status).toBe(200);
  expect(await found()).toEqual([]);
  expect((await attend(false)).body).toEqual({ event_id: ['is full'] });
});
