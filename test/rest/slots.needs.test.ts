import { createEvent, openDaily } from '../support/catalog.js';
import {
  createServiceWithNeeds,
  type NeedOptions,
  overbookedResources,
  type ServiceWithNeeds,
} from '../support/needs.js';
import { between, pick, type Random, seeded } from '../support/random.js';
import { sampledSeeds } from '../support/sample.js';
import { listSlots, type Slot, slotTimes } from '../support/slots.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { linkTokenOf } from '../support/valid-input.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest();

const minute = 60_000;
/** Wall-clock time of the account, which is Europe/Oslo. */
const at = (date: string, time: string): string => `${date} ${time}`;

it('lists the times at which all needs can be met, with the resources of the first', async () => {
  const { serviceId, resourceIds } = await createServiceWithNeeds(server, account, {
    resources: [{}, {}, openDaily('10:00', '14:00')],
    needs: [{ pool: [0, 1] }, { pool: [0, 2] }],
  });
  const [first = 0, second = 0, third = 0] = resourceIds;
  await account.create('/bookings', 'booking', {
    resource_id: third,
    ...{ booked_from: at('2026-03-03', '11:00'), booked_to: at('2026-03-03', '12:00') },
  });
  const slots = await listSlots(account, serviceId);
  expect(slots.map((slot) => [slot.timestamp.slice(11, 16), slot.available_resources])).toEqual([
    ['09:00', [second]],
    ['10:00', [first, second]],
    ['11:00', [second]],
    ['12:00', [first, second]],
    ['13:00', [first, second]],
    ['14:00', [second]],
    ['15:00', [second]],
    ['16:00', [second]],
  ]);
  const only = `from=2026-03-03&selected_resources=${first}`;
  expect(await slotTimes(account, serviceId, only)).toBe('10:00 12:00 13:00');
});

it('lists none without enough resources', async () => {
  const { serviceId } = await createServiceWithNeeds(server, account, {
    resources: [{}],
    needs: [{ pool: [0], count: 2 }],
  });
  expect(await slotTimes(account, serviceId)).toBe('');
});

it('lists times whose gap is closed, over midnight and a change of the clock', async () => {
  const { serviceId } = await createServiceWithNeeds(server, account, {
    service: { interval: 360 },
    resources: [{ opening_hours_sat: ['22:00', '24:00'], opening_hours_sun: ['04:00', '06:00'], ...noOtherDays }],
    needs: [
      {
        pool: [0],
        segments: [
          { offset: 0, length: 60 },
          { offset: 300, length: 60 },
        ],
      },
    ],
  });
  // The clock goes forward in the night of the 29th, so the work after a gap of four hours begins at 04:00.
  expect(await slotTimes(account, serviceId, 'from=2026-03-28&to=2026-03-29')).toBe('22:00');
  const booked = await account.post('/bookings', {
    json: {
      ...{ service_id: serviceId, public_booking: true },
      ...{ booked_from: '2026-03-28T22:00:00+01:00', booked_to: '2026-03-29T05:00:00+02:00' },
    },
  });
  expect(booked.status).toBe(200);
  expect(await slotTimes(account, serviceId, 'from=2026-03-28&to=2026-03-29')).toBe('23:00');
});

const noOtherDays = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [`opening_hours_${day}`, []]));

describe('exactly the times that are listed can be booked', () => {
  const hours = [
    ['09:00', '15:00'],
    ['08:00', '11:30', '12:30', '16:00'],
    ['11:00', '18:00'],
    ['20:00', '26:00'],
  ];

  function randomNeed(random: Random, resources: number, length: number): NeedOptions {
    const pool = Array.from({ length: resources }, (_, index) => index).filter(() => random(3) > 0);
    const cut = between(random, 1, 3) * 15;
    const later = between(random, cut / 15, length / 15 - 1) * 15;
    const work = pick(random, [
      undefined,
      undefined,
      [{ offset: 0, length: cut }],
      [
        { offset: 0, length: cut },
        { offset: later, length: length - later },
      ],
      [{ offset: later, length: length - later }],
    ]);
    return {
      pool: pool.length > 0 ? pool : [0],
      count: random(4) === 0 ? 2 : 1,
      per: random(3) === 0 ? 'person' : 'booking',
      ...(work && { segments: work }),
    };
  }

  interface NeedWorld extends ServiceWithNeeds {
    length: number;
    count: number;
    needs: NeedOptions[];
    buffers: { buffer_before: number; buffer_after: number };
  }

  async function createWorld(of: TestAccount, random: Random): Promise<NeedWorld> {
    const length = pick(random, [60, 90, 105]);
    const resources = Array.from({ length: between(random, 2, 4) }, () => ({
      ...openDaily(...pick(random, hours)),
      capacity: between(random, 1, 2),
      ...(random(3) === 0 && { max_daily_bookings: 2 }),
    }));
    const needs = Array.from({ length: between(random, 1, 3) }, () => randomNeed(random, resources.length, length));
    const buffers = random(2) === 0 ? { buffer_before: 0, buffer_after: 0 } : { buffer_before: 15, buffer_after: 30 };
    const count = between(random, 1, 2);
    const service = { interval: length, next_interval: 30, booking_minimum: count, ...buffers };
    const made = await createServiceWithNeeds(server, of, { service, resources, needs });
    return { ...made, length, count, needs, buffers };
  }

  /** Adds bookings of the resources alone and of the service, an event and an entry of another calendar. */
  async function occupy(of: TestAccount, { serviceId, resourceIds, length }: NeedWorld, random: Random): Promise<void> {
    const start = (): number => Date.parse('2026-03-03T07:00:00Z') + between(random, 0, 20) * 30 * minute;
    const iso = (instant: number): string => new Date(instant).toISOString();
    for (let index = 0; index < 4; index += 1) {
      const from = start();
      const alone = {
        resource_id: pick(random, resourceIds),
        booked_to: iso(from + between(random, 1, 6) * 15 * minute),
      };
      const ofService = { service_id: serviceId, booked_to: iso(from + length * minute) };
      // One that does not fit is left out.
      await of.post('/bookings', { json: { ...pick(random, [alone, ofService]), booked_from: iso(from) } });
    }
    const from = start();
    const resource_id = pick(random, resourceIds);
    if (random(2) === 0) {
      await of
        .create('/events', 'event', {
          ...{ title: 'Talk', capacity: 3, resource_id, service_id: (await createEvent(of)).service_id },
          ...{ starts_at: iso(from), ends_at: iso(from + 45 * minute) },
        })
        .catch(() => undefined);
    }
    if (random(2) === 0) {
      const source = { resource_id, url: 'https://calendar.example.org/secret.ics' };
      const { id } = await of.create('/calendar_sources', 'calendar_source', source);
      const busy = start();
      await server.sql(
        'insert into external_busy (account_id, source_id, resource_id, starts_at, ends_at) values (?, ?, ?, ?, ?)',
        ...[of.credentials.id, id, resource_id, iso(busy), iso(busy + 40 * minute)],
      );
    }
  }

  it.each(sampledSeeds(60, 6, 'slots of needs'))('in random world %i', async (seed) => {
    const random = seeded(seed);
    const of = await server.account();
    await server.configure(of, { slot_generation_type: 1 });
    const world = await createWorld(of, random);
    await occupy(of, world, random);
    const { serviceId, length, count } = world;
    const list = () => listSlots(of, serviceId, 'from=2026-03-03&to=2026-03-03');
    const slots = new Map((await list()).map((slot) => [Date.parse(slot.timestamp), slot]));
    const book = (from: number, parameters: object) =>
      of.post('/bookings', {
        json: {
          ...{ service_id: serviceId, count, public_booking: true, ...parameters },
          ...{ booked_from: new Date(from).toISOString(), booked_to: new Date(from + length * minute).toISOString() },
        },
      });
    // Every half hour is on the grid of the resources that begin the service, unless none does.
    const isOnGrid = world.needs.some(({ segments }) => (segments?.[0]?.offset ?? 0) === 0);
    for (
      let from = Date.parse('2026-03-02T23:00:00Z');
      from < Date.parse('2026-03-03T23:00:00Z');
      from += 30 * minute
    ) {
      const slot = slots.get(from);
      const { status, body } = await book(from, {});
      const time = new Date(from).toISOString();
      if (slot || isOnGrid) expect([seed, time, status, body]).toEqual([seed, time, slot ? 200 : 400, body]);
      if (status === 200) await of.del(`/bookings/${body.booking.id}`);
      for (const resource_id of world.resourceIds) {
        if (!slot) continue;
        const named = await book(from, { resource_id });
        const isListed = slot.available_resources.includes(resource_id);
        expect([seed, time, resource_id, named.status]).toEqual([seed, time, resource_id, isListed ? 200 : 400]);
        if (named.status === 200) await of.del(`/bookings/${named.body.booking.id}`);
      }
    }
    const others = world.needs.slice(1).flatMap(({ pool }) => pool.map((index) => world.resourceIds[index]));
    for (const names of others.length > 0 ? [1, 2] : []) {
      const other_resources = Array.from({ length: names }, () => pick(random, others));
      const range = `from=2026-03-03&to=2026-03-03&other_resources=${other_resources}`;
      const { status: listed, body } = await of.get(`/services/${serviceId}/slots?${range}`);
      const named = new Set<number>();
      if (listed === 200) for (const { slot } of body) named.add(Date.parse(slot.timestamp));
      for (const from of slots.keys()) {
        const { status, body: made } = await book(from, { other_resources });
        const expected = named.has(from) ? 200 : 400;
        expect([seed, from, other_resources, status, made]).toEqual([seed, from, other_resources, expected, made]);
        if (status !== 200) continue;
        const places = await server.sql<{ id: number }>(
          'select resource_id as id from booking_place join service_need need on need.id = need_id where booking_id = ? and need.position > 1',
          made.booking.id,
        );
        expect(places.map(({ id }) => id)).toEqual(expect.arrayContaining(other_resources));
        await of.del(`/bookings/${made.booking.id}`);
      }
    }
    expect([...(await list()).map(({ timestamp }) => Date.parse(timestamp))]).toEqual([...slots.keys()]);
    expect(await overbookedResources(server, of.credentials.id)).toEqual([]);
  });

  it.each(sampledSeeds(30, 5, 'moves of needs'))(
    'by the link of a booking that moves, in random world %i',
    async (seed) => {
      const random = seeded(seed);
      const of = await server.account({ publicAccess: true });
      await server.configure(of, { slot_generation_type: 1, allow_cancellation: true });
      const visitor = new Visitor(of);
      const world = await createWorld(of, random);
      await server.sql('update service_need set visitors_choose = true where account_id = ?', of.credentials.id);
      await occupy(of, world, random);
      const { serviceId, length, count } = world;
      const free = (await listSlots(of, serviceId, 'from=2026-03-03&to=2026-03-03')).map(({ timestamp }) => timestamp);
      if (free.length === 0) return;
      const timesOf = (from: number) => ({
        booked_from: new Date(from).toISOString(),
        booked_to: new Date(from + length * minute).toISOString(),
      });
      const person_attributes = { name: 'Kari', email: 'kari@example.org' };
      const booking = await of.create('/bookings', 'booking', {
        ...{ service_id: serviceId, count, person_attributes, ...timesOf(Date.parse(pick(random, free))) },
      });
      const token = await linkTokenOf(of, booking.id);
      const listed = async (): Promise<Slot[]> => {
        const { body } = await visitor.get(`/bookings/${token}/slots?from=2026-03-03&to=2026-03-03`);
        return body.map(({ slot }: { slot: Slot }) => slot);
      };
      for (let attempt = 0; attempt < 12; attempt += 1) {
        const slots = await listed();
        expect([seed, slots.map(({ timestamp }) => timestamp)]).toEqual([seed, free]);
        const from = Date.parse('2026-03-03T06:00:00Z') + between(random, 0, 28) * 30 * minute;
        const slot = slots.find(({ timestamp }) => Date.parse(timestamp) === from);
        const resource_id = pick(random, world.resourceIds);
        const isListed = slot?.available_resources.includes(resource_id) ?? false;
        const { status } = await visitor.put(`/bookings/${token}`, { json: { ...timesOf(from), resource_id } });
        expect([seed, from, resource_id, status]).toEqual([seed, from, resource_id, isListed ? 200 : 400]);
      }
      expect(await overbookedResources(server, of.credentials.id)).toEqual([]);
    },
  );

  it('by the link of a booking on its own day, although each of its resources has more bookings than it may now', async () => {
    const of = await server.account({ publicAccess: true });
    await server.configure(of, { allow_cancellation: true });
    const massage = await createServiceWithNeeds(server, of, {
      resources: [{}, {}],
      needs: [{ pool: [0] }, { pool: [1] }],
    });
    const times = (hour: number) => ({ booked_from: `2026-03-03 ${hour}:00`, booked_to: `2026-03-03 ${hour + 1}:00` });
    const booking = await of.create('/bookings', 'booking', { service_id: massage.serviceId, ...times(10) });
    for (const [index, resource_id] of massage.resourceIds.entries()) {
      await of.create('/bookings', 'booking', { resource_id, ...times(12 + index) });
      await of.put(`/resources/${resource_id}`, { json: { resource: { max_daily_bookings: 1 } } });
    }
    const visitor = new Visitor(of);
    const token = await linkTokenOf(of, booking.id);
    const { body } = await visitor.get(`/bookings/${token}/slots?from=2026-03-03&to=2026-03-03`);
    const starts = body.map(({ slot }: { slot: Slot }) => slot.timestamp.slice(11, 16));
    expect(starts).toContain('15:00');
    expect((await visitor.put(`/bookings/${token}`, { json: times(15) })).status).toBe(200);
  });
});
