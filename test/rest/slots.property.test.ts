import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { type BookableService, createBookableService, createEvent } from '../support/catalog.js';
import { coverPairs, listPairs, missingPairs, randomPoint, shrinkPoint } from '../support/pairwise.js';
import { type Random, seeded } from '../support/random.js';
import { seed } from '../support/sample.js';
import { listSlots, type Slot } from '../support/slots.js';
import { useTestServer } from '../support/test-server.js';
import { axes, createSlotWorld, type WorldAxes } from './slots.worlds.js';

const server = await useTestServer();
const account = server.accountPerTest();

const listed = (serviceId: number, from: string, to: string) => listSlots(account, serviceId, `from=${from}&to=${to}`);

const book = (serviceId: number, from: string, to: string, count: number) =>
  account.post('/bookings', {
    json: { service_id: serviceId, booked_from: from, booked_to: to, count, public_booking: true },
  });

/** The most times that are tried of each kind. More of a world would be like these. */
const timesPerWorld = 8;

/** Returns some of the items, at equal distances. */
function some<Item>(items: readonly Item[], count: number): Item[] {
  const step = Math.max(1, Math.ceil(items.length / count));
  return items.filter((_item, index) => index % step === 0);
}

/** Checks that exactly what is listed can be booked. @returns the number of times that could and that could not */
async function checkWorld(values: WorldAxes): Promise<{ free: number; taken: number }> {
  const world = await createSlotWorld(server, values);
  const { serviceId, from, to, count, options } = world;
  const units = options.flatMap(({ option_id, quantity }) => Array.from({ length: quantity }, () => option_id));
  const query = units.length > 0 ? `&options=${units}` : '';
  const list = () => listSlots(world.account, serviceId, `from=${from}&to=${to}${query}`);
  const place = (slot: Slot) =>
    world.account.post('/bookings', {
      json: {
        ...{ service_id: serviceId, booked_from: slot.timestamp, booked_to: slot.timestamp_end },
        ...{ count, public_booking: true, ...(options.length > 0 && { options }) },
      },
    });
  const isSame = (one: Slot) => (other: Slot) =>
    one.timestamp === other.timestamp && one.timestamp_end === other.timestamp_end;
  const open = await list();
  await world.close();
  const grid = await list();
  await world.occupy();
  const slots = await list();
  for (const slot of some(slots, timesPerWorld)) {
    const { status, body } = await place(slot);
    expect([slot.timestamp, status, status === 200 ? null : body]).toEqual([slot.timestamp, 200, null]);
    const left = (await list()).find(isSame(slot));
    const used: number = body.booking.resource_id;
    const isFull = count === values.capacity || values.limit === 'daily';
    const others = isFull ? left?.available_resources.filter((id) => id !== used) : left?.available_resources;
    expect([slot.timestamp, left?.available_resources]).toEqual([slot.timestamp, others]);
    await world.account.del(`/bookings/${body.booking.id}`);
  }
  expect(await list()).toEqual(slots);
  // A start may be on no grid although it is free, and the API accepts it: a grid of generation 2 begins anew after each
  // booking, one of generation 1 after time off, and a second provider may be open at a time of the grid of the hours that are
  // closed.
  const isOtherGrid = values.providers === 'two' || values.timeOff === 'hours';
  const listedOnce = values.generation === 2 ? [] : isOtherGrid ? grid : open;
  const taken = listedOnce.filter((time) => !slots.some(isSame(time)));
  for (const time of some(taken, timesPerWorld)) {
    const { status } = await place(time);
    expect([time.timestamp, time.timestamp_end, status]).toEqual([time.timestamp, time.timestamp_end, 400]);
  }
  return { free: slots.length, taken: taken.length };
}

/** Worlds in which the check has failed, each a file. They are checked first, and stay when the fault is mended. */
const failures = join(projectRoot, 'test', 'rest', 'slots.failures');

/** Checks a world. If that fails, stores it in a file with as many plain values as it fails with. */
async function checkOrKeep(values: WorldAxes): Promise<{ free: number; taken: number }> {
  try {
    return await checkWorld(values);
  } catch (error) {
    const smallest = await shrinkPoint(axes, values, (smaller) =>
      checkWorld(smaller).then(
        () => false,
        () => true,
      ),
    );
    const text = `${JSON.stringify(smallest, null, 2)}\n`;
    const file = join(failures, `${createHash('sha256').update(text).digest('hex').slice(0, 12)}.json`);
    await mkdir(failures, { recursive: true });
    await writeFile(file, text);
    throw new Error(`the world in ${file}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

describe('exactly the times that are listed can be booked', () => {
  const kept = existsSync(failures) ? readdirSync(failures) : [];
  it.each([...kept, 'none'])('in a world that has failed: %s', async (file) => {
    if (file === 'none') return;
    await checkWorld(JSON.parse(readFileSync(join(failures, file), 'utf8')));
  });

  it('in worlds that have each pair of values of two axes', async () => {
    const worlds = coverPairs(axes, seeded(seed));
    expect(missingPairs(axes, worlds)).toEqual([]);
    const counts = { worlds: worlds.length, pairs: listPairs(axes).length, free: 0, taken: 0, empty: 0 };
    for (const values of worlds) {
      const { free, taken } = await checkOrKeep(values);
      counts.free += free;
      counts.taken += taken;
      if (free === 0) counts.empty += 1;
    }
    console.log(`seed ${seed}: ${JSON.stringify(counts)}, all pairs covered`);
    // All comparisons would pass if the worlds had no slots.
    expect(counts.empty).toBeLessThan(worlds.length / 2);
    expect(Math.min(counts.free, counts.taken)).toBeGreaterThan(worlds.length);
  });

  it('in random worlds, for as long as SWARM_SECONDS says', async () => {
    const endsAt = performance.now() + 1_000 * Number(process.env['SWARM_SECONDS'] ?? 0);
    const random = seeded(seed);
    let count = 0;
    for (; performance.now() < endsAt; count += 1) await checkOrKeep(swarmWorld(random));
    if (count > 0) console.log(`seed ${seed}: ${count} random worlds`);
  });
});

/** Returns a world in which about half of the axes have their plain value: what one hides, another would not show. */
function swarmWorld(random: Random): WorldAxes {
  const narrowed = Object.entries(axes).map(([axis, all]) => [axis, random(2) === 0 ? all.slice(0, 1) : all]);
  return randomPoint<typeof axes>(Object.fromEntries(narrowed), random);
}

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
