import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  type ICalCalendarData,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { languageOf } from '../../platform/language.js';
import { StepBudget } from '../../platform/step-budget.js';
import { zoneOf } from '../../platform/time/zone.js';
import { endTurn } from '../../platform/turns.js';
import { textsIn } from '../../texts/texts.js';
import { type MailSender, mailSender } from '../account/mail-sender.rules.js';
import { dayBookingOf } from '../availability/open-times.rules.js';
import { type Booking, BookingState } from '../booking/booking.entity.js';
import { isActive } from '../booking/states/booking-state.rules.js';
import type { AccountAttributes, MailSettings } from '../context.js';
import { entryUid } from '../entry-uid.rules.js';

export const maxEntries = 5_000;
/** The seconds after which calendar apps should read the calendar again. */
const refreshInterval = 900;
const productId = '//booking-server//calendar//EN';

/** The account of the entries. Its address is their location, and the sender of its emails their organiser. */
export interface CalendarAccount
  extends Pick<AccountAttributes, 'id' | 'calendarId' | 'name' | 'address' | 'timeZone' | 'locale'> {
  organizer: MailSender;
}

interface Owner {
  account: Omit<CalendarAccount, 'organizer'> & Parameters<typeof mailSender>[0];
  mail?: MailSettings | undefined;
}

/** Returns the account of a context as the owner of calendar entries. */
export function calendarAccount({ account, mail }: Owner): CalendarAccount {
  const { id, calendarId, name, address, timeZone, locale } = account;
  return { id, calendarId, name, address, timeZone, locale, organizer: mailSender(account, mail) };
}

/** A booking or an event in a calendar. */
export interface CalendarEntry {
  kind: 'booking' | 'event';
  id: number;
  startsAt: Date;
  endsAt: Date;
  updatedAt: Date;
  /** Increases with every change. */
  revision: number;
  state: BookingState;
  expiresAt: Date | null;
  /** The place where it happens, if it is not at the account's address. */
  locationUrl: string | null;
  /** The kind of day booking of the service; null without a service, and for events. */
  service: Parameters<typeof dayBookingOf>[0] | null;
  /** The titles and names for the summary; notes of the staff are not included. */
  names: readonly (string | null | undefined)[];
  /** The person who booked for the last of `names`, in calendars of staff. */
  bookedBy: string | null;
  /** The number of people who attend an event, and of those who may; null for bookings. */
  attendance: Attendance | null;
}

interface Attendance {
  people: number;
  capacity: number;
}

export interface Calendar {
  account: CalendarAccount;
  name: string;
  entries: readonly CalendarEntry[];
  /** When the calendar was read. */
  now: Date;
}

/** Formats a calendar as iCalendar text (RFC 5545), in turns: 5,000 entries take 0.1 s. */
export function formatCalendar({ account, name, entries, now }: Calendar): Promise<string> {
  return formatEntries(account, entries, now, { name: plain(name), ttl: refreshInterval });
}

async function formatEntries(
  account: CalendarAccount,
  entries: readonly CalendarEntry[],
  now: Date,
  calendar: Omit<ICalCalendarData, 'prodId' | 'events'>,
): Promise<string> {
  const texts: string[] = [];
  const budget = new StepBudget();
  for (const entry of entries) {
    const text = ical({ prodId: productId, events: [toEvent(account, entry, now)] }).toString();
    texts.push(text.slice(text.indexOf('BEGIN:VEVENT'), text.lastIndexOf(calendarEnd)));
    if (budget.take(stepsOfEntry + text.length)) await endTurn(budget);
  }
  const empty = ical({ prodId: productId, ...calendar }).toString();
  return `${empty.slice(0, empty.lastIndexOf(calendarEnd))}${texts.join('')}${calendarEnd}\r\n`;
}

const calendarEnd = 'END:VCALENDAR';
/** Beside its characters. */
const stepsOfEntry = 500;

interface EntryTitles {
  service: (Parameters<typeof dayBookingOf>[0] & { title: string }) | null | undefined;
  event: { title: string | null } | null | undefined;
}

/** Returns the entry of a booking in the calendar of its person. */
export function bookingEntry(
  booking: Pick<
    Booking,
    | 'id'
    | 'revisionCount'
    | 'state'
    | 'title'
    | 'bookedForName'
    | 'locationUrl'
    | 'eventId'
    | 'bookedFrom'
    | 'bookedTo'
    | 'updatedAt'
    | 'expiresAt'
  >,
  { service, event }: EntryTitles,
): CalendarEntry {
  const { id, revisionCount: revision, state, expiresAt, locationUrl } = booking;
  return {
    ...{ kind: 'booking', id, revision, state, expiresAt, locationUrl },
    ...{ startsAt: booking.bookedFrom, endsAt: booking.bookedTo, updatedAt: booking.updatedAt },
    service: booking.eventId === null ? (service ?? null) : null,
    attendance: null,
    names: [booking.title ?? event?.title ?? service?.title, booking.bookedForName],
    bookedBy: null,
  };
}

/** Formats one entry as a file, which adds it to a calendar, changes it there, or removes it if it is not active. */
export function formatEntry(account: CalendarAccount, entry: CalendarEntry, now: Date): string {
  const method = isActive(entry, now) ? ICalCalendarMethod.PUBLISH : ICalCalendarMethod.CANCEL;
  const calendar = ical({ prodId: productId, method, events: [toEvent(account, entry, now)] });
  return `${calendar.toString()}\r\n`;
}

/** Formats the dates of a series as one file. Programs accept several UIDs only as published (RFC 5546, 3.2.1). */
export function formatSeries(account: CalendarAccount, entries: readonly CalendarEntry[], now: Date): Promise<string> {
  return formatEntries(account, entries, now, { method: ICalCalendarMethod.PUBLISH });
}

/** The person who is invited. The address is that to which the email is sent, by which mail programs find their user. */
export interface Attendee {
  name: string | null;
  email: string;
}

/**
 * Formats the invitation of a person to a booking, which mail programs enter into the calendar, update when it comes with a
 * higher SEQUENCE, and remove if the entry is not active (RFC 5546).
 */
export function formatInvitation(
  account: CalendarAccount,
  entry: CalendarEntry,
  { name, email }: Attendee,
  now: Date,
): string {
  const method = isActive(entry, now) ? ICalCalendarMethod.REQUEST : ICalCalendarMethod.CANCEL;
  const attendee = {
    name: name === null ? email : commonName(name),
    ...{ email: mailbox(email), rsvp: false, type: ICalAttendeeType.INDIVIDUAL, role: ICalAttendeeRole.REQ },
    // The person has made the booking, so there is nothing to reply to. Programs show a tentative one as such.
    status: entry.state === BookingState.CONFIRMED ? ICalAttendeeStatus.ACCEPTED : ICalAttendeeStatus.TENTATIVE,
  };
  const event = { ...toEvent(account, entry, now), attendees: [attendee] };
  return `${ical({ prodId: productId, method, events: [event] }).toString()}\r\n`;
}

/**
 * Formats one entry as a resource that is stored in a calendar by CalDAV, which allows no METHOD (RFC 4791, 4.1). It is the
 * same VEVENT as in the feeds, but without an organizer: some servers take an entry with another organizer than their user for
 * an invitation, which the user cannot change.
 */
export function formatStoredEntry(account: CalendarAccount, entry: CalendarEntry, now: Date): string {
  const { organizer: _, ...event } = toEvent(account, entry, now);
  return `${ical({ prodId: productId, events: [event] }).toString()}\r\n`;
}

/**
 * Every VEVENT of this server: in feeds, messages and on pages, so that a calendar which gets an entry by several ways shows
 * it once. Its id never changes and is that of no other installation. Times are in UTC, so that they do not depend on the
 * reader's time zone data; whole days are dates. Inactive entries are included as cancelled, so that calendar apps which
 * already have them update them.
 */
function toEvent(account: CalendarAccount, entry: CalendarEntry, now: Date) {
  const changed = entry.updatedAt;
  return {
    id: entryUid(account, entry.kind, entry.id),
    sequence: entry.revision,
    stamp: changed,
    lastModified: changed,
    ...timeOf(account, entry),
    summary: summaryOf(account, entry),
    location: plain(entry.locationUrl ?? account.address ?? '') || null,
    organizer: { name: commonName(account.organizer.name), email: mailbox(account.organizer.address) },
    status: statusOf(entry, now),
  };
}

function summaryOf({ name, locale }: CalendarAccount, { names, bookedBy, attendance }: CalendarEntry): string {
  const joined = names.filter(Boolean).join(' – ') || name;
  const { messages } = textsIn(languageOf(locale));
  const title = plain(bookedBy === null ? joined : messages.bookedBy({ name: joined, person: bookedBy }));
  return attendance === null ? title : `${title} (${attendance.people}/${attendance.capacity})`;
}

/** Whole days are dates, without the last: calendar apps would show an end at midnight as a day more. */
function timeOf({ timeZone }: CalendarAccount, { startsAt: start, endsAt: end, service }: CalendarEntry) {
  const zone = zoneOf(timeZone);
  const isMidnight = (time: Date): boolean => zone.startOfDay(zone.dateAt(time.getTime())) === time.getTime();
  const isWhole = service !== null && dayBookingOf(service) === 'MIDNIGHT' && isMidnight(start) && isMidnight(end);
  if (!isWhole) return { start, end };
  const dateOf = (time: Date): Date => new Date(`${zone.dateAt(time.getTime())}T00:00:00Z`);
  return { start: dateOf(start), end: dateOf(end), allDay: true };
}

function statusOf(entry: CalendarEntry, now: Date): ICalEventStatus {
  if (!isActive(entry, now)) return ICalEventStatus.CANCELLED;
  return entry.state === BookingState.CONFIRMED ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE;
}

/**
 * The name of a person as the value of a parameter, which cannot contain quotation marks. Their encoding by RFC 6868 is shown
 * as it is by most programs.
 */
function commonName(name: string): string {
  return plain(name).replaceAll('"', "'").replaceAll('^', ' ');
}

/** An email address as it is in a `mailto:` URL (RFC 6068). */
function mailbox(address: string): string {
  return address.replace(/[%?#&/=[\]\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Replaces control characters, which iCalendar forbids and which could start a new line. */
function plain(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}+/gu, ' ');
}
