import { tooManyCharacters } from '../../platform/accepted.js';
import { isSameServer } from '../../platform/caldav/same-server.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { assignAttributes } from '../records/attributes.js';
import { hasControls } from '../text/contact-details.js';
import { toCalendarAddress, validateCalendars } from './caldav-address.rules.js';
import {
  CalendarKind,
  type CalendarSource,
  type CalendarSourceInput,
  secretPasswordColumn,
} from './calendar-source.entity.js';

/** In characters. */
const maxPasswordLength = 255;

type SignIn = Pick<CalendarSource, 'url' | 'username'>;

/**
 * Assigns the attributes of a CalDAV server to a calendar, and returns the errors of the result. A password is for one user
 * of one server: with another of them it must be given again, so that nobody who may change the address gets the password.
 *
 * @param before the sign-in that the stored password is for; undefined for a new calendar
 */
export function assignCalDav(
  { db, allowsPrivateTargets = false }: RequestContext,
  tx: AccountTransaction,
  source: CalendarSource,
  { username, password, calendars, target }: CalendarSourceInput,
  before: SignIn | undefined,
): FieldErrors {
  if (source.kind !== CalendarKind.CALDAV) return onlyForCalDav({ username, password, calendars, target });
  const isOtherServer = before !== undefined && !isSameServer(before.url, source.url);
  if (isOtherServer) Object.assign(source, { calendars: [], target: null });
  const toAddress = (address: string): string => toCalendarAddress(address, source.url);
  const errors = assignAttributes(tx, source, {
    username: username?.trim(),
    calendars: calendars && [...new Set(calendars.map(toAddress))],
    target: target?.trim() ? toAddress(target) : target,
  });
  const isOther = isOtherServer || before?.username !== source.username;
  return {
    ...validateCalendars(source, allowsPrivateTargets),
    ...validateUsername(source.username),
    ...assignPassword(db, source, password || undefined, isOther),
    ...errors,
  };
}

function onlyForCalDav(
  attributes: Readonly<Record<string, string | readonly string[] | null | undefined>>,
): FieldErrors {
  const given = Object.entries(attributes).filter(([, value]) => value && value.length > 0);
  return Object.fromEntries(
    given.map(([name]) => [name, ['must be blank', 'only calendars of the kind caldav have it']]),
  );
}

/** Basic authentication separates the user name from the password by a colon. */
function validateUsername(username: string | null): FieldErrors {
  if (username === null) return { username: ["can't be blank"] };
  return hasControls(username) || username.includes(':') ? { username: ['is invalid'] } : {};
}

function assignPassword(
  db: RequestContext['db'],
  source: CalendarSource,
  password: string | undefined,
  isOther: boolean,
): FieldErrors {
  if (password === undefined) {
    if (source.secretPassword === null) return { password: ["can't be blank"] };
    return isOther ? { password: ["can't be blank", 'the stored one is for another server or user name'] } : {};
  }
  if (password.length > maxPasswordLength) return { password: [tooManyCharacters(maxPasswordLength)] };
  if (hasControls(password)) return { password: ['is invalid'] };
  const { secretPassword } = source;
  // Sealing the same text again gives another value.
  const isSame = secretPassword !== null && db.open(secretPasswordColumn, secretPassword) === password;
  if (!isSame) source.secretPassword = db.seal(secretPasswordColumn, password);
  return {};
}
