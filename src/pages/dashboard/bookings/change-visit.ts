import { addMinutes, minutesBetween } from '../dates.js';
import { wallTime } from '../format.js';
import { execute } from '../graphql/client.js';
import type { MessageChoice, VisitItemMoveInput } from '../graphql/schema.types.js';
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
}

/** Moves the active bookings of a visit by the time by which one of them moves. @returns those that have moved */
export function moveVisitWith(
  { booking, bookedFrom, resourceId }: VisitMove,
  bookings: readonly Booking[],
  messages: MessageChoice,
): Promise<Booking[]> {
  const minutes = minutesBetween(wallTime(booking.bookedFrom), bookedFrom);
  const items = bookings.map(({ id, bookedFrom: before }) => ({
    id,
    bookedFrom: addMinutes(wallTime(before), minutes),
    ...(id === booking.id && resourceId !== undefined && { resourceId }),
  }));
  return moveItems(booking.visitId, items, { messages, ignoreExternalBusy: false });
}

/** Moves the bookings of a visit to where they were before. */
export function putVisitBack(before: readonly Booking[], messages: MessageChoice): Promise<Booking[]> {
  const items = before.map(({ id, bookedFrom, bookedTo, resourceId }) => ({
    ...{ id, resourceId, bookedFrom: wallTime(bookedFrom), bookedTo: wallTime(bookedTo) },
  }));
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
