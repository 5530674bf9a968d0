import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../../platform/errors.js';
import { ongoingStates, sqlStates } from '../../booking-states.js';
import type { RequestContext } from '../../context.js';
import { Booking } from '../booking.entity.js';
import { isActive } from '../states/booking-state.rules.js';
import { areInTwoPlaces, hasOtherBooking, refusesOverlaps } from './overlaps.rules.js';

/**
 * Finds other bookings of people at the same time, under the lock of the person, which the drafts take. Includes the bookings
 * that were decided before and are not written yet. Accounts that refuse none send no statement.
 */
export class Overlaps {
  readonly #context: RequestContext;
  readonly #tx: AccountTransaction;
  /** The people of decided bookings, which have none yet. */
  readonly #peopleOf = new Map<number, number | null>();
  readonly #decided = new Map<number, Booking>();
  readonly #released = new Set<number>();

  constructor(context: RequestContext, tx: AccountTransaction) {
    this.#context = context;
    this.#tx = tx;
  }

  /**
   * Returns an error if a placed booking is refused because its person has another one at that time.
   *
   * @param personId the person after the change
   */
  async check(booking: Booking, personId: number | null, isPublic: boolean): Promise<FieldErrors> {
    this.#peopleOf.set(booking.id, personId);
    if (personId === null || !refusesOverlaps(this.#context, isPublic)) return {};
    const isOverlapping = [...(await this.#stored(booking, personId)), ...this.#decidedOf(personId)].some((other) =>
      areInTwoPlaces(booking, other),
    );
    return isOverlapping ? { bookedFrom: [hasOtherBooking] } : {};
  }

  async #stored({ bookedFrom, bookedTo }: Booking, personId: number): Promise<Booking[]> {
    const during = { bookedFrom: { $lt: bookedTo }, bookedTo: { $gt: bookedFrom } };
    const rows = await this.#tx.rows(Booking, { personId, ...during, state: { $in: [...ongoingStates] } });
    const now = this.#context.clock.now();
    return rows.filter((row) => isActive(row, now) && !this.#released.has(row.id));
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

interface OverlapRow {
  of: number;
  other: number;
}

/** Reads the active bookings of the same people at the same time as those of the ids, by time. */
export async function readOverlaps(
  { db, clock }: Pick<RequestContext, 'db' | 'clock'>,
  ids: readonly number[],
): Promise<Map<number, Booking[]>> {
  const now = clock.now();
  const pairs = await db.query<OverlapRow>(
    `select one.id as "of", other.id as other
     from booking one
     join booking other on other.account_id = $1 and other.person_id = one.person_id
       and other.booked_from < one.booked_to and other.booked_to > one.booked_from and other.id <> one.id
       and other.state in (${sqlStates.ongoing}) and is_active_booking(other.state, other.expires_at, $3)
     where one.account_id = $1 and one.id = any ($2::integer[]) and is_active_booking(one.state, one.expires_at, $3)
     order by other.booked_from, other.id`,
    [ids, now],
  );
  if (pairs.length === 0) return new Map();
  const all = [...new Set(pairs.flatMap(({ of, other }) => [of, other]))];
  const bookings = new Map((await db.rows(Booking, { id: { $in: all } })).map((one) => [one.id, one]));
  const found = pairs.flatMap(({ of, other }) => {
    const [one, another] = [bookings.get(of), bookings.get(other)];
    return one && another && areInTwoPlaces(one, another) ? { of, another } : [];
  });
  return new Map(
    [...Map.groupBy(found, ({ of }) => of)].map(([of, others]) => [of, others.map(({ another }) => another)]),
  );
}
