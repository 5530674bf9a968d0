import ical, { ICalEventStatus } from 'ical-generator';
import { BookingState } from '../booking/booking.entity.js';
import { isActive } from '../booking/booking-state.rules.js';

export const mostEntries = 5_000;
/** How often calendar programs are to look, in seconds. */
const lookEvery = 900;
const programme = '//booking-server//calendar//EN';

/** A booking or an event as a calendar shows it; instants as text in UTC. */
export interface CalendarEntry {
  kind: 'booking' | 'event';
  id: number;
  startsAt: string;
  endsAt: string;
  updatedAt: string;
  /** Grows with every change. */
  revision: number;
  state: BookingState;
  expiresAt: string | null;
  /** What and who it is about; nothing of what staff noted. */
  names: (string | null)[];
}

export interface Calendar {
  accountId: number;
  name: string;
  entries: readonly CalendarEntry[];
  /** When it was read. */
  now: Date;
}

/**
 * A calendar as text (RFC 5545). Times are in UTC: each names its instant whatever the reader's tables of zones say, and
 * every program shows it in its own zone. What is over before its time is told as cancelled, for who has it already.
 *
 * @param host for ids, which must be the same whenever and wherever the calendar is read
 */
export function calendarText({ accountId, name, entries, now }: Calendar, host: string): string {
  const calendar = ical({ name: plain(name), prodId: programme, ttl: lookEvery });
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

/** Without what would begin a line of its own, or no calendar may hold. */
function plain(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}+/gu, ' ');
}
