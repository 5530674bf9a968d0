import type { OpeningHours } from '../../src/domain/resource/opening-hours.rules.js';
import { referenceUse, type TimeName, type Used } from '../rules/figures/used-time.reference.js';
import { randomWorld, type Start, type ZonedWorld } from '../rules/figures/used-time.worlds.js';
import { pick, type Random, seeded } from '../support/random.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const worlds = 40;
/** Later than some holds have expired. */
const now = '2026-03-02T07:00:00Z';

/** Days of clock changes, and of public holidays in Norway. */
const starts: readonly [Start, ...Start[]] = [
  ['Europe/Oslo', '2026-03-28'],
  ['Europe/Oslo', '2026-04-03'],
  ['Europe/Oslo', '2026-10-24'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['America/Havana', '2026-10-31'],
];
const holidays = ['2026-04-02', '2026-04-03', '2026-04-05', '2026-04-06'];
const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => `opening_hours_${day}`);

const server = await useTestServer({ now });

type DayBookings = Record<number, 'NONE' | 'MIDNIGHT' | 'OPENING'>;

/** A world that can be stored: day booking depends on the service, and service 3 has events. */
function storedWorld(random: Random): { world: ZonedWorld; dayBookings: DayBookings } {
  const world = randomWorld(random, pick(random, starts));
  const dayBookings: DayBookings = { 1: pick(random, ['NONE', 'MIDNIGHT']), 2: pick(random, ['NONE', 'OPENING']) };
  return {
    dayBookings,
    world: {
      ...world,
      closedDates: new Set(world.closedDates.size > 0 ? holidays : []),
      resources: world.resources.map((resource) => ({
        ...resource,
        exceptions: resource.exceptions.filter(
          ({ date, serviceId }, index, all) =>
            index === all.findIndex((other) => other.date === date && other.serviceId === serviceId),
        ),
        offered: resource.offered.map((hours) => ({
          ...hours,
          dayBooking: dayBookings[hours.serviceId ?? 0] ?? 'NONE',
        })),
      })),
      occupied: world.occupied.map((ofService) => ({
        ...ofService,
        occupancies: ofService.occupancies
          .filter(({ count }) => count > 0)
          .map((occupancy) => ({
            ...occupancy,
            count: ofService.serviceId === 3 ? capacityOf(ofService) : occupancy.count,
          })),
      })),
    },
  };

  function capacityOf({ resourceId }: { resourceId: number }): number {
    return world.resources.find(({ id }) => id === resourceId)?.capacity ?? 0;
  }
}

/** Inserts the rows of a world. @returns the ids of services and resources by those of the world */
async function store(account: TestAccount, { world, dayBookings }: ReturnType<typeof storedWorld>) {
  const { id: accountId } = account.credentials;
  const insert = async (table: string, values: Record<string, unknown>): Promise<number> => {
    const row = { account_id: accountId, created_at: now, updated_at: now, ...values };
    const [inserted] = await server.sql<{ id: number }>(
      `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map(() => '?')}) returning id`,
      ...Object.values(row),
    );
    return inserted?.id ?? 0;
  };
  const services = new Map<number | null, number | null>([[null, null]]);
  for (const id of [1, 2, 3]) {
    const stored = await insert('service', {
      title: `Service ${id}`,
      booking_type: id === 3 ? 'attendance' : 'appointment',
      has_day_booking: (dayBookings[id] ?? 'NONE') !== 'NONE',
      day_booking_specify_time: dayBookings[id] === 'OPENING',
    });
    services.set(id, stored);
  }
  const resources = new Map<number, number>();
  for (const { id, capacity, exceptions, offered } of world.resources) {
    const week = offered[0]?.source.resourceHours ?? [];
    const resource = await insert('resource', { title: `Resource ${id}`, capacity, ...hoursOf(week) });
    resources.set(id, resource);
    for (const { serviceId, source } of offered) {
      if (serviceId === null) continue;
      const provider = { service_id: services.get(serviceId), resource_id: resource };
      await insert('provider', { ...provider, ...hoursOf(source.providerHours ?? []) });
    }
    for (const { date, serviceId, openingHours } of exceptions) {
      const entry = { resource_id: resource, exception_date: date, service_id: services.get(serviceId) };
      await insert('resource_exception_date', { ...entry, opening_hours: arrayOf(openingHours) });
    }
  }
  const states = [
    { state: 'confirmed' },
    { state: 'awaiting_confirmation' },
    { state: 'awaiting_verification', expires_at: null },
    { state: 'awaiting_verification', expires_at: '2026-03-02T07:00:01Z' },
  ];
  const inactive = [
    { state: 'cancelled' },
    { state: 'declined' },
    { state: 'awaiting_verification', expires_at: now },
    { state: 'verification_expired' },
  ];
  for (const { resourceId, serviceId, occupancies } of world.occupied) {
    for (const [index, { from, to, count }] of occupancies.entries()) {
      const of = { resource_id: resources.get(resourceId), service_id: services.get(serviceId) };
      const [starts, ends] = [new Date(from).toISOString(), new Date(to).toISOString()];
      if (serviceId === 3) {
        const event = { ...of, starts_at: starts, ends_at: ends, capacity: 7 };
        const eventId = await insert('event', event);
        await insert('event', { ...event, active: false });
        const booked = { booked_from: starts, booked_to: ends, event_id: eventId, state: 'confirmed' };
        await insert('booking', { ...of, ...booked, count: 2 });
      } else {
        const booking = { ...of, booked_from: starts, booked_to: ends, count, ignores_capacity: true };
        await insert('booking', { ...booking, ...states[index % states.length] });
        await insert('booking', { ...booking, ...inactive[index % inactive.length] });
      }
    }
  }
  return { services, resources };
}

const arrayOf = (hours: OpeningHours): string | null => hours && `{${hours.map((time) => `"${time}"`)}}`;
const hoursOf = (week: readonly OpeningHours[]) =>
  Object.fromEntries(names.map((name, weekday) => [name, arrayOf(week[weekday] ?? null)]));

const query = `query ($during: FigurePeriod!, $filter: UtilisationFigureFilter!, $groupBy: [UtilisationDimension!]!) {
  utilisationFigures(during: $during, filter: $filter, groupBy: $groupBy) {
    groups { keys { dimension id name label } figure { ...used } }
    total { ...used rate }
  }
}
fragment used on UtilisationFigure { openMinutes bookedMinutes blockedMinutes freeMinutes }`;

interface Answer {
  openMinutes: number;
  bookedMinutes: number;
  blockedMinutes: number;
  freeMinutes: number;
}

const written = ({ openMinutes, bookedMinutes, blockedMinutes, freeMinutes }: Answer): string =>
  [openMinutes, bookedMinutes, blockedMinutes, freeMinutes].join(' ');

const writtenUse = ({ open, booked, blocked, free }: Used): string => [open, booked, blocked, free].join(' ');

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Returns the name that the reference has for the bucket of a key. */
function labelOf(time: TimeName, { name, label }: { name: string; label: string }): string {
  switch (time) {
    case 'DAY':
      return label;
    case 'WEEK':
      return label.replace(/-W0?/, '-');
    case 'MONTH':
      return label.replace('-0', '-');
    case 'WEEKDAY':
      return String(weekdays.indexOf(name));
    case 'HOUR_OF_DAY':
      return String(Number(name.slice(0, 2)));
  }
}

it('is the time that looking at every minute counts', async () => {
  let open = 0;
  for (let seed = 1; seed <= worlds; seed += 1) {
    const stored = storedWorld(seeded(seed));
    const { world } = stored;
    const account = await server.account({ timeZone: world.zone });
    await server.configure(account, { closed_for_holidays: world.closedDates.size > 0 });
    const { services, resources } = await store(account, stored);
    const groupBy = [
      ...(world.byResource ? ['RESOURCE'] : []),
      ...(world.byService ? ['SERVICE'] : []),
      ...world.times,
    ].slice(0, 2);
    const isWhole = groupBy.length === [world.byResource, world.byService].filter(Boolean).length + world.times.length;
    const { data, errors } = await account.graphql(query, {
      during: { from: new Date(world.period.from).toISOString(), to: new Date(world.period.to).toISOString() },
      filter: { serviceId: world.serviceIds?.map((id) => services.get(id)) ?? null },
      groupBy,
    });
    expect({ seed, errors }).toEqual({ seed });
    const expected = referenceUse({ ...world, times: isWhole ? world.times : [] });
    const found = new Map<string, string>();
    for (const { keys, figure } of data.utilisationFigures.groups) {
      const ids = keys.map((key: { dimension: string; id: number | null; name: string; label: string }) => {
        if (key.dimension === 'RESOURCE') return worldId(resources, key.id);
        if (key.dimension === 'SERVICE') return worldId(services, key.id);
        return labelOf(key.dimension as TimeName, key);
      });
      found.set(ids.join(), written(figure));
    }
    const isSomething = ([, used]: [string, string]): boolean => used !== '0 0 0 0';
    const expectedGroups = [...expected.groups].map(([name, used]): [string, string] => [name, writtenUse(used)]);
    expect({ seed, groups: new Map([...found].filter(isSomething).toSorted()) }).toEqual({
      seed,
      groups: new Map(expectedGroups.filter(isSomething).toSorted()),
    });
    const { total } = data.utilisationFigures;
    expect({ seed, total: written(total) }).toEqual({ seed, total: writtenUse(expected.total) });
    const rate = (expected.total.open - expected.total.free) / expected.total.open;
    expect(total.rate).toEqual(expected.total.open === 0 ? null : expect.closeTo(rate, 4));
    open += expected.total.open;
  }
  // Worlds that are closed would prove nothing.
  expect(open).toBeGreaterThan(worlds * 100);
});

function worldId(ids: ReadonlyMap<number | null, number | null>, id: number | null): number | null {
  return [...ids].find(([, stored]) => stored === id)?.[0] ?? null;
}
