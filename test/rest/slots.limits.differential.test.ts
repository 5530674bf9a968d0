import { DateTime } from 'luxon';
import { bulk } from '../graphql/bulk.calls.js';
import { createBookableService, openDaily } from '../support/catalog.js';
import { pick, type Random, seeded } from '../support/random.js';
import { listSlots, type Slot } from '../support/slots.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const zone = 'Europe/Oslo';
/** Two weeks with a month's end and the night in which clocks go forward. */
const period = { from: '2026-03-23', to: '2026-04-05' };
const range = `from=${period.from}&to=${period.to}`;

interface Booked {
  serviceId: number;
  resourceId: number;
  personId: number;
  from: DateTime;
  cancelled: boolean;
}

/** Limits by their REST names. 0 and null are none. */
type Limits = Record<'max_active_per_person' | 'max_daily_per_person' | 'max_weekly_per_person', number | null>;

function randomLimits(random: Random): Limits {
  return {
    max_active_per_person: pick(random, [null, 0, 6, 9]),
    max_daily_per_person: pick(random, [null, 0, 1, 2]),
    max_weekly_per_person: pick(random, [null, 0, 2, 4]),
  };
}

const reaches = (count: number, limit: number | null): boolean => limit !== null && limit > 0 && count >= limit;

/** Whether the limits of a person refuse a booking that begins then, by the bookings that count. */
function refuses(limits: Limits, bookings: readonly Booked[], start: DateTime): boolean {
  const within = (unit: 'day' | 'week') => bookings.filter(({ from }) => from.hasSame(start, unit)).length;
  return (
    reaches(bookings.length, limits.max_active_per_person) ||
    reaches(within('day'), limits.max_daily_per_person) ||
    reaches(within('week'), limits.max_weekly_per_person)
  );
}

const written = (slots: readonly Pick<Slot, 'timestamp' | 'available_resources'>[]): string[] =>
  slots.map(({ timestamp, available_resources }) => `${timestamp} ${available_resources}`);

it.each([1, 2, 3, 4, 5, 6])(
  'slots with limits are those of a count of all bookings, and can be booked: seed %i',
  async (seed) => {
    const random = seeded(seed);
    const hours = openDaily('09:00', '11:00', '22:00', '26:00');
    const { serviceId, resourceIds } = await createBookableService(account, {
      resource: { capacity: 100, ...hours },
      providers: [{}, {}],
    });
    const { serviceId: other } = await createBookableService(account, { resource: { capacity: 100, ...hours } });
    for (const resource_id of resourceIds) {
      await account.create('/providers', 'provider', { service_id: other, resource_id });
    }
    const people: number[] = [];
    for (const name of ['kari', 'ola']) {
      people.push((await account.create('/people', 'person', { name, email: `${name}@example.org` })).id);
    }
    const [personId = 0] = people;
    const open = await listSlots(account, serviceId, range);
    const bookings = Array.from({ length: 16 }, (): Booked => {
      const start = DateTime.fromISO(pick(random, open).timestamp, { zone });
      return {
        serviceId: pick(random, [serviceId, serviceId, other]),
        resourceId: pick(random, resourceIds),
        personId: pick(random, people),
        from: start,
        cancelled: random(5) === 0,
      };
    });
    const inputs = bookings.map(({ from, cancelled: _, ...booking }) => ({
      ...{ ...booking, bookedFrom: from.toISO(), bookedTo: from.plus({ minutes: 60 }).toISO() },
    }));
    const { data } = await bulk(account, 'createBookings', '[NewBookingInput!]!', inputs, 'ignoreCapacity: true');
    const ids = (data?.items ?? []).flatMap(({ booking }) => booking?.id ?? []);
    expect(ids).toHaveLength(bookings.length);
    for (const [index, { cancelled }] of bookings.entries()) {
      if (cancelled) await account.put(`/bookings/${ids[index]}/cancel`);
    }
    const ofAccount = randomLimits(random);
    const ofService = { ...randomLimits(random), max_daily_bookings: pick(random, [null, 0, 2, 3]) };
    const ofResource = new Map(resourceIds.map((id) => [id, pick(random, [null, 0, 1, 2])]));
    await account.put('/client', { json: { client: ofAccount } });
    await account.put(`/services/${serviceId}`, { json: { service: ofService } });
    for (const [id, max_daily_bookings] of ofResource) {
      await account.put(`/resources/${id}`, { json: { resource: { max_daily_bookings } } });
    }

    const counted = bookings.filter(({ cancelled }) => !cancelled);
    const onDay = (start: DateTime, isCounted: (booking: Booked) => boolean) =>
      counted.filter((booking) => isCounted(booking) && booking.from.hasSame(start, 'day')).length;
    const allowed = (isForPerson: boolean) =>
      open.flatMap((slot) => {
        const start = DateTime.fromISO(slot.timestamp, { zone });
        const own = counted.filter((booking) => booking.personId === personId);
        const ownOfService = own.filter((booking) => booking.serviceId === serviceId);
        const isRefused =
          reaches(
            onDay(start, (booking) => booking.serviceId === serviceId),
            ofService.max_daily_bookings,
          ) ||
          (isForPerson && (refuses(ofAccount, own, start) || refuses(ofService, ownOfService, start)));
        const available_resources = slot.available_resources.filter(
          (id) =>
            !reaches(
              onDay(start, ({ resourceId }) => resourceId === id),
              ofResource.get(id) ?? null,
            ),
        );
        return isRefused || available_resources.length === 0 ? [] : [{ ...slot, available_resources }];
      });
    const ofPerson = allowed(true);
    expect(written(await listSlots(account, serviceId, range))).toEqual(written(allowed(false)));
    expect(written(await listSlots(account, serviceId, `${range}&person_id=${personId}`))).toEqual(written(ofPerson));

    for (let attempt = 0; attempt < 8; attempt += 1) {
      const { timestamp, timestamp_end } = pick(random, open);
      const resource_id = pick(random, resourceIds);
      const time = { booked_from: timestamp, booked_to: timestamp_end };
      const { status, body } = await account.post('/bookings', {
        json: { booking: { service_id: serviceId, resource_id, person_id: personId, ...time, public_booking: true } },
      });
      const isListed = ofPerson.some(
        (slot) => slot.timestamp === timestamp && slot.available_resources.includes(resource_id),
      );
      expect([timestamp, resource_id, status]).toEqual([timestamp, resource_id, isListed ? 200 : 400]);
      if (status === 200) await account.del(`/bookings/${body.booking.id}`);
    }
  },
);
