import type { MessageKind } from '../../booking/messages/message-choice.rules.js';
import { bookingEntry, formatEntry } from '../../calendar/calendar.rules.js';
import type { RequestContext } from '../../context.js';
import type { BookingDetails } from './booking-details.queries.js';

const kinds: readonly MessageKind[] = ['confirmation', 'modification', 'decline', 'cancellation'];

/**
 * Creates the iCalendar file that adds a booking to the recipient's calendar or removes it. Returns undefined for kinds of
 * messages that neither settle nor end a time.
 */
export function createCalendarFile(
  kind: MessageKind,
  { account, clock }: Pick<RequestContext, 'account' | 'clock'>,
  { booking, service, event }: BookingDetails,
): string | undefined {
  if (!kinds.includes(kind)) return undefined;
  return formatEntry(account, bookingEntry(booking, { service, event }), clock.now());
}
