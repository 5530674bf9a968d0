import type { BookingDetailsFragment as Booking, BookingStatus } from './bookings.operations.js';

/** The changes that the staff may make to a booking. */
export type BookingAction = 'confirm' | 'decline' | 'cancel' | BookingStatus | 'clear';

/** The actions that the state of a booking allows. */
export function actionsOf({ state, status, active }: Pick<Booking, 'state' | 'status' | 'active'>): BookingAction[] {
  if (!active) return [];
  if (state === 'AWAITING_CONFIRMATION') return ['confirm', 'decline', 'cancel'];
  if (state !== 'CONFIRMED') return ['cancel'];
  const statuses: BookingStatus[] = ['CHECKED_IN', 'COMPLETED', 'NO_SHOW'];
  const others = statuses.filter((one) => one !== status);
  return [...others, ...(status === null ? [] : ['clear' as const]), 'cancel'];
}

export const actionNames: Readonly<Record<BookingAction, string>> = {
  confirm: 'Confirm',
  decline: 'Decline',
  cancel: 'Cancel the booking',
  CHECKED_IN: 'Check in',
  IN_PROGRESS: 'Begin',
  COMPLETED: 'Complete',
  NO_SHOW: 'No-show',
  clear: 'Undo the status',
};
