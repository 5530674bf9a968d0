import { BookingStatus } from '../booking/booking.entity.js';
import { BookingState, sqlStates } from '../booking-states.js';

/**
 * Sums over the rows of `booking`, and of its order. Intervals are added up exactly; adding up their seconds as numbers of
 * type numeric takes half as long again.
 */
export const partialSums = {
  bookings: 'count(*)',
  people: 'sum(booking.count)',
  length: 'sum(booking.booked_to - booking.booked_from)',
  value: `sum(booking_order.total - booking_order.discount_amount) filter (where booking_order.state <> 'cancelled')`,
  paid: 'sum(booking.paid_amount)',
} as const;

export type PartialSum = keyof typeof partialSums;

/** A number that is computed from the bookings of a group, and of which the sum over groups is the total. */
export interface AdditiveMeasure {
  /** The sum from which it is computed. Only `value` needs the order of the booking. */
  of: PartialSum;
  /** Converts SQL of the sum, which is null for a group without rows. */
  toNumber(sum: string): string;
  /** An SQL condition on the columns `by`. */
  condition?: string;
  by: readonly ('state' | 'status')[];
}

const toNumber = (type: string) => (sum: string) => `coalesce(${sum}, 0)::${type}`;
const toText = toNumber('text');
const count: AdditiveMeasure = { of: 'bookings', toNumber: toNumber('integer'), by: [] };
const countByState = (condition: string): AdditiveMeasure => ({ ...count, condition, by: ['state'] });

const states = Object.values(BookingState);
const countsByState = Object.fromEntries(states.map((state) => [state, countByState(`state = '${state}'`)]));

/** Measures by name. An amount has type text, because it is exact. */
export const additiveMeasures: Readonly<Record<string, AdditiveMeasure>> = {
  ...countsByState,
  bookings: count,
  people: { of: 'people', toNumber: toNumber('float8'), by: [] },
  seconds: { of: 'length', toNumber: (sum) => `coalesce(extract(epoch from ${sum}), 0)::float8`, by: [] },
  cancellations: countByState(`state = '${BookingState.CANCELLED}'`),
  ongoing: countByState(`state in (${sqlStates.ongoing})`),
  noShows: {
    ...count,
    condition: `status = '${BookingStatus.NO_SHOW}' and state in (${sqlStates.ongoing})`,
    by: ['state', 'status'],
  },
  value: { of: 'value', toNumber: toText, by: [] },
  paid: { of: 'paid', toNumber: toText, by: [] },
};

/** The measures that a field of `BookingFigure` needs, by the name of the field. */
const measuresOfField: Readonly<Record<string, readonly string[]>> = {
  minutes: ['seconds'],
  states,
  cancellationRate: ['cancellations', 'bookings'],
  noShowRate: ['noShows', 'ongoing'],
};

/** The measures that a document selects. Median and people are not sums, so each takes a statement of its own. */
export interface NeededMeasures {
  additive: readonly string[];
  median: boolean;
  people: boolean;
}

/** @param fields the selected fields of `BookingFigure`; without any, bookings are counted, to find the groups */
export function neededMeasures(fields: ReadonlySet<string>): NeededMeasures {
  const needed = new Set([...fields].flatMap((field) => measuresOfField[field] ?? [field]));
  const additive = Object.keys(additiveMeasures).filter((name) => needed.has(name));
  const median = needed.has('medianLeadTime');
  const people = needed.has('newPeople') || needed.has('returningPeople');
  return { additive: additive.length > 0 || median || people ? additive : ['bookings'], median, people };
}
