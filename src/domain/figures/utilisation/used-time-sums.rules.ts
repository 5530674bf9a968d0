import type { Interval } from '../../../platform/time/interval.js';
import type { Occupancy } from '../../availability/occupancy.rules.js';
import type { Buckets } from '../buckets.rules.js';
import type { OfferedHours, ReadOfferedTimes, ResourceHours } from './offered-times.rules.js';
import type { Cell, Grid } from './time-grid.rules.js';
import { UsedTime, type UseOfTime, useOfTime } from './used-time.rules.js';

/** The dimensions by which the time of resources is grouped. */
export interface Split {
  period: Interval;
  /** The services whose hours and bookings count; all if undefined. */
  serviceIds: readonly number[] | undefined;
  byResource: boolean;
  byService: boolean;
  /** The buckets of each time by which to split. */
  times: readonly Buckets[];
}

/** The time of a resource and service, by the groups of a grid. */
export interface UsedTimeOfGroup {
  /** Undefined if the request does not split by resource. */
  readonly resourceId: number | undefined;
  /** Undefined if the request does not split by service; null for bookings without one. */
  readonly serviceId: number | null | undefined;
  readonly used: UsedTime;
}

export interface UsedTimes {
  readonly groups: readonly UsedTimeOfGroup[];
  readonly grid: Grid;
  /** Has one group. Time at which several services are offered counts once. */
  readonly total: UsedTime;
}

/** The active bookings and events of a service on a resource. */
export interface ServiceOccupancies {
  readonly resourceId: number;
  readonly serviceId: number | null;
  /** Events have the capacity of the resource, because they occupy all of it. */
  readonly occupancies: readonly Occupancy[];
}

/** Sums up the time of resources by resource, service and time. */
export class UsedTimeSums {
  readonly #groups = new Map<string, UsedTimeOfGroup>();
  readonly #total = new UsedTime(1);
  readonly #serviceIds: ReadonlySet<number | null> | undefined;

  constructor(
    private readonly split: Split,
    private readonly grid: Grid,
  ) {
    this.#serviceIds = split.serviceIds && new Set(split.serviceIds);
  }

  /** @returns the work done: the number of cells and changes of the load */
  add(
    resource: ResourceHours,
    occupied: readonly ServiceOccupancies[],
    readTimes: ReadOfferedTimes,
    cells: readonly Cell[],
  ): number {
    const offered = resource.offered.filter(({ serviceId }) => this.#serviceIds?.has(serviceId) ?? true);
    const whole = useOf(resource, offered, occupied, readTimes);
    let work = whole.booked.length + cells.length;
    this.#total.add(whole, [wholeOf(cells)]);
    if (!this.split.byService) {
      this.#usedTimeOf(resource.id, undefined).add(whole, cells);
      return work;
    }
    const services = new Set([...offered, ...occupied].map(({ serviceId }) => serviceId));
    for (const id of services) {
      const ofService = <Item extends { serviceId: number | null }>(items: readonly Item[]): Item[] =>
        items.filter(({ serviceId }) => serviceId === id);
      const part = useOf(resource, ofService(offered), ofService(occupied), readTimes);
      this.#usedTimeOf(resource.id, id).add(part, cells);
      work += part.booked.length + cells.length;
    }
    return work;
  }

  #usedTimeOf(resource: number, serviceId: number | null | undefined): UsedTime {
    const resourceId = this.split.byResource ? resource : undefined;
    const key = `${resourceId} ${serviceId}`;
    const known = this.#groups.get(key) ?? { resourceId, serviceId, used: new UsedTime(this.grid.groups.length) };
    this.#groups.set(key, known);
    return known.used;
  }

  result(): UsedTimes {
    return { groups: [...this.#groups.values()], grid: this.grid, total: this.#total };
  }
}

function useOf(
  { capacity, exceptions }: ResourceHours,
  offered: readonly OfferedHours[],
  occupied: readonly ServiceOccupancies[],
  readTimes: ReadOfferedTimes,
): UseOfTime {
  const open = readTimes(offered, exceptions);
  return useOfTime({
    capacity,
    open,
    standard: exceptions.length > 0 ? readTimes(offered, []) : open,
    occupancies: occupied.flatMap(({ occupancies }) => occupancies),
  });
}

function wholeOf(cells: readonly Cell[]): Cell {
  return { from: cells[0]?.from ?? 0, to: cells.at(-1)?.to ?? 0, group: 0 };
}
