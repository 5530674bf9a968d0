import type { DavServer } from '../../platform/caldav/dav-request.js';
import type { RequestContext } from '../context.js';
import { type CalendarSource, secretPasswordColumn } from './calendar-source.entity.js';

/** The sign-in of a calendar source at its server. */
export type CalDavSignIn = Pick<CalendarSource, 'url' | 'username' | 'secretPassword'>;

/** @param timeout milliseconds for all requests together */
export function davServerOf(
  db: RequestContext['db'],
  { url, username, secretPassword }: CalDavSignIn,
  { timeout, allowPrivate }: { timeout: number; allowPrivate: boolean },
): DavServer {
  return {
    url,
    username: username ?? '',
    password: secretPassword === null ? '' : db.open(secretPasswordColumn, secretPassword),
    allowPrivate,
    endsAt: performance.now() + timeout,
  };
}
