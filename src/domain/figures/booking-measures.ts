import { BookingStatus } from '../booking/booking.entity.js';
import { BookingState, sqlStates } from '../booking-states.js';

/** A number that is computed from the bookings of a group, and of which the sum over groups is the total. */
export interface AdditiveMeasure {
  /** The aggregate over the rows of `booking`, and of its order if `needsOrder`. */
  sql: string;
  type: 'integer' | 'float8' | 'text';
  needsOrder?: true;
}

const countIf = (condition: string): AdditiveMeasure => ({
  sql: `count(*) filter (where ${condition})`,
  type: 'integer',
});

const amount = (value: string): Pick<AdditiveMeasure, 'sql' | 'type'> => ({
  sql: `coalesce(sum(${value}), 0)`,
  type: 'text',
});

const states = Object.values(BookingState);
const countsByState = Object.fromEntries(states.map((state) => [state, countIf(`booking.state = '${state}'`)]));

/** Measures by name. A sum of `amount` has type text, because it is exact. */
export const additiveMeasures: Readonly<Record<string, AdditiveMeasure>> = {
  ...countsByState,
  bookings: { sql: 'count(*)', type: 'integer' },
  people: { sql: 'coalesce(sum(booking.count), 0)', type: 'float8' },
  seconds: { sql: 'coalesce(sum(extract(epoch from booking.booked_to - booking.booked_from)), 0)', type: 'float8' },
  cancellations: countIf(`booking.state = '${BookingState.CANCELLED}'`),
  ongoing: countIf(`booking.state in (${sqlStates.ongoing})`),
  noShows: countIf(`booking.status = '${BookingStatus.NO_SHOW}' and booking.state in (${sqlStates.ongoing})`),
  value: {
    ...amount(`booking_order.total - booking_order.discount_amount) filter (where booking_order.state <> 'cancelled'`),
    needsOrder: true,
  },
  paid: amount('booking.paid_amount'),
};

/** The measures that a field of `BookingFigure` needs, by the name of the field. */
const measuresOfField: Readonly<Record<string, readonly string[]>> = {
  minutes: ['seconds'],
  states,
  cancellationRate: ['cancellations', 'bookings'],
  noShowRate: ['noShows', 'ongoing'],
};

/** What a document needs of bookings. Median and people are not sums, so that each takes a statement of its own. */
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
