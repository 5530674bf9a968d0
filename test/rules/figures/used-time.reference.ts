import type { OfferedHours, ResourceHours } from '../../../src/domain/figures/offered-times.rules.js';
import type { ServiceOccupancies } from '../../../src/domain/figures/used-time.rules.js';
import type { HoursException } from '../../../src/domain/resource/opening-hours.rules.js';
import type { Interval } from '../../../src/platform/time/interval.js';
import { datesOf, instantOf, type WallMinute } from './wall-minutes.js';

export type TimeName = keyof WallMinute['labels'];

export interface UsedWorld {
  minutes: readonly WallMinute[];
  period: Interval;
  resources: readonly ResourceHours[];
  occupied: readonly ServiceOccupancies[];
  closedDates: ReadonlySet<string>;
  serviceIds: readonly number[] | undefined;
  byResource: boolean;
  byService: boolean;
  times: readonly TimeName[];
}

/** Minutes, each multiplied by the number of people. */
export interface Used {
  open: number;
  booked: number;
  blocked: number;
  free: number;
}

const msPerMinute = 60_000;

/** Counts the used time of resources by group, minute by minute. It is slow, so worlds must be small. Times must be whole minutes. */
export function referenceUse(world: UsedWorld): { groups: Map<string, Used>; total: Used } {
  const groups = new Map<string, Used>();
  const total = none();
  const times = world.minutes.map(({ labels }) => world.times.map((time) => labels[time]).join());
  for (const resource of world.resources) {
    const { serviceIds } = world;
    const offered = resource.offered.filter(
      ({ serviceId }) => serviceIds === undefined || (serviceId !== null && serviceIds.includes(serviceId)),
    );
    const occupied = world.occupied.filter(({ resourceId }) => resourceId === resource.id);
    const whole = useByMinute(world, resource, offered, occupied);
    for (const used of whole) addTo(total, used);
    const addToGroups = (ids: readonly (number | null)[], minutes: readonly (Used | undefined)[]): void => {
      for (const [minute, used] of minutes.entries()) {
        if (!used) continue;
        const name = [...ids, ...(times[minute] ? [times[minute]] : [])].join();
        const group = groups.get(name) ?? none();
        groups.set(name, group);
        addTo(group, used);
      }
    };
    const resourceIds = world.byResource ? [resource.id] : [];
    if (!world.byService) addToGroups(resourceIds, whole);
    else {
      for (const id of new Set([...offered, ...occupied].map(({ serviceId }) => serviceId))) {
        const isOf = (item: { serviceId: number | null }) => item.serviceId === id;
        addToGroups([...resourceIds, id], useByMinute(world, resource, offered.filter(isOf), occupied.filter(isOf)));
      }
    }
  }
  return { groups, total };
}

const none = (): Used => ({ open: 0, booked: 0, blocked: 0, free: 0 });

function addTo(sum: Used, used: Used | undefined): void {
  for (const part of ['open', 'booked', 'blocked', 'free'] as const) sum[part] += used?.[part] ?? 0;
}

/** Returns the use of a resource in each minute of the world; undefined if the minute is outside the period or unused. */
function useByMinute(
  world: UsedWorld,
  { capacity, exceptions }: ResourceHours,
  offered: readonly OfferedHours[],
  occupied: readonly ServiceOccupancies[],
): (Used | undefined)[] {
  const { minutes, period } = world;
  const isOpen = openMinutes(world, offered, exceptions);
  const isOpenWithoutExceptions = openMinutes(world, offered, []);
  const occupancies = occupied.flatMap((ofService) => ofService.occupancies);
  return minutes.map(({ instant }, minute): Used | undefined => {
    if (instant < period.from || instant >= period.to) return undefined;
    let booked = 0;
    for (const { from, to, count } of occupancies) if (from <= instant && instant < to) booked += count;
    if (isOpen[minute]) return { open: capacity, booked, blocked: 0, free: Math.max(0, capacity - booked) };
    const blocked = isOpenWithoutExceptions[minute] ? capacity : 0;
    return booked + blocked > 0 ? { open: 0, booked, blocked, free: 0 } : undefined;
  });
}

function openMinutes(
  { minutes, closedDates }: UsedWorld,
  offered: readonly OfferedHours[],
  exceptions: readonly HoursException[],
): Uint8Array {
  const isOpen = new Uint8Array(minutes.length);
  const start = minutes[0]?.instant ?? 0;
  const open = (from: number, to: number): void => {
    for (let at = from; at < to; at += msPerMinute) isOpen[(at - start) / msPerMinute] = 1;
  };
  for (const [date, ofDate] of datesOf(minutes)) {
    for (const { dayBooking, source } of offered) {
      const times = timesOn(date, source, exceptions, closedDates).map((time) => {
        const [hour = 0, minute = 0] = time.split(':').map(Number);
        return instantOf(minutes, date, hour * 60 + minute);
      });
      const pairs = times.flatMap((from, index) => (index % 2 === 0 ? [{ from, to: times[index + 1] ?? from }] : []));
      const real = pairs.filter(({ from, to }) => from < to);
      if (dayBooking !== 'MIDNIGHT') for (const { from, to } of real) open(from, to);
      if (real.length === 0 || dayBooking === 'NONE') continue;
      if (dayBooking === 'OPENING') open(real[0]?.from ?? 0, Math.max(...real.map(({ to }) => to)));
      else for (const { instant } of ofDate) open(instant, instant + msPerMinute);
    }
  }
  return isOpen;
}

function timesOn(
  date: string,
  { serviceId, providerHours, resourceHours }: OfferedHours['source'],
  exceptions: readonly HoursException[],
  closedDates: ReadonlySet<string>,
): readonly string[] {
  const ofDate = exceptions.filter((exception) => exception.date === date && exception.openingHours !== null);
  const ofService = ofDate.find((exception) => exception.serviceId !== null && exception.serviceId === serviceId);
  const exception = (ofService ?? ofDate.find((entry) => entry.serviceId === null))?.openingHours;
  if (exception && (exception.length > 0 || closedDates.has(date))) return exception;
  if (exception || closedDates.has(date)) return [];
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  return providerHours?.[weekday] ?? resourceHours[weekday] ?? [];
}
