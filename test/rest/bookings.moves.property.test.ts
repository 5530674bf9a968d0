import { createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { pick, type Random, seeded } from '../support/random.js';
import { listSlots, type Slot } from '../support/slots.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { linkTokenOf } from '../support/valid-input.js';
import { Visitor } from '../support/visitor.js';

const worlds = 16;
const triesPerWorld = 16;
const msPerMinute = 60_000;
const range = 'from=2026-03-04&to=2026-03-06';
const kari = { name: 'Kari', email: 'kari@example.org' };

const server = await useTestServer();

interface World {
  account: TestAccount;
  visitor: Visitor;
  serviceId: number;
  resourceIds: number[];
}

async function openAccount(settings: object = {}): Promise<Pick<World, 'account' | 'visitor'>> {
  const account = await server.account({ publicAccess: true });
  await server.configure(account, { allow_cancellation: true, ...settings });
  return { account, visitor: new Visitor(account) };
}

const days = {
  none: {},
  midnight: { has_day_booking: true },
  opening: { has_day_booking: true, day_booking_specify_time: true },
};

async function randomWorld(random: Random, kind: keyof typeof days): Promise<World> {
  const opened = await openAccount({ slot_generation_type: 1 + random(2) });
  const service = {
    ...{ interval: pick(random, [30, 60, 90]), next_interval: pick(random, [15, 30, 60]), max_slots: 3 },
    ...{ buffer_before: pick(random, [0, 0, 30]), buffer_after: pick(random, [0, 15, 60]) },
    ...{ booking_minimum: 1 + random(2), same_day: kind === 'none' && random(4) === 0, ...days[kind] },
  };
  const hours = pick(random, [
    ['09:00', '12:00', '13:00', '17:00'],
    ['00:00', '03:00', '18:00', '24:00'],
    ['08:00', '20:00'],
  ]);
  const resource = { ...openDaily(...hours), capacity: 2 + random(3) };
  const offered = await createBookableService(opened.account, { service, resource, providers: [{}, {}] });
  for (let count = 3; count > 0; count -= 1) {
    const start = Date.parse('2026-03-04T00:00:00+01:00') + 30 * msPerMinute * random(6 * 24);
    await opened.account.post('/bookings', {
      json: {
        ...{ service_id: offered.serviceId, resource_id: pick(random, offered.resourceIds), count: 1 + random(3) },
        ...{ booked_from: instant(start), booked_to: instant(start + msPerMinute * pick(random, [30, 90, 300])) },
      },
    });
  }
  return { ...opened, ...offered };
}

const instant = (epoch: number): string => new Date(epoch).toISOString();
const nameOf = ({ timestamp, timestamp_end }: Slot): string => `${timestamp} ${timestamp_end}`;
const timesOf = (slots: readonly Slot[]): string[] => slots.map(nameOf);

/** Lists the times of each resource with room for so many people. */
async function listFree({ account, serviceId, resourceIds }: World, intervals: number, count: number) {
  const free = new Map<number, string[]>();
  for (const id of resourceIds) {
    const query = `${range}&selected_resources=${id}&intervals=${intervals}`;
    free.set(id, timesOf((await listSlots(account, serviceId, query)).filter((slot) => slot.free >= count)));
  }
  return free;
}

async function listMoves({ visitor, resourceIds }: World, token: string) {
  const listed = new Map<number, string[]>();
  for (const id of resourceIds) {
    const { status, body } = await visitor.get(`/bookings/${token}/slots?${range}&selected_resources=${id}`);
    expect(status).toBe(200);
    listed.set(id, timesOf(body.map(({ slot }: { slot: Slot }) => slot)));
  }
  return listed;
}

describe.each(Object.keys(days) as (keyof typeof days)[])('day bookings: %s', (kind) => {
  it('the times to which a booking can move are those of a world without it, and those that are accepted', async () => {
    const counts = { accepted: 0, refused: 0, overlapping: 0, nights: 0 };
    for (let seed = 1; seed <= worlds; seed++) {
      const random = seeded(seed);
      const world = await randomWorld(random, kind);
      const { account, visitor, serviceId, resourceIds } = world;
      const [intervals, count] = [1 + random(kind === 'none' ? 3 : 2), 2];
      const free = await listFree(world, intervals, count);
      const places = resourceIds.flatMap((id) => (free.get(id) ?? []).map((time) => ({ id, time })));
      if (places.length === 0) continue;
      const own = pick(random, places);
      const [booked_from, booked_to] = own.time.split(' ');
      const booking = await account.create('/bookings', 'booking', {
        ...{ service_id: serviceId, resource_id: own.id, booked_from, booked_to, count, person_attributes: kari },
      });
      const token = await linkTokenOf(account, booking.id);
      expect([seed, await listMoves(world, token)]).toEqual([seed, free]);

      const length = Date.parse(booked_to ?? '') - Date.parse(booked_from ?? '');
      for (let attempt = 0; attempt < triesPerWorld; attempt++) {
        const listed = random(3) === 0;
        const place = listed ? pick(random, places) : { id: pick(random, resourceIds), time: '' };
        const start = Date.parse('2026-03-04T00:00:00+01:00') + 15 * msPerMinute * random(3 * 96);
        const [from = instant(start), to = instant(start + length)] = listed ? place.time.split(' ') : [];
        const before = (await visitor.get(`/bookings/${token}`)).body.booking;
        const json = { booked_from: from, booked_to: to, resource_id: place.id };
        const { status, body } = await visitor.put(`/bookings/${token}`, { json });
        const isFree = (free.get(place.id) ?? []).some(
          (time) =>
            Date.parse(time.split(' ')[0] ?? '') === Date.parse(from) &&
            Date.parse(time.split(' ')[1] ?? '') === Date.parse(to),
        );
        expect([seed, json, status, status === 200 ? null : body]).toEqual([
          ...[seed, json, isFree ? 200 : 400],
          isFree ? null : expect.anything(),
        ]);
        counts[isFree ? 'accepted' : 'refused'] += 1;
        const [oldFrom, oldTo] = [Date.parse(before.booked_from), Date.parse(before.booked_to)];
        const isOther = oldFrom !== Date.parse(from);
        if (isFree && isOther && oldFrom < Date.parse(to) && oldTo > Date.parse(from)) counts.overlapping += 1;
        if (isFree && kind === 'none' && from.slice(0, 10) !== to.slice(0, 10)) counts.nights += 1;
      }
      // The booking has moved: the times are still the same.
      expect([seed, await listMoves(world, token)]).toEqual([seed, free]);
    }
    // All comparisons would pass if the worlds had no such moves.
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(20);
    if (kind === 'none') expect(Math.min(counts.overlapping, counts.nights)).toBeGreaterThan(3);
  });
});

it('an event that is full because of the booking itself is one of the times, with the people that it needs', async () => {
  const { account, visitor } = await openAccount();
  const event = await createEvent(account, { capacity: 2, starts_at: '2026-03-05 12:00', ends_at: '2026-03-05 13:00' });
  const { service_id, resource_id } = event;
  const eventAt = (day: number, capacity: number) =>
    account.create('/events', 'event', {
      ...{ service_id, resource_id, capacity },
      ...{ starts_at: `2026-03-0${day} 14:00`, ends_at: `2026-03-0${day} 15:00` },
    });
  const [small, large] = [await eventAt(5, 1), await eventAt(6, 2)];
  const booking = await account.create('/bookings', 'booking', { event_id: event.id, count: 2 });
  const token = await linkTokenOf(account, booking.id);
  const listed = async () =>
    (await visitor.get(`/bookings/${token}/slots?${range}`)).body.map(
      ({ slot }: { slot: Slot & { event_id: number } }) => slot.event_id,
    );
  expect(await listed()).toEqual([event.id, large.id]);
  const moveTo = async (event_id: number) => (await visitor.put(`/bookings/${token}`, { json: { event_id } })).status;
  expect([await moveTo(small.id), await moveTo(event.id), await moveTo(large.id)]).toEqual([400, 200, 200]);
  expect(await listed()).toEqual([event.id, large.id]);
});

it('a booking of another length than the public may book keeps it, and its limits of people', async () => {
  const { account, visitor } = await openAccount();
  const { serviceId, resourceId } = await createBookableService(account, { service: { next_interval: 15 } });
  const booking = await account.create('/bookings', 'booking', {
    ...{ service_id: serviceId, resource_id: resourceId },
    ...{ booked_from: '2026-03-04 09:00', booked_to: '2026-03-04 16:30' },
  });
  await account.put(`/services/${serviceId}`, { json: { service: { booking_minimum: 2 } } });
  const token = await linkTokenOf(account, booking.id);
  const { body } = await visitor.get(`/bookings/${token}/slots?from=2026-03-04`);
  const times = body.map(({ slot }: { slot: Slot }) => nameOf(slot).replaceAll(/2026-03-04T|:00\+01:00/g, ''));
  expect(times).toEqual(['09:00 16:30', '09:15 16:45', '09:30 17:00']);
  const moved = await visitor.put(`/bookings/${token}`, { json: { booked_from: '2026-03-04 09:30' } });
  expect([moved.status, moved.body.booking.booked_to]).toEqual([200, '2026-03-04T17:00:00+01:00']);
});

describe('the times of a link', () => {
  it('are dates, too, and only of a booking that can be moved', async () => {
    const { account, visitor } = await openAccount();
    const { serviceId, resourceId } = await createBookableService(account, { resource: openDaily('11:00', '12:00') });
    const time = { booked_from: '2026-03-04 11:00', booked_to: '2026-03-04 12:00' };
    const booking = await account.create('/bookings', 'booking', {
      service_id: serviceId,
      resource_id: resourceId,
      ...time,
    });
    await account.put(`/services/${serviceId}`, { json: { service: { has_day_booking: false } } });
    const path = `/bookings/${await linkTokenOf(account, booking.id)}`;
    const dates = async (suffix: string) => (await visitor.get(`${path}/${suffix}`)).body;
    expect(await dates('next_available_date?from=2026-03-04')).toEqual([{ available_date: '2026-03-04' }]);
    expect(await dates('available_dates?from=2026-03-04&to=2026-03-05')).toEqual([
      { available_date: { date: '2026-03-04' } },
      { available_date: { date: '2026-03-05' } },
    ]);
    expect((await visitor.get(`/services/${serviceId}/slots?from=2026-03-04`)).body).toEqual([]);
    await server.configure(account, { allow_cancellation: false });
    for (const suffix of ['slots', 'available_dates', 'next_available_date']) {
      const { status, body } = await visitor.get(`${path}/${suffix}`);
      expect([suffix, status, body]).toEqual([suffix, 400, { token: ["can't be moved"] }]);
      expect((await visitor.get(`/bookings/${booking.id}-${'x'.repeat(22)}/${suffix}`)).status).toBe(404);
    }
  });
});
