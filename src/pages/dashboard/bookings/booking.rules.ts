import type { BookingStatus } from '../graphql/schema.types.js';
import type { BookingDetailsFragment as Booking } from './bookings.operations.js';

/** The appearance of a booking: a name, a symbol and a class, so that the colour is never the only difference. */
interface Appearance {
  name: string;
  symbol: string;
  class: string;
}

const byState: Readonly<Record<Booking['state'], Appearance>> = {
  AWAITING_VERIFICATION: { name: 'Awaiting verification', symbol: '◔', class: 'hold' },
  AWAITING_PAYMENT: { name: 'Awaiting payment', symbol: '◔', class: 'hold' },
  AWAITING_CONFIRMATION: { name: 'Awaiting confirmation', symbol: '?', class: 'unconfirmed' },
  CONFIRMED: { name: 'Confirmed', symbol: '✓', class: 'confirmed' },
  CANCELLED: { name: 'Cancelled', symbol: '✕', class: 'ended' },
  DECLINED: { name: 'Declined', symbol: '✕', class: 'ended' },
  DELETED: { name: 'Deleted', symbol: '✕', class: 'ended' },
  VERIFICATION_EXPIRED: { name: 'Expired', symbol: '✕', class: 'ended' },
};

const byStatus: Readonly<Record<NonNullable<Booking['status']>, Appearance>> = {
  CHECKED_IN: { name: 'Arrived', symbol: '●', class: 'arrived' },
  IN_PROGRESS: { name: 'In progress', symbol: '▶', class: 'arrived' },
  COMPLETED: { name: 'Completed', symbol: '■', class: 'completed' },
  NO_SHOW: { name: 'No-show', symbol: '!', class: 'no-show' },
};

export function appearanceOf({ state, status }: Pick<Booking, 'state' | 'status'>): Appearance {
  return state === 'CONFIRMED' && status !== null ? byStatus[status] : byState[state];
}

/** A hold expires unless it is verified or paid. */
export function isHold({ state }: Pick<Booking, 'state'>): boolean {
  return state === 'AWAITING_VERIFICATION' || state === 'AWAITING_PAYMENT';
}

/** The person, or what else names a booking. */
export function nameOf({ person, title, id }: Booking): string {
  return person?.name || person?.email || person?.phoneNumber || title || `Booking ${id}`;
}

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
