import { type Interval, union } from '../../platform/time/interval.js';
import type { PlainDate } from '../../platform/time/plain-date.js';
import { type DayBooking, type OpeningConditions, openTimesReader } from '../availability/open-times.rules.js';
import type { HoursException, HoursOfWeek, HoursSource } from '../resource/opening-hours.rules.js';

/** The opening hours of a resource for one service, or its own. */
export interface OfferedHours {
  /** Null for the hours of a resource that offers no service. */
  readonly serviceId: number | null;
  readonly dayBooking: DayBooking;
  /** Excludes exception dates, which are those of the resource. */
  readonly source: Omit<HoursSource, 'exceptions'>;
}

/** All opening hours of a resource. */
export interface ResourceHours {
  readonly id: number;
  readonly capacity: number;
  readonly exceptions: readonly HoursException[];
  /** By the id of the service. */
  readonly offered: readonly OfferedHours[];
}

export type ReadOfferedTimes = (
  offered: readonly OfferedHours[],
  exceptions: readonly HoursException[],
) => readonly Interval[];

/**
 * Returns a function that returns when a resource is open for at least one of several services: ascending, without
 * overlaps. Resources and services often have the same hours: without exception dates, rotas and time off, these are computed once.
 */
export function offeredTimesReader(
  dates: readonly PlainDate[],
  opening: Omit<OpeningConditions, 'dayBooking'>,
): ReadOfferedTimes {
  const readers = dates.map((date) => ({
    date,
    NONE: openTimesReader(date, { ...opening, dayBooking: 'NONE' }),
    MIDNIGHT: openTimesReader(date, { ...opening, dayBooking: 'MIDNIGHT' }),
    OPENING: openTimesReader(date, { ...opening, dayBooking: 'OPENING' }),
  }));
  const compute: ReadOfferedTimes = (offered, exceptions) => {
    const byDate = Map.groupBy(exceptions, ({ date }) => date);
    const times = readers.flatMap(({ date, ...read }) => {
      const source = { exceptions: byDate.get(date) ?? [] };
      const ofServices = offered.map((hours) => read[hours.dayBooking]({ ...hours.source, ...source }));
      const different = new Set(ofServices);
      return different.size === 1 ? (ofServices[0] ?? []) : [...different].flat();
    });
    return union(times);
  };
  const numbers = new Map<HoursOfWeek | null, number>();
  const numberOf = (week: HoursOfWeek | null): number => {
    const number = numbers.get(week) ?? numbers.size;
    numbers.set(week, number);
    return number;
  };
  const known = new Map<string, readonly Interval[]>();
  return (offered, exceptions) => {
    const isDated = exceptions.length > 0 || offered.some(({ source }) => source.rotas ?? source.timeOff);
    if (isDated) return compute(offered, exceptions);
    const different = new Map(
      offered.map((hours) => {
        const { providerHours, resourceHours } = hours.source;
        return [`${hours.dayBooking} ${numberOf(providerHours)} ${numberOf(resourceHours)}`, hours];
      }),
    );
    const key = [...different.keys()].toSorted().join();
    const times = known.get(key) ?? compute([...different.values()], []);
    known.set(key, times);
    return times;
  };
}
