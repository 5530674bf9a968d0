import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Lock } from '../../platform/database/locks.js';
import type { Row } from '../../platform/database/rows.js';
import {
  type NamedScheduleRequest,
  readSchedulesOfRequests,
  type ScheduledResource,
} from '../availability/schedule.queries.js';
import { sqlStates } from '../booking-states.js';
import { buffersOf, occupiedTime } from '../buffers.rules.js';
import type { RequestContext } from '../context.js';
import { Event } from '../event/event.entity.js';
import { Resource } from '../resource/resource.entity.js';
import { BookingType, Service } from '../service/service.entity.js';
import type { Booking } from './booking.entity.js';
import { type BookedSpace, occupiedTimeOf } from './booking.rules.js';
import { type PlaceRequest, resourcesOf } from './booking-placement.actions.js';
import { isActive } from './booking-state.rules.js';
import { directReads, maxEventsAtOnce, type PlacedBooking, type PlacementReads } from './placement-reads.queries.js';
import { type SpaceChange, withSpaceChanges } from './space-changes.rules.js';

/** The place that one item of a batch requests. */
export type BatchPlace = PlaceRequest & {
  bookedFrom: Date | undefined;
  bookedTo: Date | undefined;
  /** The booking that moves; undefined for a new one. */
  bookingId: number | undefined;
  needsHours: boolean;
};

/** Resources whose schedules one statement reads. An item that leaves the resource open needs those of all resources. */
const resourcesPerStatement = 2_000;

/**
 * Answers the reads of many placements with few statements. Call `readOffers`, acquire `locks`, then call `read`.
 * Includes what earlier items of the batch take and release. A read that was not foreseen takes a statement of its own.
 */
export class PlacementBatch implements PlacementReads {
  readonly #context: RequestContext;
  readonly #tx: AccountTransaction;
  readonly #direct: PlacementReads;
  /** Ids of the resources that offer a service. */
  readonly #offering = new Map<number, number[]>();
  /** Ids of events by service and start. */
  readonly #starting = new Map<string, number[]>();
  readonly #schedules = new Map<string, ScheduledResource[]>();
  /** The people in active bookings of an event. */
  readonly #people = new Map<number, number>();
  readonly #changes = new Map<number, SpaceChange[]>();
  readonly #eventChanges = new Map<number, { bookingId: number | undefined; people: number }[]>();
  /** The places in the database of the bookings that the batch changes. */
  readonly #stored = new Map<number, BookedSpace>();
  readonly #released = new Set<number>();

  constructor(context: RequestContext, tx: AccountTransaction) {
    this.#context = context;
    this.#tx = tx;
    this.#direct = directReads(context, tx);
  }

  async readOffers(places: readonly BatchPlace[]): Promise<void> {
    const open = places.filter(({ eventId, serviceId }) => eventId === null && serviceId !== null);
    const serviceIds = [...new Set(open.flatMap(({ serviceId }) => serviceId ?? []))];
    if (serviceIds.length === 0) return;
    const offers = await this.#tx.query<{ serviceId: number; id: number }>(
      `select service_id as "serviceId", resource_id as id from provider
       where account_id = $1 and service_id = any ($2::integer[]) and active`,
      [serviceIds],
    );
    for (const id of serviceIds) this.#offering.set(id, []);
    for (const { serviceId, id } of offers) this.#offering.get(serviceId)?.push(id);
    const services = await Promise.all(serviceIds.map((id) => this.#tx.load(Service, id)));
    const attended = new Set(
      services.flatMap((service) => (service?.bookingType === BookingType.ATTENDANCE ? [service.id] : [])),
    );
    await this.#readStarting(open.filter(({ serviceId }) => attended.has(serviceId ?? 0)));
  }

  async #readStarting(places: readonly BatchPlace[]): Promise<void> {
    const asked = new Map<string, { serviceId: number; startsAt: Date }>();
    for (const { serviceId, bookedFrom: startsAt } of places) {
      if (serviceId !== null && startsAt) asked.set(keyOfStart(serviceId, startsAt), { serviceId, startsAt });
    }
    if (asked.size === 0) return;
    const starts = [...asked.values()];
    const events = await this.#tx.query<{ number: number; id: number }>(
      `select asked.number::integer, event.id
       from unnest($2::integer[], $3::timestamptz[]) with ordinality as asked (service_id, starts_at, number)
       cross join lateral (
         select id from event where account_id = $1 and event.service_id = asked.service_id
           and event.starts_at = asked.starts_at and active order by id limit ${maxEventsAtOnce}) as event
       order by asked.number, event.id`,
      [starts.map(({ serviceId }) => serviceId), starts.map(({ startsAt }) => startsAt)],
    );
    const byNumber = Map.groupBy(events, ({ number }) => number);
    for (const [index, key] of [...asked.keys()].entries()) {
      this.#starting.set(
        key,
        (byNumber.get(index + 1) ?? []).map(({ id }) => id),
      );
    }
  }

  /** The locks of what limits the places: events and resources. */
  async locks(places: readonly BatchPlace[]): Promise<Lock[]> {
    const resources = new Set<number>();
    for (const place of places) {
      if (place.eventId === null) for (const id of await resourcesOf(this, place)) resources.add(id);
    }
    return [
      ...this.#eventIds(places).map((id): Lock => [Event, id]),
      ...[...resources].map((id): Lock => [Resource, id]),
    ];
  }

  #eventIds(places: readonly BatchPlace[]): number[] {
    return [...new Set([...places.flatMap(({ eventId }) => eventId ?? []), ...[...this.#starting.values()].flat()])];
  }

  /** Reads what limits the places, under its locks. */
  async read(places: readonly BatchPlace[]): Promise<void> {
    const { loadAll } = this;
    const services: ReadonlyMap<number, Row<Service> | undefined> = await loadAll(
      Service,
      places.map(({ serviceId }) => serviceId),
    );
    const events = await loadAll(Event, this.#eventIds(places));
    await loadAll(
      Service,
      [...events.values()].map((event) => event?.serviceId),
    );
    await loadAll(Resource, [
      ...places.map(({ resourceId }) => resourceId),
      ...[...events.values()].map((event) => event?.resourceId),
    ]);
    const requests: NamedScheduleRequest[] = [];
    for (const place of places) {
      const { eventId, bookedFrom, bookedTo, bookingId, needsHours, serviceId } = place;
      if (eventId !== null || !bookedFrom || !bookedTo || bookedTo <= bookedFrom) continue;
      const service = services.get(serviceId ?? 0);
      requests.push({
        service,
        resourceIds: await resourcesOf(this, place),
        within: occupiedTime({ from: bookedFrom.getTime(), to: bookedTo.getTime() }, buffersOf(service)),
        now: this.#context.clock.now(),
        exceptBookingId: bookingId,
        needsHours,
      });
    }
    for (const alike of Map.groupBy(requests, ({ needsHours }) => needsHours).values())
      await this.#readSchedules(alike);
    await this.#readPeople([...events.keys()]);
  }

  readonly loadAll = async <Entity extends Service | Event | Resource>(
    entity: new () => Entity,
    ids: readonly (number | null | undefined)[],
  ) => {
    const different = [...new Set(ids.flatMap((id) => id ?? []))];
    const rows = await Promise.all(different.map((id) => this.#tx.load(entity, id)));
    return new Map(different.map((id, index) => [id, rows[index]]));
  };

  async #readSchedules(requests: readonly NamedScheduleRequest[]): Promise<void> {
    let batch: NamedScheduleRequest[] = [];
    let resources = 0;
    const readBatch = async (): Promise<void> => {
      const schedules = await readSchedulesOfRequests(this.#tx, batch);
      for (const [index, request] of batch.entries())
        this.#schedules.set(keyOfRequest(request), schedules[index] ?? []);
      batch = [];
      resources = 0;
    };
    for (const request of requests) {
      if (resources + request.resourceIds.length > resourcesPerStatement) await readBatch();
      batch.push(request);
      resources += request.resourceIds.length;
    }
    await readBatch();
  }

  async #readPeople(eventIds: readonly number[]): Promise<void> {
    if (eventIds.length === 0) return;
    const taken = await this.#tx.query<{ id: number; people: number }>(
      `select event.id, people from event
       cross join lateral (
         select coalesce(sum(count), 0)::integer as people from booking
         where place_of(account_id, resource_id, event_id) = place_of(event.account_id, event.resource_id, event.id)
           and state in (${sqlStates.ongoing}) and is_active_booking(state, expires_at, $3)) as booked
       where event.account_id = $1 and event.id = any ($2::integer[])`,
      [eventIds, this.#context.clock.now()],
    );
    for (const { id, people } of taken) this.#people.set(id, people);
  }

  /** Stores a booking of the database that the batch may change. Its own place does not count against it. */
  addStored(booking: Booking): void {
    if (isActive(booking, this.#context.clock.now())) this.#stored.set(booking.id, { ...booking });
  }

  /** Releases the place that a booking has in the database. Has no effect on a place that is released already. */
  release(bookingId: number): void {
    const space = this.#stored.get(bookingId);
    if (space && !this.#released.has(bookingId)) this.#change(space, bookingId, 'released');
    this.#released.add(bookingId);
  }

  /** Takes the place of a decided booking. @param bookingId undefined for a new one */
  take(booking: Booking, bookingId: number | undefined): void {
    if (isActive(booking, this.#context.clock.now())) this.#change(booking, bookingId, 'taken');
  }

  #change(space: BookedSpace, bookingId: number | undefined, kind: SpaceChange['kind']): void {
    const { eventId, resourceId, count } = space;
    if (eventId !== null) {
      const change = { bookingId, people: kind === 'taken' ? count : -count };
      this.#eventChanges.set(eventId, [...(this.#eventChanges.get(eventId) ?? []), change]);
      return;
    }
    const change = { kind, bookingId, ...occupiedTimeOf(space), count };
    const known = this.#changes.get(resourceId);
    if (known) known.push(change);
    else this.#changes.set(resourceId, [change]);
  }

  async resourcesOf(serviceId: number): Promise<readonly number[]> {
    return this.#offering.get(serviceId) ?? this.#direct.resourcesOf(serviceId);
  }

  async eventsAt(serviceId: number, startsAt: Date): Promise<readonly number[]> {
    return this.#starting.get(keyOfStart(serviceId, startsAt)) ?? this.#direct.eventsAt(serviceId, startsAt);
  }

  async schedules(request: NamedScheduleRequest): Promise<ScheduledResource[]> {
    const stored = this.#schedules.get(keyOfRequest(request)) ?? (await this.#direct.schedules(request));
    return stored.map((schedule) => {
      const changes = this.#changes.get(schedule.id);
      if (!changes) return schedule;
      const { within, exceptBookingId } = request;
      return { ...schedule, occupancies: withSpaceChanges(schedule.occupancies, changes, within, exceptBookingId) };
    });
  }

  async peopleIn(event: Pick<Event, 'id' | 'resourceId'>, booking: PlacedBooking): Promise<number> {
    const own = booking.id === undefined ? undefined : this.#stored.get(booking.id);
    const taken = this.#people.get(event.id);
    const stored = taken === undefined ? await this.#direct.peopleIn(event, booking) : taken;
    const others = taken !== undefined && own?.eventId === event.id ? stored - own.count : stored;
    const changes = (this.#eventChanges.get(event.id) ?? []).filter(
      ({ bookingId }) => bookingId === undefined || bookingId !== booking.id,
    );
    return changes.reduce((sum, { people }) => sum + people, others);
  }
}

function keyOfStart(serviceId: number, startsAt: Date): string {
  return `${serviceId}:${startsAt.getTime()}`;
}

function keyOfRequest({ service, resourceIds, within, exceptBookingId, needsHours }: NamedScheduleRequest): string {
  return JSON.stringify([service?.id, [...resourceIds], within.from, within.to, exceptBookingId ?? 0, needsHours]);
}
