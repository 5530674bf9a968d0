import { formats } from '../format.js';
import type { BookingStatus } from '../graphql/schema.types.js';
import { followedText } from '../punctuation.js';
import { t } from '../texts.js';
import { deletedText } from './booking-places.rules.js';
import type { BookingDetailsFragment as Booking } from './bookings.operations.js';

type Contact = Pick<NonNullable<Booking['person']>, 'name' | 'email' | 'phoneNumber'>;

/** The appearance of a booking: a name, a symbol and a class, so that the colour is never the only difference. */
interface Appearance {
  name: string;
  symbol: string;
  class: string;
}

const byState: Readonly<Record<Booking['state'], Appearance>> = {
  AWAITING_VERIFICATION: { name: t.bookings.states.AWAITING_VERIFICATION, symbol: '◔', class: 'hold' },
  AWAITING_PAYMENT: { name: t.bookings.states.AWAITING_PAYMENT, symbol: '◔', class: 'hold' },
  AWAITING_CONFIRMATION: { name: t.bookings.states.AWAITING_CONFIRMATION, symbol: '?', class: 'unconfirmed' },
  CONFIRMED: { name: t.bookings.states.CONFIRMED, symbol: '✓', class: 'confirmed' },
  CANCELLED: { name: t.bookings.states.CANCELLED, symbol: '✕', class: 'ended' },
  DECLINED: { name: t.bookings.states.DECLINED, symbol: '✕', class: 'ended' },
  DELETED: { name: t.bookings.states.DELETED, symbol: '✕', class: 'ended' },
  VERIFICATION_EXPIRED: { name: t.bookings.states.VERIFICATION_EXPIRED, symbol: '✕', class: 'ended' },
};

const byStatus: Readonly<Record<NonNullable<Booking['status']>, Appearance>> = {
  CHECKED_IN: { name: t.bookings.states.CHECKED_IN, symbol: '●', class: 'arrived' },
  IN_PROGRESS: { name: t.bookings.states.IN_PROGRESS, symbol: '▶', class: 'arrived' },
  COMPLETED: { name: t.bookings.states.COMPLETED, symbol: '■', class: 'completed' },
  NO_SHOW: { name: t.bookings.states.NO_SHOW, symbol: '!', class: 'no-show' },
};

export function appearanceOf({ state, status }: Pick<Booking, 'state' | 'status'>): Appearance {
  return state === 'CONFIRMED' && status !== null ? byStatus[status] : byState[state];
}

/** A small sign on a booking, with what it means. */
export interface Mark {
  symbol: string;
  name: string;
}

/** Returns the marks by which staff see a booking at a glance. One that is merely confirmed has none. */
export function marksOf(booking: Booking): Mark[] {
  const { name, symbol } = appearanceOf(booking);
  const isPlain = booking.state === 'CONFIRMED' && booking.status === null;
  const deleted = deletedText(booking);
  return [
    ...(deleted === undefined ? [] : [{ symbol: '⚠', name: deleted }]),
    ...(isPlain ? [] : [{ symbol, name }]),
    ...(booking.visitId === null ? [] : [{ symbol: '≡', name: t.bookings.marks.visit }]),
    ...(booking.paidAt === null ? [] : [{ symbol: '¤', name: t.bookings.marks.paid }]),
    ...(booking.isFirstOfPerson ? [{ symbol: '★', name: t.bookings.marks.newCustomer }] : []),
    ...(booking.notes ? [{ symbol: '✎', name: t.bookings.marks.note({ note: booking.notes }) }] : []),
  ];
}

/** A hold expires unless it is verified or paid. */
export function isHold({ state }: Pick<Booking, 'state'>): boolean {
  return state === 'AWAITING_VERIFICATION' || state === 'AWAITING_PAYMENT';
}

type NamedBooking = Pick<Booking, 'id' | 'bookedForName' | 'title'> & { person: Contact | null };

/** The person, with who booked for somebody else, or what else names a booking. */
export function nameOf({ person, bookedForName, title, id }: NamedBooking): string {
  const name = person && personText(person);
  if (bookedForName !== null) return name ? t.bookings.bookedBy({ name: bookedForName, person: name }) : bookedForName;
  return name || title || t.bookings.booking({ id });
}

/** The other bookings of the person at the same time, in words for the staff; undefined if there are none. */
export function overlapText({ overlappingBookings: others }: Pick<Booking, 'overlappingBookings'>): string | undefined {
  if (!others || others.length === 0) return undefined;
  return t.bookings.overlapping({ others: followedText(others.map(placeText)) });
}

/** `10:00–11:00, Massage, Hall`. */
function placeText({
  bookedFrom,
  bookedTo,
  service,
  resource,
}: NonNullable<Booking['overlappingBookings']>[number]): string {
  const { time } = formats();
  return [`${time(bookedFrom)}–${time(bookedTo)}`, service?.title, resource.title].filter(Boolean).join(', ');
}

type Attending = NamedBooking & NonNullable<Booking['overlappingBookings']>[number];

/** The other bookings of people who attend an event at the same time, by person; undefined if there are none. */
export function attendeesElsewhereText(others: readonly Attending[] | null | undefined): string | undefined {
  if (!others || others.length === 0) return undefined;
  return t.bookings.overlapping({
    others: followedText(others.map((other) => `${nameOf(other)}, ${placeText(other)}`)),
  });
}

/** A sentence about a change, with the warning about other bookings of the person. */
export function withOverlaps(done: string, booking: Booking): string {
  return [done, overlapText(booking)].filter(Boolean).join(' ');
}

/** The name of a person, or what else is known; empty for nothing. */
export function personText({ name, email, phoneNumber }: Contact): string {
  return name || email || phoneNumber || '';
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
