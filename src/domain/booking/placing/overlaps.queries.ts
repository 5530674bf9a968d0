import type { AccountTransaction, Lock } from '../../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../../platform/errors.js';
import { nameKey } from '../../../platform/text.js';
import { PersonOverlaps } from '../../account/account-choices.rules.js';
import { sqlStates } from '../../booking-states.js';
import { isVisitor, type RequestContext } from '../../context.js';
import type { People, PeopleRequest } from '../../person/people.queries.js';
import { Person } from '../../person/person.entity.js';
import { Booking } from '../booking.entity.js';
import { isActive } from '../states/booking-state.rules.js';
import { mayMove } from './limits.queries.js';
import type { Places } from './places.queries.js';

/** A booking whose person may have another one at that time. */
interface OverlappingDraft {
  booking: Booking;
  /** The booking before the change; undefined for a new one. */
  before?: Booking;
  place: unknown;
  people: PeopleRequest;
  /** Whether it is decided by the rules for the public. */
  isPublic: boolean;
}

/** The bookings of a person at a time. */
interface Sought {
  personId: number;
  from: Date;
  to: Date;
}

const keyOf = ({ personId, from, to }: Sought): string => `${personId} ${from.getTime()} ${to.getTime()}`;

/**
 * Finds other bookings of people at the same time, under the lock of the person, which the drafts take. Includes the bookings
 * that were decided before and are not written yet. Accounts that refuse none send no statement.
 */
export class Overlaps {
  readonly #context: RequestContext;
  readonly #tx: AccountTransaction;
  readonly #places: Places;
  readonly #people: People;
  /** The stored active bookings by the key of what was sought. */
  readonly #stored = new Map<string, readonly Whereabouts[]>();
  /** The people of decided bookings, which have none yet. */
  readonly #peopleOf = new Map<number, number | null>();
  readonly #decided = new Map<number, Booking>();
  readonly #released = new Set<number>();

  constructor(context: RequestContext, tx: AccountTransaction, places: Places, people: People) {
    this.#context = context;
    this.#tx = tx;
    this.#places = places;
    this.#people = people;
  }

  /** Reads the bookings of all people and times that the drafts may get, by one statement. Call it after `Places.read`. */
  async read(drafts: readonly OverlappingDraft[]): Promise<void> {
    const sought: Sought[] = [];
    for (const draft of drafts) {
      if (!refusesOverlaps(this.#context, draft.isPublic) || !mayMove(draft)) continue;
      const times = this.#places.possibleTimesOf(draft.booking);
      for (const personId of await this.#people.possibleIds(draft.people, draft.before?.personId ?? null)) {
        sought.push(...times.map(({ bookedFrom: from, bookedTo: to }) => ({ personId, from, to })));
      }
    }
    await this.#read(sought);
  }

  async #read(sought: readonly Sought[]): Promise<void> {
    // A draft may lack an end, which refuses it.
    const missing = sought.filter((one) => one.to && !this.#stored.has(keyOf(one)));
    if (missing.length === 0) return;
    const rows = await this.#tx.query<Whereabouts & { number: number }>(soughtStatement, [
      missing.map(({ personId }) => personId),
      missing.map(({ from }) => from),
      missing.map(({ to }) => to),
      this.#context.clock.now(),
    ]);
    const found = Map.groupBy(rows, ({ number }) => number);
    for (const [index, one] of missing.entries()) this.#stored.set(keyOf(one), found.get(index + 1) ?? []);
  }

  /**
   * Returns an error if a placed booking is refused because its person has another one at that time.
   *
   * @param personId the person after the change
   */
  async check(booking: Booking, personId: number | null, isPublic: boolean): Promise<FieldErrors> {
    this.#peopleOf.set(booking.id, personId);
    if (personId === null || !refusesOverlaps(this.#context, isPublic)) return {};
    const sought = { personId, from: booking.bookedFrom, to: booking.bookedTo };
    // Only the bookings of people who were found in another way than by the draft are not read yet.
    await this.#read([sought]);
    const stored = (this.#stored.get(keyOf(sought)) ?? []).filter(({ id }) => !this.#released.has(id));
    const isOverlapping = [...stored, ...this.#decidedOf(personId)].some((other) => areInTwoPlaces(booking, other));
    return isOverlapping ? { bookedFrom: [hasOtherBooking] } : {};
  }

  #decidedOf(personId: number): Booking[] {
    return [...this.#decided.values()].filter(({ id }) => this.#peopleOf.get(id) === personId);
  }

  /** Stops counting a stored booking. */
  release(bookingId: number): void {
    this.#released.add(bookingId);
    this.#decided.delete(bookingId);
  }

  /** Counts a decided booking. */
  take(booking: Booking): void {
    this.#released.add(booking.id);
    if (isActive(booking, this.#context.clock.now())) this.#decided.set(booking.id, booking);
  }
}

const soughtStatement = `select number::integer, booking.id, booked_for_name as "bookedForName", resource_id as "resourceId",
    booked_from as "bookedFrom", booked_to as "bookedTo"
  from unnest($2::integer[], $3::timestamptz[], $4::timestamptz[]) with ordinality as sought (person_id, since, until, number)
  join booking on booking.account_id = $1 and booking.person_id = sought.person_id
    and booked_from < sought.until and booked_to > sought.since
    and state in (${sqlStates.ongoing}) and is_active_booking(state, expires_at, $5)`;

/** The locks of the people of bookings that move, if other bookings of these people may be refused because of them. */
export function overlapLocks({ account }: RequestContext, bookings: readonly Pick<Booking, 'personId'>[]): Lock[] {
  if (account.personOverlaps !== PersonOverlaps.REFUSE) return [];
  return bookings.flatMap(({ personId }): Lock[] => (personId === null ? [] : [[Person, personId]]));
}

interface OverlapRow {
  of: number;
  other: number;
}

/** Reads the active bookings of the same people at the same time as those of the ids, by time. */
export function readOverlaps(context: OverlapReader, ids: readonly number[]): Promise<Map<number, Booking[]>> {
  return readOverlapsOf(context, 'id', ids);
}

/** Reads the active bookings of the people who attend events at the same time with another resource, by time. */
export function readOverlapsOfEvents(context: OverlapReader, ids: readonly number[]): Promise<Map<number, Booking[]>> {
  return readOverlapsOf(context, 'event_id', ids);
}

type OverlapReader = Pick<RequestContext, 'db' | 'clock'>;

async function readOverlapsOf(
  { db, clock }: OverlapReader,
  column: 'id' | 'event_id',
  ids: readonly number[],
): Promise<Map<number, Booking[]>> {
  const pairs = await db.query<OverlapRow>(
    `select one.id as "of", other.id as other
     from booking one
     join booking other on other.account_id = $1 and other.person_id = one.person_id
       and other.booked_from < one.booked_to and other.booked_to > one.booked_from and other.id <> one.id
       and other.state in (${sqlStates.ongoing}) and is_active_booking(other.state, other.expires_at, $3)
     where one.account_id = $1 and one.${column} = any ($2::integer[]) and is_active_booking(one.state, one.expires_at, $3)
     order by other.booked_from, other.id`,
    [ids, clock.now()],
  );
  if (pairs.length === 0) return new Map();
  const all = [...new Set(pairs.flatMap(({ of, other }) => [of, other]))];
  const bookings = new Map((await db.rows(Booking, { id: { $in: all } })).map((one) => [one.id, one]));
  const overlaps = new Map<number, Set<Booking>>();
  for (const { of, other } of pairs) {
    const [one, another] = [bookings.get(of), bookings.get(other)];
    const key = column === 'id' ? of : one?.eventId;
    if (!one || !another || !key || !areInTwoPlaces(one, another)) continue;
    // A person may have several places in an event.
    overlaps.set(key, (overlaps.get(key) ?? new Set()).add(another));
  }
  return new Map([...overlaps].map(([key, others]) => [key, [...others]]));
}

/** The error on `bookedFrom` of a booking whose person has another one at that time. It does not say which. */
export const hasOtherBooking = 'is when the person has another booking';

/** Whether a request sees in which two places a person is. */
export function showsOverlaps(context: RequestContext): boolean {
  return context.account.personOverlaps !== PersonOverlaps.OFF && !isVisitor(context);
}

/** Whether a booking is refused if its person has another one at that time: those of visitors, or by their rules. */
export function refusesOverlaps(context: RequestContext, isPublic: boolean): boolean {
  return context.account.personOverlaps === PersonOverlaps.REFUSE && (isPublic || isVisitor(context));
}

/** The person, place and time of a booking. */
export type Whereabouts = Pick<Booking, 'id' | 'bookedForName' | 'resourceId' | 'bookedFrom' | 'bookedTo'>;

/**
 * Whether two bookings of a person are in two places at once. Several places with one resource are not, such as those of a
 * class, nor are bookings for people who share the address of the person.
 */
export function areInTwoPlaces(one: Whereabouts, other: Whereabouts): boolean {
  return (
    one.id !== other.id &&
    one.resourceId !== other.resourceId &&
    one.bookedFrom < other.bookedTo &&
    other.bookedFrom < one.bookedTo &&
    nameKey(one.bookedForName ?? '') === nameKey(other.bookedForName ?? '')
  );
}
