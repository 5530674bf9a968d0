import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { BookingState } from '../../booking/booking.entity.js';
import { isOngoing } from '../../booking/booking-state.rules.js';
import type { MessageKind } from '../../booking/messages/message-choice.rules.js';
import type { RequestContext } from '../../context.js';
import type { BookingDetails } from './booking-details.queries.js';

const kinds: readonly MessageKind[] = ['confirmation', 'modification', 'cancellation'];

/**
 * Creates the iCalendar file (RFC 5545), in UTC, that adds a booking to the recipient's calendar or removes it. Returns
 * undefined for kinds of messages that neither settle nor cancel a time.
 */
export function createCalendarFile(
  kind: MessageKind,
  { account, linkAddress }: Pick<RequestContext, 'account' | 'linkAddress'>,
  { booking, service, event, resource }: BookingDetails,
): string | undefined {
  if (!kinds.includes(kind)) return undefined;
  const isCancelled = !isOngoing(booking.state);
  const calendar = ical({
    prodId: { company: 'booking', product: 'booking-server' },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `booking-${account.id}-${booking.id}@${hostOf(linkAddress)}`,
    sequence: booking.revisionCount,
    stamp: booking.updatedAt,
    start: booking.bookedFrom,
    end: booking.bookedTo,
    summary: booking.title ?? event?.title ?? service?.title ?? account.name,
    location: account.address ?? resource?.title ?? null,
    organizer: { name: account.name, email: account.email },
    status: isCancelled
      ? ICalEventStatus.CANCELLED
      : booking.state === BookingState.CONFIRMED
        ? ICalEventStatus.CONFIRMED
        : ICalEventStatus.TENTATIVE,
  });
  return calendar.toString();
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : 'localhost';
}
