import { LRUCache } from 'lru-cache';
import type { AccountRecord } from '../../../platform/database/account-record.entity.js';
import type { AccountTransaction, Lock } from '../../../platform/database/account-transaction.js';
import type { Interval } from '../../../platform/time/interval.js';
import { type NeedsOfService, readNeeds, type ScheduledNeed, toPools } from '../../availability/need.queries.js';
import type { Occupancy } from '../../availability/occupancy.rules.js';
import {
  type NamedScheduleRequest,
  readSchedulesOfRequests,
  type ScheduledResource,
} from '../../availability/schedule.queries.js';
import { sqlStates } from '../../booking-states.js';
import type { RequestContext } from '../../context.js';
import { Event } from '../../event/event.entity.js';
import { Resource } from '../../resource/resource.entity.js';
import { BookingType, type PriorityStrategy, Service } from '../../service/service.entity.js';
import type { Booking } from '../booking.entity.js';
import { isActive } from '../states/booking-state.rules.js';
import type { Standing } from './assignment.rules.js';
import { readPlaces } from './booking-places.queries.js';
import {
  type DecidedPlace,
  isFair,
  occupiedTimeOf,
  type PlaceChange,
  type TakenPlace,
  toPlace,
  withPlaceChanges,
} from './place.rules.js';
import { Pools } from './pools.queries.js';

/** The place that a booking requests: an event, or a time and a resource or a service. */
export interface PlaceRequest {
  /** The booking with the requested attributes. A new booking has no id. */
  booking: Booking;
  /** Whether the schedules include the opening hours. */
  needsHours: boolean;
  ignoresCapacity: boolean;
}

/** The attributes of an event that the rules need. */
export type TargetEvent = Pick<Event, 'id' | 'active' | 'published' | 'capacity' | 'startsAt' | 'endsAt'> &
  Pick<Event, 'resourceId' | 'serviceId' | 'firstBookingAt' | 'lastBookingAt'>;

/** The rows that limit the place of a booking. */
export interface PlacementTarget {
  event: TargetEvent | null;
  service: Service | null;
  /** For a service that people attend and a booking without an event: the events of the service with that start. */
  startingEvents: readonly TargetEvent[];
  /** The requested resource, or all that offer the service; empty if the booking has an event or no valid time. */
  schedules: readonly ScheduledResource[];
  /** The needs of the service with their pools; undefined if it has none. The schedules are then of all their resources. */
  needs: readonly ScheduledNeed[] | undefined;
}

/** Services that people attend, as this process has last seen them. Their events are locked before their resources. */
const attended = new LRUCache<string, true>({ max: 10_000 });

type BookedTime = Pick<TakenPlace, 'bookedFrom' | 'bookedTo' | 'eventId'>;

/** The most events with the same start that are read to find the only one with room. */
const maxEventsAtOnce = 20;

/** The most resources whose schedules one statement reads. A booking without one needs all that offer its service. */
const resourcesPerStatement = 2_000;

/**
 * Reads the rows that limit the places of one or more bookings, which are decided one after the other and then written
 * together. Acquire `locks`, then call `read`. Includes the places that bookings decided before take and release.
 */
export class Places {
  readonly #context: RequestContext;
  readonly #tx: AccountTransaction;
  readonly #requests: ReadonlyMap<Booking, PlaceRequest>;
  readonly #services = new Map<number, Service>();
  /** Ids of the resources that offer a service. */
  readonly #offering = new Map<number, number[]>();
  /** The services with needs, as they were before the locks. */
  #needs: ReadonlyMap<number, NeedsOfService> = new Map();
  readonly #pooled = new Map<Booking, ScheduledNeed[]>();
  /** Ids of the services whose strategy is fair, as it was before the locks. */
  readonly #fair = new Set<number>();
  /** Undefined if there are none. */
  #pools: Pools | undefined;
  /** Ids of active events by service and start. */
  readonly #starting = new Map<string, number[]>();
  readonly #events = new Map<number, TargetEvent>();
  readonly #schedules = new Map<Booking, ScheduledResource[]>();
  /** The people in active bookings of an event. */
  readonly #people = new Map<number, number>();
  readonly #changes = new Map<number, PlaceChange[]>();
  readonly #eventChanges = new Map<number, { bookingId: number | undefined; people: number }[]>();
  /** The places in the database of the bookings that change, if they are active. */
  readonly #stored = new Map<number, TakenPlace>();
  /** The places of those of them that have some. */
  #storedPlaces: ReadonlyMap<number, readonly DecidedPlace[]> = new Map();
  readonly #released = new Set<number>();

  constructor(context: RequestContext, tx: AccountTransaction, requests: readonly PlaceRequest[]) {
    this.#context = context;
    this.#tx = tx;
    this.#requests = new Map(requests.map((request) => [request.booking, request]));
  }

  /**
   * Returns the locks of the events and resources that limit the places. Sends no statement if the bookings name their
   * resources, unless their services are known to be attended.
   */
  async locks(): Promise<Lock[]> {
    const open = this.#open;
    if (open.some(({ serviceId }) => this.#isKnownAsAttended(serviceId))) await this.#readServices();
    await Promise.all([this.#readOffers(open), this.#readNeeds(open)]);
    await this.#readStarting();
    return [
      ...this.#eventIds.map((id): Lock => [Event, id]),
      ...[...new Set(open.flatMap((booking) => this.#resourcesOf(booking)))].map((id): Lock => [Resource, id]),
    ];
  }

  #isKnownAsAttended(serviceId: number | null): boolean {
    return serviceId !== null && attended.has(keyOfService(this.#tx, serviceId));
  }

  /** Reads the services of bookings without an event, and preloads their resources for the response. */
  async #readServices(): Promise<void> {
    const [services] = await Promise.all([
      this.#loadAll(Service, this.#open, ({ serviceId }) => serviceId),
      this.#loadAll(Resource, this.#open, ({ resourceId }) => resourceId),
    ]);
    this.#addServices(services);
  }

  /**
   * Reads and locks the events of services that are attended, and were not known to be. Their lock comes after that of
   * the resources, against the order of locks: a deadlock with another transaction is retried, and can happen once for
   * each service and process.
   *
   * @returns whether there are any
   */
  async #lockUnknownEvents(): Promise<boolean> {
    const known = new Set(this.#eventIds);
    await this.#readStarting();
    const added = this.#eventIds.filter((id) => !known.has(id));
    await this.#tx.lock(...added.map((id): Lock => [Event, id]));
    return added.length > 0;
  }

  /**
   * Reads events and schedules under their locks. Holds that expire later than now count. May be called again.
   *
   * @param changed the bookings that change, as they are stored
   */
  async read(changed: readonly Booking[] = []): Promise<void> {
    const now = this.#context.clock.now();
    this.#stored.clear();
    this.#people.clear();
    for (const booking of changed) if (isActive(booking, now)) this.#stored.set(booking.id, { ...booking });
    await Promise.all([
      this.#readStoredPlaces(changed),
      this.#readSchedules(now),
      this.#readServices(),
      this.#readEvents(now),
      this.#readPools([...this.#fair]),
    ]);
    // A service may have become fair during the wait for the locks.
    await this.#readPools([...this.#offering.keys()].filter((id) => this.#isUnreadPool(id)));
    if (await this.#lockUnknownEvents()) await this.#readEvents(now);
  }

  async #readPools(serviceIds: readonly number[]): Promise<void> {
    if (serviceIds.length === 0) return;
    this.#pools ??= new Pools(this.#context, this.#tx);
    await this.#pools.read(serviceIds);
  }

  #isUnreadPool(serviceId: number): boolean {
    return isFair(this.#services.get(serviceId)?.priorityStrategy) && !this.#pools?.has(serviceId);
  }

  /** The bookings without an event. */
  get #open(): Booking[] {
    return this.#bookings.filter(({ eventId }) => eventId === null);
  }

  get #bookings(): Booking[] {
    return [...this.#requests.keys()];
  }

  get #eventIds(): number[] {
    const named = this.#bookings.flatMap(({ eventId }) => eventId ?? []);
    return [...new Set([...named, ...[...this.#starting.values()].flat()])];
  }

  async #loadAll<Entity extends AccountRecord, From>(
    entity: new () => Entity,
    from: readonly From[],
    idOf: (one: From) => number | null | undefined,
  ): Promise<Entity[]> {
    const ids = new Set(from.flatMap((one) => idOf(one) ?? []));
    const rows = await Promise.all([...ids].map((id) => this.#tx.load(entity, id)));
    return rows.flatMap((row) => row ?? []);
  }

  #addServices(services: readonly Service[]): void {
    for (const service of services) this.#services.set(service.id, service);
  }

  async #readOffers(open: readonly Booking[]): Promise<void> {
    const serviceIds = new Set(
      open.flatMap(({ resourceId, serviceId }) => (resourceId === undefined ? (serviceId ?? []) : [])),
    );
    if (serviceIds.size === 0) return;
    const offers = await this.#tx.query<{ serviceId: number; id: number; strategy: PriorityStrategy }>(
      `select service_id as "serviceId", resource_id as id, priority_strategy as strategy
       from provider join service on service.account_id = provider.account_id and service.id = service_id
       where provider.account_id = $1 and service_id = any ($2::integer[]) and provider.active and need_id is null`,
      [[...serviceIds]],
    );
    for (const { serviceId, strategy } of offers) if (isFair(strategy)) this.#fair.add(serviceId);
    for (const [serviceId, resources] of Map.groupBy(offers, (offer) => offer.serviceId)) {
      this.#offering.set(
        serviceId,
        resources.map(({ id }) => id),
      );
    }
  }

  /** Only accounts with needs send a statement. */
  async #readNeeds(open: readonly Booking[]): Promise<void> {
    const serviceIds = new Set(open.flatMap(({ serviceId }) => serviceId ?? []));
    if (!this.#context.account.hasNeeds || serviceIds.size === 0) return;
    this.#needs = await readNeeds(this.#tx, [...serviceIds]);
    for (const [serviceId, { strategy }] of this.#needs) if (isFair(strategy)) this.#fair.add(serviceId);
  }

  async #readStoredPlaces(changed: readonly Booking[]): Promise<void> {
    const withPlaces = changed.filter(({ hasPlaces }) => hasPlaces);
    this.#storedPlaces = withPlaces.length > 0 ? await readPlaces(this.#tx, withPlaces) : new Map();
  }

  /** Returns the places of a booking that changes, as they are stored. */
  storedPlacesOf({ id }: Booking): readonly DecidedPlace[] {
    return this.#storedPlaces.get(id) ?? [];
  }

  /** Returns the resources to lock for a booking without an event: those of all its needs, because each can be chosen. */
  #resourcesOf({ resourceId, serviceId }: Pick<Booking, 'serviceId'> & { resourceId?: number }): readonly number[] {
    const needs = this.#needs.get(serviceId ?? 0)?.needs;
    if (needs) return [...new Set(needs.flatMap(({ resourceIds }) => resourceIds))];
    return resourceId === undefined ? (this.#offering.get(serviceId ?? 0) ?? []) : [resourceId];
  }

  /** Reads the events that start with bookings of the services that were read, unless they are known. */
  async #readStarting(): Promise<void> {
    const asked = new Map<string, { serviceId: number; startsAt: Date }>();
    for (const { serviceId, bookedFrom: startsAt } of this.#open) {
      const service = this.#services.get(serviceId ?? 0);
      if (service?.bookingType !== BookingType.ATTENDANCE || !startsAt) continue;
      attended.set(keyOfService(this.#tx, service.id), true);
      const key = keyOfStart(service.id, startsAt);
      if (!this.#starting.has(key)) asked.set(key, { serviceId: service.id, startsAt });
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
      const found = byNumber.get(index + 1) ?? [];
      this.#starting.set(
        key,
        found.map(({ id }) => id),
      );
    }
  }

  async #readEvents(now: Date): Promise<void> {
    const ids = this.#eventIds;
    if (ids.length === 0) return;
    const events = await this.#loadAll(Event, ids, (id) => id);
    for (const event of events) this.#events.set(event.id, event);
    const [services] = await Promise.all([
      this.#loadAll(Service, events, ({ serviceId }) => serviceId),
      this.#loadAll(Resource, events, ({ resourceId }) => resourceId),
    ]);
    this.#addServices(services);
    const isLimited = [...this.#requests.values()].some(({ ignoresCapacity }) => !ignoresCapacity);
    if (isLimited) await this.#readPeople(events, now);
  }

  async #readPeople(events: readonly Event[], now: Date): Promise<void> {
    const taken = await this.#tx.query<{ id: number; people: number }>(
      `select id, people from unnest($2::integer[], $3::integer[]) as place (id, resource_id)
       cross join lateral (
         select sum(count)::integer as people from booking
         where place_of(account_id, resource_id, event_id) = place_of($1, place.resource_id, place.id)
           and state in (${sqlStates.ongoing}) and is_active_booking(state, expires_at, $4)
         having count(*) > 0) as booked`,
      [events.map(({ id }) => id), events.map(({ resourceId }) => resourceId), now],
    );
    for (const { id, people } of taken) this.#people.set(id, people);
  }

  async #readSchedules(now: Date): Promise<void> {
    const { readsCalendars, hasNeeds } = this.#context.account;
    const asked = [...this.#requests.values()].flatMap(({ booking, needsHours }) => {
      const { eventId, serviceId, bookedFrom, bookedTo } = booking;
      const hasTime = bookedFrom && bookedTo && bookedTo > bookedFrom;
      if (eventId !== null || !hasTime) return [];
      const resourceIds = this.#resourcesOf(booking);
      const known = { serviceId, resourceIds, within: occupiedTimeOf(booking), now, exceptBookingId: booking.id };
      const ofNeeds = this.#needs.has(serviceId ?? 0);
      const request = { ...known, needsHours, readsCalendars, hasNeeds, ofNeeds };
      return resourceIds.length > 0 ? [{ booking, request }] : [];
    });
    const kindOf = ({ request: { needsHours, ofNeeds } }: (typeof asked)[number]): string => `${needsHours} ${ofNeeds}`;
    for (const alike of Map.groupBy(asked, kindOf).values()) {
      for (const part of partsOf(alike)) {
        const schedules = await readSchedulesOfRequests(
          this.#tx,
          part.map(({ request }) => request),
          () => this.#readServices().then(() => this.#services),
        );
        for (const [index, { booking }] of part.entries()) this.#setSchedules(booking, schedules[index] ?? []);
      }
    }
  }

  #setSchedules(booking: Booking, schedules: ScheduledResource[]): void {
    const service = this.#needs.get(booking.serviceId ?? 0);
    this.#schedules.set(booking, schedules);
    if (!service) return;
    const needs = toPools(service, schedules);
    this.#pooled.set(booking, needs);
    const byId = new Map(needs.flatMap(({ pool }) => pool.map((resource) => [resource.id, resource])));
    this.#schedules.set(booking, [...byId.values()]);
  }

  /** The ids of the bookings that have left the places that they have in the database. */
  get releasedIds(): Iterable<number> {
    return this.#released;
  }

  /** Releases the place that a booking has in the database. Has no effect on a place that is released already. */
  release(bookingId: number): void {
    const stored = this.#stored.get(bookingId);
    if (stored && !this.#released.has(bookingId)) {
      this.#change(stored, this.#storedPlaces.get(bookingId), bookingId, 'released');
    }
    this.#released.add(bookingId);
  }

  /** Takes the place of a decided booking. */
  take(booking: Booking): void {
    this.#pools?.take(booking);
    if (!isActive(booking, this.#context.clock.now())) return;
    this.#change(booking, booking.places ?? this.#storedPlaces.get(booking.id), booking.id, 'taken');
  }

  /** @param places those of a booking for the needs of its service, which take the place of its own */
  #change(
    place: TakenPlace,
    places: readonly DecidedPlace[] | undefined,
    bookingId: number | undefined,
    kind: PlaceChange['kind'],
  ): void {
    const { eventId, count } = place;
    if (eventId === null) {
      for (const one of places?.length ? places : [place]) {
        push(this.#changes, one.resourceId, { kind, bookingId, ...occupiedTimeOf(one), count: one.count });
      }
    } else push(this.#eventChanges, eventId, { bookingId, people: kind === 'taken' ? count : -count });
  }

  /** Returns the rows that limit the place that a booking requests. Call it before the place changes. */
  targetOf(booking: Booking): PlacementTarget {
    const { eventId, serviceId, bookedFrom } = booking;
    const event = this.#events.get(eventId ?? 0) ?? null;
    const starting = bookedFrom && serviceId ? this.#starting.get(keyOfStart(serviceId, bookedFrom)) : [];
    return {
      event,
      service: this.#services.get(event?.serviceId ?? serviceId ?? 0) ?? null,
      startingEvents: (starting ?? []).flatMap((id) => this.#events.get(id) ?? []),
      schedules: this.#schedules.get(booking) ?? [],
      needs: this.#pooled.get(booking) ?? this.#emptyNeedsOf(booking),
    };
  }

  /** Without any resource, or a valid time, there are no schedules. */
  #emptyNeedsOf({ eventId, serviceId }: Booking): ScheduledNeed[] | undefined {
    const service = eventId === null ? this.#needs.get(serviceId ?? 0) : undefined;
    return service && toPools(service, []);
  }

  /** Returns when a booking may be: at the time of its event, of the events that start then, or at its own. */
  possibleTimesOf(booking: Booking): BookedTime[] {
    const { event, startingEvents } = this.targetOf(booking);
    const events = event ? [event] : startingEvents;
    if (events.length > 0) return events.map((one) => ({ ...toPlace(one), eventId: one.id }));
    return booking.bookedFrom ? [{ bookedFrom: booking.bookedFrom, bookedTo: booking.bookedTo, eventId: null }] : [];
  }

  /** Returns the standings of resources that offer the service of a booking, whose strategy is fair. */
  standingsOf({ serviceId }: Booking, resources: readonly ScheduledResource[]): Standing[] {
    return this.#pools?.standingsOf(serviceId ?? 0, resources) ?? [];
  }

  /** Returns the occupancies of a resource during `within`, without that of `booking`. */
  occupanciesOf({ id, occupancies }: ScheduledResource, within: Interval, booking: Booking): readonly Occupancy[] {
    const changes = this.#changes.get(id);
    return changes ? withPlaceChanges(occupancies, changes, within, booking.id) : occupancies;
  }

  /** Returns the number of people in the active bookings of an event, without those of `booking`. */
  peopleIn(eventId: number, booking: Booking): number {
    const own = this.#stored.get(booking.id);
    const stored = (this.#people.get(eventId) ?? 0) - (own?.eventId === eventId ? own.count : 0);
    const changes = this.#eventChanges.get(eventId) ?? [];
    const byOthers = changes.filter(({ bookingId }) => bookingId === undefined || bookingId !== booking.id);
    return byOthers.reduce((sum, { people }) => sum + people, stored);
  }
}

/** Divides requests into those that one statement reads. */
function partsOf<Asked extends { request: NamedScheduleRequest }>(asked: readonly Asked[]): Asked[][] {
  const parts: Asked[][] = [];
  let resources = resourcesPerStatement;
  for (const one of asked) {
    resources += one.request.resourceIds.length;
    if (resources > resourcesPerStatement) {
      parts.push([]);
      resources = one.request.resourceIds.length;
    }
    parts.at(-1)?.push(one);
  }
  return parts;
}

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function keyOfService({ accountId }: AccountTransaction, serviceId: number): string {
  return `${accountId}:${serviceId}`;
}

function keyOfStart(serviceId: number, startsAt: Date): string {
  return `${serviceId}:${startsAt.getTime()}`;
}
