import { overbookedResources } from '../support/needs.js';
import { pick, seeded } from '../support/random.js';
import { sampledSeeds } from '../support/sample.js';
import { useTestServer } from '../support/test-server.js';
import {
  allStarts,
  canBook,
  createVisitWorld,
  expectedStarts,
  instantOf,
  isArranged,
  readOccupied,
  type VisitWorld,
} from './visits.worlds.js';

const server = await useTestServer();
const account = server.accountPerTest();

interface Slot {
  timestamp: string;
  items: { resource_id: number; timestamp: string; timestamp_end: string }[];
}

/** Returns the minute of the day of an instant in Oslo. */
const minuteOf = (instant: string): number => Number(instant.slice(11, 13)) * 60 + Number(instant.slice(14, 16));

async function list({ items, arrangement, wait, sameResource, personId }: VisitWorld): Promise<Slot[]> {
  const visit = {
    ...{ arrangement, max_wait: wait, same_resource: sameResource },
    items: items.map(({ service, count, named, other, hasPerson }) => ({
      ...{ service_id: service.id, count },
      ...(named !== null && { resource_id: named }),
      ...(other !== null && { other_resources: [other] }),
      ...(hasPerson && { person_id: personId }),
    })),
  };
  const { status, body } = await account.post('/visits/slots', {
    json: { visit, from: '2026-03-04', to: '2026-03-04' },
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.map(({ visit_slot }: { visit_slot: Slot }) => visit_slot);
}

/** Books the items at these starts, by the rules of the public, and cancels them again. @returns whether they were booked */
async function book({ items, personId }: VisitWorld, starts: readonly number[], resourceIds: readonly number[] = []) {
  const { status, body } = await account.post('/visits', {
    json: {
      visit: {
        public_booking: true,
        items: items.map(({ service, count, named, other, hasPerson }, index) => ({
          ...{ service_id: service.id, count, resource_id: resourceIds[index] ?? named ?? undefined },
          ...(other !== null && { other_resources: [other] }),
          ...(hasPerson && { person_id: personId }),
          ...{
            booked_from: instantOf(starts[index] ?? 0),
            booked_to: instantOf((starts[index] ?? 0) + service.length),
          },
        })),
      },
    },
  });
  if (status === 200) {
    expect(await overbookedResources(server, account.credentials.id)).toEqual([]);
    await account.put(`/visits/${body.visit.id}/cancel`);
  } else {
    expect([status, Object.keys(body).filter((name) => !name.startsWith('items['))]).toEqual([400, []]);
  }
  return status === 200;
}

it.each(sampledSeeds(60, 12, 'visits.property'))(
  'in world %i, visits are listed and booked exactly where a plain count finds room',
  async (seed) => {
    const world = await createVisitWorld(server, account, seed);
    const occupied = await readOccupied(server, account, world);
    const slots = await list(world);
    expect(slots.map(({ timestamp }) => minuteOf(timestamp))).toEqual(expectedStarts(world, occupied));
    for (const { items } of slots) {
      const starts = items.map(({ timestamp }) => minuteOf(timestamp));
      const named = items.map(({ resource_id }) => resource_id);
      const asNamed = world.items.map((item, index) => ({ ...item, named: named[index] ?? null }));
      expect([starts, isArranged(world, starts)]).toEqual([starts, true]);
      expect([starts, named, canBook({ ...world, items: asNamed }, occupied, starts)]).toEqual([starts, named, true]);
      if (world.sameResource === 'require') expect(new Set(named).size).toBe(1);
    }
    const random = seeded(seed);
    for (const { items } of slots.length > 0 ? [pick(random, slots), pick(random, slots)] : []) {
      const starts = items.map(({ timestamp }) => minuteOf(timestamp));
      expect([
        starts,
        await book(
          world,
          starts,
          items.map(({ resource_id }) => resource_id),
        ),
      ]).toEqual([starts, true]);
      expect([starts, await book(world, starts)]).toEqual([starts, true]);
    }
    // Times at which each item by itself has room, without the arrangement.
    const all = [...allStarts(world, occupied)];
    for (let number = 0; number < 6 && all.length > 0; number++) {
      const starts = pick(random, all);
      expect([starts, await book(world, starts)]).toEqual([starts, canBook(world, occupied, starts)]);
    }
  },
);
