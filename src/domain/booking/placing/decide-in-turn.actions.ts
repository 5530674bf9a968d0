import type { AccountTransaction, Lock } from '../../../platform/database/account-transaction.js';
import { type FieldErrors, type Outcome, outcomeOf, resultsOf } from '../../../platform/errors.js';
import { mapSequentially } from '../../../platform/yielding.js';
import type { RequestContext } from '../../context.js';
import { Coupon } from '../../coupon/coupon.entity.js';
import { applyCouponChanges } from '../../coupon/coupon-use.actions.js';
import { applyPackageChanges } from '../../package/package-use.actions.js';
import { People, type PeopleRequest } from '../../person/people.queries.js';
import { Booking } from '../booking.entity.js';
import type { BookingInput } from '../booking.input.js';
import { SoldOrders } from '../sale/booking-sale.actions.js';
import type { Sale } from '../sale/sale.type.js';
import { Limits } from './limits.queries.js';
import { Overlaps } from './overlaps.queries.js';
import { partsReaderOf } from './place-booking.actions.js';
import type { Placement } from './placement.rules.js';
import { type PlacementTarget, type PlaceRequest, Places } from './places.queries.js';
import { UndecidedBookings } from './undecided-bookings.js';

/** A booking with the requested attributes. Its place, person and sale are not decided yet. */
export interface Draft {
  booking: Booking;
  /** The booking before the change; undefined for a new one. */
  before?: Booking;
  /** Undefined if the place does not change. */
  place: PlaceRequest | undefined;
  /** Whether it is decided by the rules for the public. */
  isPublic: boolean;
  /** Whether the request lifts the limits of people, services and resources, as it lifts the capacity. */
  ignoresLimits: boolean;
  people: PeopleRequest;
  /** The coupons that the decision reads. */
  couponIds: readonly number[];
  /** The locks to take together with those of the place. */
  locks: readonly Lock[];
}

/**
 * The rows that the rules need for drafts. They are read under the locks of the drafts, and include the unwritten
 * changes of drafts that were decided before.
 */
export interface BookingFacts {
  places: Places;
  limits: Limits;
  overlaps: Overlaps;
  people: People;
  orders: SoldOrders;
  /** The bookings that are decided later, for which each leaves room; undefined if each is decided by itself. */
  undecided?: UndecidedBookings | undefined;
}

/** A booking that was decided and is not written yet. */
export interface Decision {
  booking: Booking;
  before?: Booking;
  sale: Sale;
}

/**
 * In milliseconds. A request that waits longer for its locks reads the places again. One that waits less may refuse a
 * place whose hold has expired meanwhile.
 */
const longWait = 1_000;

interface DecisionOptions<Drafted> {
  /** Prepares the placement of a draft, for bookings that must all have a place. They then leave room for each other. */
  preparePlace?: ((draft: Drafted, facts: BookingFacts) => Promise<PreparedPlace | undefined>) | undefined;
  /**
   * Whether the bookings leave their places before the first is decided, so that each can take the place of another.
   */
  movesTogether?: boolean | undefined;
}

/**
 * Takes the locks of drafts, reads the rows that the rules need, and decides on one draft after the other as if each
 * were written before the next, without writing them. A refused draft leaves no trace. One booking takes the same path
 * as many.
 */
export async function decideInTurn<Drafted extends Draft, Decided extends Decision>(
  context: RequestContext,
  tx: AccountTransaction,
  drafts: readonly Outcome<Drafted>[],
  decide: (draft: Drafted, facts: BookingFacts) => Promise<Decided>,
  { movesTogether = false, preparePlace }: DecisionOptions<Drafted> = {},
): Promise<Outcome<Decided>[]> {
  const valid = resultsOf(drafts);
  const facts: BookingFacts = await readFacts(context, tx, valid);
  const { places, people, limits, overlaps } = facts;
  const release = (bookingId: number): void => {
    places.release(bookingId);
    limits.release(bookingId);
    overlaps.release(bookingId);
  };
  if (movesTogether) for (const { booking } of valid) release(booking.id);
  if (preparePlace && valid.length > 1) facts.undecided = await prepareUndecided(context, valid, facts, preparePlace);
  return mapSequentially(drafts, async (draft) => {
    if ('error' in draft) return draft;
    const { booking, before } = draft.result;
    facts.undecided?.remove(booking);
    const outcome = await outcomeOf(() => decide(draft.result, facts));
    if ('error' in outcome) {
      people.undo();
      if (before) Object.assign(booking, before);
      return outcome;
    }
    people.keep();
    if (before) release(before.id);
    places.take(booking);
    limits.take(booking);
    overlaps.take(booking);
    const { coupons, packages } = outcome.result.sale;
    applyCouponChanges(coupons);
    if (packages) applyPackageChanges(packages);
    return outcome;
  });
}

/** The rows and the rules by which a booking is placed. */
export interface PreparedPlace {
  target: PlacementTarget;
  placement: Placement;
}

async function prepareUndecided<Drafted extends Draft>(
  context: RequestContext,
  drafts: readonly Drafted[],
  facts: BookingFacts,
  prepare: NonNullable<DecisionOptions<Drafted>['preparePlace']>,
): Promise<UndecidedBookings> {
  const undecided = new UndecidedBookings();
  for (const draft of drafts) {
    const { booking } = draft;
    // Its own decision reports the error.
    const outcome = await outcomeOf(() => prepare(draft, facts));
    const prepared = 'error' in outcome ? undefined : outcome.result;
    if (!prepared) continue;
    const { target, placement } = prepared;
    const read = partsReaderOf(context, booking, target, placement);
    undecided.add(booking, { read, ignoresExternalBusy: placement.ignoresExternalBusy });
  }
  return undecided;
}

async function readFacts(
  context: RequestContext,
  tx: AccountTransaction,
  drafts: readonly Draft[],
): Promise<BookingFacts> {
  const changed = drafts.flatMap(({ before }) => before ?? []);
  const places = new Places(
    context,
    tx,
    drafts.flatMap(({ place }) => place ?? []),
  );
  const people = new People(context, tx);
  const asked = drafts.map((draft) => draft.people);
  const [placeLocks, peopleLocks] = await Promise.all([places.locks(), people.locks(asked)]);
  const added = drafts.flatMap(({ booking, before }) => (before === undefined ? [booking] : []));
  const sentAt = context.clock.now().getTime();
  // The reads are sent in one message with the locks, behind them.
  await Promise.all([
    tx.lock(...placeLocks, ...peopleLocks, ...drafts.flatMap((draft) => draft.locks)),
    people.read(asked, peopleLocks),
    places.read(changed),
    tx.drawIds(Booking, added),
    // `find` then returns them without a statement.
    tx.listByIds(
      Coupon,
      drafts.flatMap(({ couponIds }) => couponIds),
    ),
  ]);
  // Holds may have expired during the wait for the locks.
  if (context.clock.now().getTime() - sentAt > longWait) await places.read(changed);
  const limits = new Limits(context, tx, places, people);
  const overlaps = new Overlaps(context, tx, places, people);
  await limits.read(drafts);
  await overlaps.read(drafts);
  return { places, limits, overlaps, people, orders: SoldOrders.of(tx, changed) };
}

/**
 * Checks that a new `bookedByPersonId` belongs to an active person who is not blocked. The other ids of a booking are
 * checked by its placement and its sale.
 */
export async function validateBookedBy(
  { people }: BookingFacts,
  before: number | null,
  { bookedByPersonId: id }: Pick<BookingInput, 'bookedByPersonId'>,
): Promise<FieldErrors> {
  if (id === null || id === undefined || id === before) return {};
  const person = await people.find(id);
  if (!person?.active) return { bookedByPersonId: ['does not exist'] };
  return person.blocked ? { person: ['is blocked'] } : {};
}
