import { addMinutes } from '../dates.js';
import { wallTime } from '../format.js';
import type { BookingInput, NeedResourcesInput } from '../graphql/schema.types.js';
import { t } from '../texts.js';
import type { BookingDetailsFragment as Booking } from './bookings.operations.js';
import type { WallPeriod } from './opening-hours.rules.js';

/** A time in which one resource works for a booking, on the wall clock of the account. */
export interface Part extends WallPeriod {
  resource: Booking['resource'];
  /** Undefined for a booking that takes one resource, and for a need that has been deleted since. */
  need: { id: number; title: string } | undefined;
  /** The people who are with the resource. */
  people: number;
}

type Placed = Pick<Booking, 'bookedFrom' | 'bookedTo' | 'count' | 'resource' | 'places'>;

/** Returns when which resources work for a booking: those of its places, or its own for all of its time. */
export function workOf({ bookedFrom, bookedTo, count, resource, places }: Placed): Part[] {
  if (places.length === 0) {
    const [start, end] = [wallTime(bookedFrom), wallTime(bookedTo)];
    return [{ start, end, resource, need: undefined, people: count }];
  }
  return places.map(({ from, to, need, people, resource: placed }) => ({
    ...{ start: wallTime(from), end: wallTime(to), resource: placed, people },
    need: need ?? undefined,
  }));
}

/** Returns the resources of a booking, each once. */
export function resourcesOf(booking: Placed): Booking['resource'][] {
  return [...new Map(workOf(booking).map(({ resource }) => [resource.id, resource])).values()];
}

interface Named {
  resource: { title: string };
}

/** `Anna, Room 2`. */
export function resourceNames({ resource, places }: Named & { places: readonly Named[] }): string {
  const named = places.length > 0 ? places.map((place) => place.resource) : [resource];
  return [...new Set(named.map(({ title }) => title))].join(', ');
}

/** Returns the resources of an active booking that were deleted, so that it needs others. */
export function deletedResourcesOf(booking: Placed & Pick<Booking, 'active'>): Booking['resource'][] {
  return booking.active ? resourcesOf(booking).filter(({ active }) => !active) : [];
}

/** A sentence about the deleted resources of a booking for staff; undefined if there are none. */
export function deletedText(booking: Placed & Pick<Booking, 'active'>): string | undefined {
  const deleted = deletedResourcesOf(booking);
  if (deleted.length === 0) return undefined;
  return t.bookings.marks.deletedResource({ resources: deleted.map(({ title }) => title).join(', ') });
}

/** A need of the service of a booking, with its resources. */
export interface PlacedNeed {
  id: number;
  title: string;
  resourceIds: number[];
}

/** Returns the needs that a booking has resources for. Empty for one that takes a single resource. */
export function placedNeedsOf(booking: Placed): PlacedNeed[] {
  const needs = new Map<number, PlacedNeed>();
  for (const { need, resource } of workOf(booking)) {
    if (!need) continue;
    const found = needs.get(need.id) ?? { ...need, resourceIds: [] };
    if (!found.resourceIds.includes(resource.id)) found.resourceIds.push(resource.id);
    needs.set(need.id, found);
  }
  return [...needs.values()];
}

/** Returns the resources of all needs, with which a later change puts a booking back. */
export function namedResourcesOf(booking: Placed): NeedResourcesInput[] {
  return placedNeedsOf(booking).map(({ id: needId, resourceIds }) => ({ needId, resourceIds }));
}

/** A drag of an entry. */
export interface Dragged {
  /** The place of the dragged part among those of the booking. */
  part: number;
  /** In minutes. */
  startShift: number;
  endShift: number;
  /** Undefined if the resource stays. */
  resourceId: number | undefined;
}

/** A change of the place of a booking. */
export interface PlaceChange {
  input: BookingInput & { bookedFrom: string; bookedTo: string };
  /** Undefined if no resource changes, or only that of a booking that takes one. */
  resources: NeedResourcesInput[] | undefined;
}

/** Returns the change of a booking one of whose parts was dragged: all of it moves, and the part gets the other resource. */
export function changeByDrag(booking: Placed, { part, startShift, endShift, resourceId }: Dragged): PlaceChange {
  const input = {
    bookedFrom: addMinutes(wallTime(booking.bookedFrom), startShift),
    bookedTo: addMinutes(wallTime(booking.bookedTo), endShift),
  };
  const dragged = workOf(booking)[part];
  if (resourceId === undefined) return { input, resources: undefined };
  if (!dragged?.need) return { input: { ...input, resourceId }, resources: undefined };
  const { id: needId } = dragged.need;
  const kept = placedNeedsOf(booking).find(({ id }) => id === needId)?.resourceIds ?? [];
  const resourceIds = kept.map((id) => (id === dragged.resource.id ? resourceId : id));
  return { input, resources: [{ needId, resourceIds }] };
}
