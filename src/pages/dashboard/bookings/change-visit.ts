import { addMinutes, minutesBetween } from '../dates.js';
import { wallTime } from '../format.js';
import { execute } from '../graphql/client.js';
import type { MessageChoice, NeedResourcesInput, VisitItemMoveInput } from '../graphql/schema.types.js';
import { namedResourcesOf } from './booking-places.rules.js';
import { cancelVisit, moveVisit, visit as visitById } from './bookings.operations.js';
import type { Booking } from './live.js';

/** Reads the bookings of a visit by time. */
export async function readVisit(id: number): Promise<Booking[]> {
  return (await execute(visitById, { id })).visit?.bookings ?? [];
}

/** The new place of one booking of a visit, with which the others move. */
interface VisitMove {
  booking: Booking;
  /** On the wall clock of the account. */
  bookedFrom: string;
  /** Undefined if the resource stays. */
  resourceId?: number | null | undefined;
  /** The other resources by the needs of the service. Undefined if none changes. */
  resources?: NeedResourcesInput[] | undefined;
}

/** Moves the active bookings of a visit by the time by which one of them moves. @returns those that have moved */
export function moveVisitWith(
  { booking, bookedFrom, resourceId, resources }: VisitMove,
  bookings: readonly Booking[],
  messages: MessageChoice,
): Promise<Booking[]> {
  const minutes = minutesBetween(wallTime(booking.bookedFrom), bookedFrom);
  const items = bookings.map(({ id, bookedFrom: before }) => ({
    id,
    bookedFrom: addMinutes(wallTime(before), minutes),
    ...(id === booking.id && resourceId !== undefined && { resourceId }),
    ...(id === booking.id && resources && { resources }),
  }));
  return moveItems(booking.visitId, items, { messages, ignoreExternalBusy: false });
}

/** Moves the bookings of a visit to where they were before, with the resources that they had. */
export function putVisitBack(before: readonly Booking[], messages: MessageChoice): Promise<Booking[]> {
  const items = before.map((booking) => {
    const { id, bookedFrom, bookedTo, resourceId } = booking;
    const resources = namedResourcesOf(booking);
    return {
      ...{ id, resourceId, bookedFrom: wallTime(bookedFrom), bookedTo: wallTime(bookedTo) },
      ...(resources.length > 0 && { resources }),
    };
  });
  return moveItems(before[0]?.visitId ?? null, items, { messages, ignoreExternalBusy: true });
}

async function moveItems(
  visitId: number | null,
  items: VisitItemMoveInput[],
  options: { messages: MessageChoice; ignoreExternalBusy: boolean },
): Promise<Booking[]> {
  if (visitId === null) return [];
  return (await execute(moveVisit, { id: visitId, input: { items }, ...options })).visit?.bookings ?? [];
}

/** Cancels the active bookings of a visit. @returns all of its bookings */
export async function cancelWholeVisit(id: number, messages: MessageChoice): Promise<Booking[]> {
  return (await execute(cancelVisit, { id, messages })).visit?.bookings ?? [];
}
