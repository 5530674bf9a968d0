import { DateTime } from 'luxon';
import { isActive, ongoing, type PlainBooking, type PlainEvent } from './plain-bookings.js';

export interface Request {
  zone: string;
  from: number;
  to: number;
  groupBy: readonly string[];
  compare: 'PREVIOUS_PERIOD' | 'PREVIOUS_YEAR' | null;
  /** Undefined for all except deleted. */
  states: readonly string[] | undefined;
  /** Ids of the filter. */
  services: readonly number[] | undefined;
  resources: readonly number[] | undefined;
  events: readonly number[] | undefined;
  people: readonly number[] | undefined;
}

/** The records of an account: ids by dimension of what is active, and the categories of each service. */
export interface Catalogue {
  active: Readonly<Record<string, readonly number[]>>;
  categories: ReadonlyMap<number, readonly number[]>;
  events: readonly PlainEvent[];
}

type Key = string | number | null;

const states = [...ongoing, 'verification_expired', 'declined', 'cancelled', 'deleted'];
const statuses = ['checked_in', 'in_progress', 'completed', 'no_show'];
const calendar = ['DAY', 'WEEK', 'MONTH'];

function labelOf(dimension: string, at: DateTime): string {
  switch (dimension) {
    case 'HOUR_OF_DAY':
      return `${String(at.hour).padStart(2, '0')}:00`;
    case 'WEEKDAY':
      return weekdays[at.weekday - 1] ?? '';
    case 'DAY':
      return dateOf(at);
    case 'WEEK':
      return `${at.weekYear}-W${String(at.weekNumber).padStart(2, '0')}`;
    default:
      return dateOf(at).slice(0, 7);
  }
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const dateOf = (at: DateTime): string => at.toISODate() ?? '';

const isTime = (dimension: string): boolean => ['HOUR_OF_DAY', 'WEEKDAY', ...calendar].includes(dimension);

/** Computes figures of bookings from each booking on its own, with the calendar of luxon. */
export class Reference {
  readonly #known = new Map<string, Key[]>();

  /**
   * @param firsts the first active booking of each person
   * @param now the present, by which holds have expired
   */
  constructor(
    private readonly bookings: readonly PlainBooking[],
    private readonly firsts: ReadonlyMap<number, number>,
    private readonly catalogue: Catalogue,
    private readonly request: Request,
    private readonly now: number,
  ) {}

  result() {
    const { groupBy, compare } = this.request;
    const sides = compare ? [false, true] : [false];
    const counted = sides.map((isPrevious) => this.bookings.filter((booking) => this.#counts(booking, isPrevious)));
    const lists = groupBy.map((dimension) => {
      const found = counted.flatMap((some, side) =>
        some.flatMap((booking) => this.#keys(booking, dimension, side === 1)),
      );
      return this.#order(dimension, new Set([...this.#listed(dimension), ...found]));
    });
    const combined = lists.reduce<Key[][]>((all, keys) => all.flatMap((one) => keys.map((key) => [...one, key])), [[]]);
    const figureOf = (keys: readonly Key[], side: number) =>
      this.#figure(
        (counted[side] ?? []).filter((booking) =>
          keys.every((key, index) => this.#keys(booking, groupBy[index] ?? '', side === 1).includes(key)),
        ),
        keys,
        side === 1,
      );
    return {
      groups: combined.map((keys) => ({
        keys,
        figure: figureOf(keys, 0),
        previous: compare ? figureOf(keys, 1) : null,
      })),
      total: figureOf([], 0),
      previousTotal: compare ? figureOf([], 1) : null,
    };
  }

  #counts({ from, state, service, resource, event, person }: PlainBooking, isPrevious: boolean): boolean {
    const { states: wanted, services, resources, events, people } = this.request;
    const isWanted = wanted ? wanted.includes(state) : state !== 'deleted';
    const allows = (ids: readonly number[] | undefined, id: number | null): boolean =>
      !ids || (id !== null && ids.includes(id));
    const isOfRecords =
      allows(services, service) && allows(resources, resource) && allows(events, event) && allows(people, person);
    return isWanted && isOfRecords && this.#isIn(from, isPrevious);
  }

  /** The position of an instant to a side: before it, in it or after it. */
  #isIn(instant: number, isPrevious: boolean): boolean {
    return this.#position(instant, isPrevious) === 0;
  }

  #position(instant: number, isPrevious: boolean): number {
    const { from, to } = this.request;
    if (!isPrevious) return instant < from ? -1 : Number(instant >= to);
    const date = dateOf(this.#moved(instant));
    if (date < dateOf(this.#local(from))) return -1;
    return Number(date >= dateOf(this.#local(to)));
  }

  #local(instant: number): DateTime {
    return DateTime.fromMillis(instant, { zone: this.request.zone });
  }

  /** The local date of an instant of the compared period, moved to the requested one. */
  #moved(instant: number): DateTime {
    const { from, to, compare } = this.request;
    const date = DateTime.fromISO(dateOf(this.#local(instant)), { zone: 'utc' });
    if (compare === 'PREVIOUS_YEAR') return date.plus({ years: 1 });
    const day = (at: number) => DateTime.fromISO(dateOf(this.#local(at)), { zone: 'utc' });
    return date.plus({ days: day(to).diff(day(from), 'days').days });
  }

  #keys(booking: PlainBooking, dimension: string, isPrevious: boolean): Key[] {
    const name = [this.bookings.indexOf(booking), dimension, isPrevious].join();
    const keys = this.#known.get(name) ?? this.#computedKeys(booking, dimension, isPrevious);
    this.#known.set(name, keys);
    return keys;
  }

  #computedKeys(booking: PlainBooking, dimension: string, isPrevious: boolean): Key[] {
    if (isTime(dimension)) return [this.#timeKey(booking.from, dimension, isPrevious)];
    const { service, resource, event, state, status, createdBy } = booking;
    switch (dimension) {
      case 'SERVICE':
        return [service];
      case 'RESOURCE':
        return [resource];
      case 'EVENT':
        return [event];
      case 'CATEGORY': {
        const found = (service !== null && this.catalogue.categories.get(service)) || [];
        return found.length > 0 ? [...found] : [null];
      }
      case 'STATE':
        return [state];
      case 'STATUS':
        return [status];
      default:
        return [createdBy];
    }
  }

  #timeKey(instant: number, dimension: string, isPrevious: boolean): string {
    const isMoved = isPrevious && calendar.includes(dimension);
    return labelOf(dimension, isMoved ? this.#moved(instant) : this.#local(instant));
  }

  #listed(dimension: string): readonly Key[] {
    const { from, to, states: wanted = states.filter((state) => state !== 'deleted') } = this.request;
    if (dimension === 'STATE') return wanted;
    if (dimension === 'STATUS') return statuses;
    if (dimension === 'EVENT') {
      const listed = this.catalogue.events.filter((event) => event.active && event.from >= from && event.from < to);
      return listed.map(({ id }) => id);
    }
    if (!isTime(dimension)) return this.catalogue.active[dimension] ?? [];
    const labels = new Set<string>();
    const step = (dimension === 'HOUR_OF_DAY' ? 0.5 : 6) * 3_600_000;
    for (let at = from; at < to; at += step) labels.add(labelOf(dimension, this.#local(at)));
    labels.add(labelOf(dimension, this.#local(to - 1)));
    return [...labels];
  }

  #order(dimension: string, keys: ReadonlySet<Key>): Key[] {
    const order: Readonly<Record<string, readonly Key[]>> = {
      WEEKDAY: weekdays,
      STATE: stateOrder,
      STATUS: statuses,
    };
    const rank = (key: Key): Key => order[dimension]?.indexOf(key) ?? key;
    const present = [...keys].filter((key) => key !== null);
    present.sort((a, b) => ((rank(a) ?? 0) < (rank(b) ?? 0) ? -1 : 1));
    return keys.has(null) ? [...present, null] : present;
  }

  #figure(bookings: readonly PlainBooking[], keys: readonly Key[], isPrevious: boolean) {
    const count = (some: (booking: PlainBooking) => boolean): number => bookings.filter(some).length;
    const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000);
    const kept = count(({ state }) => ongoing.includes(state));
    const cancellations = count(({ state }) => state === 'cancelled');
    const noShows = count(({ state, status }) => status === 'no_show' && ongoing.includes(state));
    const value = bookings.reduce(
      (sum, { order }) => sum + (order && order.state !== 'cancelled' ? order.total - order.discount : 0),
      0,
    );
    const paid = bookings.reduce((sum, booking) => sum + Math.round((booking.paid ?? 0) * 100), 0) / 100;
    return {
      bookings: bookings.length,
      people: bookings.reduce((sum, booking) => sum + booking.count, 0),
      minutes: Math.round(bookings.reduce((sum, { from, to }) => sum + (to - from) / 60_000, 0)),
      cancellations,
      cancellationRate: share(cancellations, bookings.length),
      noShows,
      noShowRate: share(noShows, kept),
      value: value % 100 === 0 ? (value / 100).toFixed(1) : String(value / 100),
      paid: Number.isInteger(paid) ? paid.toFixed(1) : String(paid),
      states: Object.fromEntries(states.map((name) => [fieldOf(name), count(({ state }) => state === name)])),
      medianLeadTime: median(bookings.map(({ from, created }) => (from - created) / 60_000)),
      ...this.#people(bookings, keys, isPrevious),
    };
  }

  #people(bookings: readonly PlainBooking[], keys: readonly Key[], isPrevious: boolean) {
    const active = bookings.filter((booking) => isActive(booking, this.now));
    const people = new Set(active.flatMap(({ person }) => (person === null ? [] : [person])));
    const firsts = [...people].flatMap((person) => this.firsts.get(person) ?? []);
    const index = this.request.groupBy.findIndex((dimension) => calendar.includes(dimension));
    const positionOf = (first: number): number => {
      const position = this.#position(first, isPrevious);
      const key = index < 0 ? undefined : keys[index];
      if (position !== 0 || key === undefined || key === null) return position;
      const label = this.#timeKey(first, this.request.groupBy[index] ?? '', isPrevious);
      return label < String(key) ? -1 : Number(label > String(key));
    };
    const positions = firsts.map(positionOf);
    return {
      newPeople: positions.filter((position) => position === 0).length,
      returningPeople: positions.filter((position) => position < 0).length,
    };
  }
}

/** The order in which the API declares the states. */
const stateOrder = [
  'awaiting_verification',
  'verification_expired',
  'awaiting_payment',
  'awaiting_confirmation',
  'confirmed',
  'declined',
  'cancelled',
  'deleted',
];

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
}

/** The name of the field of a state, such as `verificationExpired`. */
const fieldOf = (state: string): string => state.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
