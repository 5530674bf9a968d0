import ical, { ICalEventStatus } from 'ical-generator';
import { BookingState } from '../booking/booking.entity.js';
import { isActive } from '../booking/booking-state.rules.js';

export const maxEntries = 5_000;
/** How often calendar apps should read the calendar, in seconds. */
const refreshInterval = 900;
const productId = '//booking-server//calendar//EN';

/** A booking or an event in a calendar. Instants are text in UTC. */
export interface CalendarEntry {
  kind: 'booking' | 'event';
  id: number;
  startsAt: string;
  endsAt: string;
  updatedAt: string;
  /** Increases with every change. */
  revision: number;
  state: BookingState;
  expiresAt: string | null;
  /** The titles and names for the summary; notes of the staff are not included. */
  names: (string | null)[];
}

export interface Calendar {
  accountId: number;
  name: string;
  entries: readonly CalendarEntry[];
  /** When the calendar was read. */
  now: Date;
}

/**
 * Formats a calendar as iCalendar text (RFC 5545). Times are in UTC, so that they do not depend on the reader's time
 * zone data. Inactive entries are included as cancelled, so that calendar apps that already have them update them.
 *
 * @param host part of the ids, which must never change
 */
export function formatCalendar({ accountId, name, entries, now }: Calendar, host: string): string {
  const calendar = ical({ name: plain(name), prodId: productId, ttl: refreshInterval });
  for (const entry of entries) {
    const changed = new Date(entry.updatedAt);
    calendar.createEvent({
      id: `${entry.kind}-${accountId}-${entry.id}@${host}`,
      sequence: entry.revision,
      stamp: changed,
      lastModified: changed,
      start: new Date(entry.startsAt),
      end: new Date(entry.endsAt),
      summary: plain(entry.names.filter(Boolean).join(' – ') || 'Busy'),
      status: statusOf(entry, now),
    });
  }
  return `${calendar.toString()}\r\n`;
}

function statusOf(entry: CalendarEntry, now: Date): ICalEventStatus {
  if (!isActive(entry, now)) return ICalEventStatus.CANCELLED;
  return entry.state === BookingState.CONFIRMED ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE;
}

/** Replaces control characters, which iCalendar forbids and which could start a new line. */
function plain(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}+/gu, ' ');
}
