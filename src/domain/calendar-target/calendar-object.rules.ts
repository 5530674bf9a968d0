import { isSameServer } from '../../platform/caldav/same-server.js';
import { permanentStates } from '../booking-states.js';
import type { StaffEntry } from '../calendar/calendar-entry.queries.js';

/** Returns the address of an entry in a calendar. The name has only characters that no server encodes. */
export function addressOfEntry(target: string, uid: string): string {
  const name = `${uid.replaceAll(/[^\w-]/g, '-')}.ics`;
  return new URL(name, target.endsWith('/') ? target : `${target}/`).href;
}

/** The ETag to send with the next write of an object that exists: `*`, which is not sent, if the server compares none. */
export function usableEtag(etag: string | null): string {
  return etag === null || etag.startsWith('W/') || etag.length > 255 ? '*' : etag;
}

/** The calendar that is written, as far as it decides what belongs there. */
interface Place {
  resourceId: number;
  /** The address of the calendar; null if nothing is to be there. */
  target: string | null;
  /** The address of the server. */
  url: string;
}

/** An entry in a calendar, as far as it is known from earlier writes. */
export interface KnownEntry {
  href: string | null;
  etag: string | null;
  digest: string | null;
  endsAt: Date;
}

/** The next step that brings a calendar to the present state of a booking. */
export type Step =
  /** Write it at `href`. */
  | { kind: 'write'; entry: StaffEntry; href: string }
  /** Remove it from `href`. `leaves` is where the calendar is another one: what was not removed there is given up. */
  | { kind: 'remove'; href: string; leaves: boolean }
  /** It was written at another server, whose password is no longer known. */
  | { kind: 'leave' }
  /** The calendar has nothing of it. */
  | { kind: 'forget' };

/**
 * Returns the next step. Holds have no entry, because most last minutes; bookings that await confirmation have one. What is
 * over is changed, but not added.
 *
 * @param entry the booking or event as it is now; undefined if it has no entry of its own
 */
export function nextStep(place: Place, known: KnownEntry, entry: StaffEntry | undefined, uid: string, now: Date): Step {
  const { href, endsAt } = known;
  const belongs = entry?.resourceId === place.resourceId && permanentStates.includes(entry.state);
  const wanted = place.target !== null && belongs ? addressOfEntry(place.target, uid) : undefined;
  const isReachable = href !== null && isSameServer(place.url, href);
  if (href !== null && href !== wanted) {
    return isReachable ? { kind: 'remove', href, leaves: wanted !== undefined } : { kind: 'leave' };
  }
  if (entry === undefined || wanted === undefined) return { kind: 'forget' };
  if (href === null && endsAt <= now) return { kind: 'forget' };
  return { kind: 'write', entry, href: wanted };
}

/** Whether a status concerns the whole calendar, so that its other entries wait, too. */
export function concernsCalendar(status: number | null): boolean {
  return status === null || (status >= 300 && status < 400) || ofCalendar.includes(status);
}

const ofCalendar: readonly number[] = [401, 403, 404, 405, 407, 408, 409, 410, 429, 502, 503, 504, 507];

export function writeFailureOf(status: number): string {
  switch (status) {
    case 401:
      return 'the server refuses the user name or the password (status 401)';
    case 403:
      return 'the user may not write into the calendar (status 403)';
    case 404:
    case 409:
    case 410:
      return `there is no calendar at the address (status ${status})`;
    case 412:
      return 'the entry is changed there all the time (status 412)';
    case 423:
      return 'the entry is locked (status 423)';
    case 429:
      return 'the server was asked too often (status 429)';
    case 507:
      return 'the calendar is full (status 507)';
    default:
      return `it answered with status ${status}`;
  }
}
