import { recordChange } from '../../outbox/change-log.js';
import { DomainError, invalid, rejectIfAny } from '../../platform/errors.js';
import type { Interval } from '../../platform/time/interval.js';
import { blockedTime } from '../availability/occupancy.rules.js';
import { hasOtherBooking } from '../booking/placing/overlaps.queries.js';
import { changedBy, type RequestContext } from '../context.js';
import { Event } from '../event/event.entity.js';
import { validateReferences } from '../records/reference.js';
import { isWorkDue } from '../work.rules.js';
import { lockLine, planCheck } from './waitlist-check.actions.js';
import { closeEntry, closeUnservableEntries } from './waitlist-closing.actions.js';
import { WaitlistClosedReason, WaitlistEntry, WaitlistState } from './waitlist-entry.entity.js';
import { firstFit, type Wanted } from './waitlist-entry.rules.js';
import {
  type Candidate,
  type FreedPlace,
  type LinePosition,
  listPassedStarts,
  noteMissedOpenings,
  readLine,
} from './waitlist-line.queries.js';
import { makeOffer, settleOffer } from './waitlist-offer.actions.js';
import { type EventTime, FreeTimes, type OfferableTime, timeOfEvent } from './waitlist-times.js';

/** Called between offers, so that a long job keeps its lock. */
type Touch = () => Promise<void>;

/**
 * Offers a freed time to the first entries in the line that fit, one after the other, until no entry fits. Each offer
 * is made in a transaction of its own: a killed job continues where it ended, and a second run finds the time taken.
 * Idempotent.
 */
export async function offerOpening(context: RequestContext, openingId: number, touch: Touch): Promise<void> {
  const { db } = context;
  const [opening] = await db.query<FreedPlace & { bookingId: number | null; closes: boolean }>(
    `select closes, booking_id as "bookingId", event_id as "eventId", resource_id as "resourceId",
       service_id as "serviceId", any_place as "anyPlace", freed_from as "from", freed_to as "to"
     from waitlist_opening where account_id = $1 and id = $2`,
    [openingId],
  );
  if (!opening) return;
  const { bookingId, eventId, resourceId, serviceId, anyPlace, closes } = opening;
  if (bookingId !== null) await settleOffer(context, bookingId);
  // An entry that had an offer may no longer be able to get another.
  if (closes || bookingId !== null) await closeUnservableEntries(context, touch);
  const isPlace = anyPlace || eventId !== null || resourceId !== null || serviceId !== null;
  // Messages have no link to take an offer if the server has no address, so the entries wait for the next opening.
  if (isPlace && context.address !== '') await offerPlace(context, openingId, opening, touch);
  await db.atomically(async (scope, tx) => {
    await lockLine(tx);
    await tx.query('delete from waitlist_opening where account_id = $1 and id = $2', [openingId]);
    // A change of the bookable times, or the return of an entry to the line, may have caused the opening.
    await planCheck({ ...context, db: scope }, tx);
  });
}

async function offerPlace(context: RequestContext, openingId: number, place: FreedPlace, touch: Touch): Promise<void> {
  const times = new TimesOfPlace(context, place);
  let last: LinePosition | undefined;
  do {
    // A part lacks the entries that have an offer. They are noted before it is read, so that none is missed.
    await noteMissedOpenings(context.db, { openingId });
    const part = await readLine(context.db, openingId, context.clock.now(), last);
    await touch();
    for (const candidate of part.candidates) {
      // Usually nothing is free, and the times that were read show it without another statement.
      if (!(await times.find(candidate, nothingPassed))) continue;
      await touch();
      if (await offerTo(context, openingId, candidate, times)) times.forget();
    }
    last = part.last;
  } while (last);
}

const nothingPassed: ReadonlySet<number> = new Set();

/** Offers the first time that fits and is still free. @returns whether there was one */
async function offerTo(
  context: RequestContext,
  openingId: number,
  candidate: Candidate,
  times: TimesOfPlace,
): Promise<boolean> {
  const now = context.clock.now();
  const passed = new Set(await listPassedStarts(context.db, candidate.id, now));
  const attempts = { taken: 0, elsewhere: 0 };
  while (attempts.taken < maxAttempts && attempts.elsewhere < maxOtherBookings) {
    const time = await times.find(candidate, passed);
    if (!time) return false;
    const outcome = await tryOffer(context, openingId, candidate.id, time, times.resourceOf(time, candidate));
    if (outcome === 'offered' || outcome === 'closed') return outcome === 'offered';
    attempts[outcome] += 1;
    passed.add(time.from);
    times.forget();
  }
  return false;
}

/**
 * The number of times to try for one entry. If all were booked in the meantime, the next entry in the line gets an
 * offer.
 */
const maxAttempts = 5;

/**
 * The number of times to pass for one entry because its person has another booking then. A long one meets many times that
 * begin shortly after each other.
 */
const maxOtherBookings = 50;

/**
 * `taken`: the time is not free. `elsewhere`: the person has another booking then. `closed`: the entry no longer waits.
 */
type Attempt = 'offered' | 'taken' | 'elsewhere' | 'closed';

async function tryOffer(
  context: RequestContext,
  openingId: number,
  entryId: number,
  { from, to, eventId }: OfferableTime,
  resourceId: number | null,
): Promise<Attempt> {
  try {
    return await context.db.atomically(async (db, tx): Promise<Attempt> => {
      const entry = await tx.findLocked(WaitlistEntry, entryId);
      if (entry?.state === WaitlistState.OFFERED) await noteMissedOpenings(tx, { openingId, entryId });
      if (entry?.state !== WaitlistState.WAITING || entry.to <= context.clock.now()) return 'closed';
      await makeOffer({ ...context, db }, tx, entry, { from, to, eventId, resourceId });
      return 'offered';
    });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'INVALID')) throw error;
    // A blocked person, or one with the most bookings, can't get any other offer now either.
    if ('person' in error.fields || 'personId' in error.fields) return 'closed';
    const { bookedFrom } = error.fields;
    return Array.isArray(bookedFrom) && bookedFrom.includes(hasOtherBooking) ? 'elsewhere' : 'taken';
  }
}

/** The free times of an opening. They are read again after each offer. */
class TimesOfPlace {
  readonly #times: FreeTimes;

  constructor(
    private readonly context: RequestContext,
    private readonly place: FreedPlace,
  ) {
    this.#times = new FreeTimes(context);
  }

  forget(): void {
    this.#times.forget();
  }

  /** Returns the resource of an offer to a candidate: the freed one, else its own, unless the place is in an event. */
  resourceOf({ eventId }: OfferableTime, candidate: Candidate): number | null {
    return eventId === null ? (this.place.resourceId ?? candidate.resourceId) : null;
  }

  async find(candidate: Candidate, passed: ReadonlySet<number>): Promise<OfferableTime | undefined> {
    const now = this.context.clock.now().getTime();
    const { anyPlace, resourceId } = this.place;
    const eventId = this.place.eventId ?? (anyPlace ? candidate.eventId : null);
    if (eventId !== null) {
      const time = await timeOfEvent(this.context, eventId, candidate.places);
      const wanted = candidate.eventId === null ? candidate : { ...time, places: candidate.places };
      const found = isOfEvent(candidate, eventId, time) ? firstFit([time], wanted, { now, passed }) : undefined;
      if (found || candidate.eventId !== null || resourceId === null) return found;
    }
    const wanted = this.#wantedBy(candidate);
    const freed = this.#freedFor(candidate);
    // A time that overlaps the freed time may have begun before it.
    const within = freed
      ? { from: Math.max(now, freed.from - longestSlotOf(candidate)), to: freed.to }
      : { from: Math.max(now, wanted.from), to: wanted.to };
    if (within.to <= within.from) return undefined;
    const resource = resourceId ?? candidate.resourceId;
    for await (const times of this.#times.within(candidate.serviceId, resource, within)) {
      const offerable = resourceId === null ? times : times.filter(isOnResource);
      const found = firstFit(offerable, wanted, { now, passed, freed });
      if (found) return found;
    }
    return undefined;
  }

  /**
   * Returns the period and places that a candidate waits for. If a period has become bookable, the times must start in
   * it.
   */
  #wantedBy({ from, to, places }: Candidate): Wanted {
    const opened = this.place.anyPlace ? this.place.from : null;
    return { from: Math.max(from, opened?.getTime() ?? from), to, places };
  }

  /** Returns the times of a candidate's service that the freed time may have blocked: its buffers need room, too. */
  #freedFor(candidate: Candidate): Interval | undefined {
    const { from, to } = this.place;
    return from && to ? blockedTime({ from: from.getTime(), to: to.getTime() }, candidate) : undefined;
  }
}

const dayInMinutes = 1440;

/** In milliseconds. A day booking lasts a day, which may have 25 hours. */
const longestSlotOf = ({ interval }: Candidate): number => Math.max(dayInMinutes + 60, interval) * 60_000;

/** A place in an event becomes free with the event, not with a time of the resource. */
const isOnResource = ({ eventId }: OfferableTime): boolean => eventId === null;

function isOfEvent(candidate: Candidate, eventId: number, { serviceId, resourceIds }: EventTime): boolean {
  if (candidate.eventId !== null) return candidate.eventId === eventId;
  const { resourceId } = candidate;
  return candidate.serviceId === serviceId && (resourceId === null || resourceIds.includes(resourceId));
}

/** The requested time and resource of an offer. */
interface OfferRequest {
  bookedFrom?: Date | null | undefined;
  resourceId?: number | null | undefined;
}

/**
 * Offers a free time to a waiting entry, regardless of its position in the line.
 *
 * @throws DomainError NOT_FOUND, INVALID on `state` or by attribute of the booking
 */
export function offerWaitlistEntry(
  context: RequestContext,
  id: number,
  { bookedFrom, resourceId }: OfferRequest,
): Promise<WaitlistEntry> {
  return context.db.atomically(async (db, tx) => {
    const scope = { ...context, db };
    const entry = await tx.getLocked(WaitlistEntry, id);
    if (entry.state !== WaitlistState.WAITING) throw invalid({ state: [`can't be offered to when ${entry.state}`] });
    rejectIfAny(await validateReferences(tx, WaitlistEntry, entry, { resourceId }));
    const resource = resourceId ?? entry.resourceId;
    const time = await findTime(scope, entry, resource, bookedFrom?.getTime());
    if (!time) throw invalid({ bookedFrom: ['is not available'] });
    await makeOffer(scope, tx, entry, { ...time, resourceId: time.eventId === null ? resource : null });
    return entry;
  });
}

async function findTime(
  context: RequestContext,
  { serviceId, eventId, places, from, to }: WaitlistEntry,
  resourceId: number | null,
  start: number | undefined,
): Promise<OfferableTime | undefined> {
  if (eventId !== null) return timeOfEvent(context, eventId, places);
  const now = context.clock.now().getTime();
  const wanted = { from: from.getTime(), to: to.getTime(), places };
  const within =
    start === undefined ? { from: Math.max(now, wanted.from), to: wanted.to } : { from: start, to: start + 1 };
  for await (const times of new FreeTimes(context).within(serviceId, resourceId, within)) {
    const reach = start === undefined ? wanted : { from: -Infinity, to: Infinity, places };
    const found = firstFit(times, reach, { now, start, passed: new Set() });
    if (found) return found;
  }
  return undefined;
}

/** Closes an entry whose period is over. The period of an entry for an event lasts as long as the event. Idempotent. */
export function expireWaitlistEntry(context: RequestContext, id: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    const entry = await tx.findLocked(WaitlistEntry, id);
    const now = context.clock.now();
    if (!entry || !isWorkDue('waitlist_entry', entry, now)) return;
    const event = entry.eventId === null ? null : await tx.find(Event, entry.eventId);
    const isMoved = event?.active === true && event.endsAt > now;
    if (!isMoved) return closeEntry(context, tx, entry, WaitlistClosedReason.PERIOD_OVER);
    entry.to = event.endsAt;
    await recordChange(tx, 'waitlist_entry.modified', entry, changedBy(context));
  });
}
