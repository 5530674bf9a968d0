import ical, { ICalCalendarMethod } from 'ical-generator';
import type { RequestContext } from '../../../domain/context.js';
import type { Booked } from '../../../pages/booking/outcome.js';

/**
 * Formats a booking as an iCalendar file (RFC 5545), in UTC. Its id is that of the files in messages, so that calendars
 * do not show the booking twice.
 */
export function formatBookingFile(
  { account, address, clock }: Pick<RequestContext, 'account' | 'address' | 'clock'>,
  { id, title, from, to }: Booked,
): string {
  const host = URL.canParse(address) ? new URL(address).hostname : 'localhost';
  const calendar = ical({
    prodId: { company: 'booking', product: 'booking-server' },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `booking-${account.id}-${id}@${host}`,
    stamp: clock.now(),
    start: new Date(from),
    end: new Date(to),
    summary: plain(title || account.name),
    location: account.address === null ? null : plain(account.address),
    organizer: { name: plain(account.name), email: account.email },
  });
  return `${calendar.toString()}\r\n`;
}

/** Replaces control characters, which iCalendar forbids and which could start a new line. */
const plain = (text: string): string => text.toWellFormed().replace(/\p{Cc}+/gu, ' ');
