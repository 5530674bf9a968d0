import { tooManyCharacters } from '../../platform/accepted.js';
import type { FieldErrors } from '../../platform/errors.js';
import { isSafeUrl } from '../../platform/outbound/guarded-fetch.js';
import { addDays } from '../../platform/time/plain-date.js';
import { bookablePeriod } from '../availability/open-times.rules.js';
import { type RequestContext, today } from '../context.js';
import type { CalendarKind } from './calendar-source.entity.js';

export const maxSources = 5;
/** In characters. The address of a CalDAV server is stored as it is, and then begins the addresses of its calendars. */
const maxUrlLength = { ics: 2_048, caldav: 300 };

export const urlMessage = 'must be an address that begins with https:// or webcal://, without a user name and password';

/** Returns the address from which a calendar is read: `webcal` is the scheme by which programs subscribe to one. */
export function toReadableUrl(url: string): string {
  return url.trim().replace(/^webcals?:/i, 'https:');
}

/** Validates a readable address. @param allowPrivate whether a server of this machine may do without TLS */
export function validateUrl(url: string, kind: `${CalendarKind}`, allowPrivate: boolean): FieldErrors {
  if (url.length > maxUrlLength[kind]) return { url: [tooManyCharacters(maxUrlLength[kind])] };
  return isSafeUrl(url, allowPrivate) ? {} : { url: ['is invalid', urlMessage] };
}

/** Returns an address without what is secret in it. */
export function maskedUrl(url: string): string {
  return `${new URL(url).origin}/…`;
}

const minute = 60_000;
/** In milliseconds. The longest pause after failures, and the longest that a `Retry-After` can ask for. */
const longestPause = 6 * 60 * minute;

/**
 * Returns the pause before the next read, in milliseconds: the interval, doubled with each failure in a row.
 *
 * @param wanted the pause that the server asked for. It never shortens the pause
 */
export function pauseAfter(intervalMinutes: number, failures: number, wanted = 0): number {
  const doubled = intervalMinutes * minute * 2 ** Math.min(Math.max(0, failures - 1), 10);
  return Math.min(longestPause, Math.max(doubled, wanted));
}

/** Returns the milliseconds of a header `Retry-After`, in either of its forms; undefined if it has none of them. */
export function retryAfterOf(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const pause = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return Number.isFinite(pause) ? Math.max(0, pause) : undefined;
}

/** In days, as the lead. */
const maxWindow = 400;
/** The time for which a read looks beyond the window, so that a file that does not change need not be read again every day. */
const lead = 7;

/** The time of which the busy times are stored. */
export interface BusyWindow {
  from: Date;
  /** A read stores all busy times until this time, or a later one. */
  needed: Date;
  /** The end of a read that is made now. */
  to: Date;
}

/** Returns the window: today and the bookable period of the account, at most 400 days together. */
export function busyWindow(context: RequestContext): BusyWindow {
  const { zone } = context;
  const first = today(context);
  const after = (days: number): number => zone.startOfDay(addDays(first, days));
  const bookable = bookablePeriod(context).to;
  const needed = Math.min(bookable, after(maxWindow - lead));
  const to = Math.min(needed + lead * 24 * 60 * minute, after(maxWindow));
  return { from: new Date(zone.startOfDay(first)), needed: new Date(needed), to: new Date(to) };
}

/** The resource that a visitor wants to book, or the service, which any of its resources may provide. */
export interface WantedPlace {
  resourceId?: number | null | undefined;
  serviceId?: number | null | undefined;
}

/** Returns the place that the input of a booking names. */
export function wantedPlace(input: unknown): WantedPlace {
  if (typeof input !== 'object' || input === null) return {};
  const idIn = (name: string): number | undefined => {
    const value: unknown = Reflect.get(input, name);
    return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : undefined;
  };
  return { resourceId: idIn('resourceId'), serviceId: idIn('serviceId') };
}
