import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Lock } from '../../platform/database/locks.js';
import { mapOneByOne } from '../../platform/in-turns.js';
import type { RequestContext } from '../context.js';
import { Coupon } from '../coupon/coupon.entity.js';
import { CouponCodes } from '../coupon/coupon-codes.queries.js';
import { applyCouponChanges, couponLocks } from '../coupon/coupon-use.actions.js';
import type { GivenCoupon } from '../coupon/given-coupon.actions.js';
import { Order } from '../order/order.entity.js';
import { type Outcome, outcomeOf } from '../outcome.js';
import { PeopleBatch } from '../person/people-batch.queries.js';
import { type Identity, toIdentity } from '../person/person.rules.js';
import { type CreationOptions, type NewBooking, placeNewBooking } from './booking.actions.js';
import { Booking } from './booking.entity.js';
import type { BookingInput, NewBookingInput } from './booking.input.js';
import type { BookingReads } from './booking-reads.queries.js';
import { type BatchPlace, PlacementBatch } from './placement-batch.queries.js';
import { AgreedPrices } from './sale/agreed-prices.queries.js';
import type { Sale } from './sale/sale.actions.js';

/** The records that one item of a batch reads and locks. */
export interface BatchItem {
  /** Undefined if the item changes no place. */
  place: BatchPlace | undefined;
  couponIds: readonly number[];
  couponCode: string | null | undefined;
  personIds: readonly number[];
  /** The given unique attributes of a person, if any: of the one to match or to change. */
  identity: Identity | undefined;
  /** The person whose attributes change, if it is known. */
  changedPersonId: number | null;
  /** The id of the person's new parent, if any. */
  parentId: number | null | undefined;
}

/** A booking that was decided, new or changed. */
interface Decision {
  booking: Booking;
  /** The booking before the change; undefined for a new one. */
  before?: Booking;
  sale: Sale;
}

/**
 * Decides on many bookings in one transaction as if each were written before the next is decided, but with few statements:
 * their locks, and what they read, are taken together. An item that needs more takes statements of its own.
 */
export class BookingBatch {
  readonly #places: PlacementBatch;
  readonly #people: PeopleBatch;
  readonly #couponCodes: CouponCodes;
  readonly #prices: AgreedPrices;

  private constructor(places: PlacementBatch, people: PeopleBatch, couponCodes: CouponCodes, prices: AgreedPrices) {
    this.#places = places;
    this.#people = people;
    this.#couponCodes = couponCodes;
    this.#prices = prices;
  }

  /**
   * Takes the locks of all items and reads what they need.
   *
   * @param bookingIds the bookings that the items change
   * @param others further locks, taken together with those of the items
   */
  static async open(
    context: RequestContext,
    tx: AccountTransaction,
    items: readonly BatchItem[],
    bookingIds: readonly number[] = [],
    others: readonly Lock[] = [],
  ): Promise<BookingBatch> {
    const batch = new BookingBatch(
      new PlacementBatch(context, tx),
      new PeopleBatch(context, tx, {
        ids: items.flatMap(({ personIds }) => personIds),
        changedIds: items.flatMap(({ changedPersonId }) => changedPersonId ?? []),
        identities: items.flatMap(({ identity }) => identity ?? []),
        parentIds: items.flatMap(({ parentId }) => parentId ?? []),
      }),
      new CouponCodes(tx),
      new AgreedPrices(tx),
    );
    const places = items.flatMap(({ place }) => place ?? []);
    const couponIds = [...items.flatMap(({ couponIds: ids }) => ids), ...(await batch.#idsOfCodes(items))];
    await batch.#places.readOffers(places);
    await tx.lock(
      ...others,
      ...bookingIds.map((id): Lock => [Booking, id]),
      ...(await batch.#places.locks(places)),
      ...couponLocks(...new Set(couponIds)),
      ...(await batch.#people.locks()),
    );
    // May lock people that were created meanwhile, after which what was read before is read again.
    await batch.#people.read();
    await batch.#places.read(places);
    await tx.prefetch(Coupon, couponIds);
    await tx.prefetch(Booking, bookingIds);
    const orderIds = await mapOneByOne(bookingIds, async (id) => {
      const booking = await tx.find(Booking, id);
      if (booking) batch.#places.addStored(booking);
      return booking?.orderId ?? [];
    });
    await tx.prefetch(Order, orderIds.flat());
    batch.#prices.expect(orderIds.flat());
    return batch;
  }

  get reads(): BookingReads {
    return { places: this.#places, people: this.#people, couponCodes: this.#couponCodes, prices: this.#prices };
  }

  /** Reads the coupons that the items name by code. */
  #idsOfCodes(items: readonly BatchItem[]): Promise<number[]> {
    return this.#couponCodes.readAll(items.flatMap(({ couponCode }) => couponCode?.trim() || []));
  }

  /** Releases the places of bookings before the items are decided, so that they can take each other's places. */
  release(bookingIds: readonly number[]): void {
    for (const id of bookingIds) this.#places.release(id);
  }

  /** Decides on one item. A refused item leaves no trace. */
  async attempt<Decided extends Decision>(decide: () => Promise<Decided>): Promise<Outcome<Decided>> {
    const outcome = await outcomeOf(decide);
    if ('error' in outcome) {
      this.#people.undo();
      return outcome;
    }
    const { booking, before, sale } = outcome.result;
    this.#people.keep();
    if (before) this.#places.release(before.id);
    this.#places.take(booking, before?.id);
    applyCouponChanges(sale.coupons);
    return outcome;
  }
}

/** Places new bookings in the order of the inputs, without writing them. */
export async function placeNewBookings(
  context: RequestContext,
  tx: AccountTransaction,
  inputs: readonly NewBookingInput[],
  options: CreationOptions,
): Promise<Outcome<NewBooking>[]> {
  const items = inputs.map((input) => ({
    ...peopleOf(context, input),
    place: newPlace(input),
    couponIds: couponOf(input),
    couponCode: input.couponCode,
  }));
  const batch = await BookingBatch.open(context, tx, items);
  return mapOneByOne(inputs, (input) => batch.attempt(() => placeNewBooking(context, tx, input, options, batch.reads)));
}

function newPlace({
  eventId,
  serviceId,
  resourceId,
  bookedFrom,
  bookedTo,
  publicBooking,
}: NewBookingInput): BatchPlace {
  return {
    eventId: eventId ?? null,
    serviceId: serviceId ?? null,
    ...((resourceId ?? null) !== null && { resourceId: resourceId ?? 0 }),
    bookedFrom: bookedFrom ?? undefined,
    bookedTo: bookedTo ?? undefined,
    bookingId: undefined,
    needsHours: publicBooking === true,
  };
}

function couponOf({ couponId }: GivenCoupon): number[] {
  return (couponId ?? null) === null ? [] : [couponId ?? 0];
}

/** Returns the people that an input names or matches. */
export function peopleOf(
  { account }: RequestContext,
  { personId, bookedByPersonId, personAttributes }: BookingInput,
): Pick<BatchItem, 'personIds' | 'identity' | 'changedPersonId' | 'parentId'> {
  return {
    personIds: [personId, bookedByPersonId].flatMap((id) => id ?? []),
    parentId: personAttributes?.parentId,
    changedPersonId: personAttributes ? (personId ?? null) : null,
    identity: personAttributes
      ? toIdentity(personAttributes, personAttributes.countryCode || account.countryCode)
      : undefined,
  };
}
