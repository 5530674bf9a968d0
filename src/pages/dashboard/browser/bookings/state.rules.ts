import type { BookingDetailsFragment as Booking } from './bookings.operations.js';

/** The appearance of a booking: a name, a symbol and a class, so that the colour is never the only difference. */
export interface Appearance {
  name: string;
  symbol: string;
  class: string;
}

const byState: Readonly<Record<Booking['state'], Appearance>> = {
  AWAITING_VERIFICATION: { name: 'Awaiting verification', symbol: '⏳', class: 'hold' },
  AWAITING_PAYMENT: { name: 'Awaiting payment', symbol: '⏳', class: 'hold' },
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
