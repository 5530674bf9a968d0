import type { AccountAttributes } from './context.js';

type Owner = Pick<AccountAttributes, 'id' | 'calendarId'>;

/** Returns the UID of a booking or an event in calendars. It never changes, and is that of no other installation. */
export function entryUid({ id: accountId, calendarId }: Owner, kind: 'booking' | 'event', id: number): string {
  return `${kind}-${accountId}-${id}@${calendarId}`;
}

/** Returns whether an entry of a calendar comes from this account, such as from a calendar that subscribes to its feed. */
export function isEntryUid({ id, calendarId }: Owner, uid: string): boolean {
  const name = uid.endsWith(`@${calendarId}`) ? uid.slice(0, -calendarId.length - 1) : '';
  return [`booking-${id}-`, `event-${id}-`].some((prefix) => name.startsWith(prefix));
}
