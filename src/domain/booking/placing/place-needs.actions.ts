import type { FieldErrors } from '../../../platform/errors.js';
import type { StepBudget } from '../../../platform/step-budget.js';
import type { Interval } from '../../../platform/time/interval.js';
import { closedDates } from '../../account/closed-dates.js';
import { partsOfNeeds } from '../../availability/booking-parts.rules.js';
import { type BookingPart, JointMatching } from '../../availability/joint-matching.rules.js';
import type { ScheduledNeed } from '../../availability/need.queries.js';
import { createSearchBudget, toSearchError } from '../../availability/need-search.js';
import {
  emptied,
  findShortageAt,
  type Loads,
  loadsOf,
  matchingOf,
  mostPeople,
  openAt,
  openReader,
} from '../../availability/need-slots.rules.js';
import { datesOfHours } from '../../availability/open-times.rules.js';
import type { ScheduledResource } from '../../availability/schedule.queries.js';
import type { RequestContext } from '../../context.js';
import { PriorityStrategy, type Service } from '../../service/service.entity.js';
import { peopleAt, workTimesOf } from '../../service/service-need.rules.js';
import type { Booking } from '../booking.entity.js';
import { AssignmentObstacle, assignFairly, orderFairly, type StoredAssignment } from './assignment.rules.js';
import { type DecidedPlace, inOrderOfChoice, isFair, needsHours, occupiedTimeOf } from './place.rules.js';
import { busyMessages, dailyLimitError, type Placement } from './placement.rules.js';
import type { RoomBeside } from './undecided-bookings.js';

/** A need of a booking, whose pool has the resources that it prefers first. */
interface AskedNeed extends ScheduledNeed {
  required: readonly number[];
}

/** The resources of a booking of a service with needs. */
interface ChosenPlaces {
  resourceId: number;
  places: DecidedPlace[];
  assignment?: StoredAssignment | undefined;
}

/**
 * Chooses resources for all needs of a booking's service, or refuses it. A booking that names a resource gets it for the first
 * need. One that moves keeps the resources that it has, as far as they are free.
 *
 * @param time from the start of the booking to its end
 * @throws DomainError if the search takes too many steps
 */
export function chooseForNeeds(
  context: RequestContext,
  needs: readonly ScheduledNeed[],
  booking: Booking,
  service: Service,
  time: Interval,
  placement: Placement,
): ChosenPlaces | { errors: FieldErrors } {
  try {
    return new NeedsChoice(context, booking, service, time, placement).choose(needs);
  } catch (error) {
    throw toSearchError(error);
  }
}

/**
 * Returns the parts of a booking of a service with needs that is placed later. There are none if it cannot be placed at all.
 *
 * @throws DomainError if the search takes too many steps
 */
export function partsForNeeds(
  context: RequestContext,
  needs: readonly ScheduledNeed[],
  booking: Booking,
  service: Service,
  time: Interval,
  placement: Placement,
  ignoresExternalBusy: boolean,
): BookingPart[] {
  return new NeedsChoice(context, booking, service, time, placement).parts(needs, ignoresExternalBusy);
}

class NeedsChoice {
  readonly #context: RequestContext;
  readonly #booking: Booking;
  readonly #service: Service;
  readonly #time: Interval;
  readonly #placement: Placement;
  readonly #budget: StepBudget = createSearchBudget();

  constructor(context: RequestContext, booking: Booking, service: Service, time: Interval, placement: Placement) {
    this.#context = context;
    this.#booking = booking;
    this.#service = service;
    this.#time = time;
    this.#placement = placement;
  }

  choose(needs: readonly ScheduledNeed[]): ChosenPlaces | { errors: FieldErrors } {
    const { ignoresCapacity, ignoresExternalBusy, limits, named: ofRequest } = this.#placement;
    const booking = this.#booking;
    const askedAll = this.#askAll(needs);
    if ('errors' in askedAll) return askedAll;
    const { named, asked } = askedAll;
    const lasting = this.#errorOfShortage(asked);
    if (lasting) return { errors: lasting };
    // Only named resources can be wanted for several needs at once.
    if (ofRequest?.size && !this.#canEverMeet(asked)) return { errors: { resourceId: ['is not available'] } };
    const open = this.#openOf(asked);
    if (!this.#canEverMeet(open)) return { errors: { bookedFrom: ['is outside the opening hours'] } };
    const withRoom = ignoresCapacity ? open : this.#limitTo(open, (one) => limits.hasRoom(one, booking));
    if (!this.#canEverMeet(withRoom)) {
      const full = open.flatMap(({ pool }) => pool).find((one) => !limits.hasRoom(one, booking));
      return { errors: dailyLimitError(full ?? { maxDailyBookings: 0 }) };
    }
    const idle = this.#loads(withRoom, ({ blocked, external }) => [...blocked, ...external]);
    const free = this.#loads(withRoom, ({ blocked }) => blocked);
    const attempts = [
      idle,
      ...(ignoresExternalBusy ? [free] : []),
      ...(ignoresCapacity ? [emptied(free), undefined] : []),
    ];
    const best = this.#chooseBest(attempts, withRoom);
    const resourceId = named ?? best?.chosen[0]?.[0];
    if (best && resourceId !== undefined) {
      const assignment = this.#assignmentOf(needs, open, withRoom, best.loads, free);
      return { resourceId, places: this.#placesOf(needs, best.chosen), assignment };
    }
    const isBusyElsewhere = this.#chooseWith(free, withRoom) !== undefined;
    return {
      errors: { resourceId: isBusyElsewhere ? busyMessages(this.#context, this.#placement) : ['is not available'] },
    };
  }

  /** Returns the parts of the booking, on resources that are open; none if it cannot have that resource. */
  parts(needs: readonly ScheduledNeed[], ignoresExternalBusy: boolean): BookingPart[] {
    const askedAll = this.#askAll(needs);
    if ('errors' in askedAll) return [];
    const open = this.#openOf(askedAll.asked);
    const loads = this.#loads(open, ({ blocked, external }) =>
      ignoresExternalBusy ? blocked : [...blocked, ...external],
    );
    return this.#partsOf(open, loads);
  }

  #partsOf(needs: readonly AskedNeed[], loads: Loads): BookingPart[] {
    const resources = new Map(needs.flatMap(({ pool }) => pool.map((resource) => [resource.id, resource])));
    const [booking, { limits }] = [this.#booking, this.#placement];
    return partsOfNeeds(booking.id, this.#rules, needs, this.#time, booking.count, loads, (id) => {
      const resource = resources.get(id);
      return resource && limits.leftOf(resource, booking);
    });
  }

  /** Returns the needs as the booking asks for them, and the resource that it names for the first. */
  #askAll(
    needs: readonly ScheduledNeed[],
  ): { named: number | undefined; asked: AskedNeed[] } | { errors: FieldErrors } {
    const { resourceId } = this.#booking;
    const { keepsService, named: ofRequest } = this.#placement;
    const isInPool = needs[0]?.pool.some(({ id }) => id === resourceId);
    const named: number | undefined = keepsService && !isInPool ? undefined : resourceId;
    if (named !== undefined && !isInPool) return { errors: { serviceId: ['is not offered by the resource'] } };
    return {
      named,
      asked: needs.map((need, index) =>
        this.#ask(
          need,
          ofRequest?.get(need.id) ?? (index === 0 && named !== undefined ? [named] : []),
          index === 0 && !isFair(this.#service.priorityStrategy) ? this.#placement.offered : undefined,
        ),
      ),
    };
  }

  /** Puts the resources that the booking has, and the offered one, before those that the strategy of the service chooses. */
  #ask(need: ScheduledNeed, required: readonly number[], offered: number | undefined): AskedNeed {
    const { places } = this.#placement;
    const kept = new Set(
      places.storedPlacesOf(this.#booking).flatMap(({ needId, resourceId }) => (needId === need.id ? resourceId : [])),
    );
    if (offered !== undefined) kept.add(offered);
    const ordered = this.#inOrder(need.pool);
    const pool = [...ordered.filter(({ id }) => kept.has(id)), ...ordered.filter(({ id }) => !kept.has(id))];
    return { ...need, pool, required };
  }

  #inOrder(pool: readonly ScheduledResource[]): ScheduledResource[] {
    const strategy = this.#service.priorityStrategy;
    if (!isFair(strategy)) return inOrderOfChoice(pool, strategy, Math.random);
    const standings = orderFairly(strategy, this.#placement.places.standingsOf(this.#booking, pool));
    const ranks = new Map(standings.map(({ resourceId }, index) => [resourceId, index]));
    return inOrderOfChoice(pool, PriorityStrategy.ORDER, Math.random).sort(
      (a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0),
    );
  }

  get #rules() {
    return { service: this.#booking, serviceMinutes: this.#service.interval };
  }

  #lasting(needs: readonly AskedNeed[]): Loads | undefined {
    return this.#placement.ignoresCapacity ? undefined : emptied(loadsOf(needs, this.#budget));
  }

  #canEverMeet(needs: readonly AskedNeed[]): boolean {
    return this.#chooseWith(this.#lasting(needs), needs) !== undefined;
  }

  /** Returns the error of a booking for which there are never enough resources: of its people, if fewer could have it. */
  #errorOfShortage(needs: readonly AskedNeed[]): FieldErrors | undefined {
    const loads = this.#lasting(needs);
    const asked = [this.#rules, loads, needs, this.#time] as const;
    const shortage = findShortageAt(...asked, this.#booking.count, this.#budget);
    if (!shortage) return undefined;
    const most = loads ? mostPeople(this.#rules, loads, needs, this.#time, 1, this.#budget) : 0;
    return most > 0
      ? { count: [`must be less than or equal to ${most}`] }
      : { serviceId: [`needs ${shortage.needed}, has ${shortage.has}`] };
  }

  #openOf(needs: readonly AskedNeed[]): AskedNeed[] {
    if (!needsHours(this.#placement)) return [...needs];
    const { zone } = this.#context;
    const closed = closedDates(this.#context, datesOfHours(this.#time, zone));
    const search = { zone, serviceMinutes: this.#service.interval };
    return openAt(search, needs, this.#time, openReader({ zone, closedDates: closed }, this.#budget));
  }

  #limitTo(needs: readonly AskedNeed[], isAllowed: (resource: ScheduledResource) => boolean): AskedNeed[] {
    return needs.map((need) => ({ ...need, pool: need.pool.filter(isAllowed) }));
  }

  /** Returns what occupies the resources now, with the bookings that were decided before. */
  #loads(needs: readonly AskedNeed[], blockedOf: (resource: ScheduledResource) => readonly Interval[]): Loads {
    const within = occupiedTimeOf(this.#booking);
    const current = needs.map((need) => ({
      ...need,
      pool: need.pool.map((resource) => ({
        ...resource,
        occupancies: this.#placement.places.occupanciesOf(resource, within, this.#booking),
        blocked: blockedOf(resource),
      })),
    }));
    return loadsOf(current, this.#budget);
  }

  #chooseWith(loads: Loads | undefined, needs: readonly AskedNeed[]): number[][] | undefined {
    return matchingOf(this.#rules, loads, needs, this.#time, this.#booking.count, this.#budget).choose();
  }

  /**
   * Chooses resources with the first loads that allow it, or with later ones if these let more bookings that are placed later
   * have some, too.
   */
  #chooseBest(attempts: readonly (Loads | undefined)[], needs: readonly AskedNeed[]) {
    let best: { loads: Loads | undefined; chosen: number[][]; later: number } | undefined;
    for (const loads of attempts) {
      const { later, isForAll, parts } = this.#besideOf(loads, needs);
      if (best && later <= best.later) continue;
      const chosen =
        loads && parts.length > 0
          ? new JointMatching([...this.#partsOf(needs, loads), ...parts], this.#budget).choose()?.slice(0, needs.length)
          : this.#chooseWith(loads, needs);
      if (chosen) best = { loads, chosen, later };
      if (best && isForAll) break;
    }
    return best;
  }

  /** Finds the bookings that can be placed later beside this one. */
  #besideOf(loads: Loads | undefined, needs: readonly AskedNeed[]): RoomBeside {
    const { undecided, ignoresCapacity } = this.#placement;
    if (!undecided || ignoresCapacity || !loads) return { later: 0, isForAll: true, parts: [] };
    return undecided.beside(this.#partsOf(needs, loads), this.#budget);
  }

  #placesOf(needs: readonly ScheduledNeed[], chosen: readonly (readonly number[])[]): DecidedPlace[] {
    const { bufferBefore, bufferAfter, count } = this.#booking;
    const { from: start, to: end } = this.#time;
    return needs.flatMap((need, index) =>
      (chosen[index] ?? []).flatMap((resourceId) =>
        workTimesOf(need, this.#time, this.#service.interval).map(({ from, to }) => ({
          needId: need.id,
          resourceId,
          bookedFrom: new Date(from),
          bookedTo: new Date(to),
          bufferBefore: from === start ? bufferBefore : 0,
          bufferAfter: to === end ? bufferAfter : 0,
          count: peopleAt(need, count),
        })),
      ),
    );
  }

  /** Returns why a fair service gives the resource of the first need; undefined if the booking names one. */
  #assignmentOf(
    needs: readonly ScheduledNeed[],
    open: readonly AskedNeed[],
    withRoom: readonly AskedNeed[],
    loads: Loads | undefined,
    free: Loads,
  ): StoredAssignment | undefined {
    const strategy = this.#service.priorityStrategy;
    if (!isFair(strategy) || this.#booking.resourceId !== undefined) return undefined;
    const choices = (from: Loads | undefined): Set<number> =>
      new Set(matchingOf(this.#rules, from, withRoom, this.#time, this.#booking.count, this.#budget).choicesFor(0));
    const choicesBeside = (): Set<number> | undefined => {
      const { parts } = this.#besideOf(loads, withRoom);
      if (!loads || parts.length === 0) return undefined;
      return new Set(new JointMatching([...this.#partsOf(withRoom, loads), ...parts], this.#budget).choicesFor(0));
    };
    const possible = choicesBeside();
    const idsOf = ([first]: readonly ScheduledNeed[]): Set<number> => new Set(first?.pool.map(({ id }) => id));
    const [allowed, unoccupied, opened, limited] = [choices(loads), choices(free), idsOf(open), idsOf(withRoom)];
    const standings = this.#placement.places.standingsOf(this.#booking, needs[0]?.pool ?? []);
    return assignFairly(strategy, standings, (id) => {
      if (allowed.has(id)) return possible && !possible.has(id) ? AssignmentObstacle.KEPT_FOR_VISIT : null;
      if (!opened.has(id)) return AssignmentObstacle.CLOSED;
      if (!limited.has(id)) return AssignmentObstacle.FULL_DAY;
      return unoccupied.has(id) ? AssignmentObstacle.BUSY_ELSEWHERE : AssignmentObstacle.TAKEN;
    });
  }
}
