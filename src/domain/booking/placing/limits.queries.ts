import type { AccountTransaction, Lock } from '../../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../../platform/errors.js';
import {
  type BookingLimit,
  type CountedBooking,
  countsTowards,
  personLimits,
  resourceLimits,
  serviceLimits,
} from '../../availability/booking-limits.rules.js';
import type { LimitLeft } from '../../availability/joint-matching.rules.js';
import { countTowards } from '../../availability/limit-counts.queries.js';
import type { RequestContext } from '../../context.js';
import { mayChangePerson, type People, type PeopleRequest } from '../../person/people.queries.js';
import { Person } from '../../person/person.entity.js';
import { Service } from '../../service/service.entity.js';
import type { Booking } from '../booking.entity.js';
import { isActive } from '../states/booking-state.rules.js';
import type { Places } from './places.queries.js';

/** A booking whose limits may be checked. */
interface LimitedDraft {
  booking: Booking;
  /** The booking before the change; undefined for a new one. */
  before?: Booking;
  /** Whether the request lifts the limits, as it lifts the capacity. */
  ignoresLimits: boolean;
  place: unknown;
  people: PeopleRequest;
}

/**
 * Counts the bookings of people, services and resources towards their limits, under the locks of all three: that of the
 * resource was taken with the place, `read` takes the others. Includes the bookings that were decided before and are not
 * written yet. Accounts without limits take no lock and send no statement.
 */
export class Limits {
  readonly #context: RequestContext;
  readonly #tx: AccountTransaction;
  readonly #places: Places;
  readonly #people: People;
  /** The stored bookings by the key of the limit, without those that change. */
  readonly #counts = new Map<string, number>();
  readonly #changedIds = new Set<number>();
  /** The active bookings that change, as they are stored. */
  readonly #stored = new Map<number, CountedBooking>();
  /** The bookings that count in addition to the stored ones, by id. */
  readonly #others = new Map<number, CountedBooking>();
  /** The people of checked bookings, which have none yet. */
  readonly #peopleOf = new Map<number, number | null>();

  constructor(context: RequestContext, tx: AccountTransaction, places: Places, people: People) {
    this.#context = context;
    this.#tx = tx;
    this.#places = places;
    this.#people = people;
  }

  /** Takes the locks of people and services with limits, and counts by one statement. Call it after `Places.read`. */
  async read(drafts: readonly LimitedDraft[]): Promise<void> {
    const now = this.#context.clock.now();
    for (const { before } of drafts) {
      if (!before) continue;
      this.#changedIds.add(before.id);
      if (!isActive(before, now)) continue;
      const stored = { ...before, places: this.#places.storedPlacesOf(before) };
      this.#stored.set(before.id, stored);
      this.#others.set(before.id, stored);
    }
    const concerned = drafts.filter((draft) => !draft.ignoresLimits && mayMove(draft));
    // One statement for the services that the places have not read.
    await Promise.all(concerned.map(({ booking }) => this.#serviceOf(booking)));
    const limits: BookingLimit[] = [];
    for (const draft of concerned) limits.push(...(await this.#possibleLimits(draft)));
    if (limits.length === 0) return;
    await Promise.all([this.#tx.lock(...limits.flatMap(lockOf)), this.#count(limits)]);
  }

  async #possibleLimits(draft: LimitedDraft): Promise<BookingLimit[]> {
    const { booking } = draft;
    const target = this.#places.targetOf(booking);
    const service = await this.#serviceOf(booking);
    const personIds = await this.#people.possibleIds(draft.people, draft.before?.personId ?? null);
    const places = this.#places.possibleTimesOf(booking);
    const { zone } = this.#context;
    return places.flatMap((place) => [
      ...[...personIds].flatMap((id) => this.#personLimits(id, place, service)),
      ...serviceLimits(place, service, zone),
      ...target.schedules.flatMap((resource) => resourceLimits(place, resource, zone)),
    ]);
  }

  #personLimits(id: number, place: Pick<CountedBooking, 'bookedFrom' | 'eventId'>, service: Service | null) {
    const { account, zone, clock } = this.#context;
    return personLimits(id, place, account, service, zone, clock.now());
  }

  async #serviceOf(booking: Booking): Promise<Service | null> {
    const { service } = this.#places.targetOf(booking);
    if (service || booking.serviceId === null) return service;
    return (await this.#tx.load(Service, booking.serviceId)) ?? null;
  }

  async #count(limits: readonly BookingLimit[]): Promise<void> {
    const missing = [...new Map(limits.map((limit) => [limit.key, limit])).values()].filter(
      ({ key }) => !this.#counts.has(key),
    );
    if (missing.length === 0) return;
    const { account, clock } = this.#context;
    const counts = await countTowards(this.#tx, missing, [...this.#changedIds], clock.now(), account.hasNeeds);
    for (const [index, { key }] of missing.entries()) this.#counts.set(key, counts[index] ?? 0);
  }

  /**
   * Returns an error for each limit of its person and service that a placed booking exceeds. A changed booking is checked
   * only against limits towards which it did not count before.
   *
   * @param personId the person after the change
   */
  async check(booking: Booking, personId: number | null): Promise<FieldErrors> {
    this.#peopleOf.set(booking.id, personId);
    const service = await this.#serviceOf(booking);
    const limits = [
      ...(personId === null ? [] : this.#personLimits(personId, booking, service)),
      ...serviceLimits(booking, service, this.#context.zone),
    ];
    // Only the limits of people who were found in another way than by the draft are not counted yet.
    await this.#count(limits);
    const exceeded = limits.filter((limit) => this.#isFull(limit, booking));
    const byAttribute = Map.groupBy(exceeded, ({ attribute }) => attribute);
    return Object.fromEntries(
      [...byAttribute].map(([attribute, found]) => [attribute, found.map(({ message }) => message)]),
    );
  }

  /** Whether the daily limit of a resource allows the booking. */
  hasRoom(resource: { id: number; maxDailyBookings: number | null }, booking: Booking): boolean {
    return !resourceLimits(booking, resource, this.#context.zone).some((limit) => this.#isFull(limit, booking));
  }

  /** Returns how many more bookings the daily limit of a resource allows on the day of a booking; undefined if it has none. */
  leftOf(resource: { id: number; maxDailyBookings: number | null }, booking: Booking): LimitLeft | undefined {
    const [limit] = resourceLimits(booking, resource, this.#context.zone);
    return limit && { key: limit.key, left: this.#left(limit, booking) };
  }

  #isFull(limit: BookingLimit, booking: Pick<Booking, 'id'>): boolean {
    return this.#left(limit, booking) <= 0;
  }

  /** A booking that counted towards the limit before its change may stay. */
  #left(limit: BookingLimit, { id }: Pick<Booking, 'id'>): number {
    const before = this.#stored.get(id);
    if (before && countsTowards(limit, before)) return Number.POSITIVE_INFINITY;
    let count = this.#counts.get(limit.key) ?? 0;
    for (const other of this.#others.values()) if (other.id !== id && countsTowards(limit, other)) count += 1;
    return limit.maximum - count;
  }

  /** Stops counting a stored booking, so that others can take what it leaves. */
  release(bookingId: number): void {
    this.#others.delete(bookingId);
  }

  /** Counts a decided booking. */
  take(booking: Booking): void {
    if (!isActive(booking, this.#context.clock.now())) return;
    const { id, serviceId, resourceId, eventId, bookedFrom, bookedTo } = booking;
    const personId = this.#peopleOf.get(id) ?? booking.personId;
    const places = booking.places ?? this.#places.storedPlacesOf(booking);
    this.#others.set(id, { id, personId, serviceId, resourceId, places, eventId, bookedFrom, bookedTo });
  }
}

/** Whether a booking may get another place or person. */
export function mayMove({ before, place, people }: Omit<LimitedDraft, 'ignoresLimits'>): boolean {
  return !before || place !== undefined || mayChangePerson(people, before.personId);
}

function lockOf({ counts, id }: BookingLimit): Lock[] {
  switch (counts) {
    case 'person':
      return [[Person, id]];
    case 'service':
      return [[Service, id]];
    case 'resource':
      return [];
  }
}
