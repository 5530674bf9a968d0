import { createHash } from 'node:crypto';
import { DavError } from '../../platform/caldav/dav-error.js';
import type { DavServer } from '../../platform/caldav/dav-request.js';
import { type DavCalendar, findCalendar, findCalendars } from '../../platform/caldav/find-calendars.js';
import { queryEvents } from '../../platform/caldav/query-events.js';
import { OutboundError } from '../../platform/outbound/guarded-request.js';
import type { StepBudget } from '../../platform/step-budget.js';
import { maxCalendars } from './caldav-address.rules.js';

export interface CalDavRead {
  /** The addresses of the chosen calendars. */
  chosen: readonly string[];
  /** The address of the calendar whose objects are returned; null for none. */
  target: string | null;
  /** The result of the last read; null if it is not to be compared. */
  version: string | null;
  from: Date;
  to: Date;
  maxBytes: number;
  maxEntries: number;
  budget: StepBudget;
}

export interface CalDavFiles {
  /** The objects of the target; undefined if it was not read. */
  ofTarget: readonly string[] | undefined;
  /** The objects of all calendars one after another. */
  file: string;
  /** Of all calendars together. Null if one of them has none. */
  version: string | null;
}

/** Calendars whose versions are asked for at a time. */
const concurrency = 4;

/**
 * Reads the entries of the calendars that count, in a period. Returns undefined if none of them has changed since the last
 * read: servers have a version of each calendar. If one cannot be read, none is, and the error begins with its name.
 *
 * Changes since a sync token were rejected: they need all objects to be stored, to find out what is left of a recurring
 * entry, and save nothing but the transfer of a calendar that has changed.
 *
 * @throws OutboundError, DavError, LimitError, ServerBusy
 */
export async function readCalDav(server: DavServer, read: CalDavRead): Promise<CalDavFiles | undefined> {
  const calendars = read.chosen.length > 0 ? await findChosen(server, read.chosen) : await findAll(server);
  const version = versionOf(calendars);
  if (version !== null && version === read.version) return undefined;
  let ofTarget: string[] | undefined;
  let file = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
  // One after the other, so that no more than the maximum is in memory.
  for (const { url, name } of calendars) {
    const { from, to, maxEntries, budget } = read;
    const query = { url, from, to, maxBytes: read.maxBytes - file.length, maxEntries, budget };
    const objects = await naming(name, () => queryEvents(server, query));
    if (url === read.target) ofTarget = objects;
    for (const object of objects) file += `${object}\r\n`;
  }
  return { file, version, ofTarget };
}

async function findChosen(server: DavServer, chosen: readonly string[]): Promise<DavCalendar[]> {
  const calendars: DavCalendar[] = [];
  for (let start = 0; start < chosen.length; start += concurrency) {
    const some = chosen.slice(start, start + concurrency);
    const find = (url: string) => naming(lastPartOf(url), () => findCalendar(server, url));
    calendars.push(...(await Promise.all(some.map(find))));
  }
  return calendars;
}

async function findAll(server: DavServer): Promise<DavCalendar[]> {
  const listed = await findCalendars(server);
  const calendars = listed.filter((calendar) => countsByDefault(calendar, listed.length));
  if (calendars.length === 0) throw new DavError('the user has no calendar that holds events');
  if (calendars.length > maxCalendars) {
    throw new DavError(`the user has ${calendars.length} calendars: choose at most ${maxCalendars} that count`);
  }
  return calendars;
}

/**
 * Returns whether a calendar counts if none are chosen: it holds events, and they make the user busy. The only one of a
 * server always does, because its address may be the one that was given.
 */
export function countsByDefault({ holdsEvents, isOpaque }: DavCalendar, calendars: number): boolean {
  return calendars === 1 || (holdsEvents && isOpaque);
}

/** Names the calendar in errors that concern it alone. */
async function naming<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DavError && error.status !== 401 && error.status !== 429) throw error.of(name);
    if (error instanceof OutboundError && error.code === 'EMSGSIZE') {
      throw new OutboundError(`${name}: the calendars together are too large (maximum is 10 MB)`);
    }
    throw error;
  }
}

function lastPartOf(url: string): string {
  return new URL(url).pathname.split('/').findLast((part) => part !== '') ?? url;
}

function versionOf(calendars: readonly DavCalendar[]): string | null {
  if (calendars.some(({ version }) => version === undefined)) return null;
  const versions = calendars.map(({ url, version }) => [url, version]).toSorted();
  return createHash('sha256').update(JSON.stringify(versions)).digest('base64url');
}
