import { secondsOfDay, wallSecondAt } from '../../platform/recurrence-rule/rule-text.js';
import { LimitError, StepBudget } from '../../platform/step-budget.js';
import type { Interval } from '../../platform/time/interval.js';
import type { Zone } from '../../platform/time/zone.js';
import { type Divided, endTurn, runInTurns } from '../../platform/turns.js';
import { type FileEntry, parseCalendarFile, UnreadableCalendar } from './calendar-file.rules.js';
import { type ByteText, byteTextOf } from './content-lines.rules.js';
import { attendeeOf, type EntryDetails, newDetails, readDetail } from './entry-details.rules.js';
import { addEntries, type Busy, type EntryOccurrence } from './entry-times.rules.js';
import { FileZones } from './file-zones.rules.js';

export interface OccurrenceOptions {
  /** The time zone of whole days and of floating times. */
  zone: Zone;
  /** The starts of the occurrences of series. Other entries are read whenever they are. */
  window: Interval;
  /** The maximum number of entries, and of their occurrences. */
  maxOccurrences: number;
  /** By default about 100 s. A file of 22 MB with 100,000 events takes 10 s, one made to take long would take hours. */
  maxSteps?: number;
}

/** An event, or an occurrence of a series. */
export interface CalendarOccurrence {
  uid: string;
  /** The original start of an occurrence, in epoch milliseconds; undefined if the event is no part of a series. */
  original: number | undefined;
  from: number;
  to: number;
  title: string | undefined;
  notes: string | undefined;
  attendee: { name: string | undefined; email: string | undefined } | undefined;
}

/** The entries of one UID that are not read at all, because one of them is not read completely. */
export interface UnreadEntry {
  /** Empty if it has none. */
  uid: string;
  reason: string;
}

export interface Occurrences {
  occurrences: CalendarOccurrence[];
  unread: UnreadEntry[];
  /** Entries that are cancelled, or whose time is free. */
  leftOut: number;
}

const defaultMaxSteps = 1_000_000_000;

/**
 * Reads the events of an iCalendar file one by one, with those of series within a window, by the rules of `readBusyTimes`.
 * Yields to the event loop.
 *
 * @throws UnreadableCalendar
 */
export async function readOccurrences(
  file: Uint8Array,
  { maxSteps = defaultMaxSteps, ...options }: OccurrenceOptions,
): Promise<Occurrences> {
  try {
    return await readEvents(file, new StepBudget(maxSteps), options);
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    throw new UnreadableCalendar('the calendar takes too long to read: it has too many entries or long series');
  }
}

async function readEvents(
  file: Uint8Array,
  budget: StepBudget,
  { zone, window, maxOccurrences }: OccurrenceOptions,
): Promise<Occurrences> {
  const details = new Map<FileEntry, EntryDetails>();
  const readLine = (entry: FileEntry, name: string, line: ByteText): void => {
    let known = details.get(entry);
    if (known === undefined) {
      known = newDetails();
      details.set(entry, known);
      if (details.size > maxOccurrences) rejectMore(maxOccurrences);
    }
    readDetail(known, name, line);
    if (known.unreadable !== undefined) entry.unreadable ??= known.unreadable;
  };
  const isOwnUid = (): boolean => false;
  const text = byteTextOf(file);
  requireCalendar(text);
  const calendar = await parseCalendarFile(text, { owner: new Set(), isOwnUid, budget, readLine });
  const span = { from: 0, to: wallSecondAt(window.to, zone) + zoneYears * 366 * secondsOfDay };
  const zones = await runInTurns(FileZones.read(zone, calendar.zones, span, budget), budget);
  const found = new FoundOccurrences(window, maxOccurrences, budget);
  let leftOut = 0;
  for (const [key, entries] of calendar.entries) {
    leftOut += entries.filter(({ isBusy }) => !isBusy).length;
    if (typeof key === 'string') await found.read(key, addEntries(entries, zones, found));
    else found.unread.push({ uid: '', reason: `${titleOf(key)} has no UID` });
    if (budget.take(entries.length)) await endTurn(budget);
  }
  const occurrences = found.occurrences.map(({ uid, interval, occurrence: { entry, original } }) => {
    const known = details.get(entry);
    const { title, notes } = known ?? {};
    return { uid, original, ...interval, title, notes, attendee: known && attendeeOf(known) };
  });
  return { occurrences, unread: found.unread, leftOut };
}

function requireCalendar(text: ByteText): void {
  if (!/^\s*BEGIN:VCALENDAR/i.test(text)) {
    throw new UnreadableCalendar('the file is no calendar, which would begin with BEGIN:VCALENDAR');
  }
  // PostgreSQL stores none.
  if (text.includes('\0')) throw new UnreadableCalendar('the file is no calendar: it has a NUL');
}

/** The years after the window for which the zones of the file are read: events may be later. */
const zoneYears = 10;

function rejectMore(maximum: number): never {
  throw new TooManyOccurrences(`the calendar has more than ${maximum} entries`);
}

class TooManyOccurrences extends UnreadableCalendar {}

interface Found {
  uid: string;
  interval: Interval;
  occurrence: EntryOccurrence;
}

class FoundOccurrences implements Busy {
  readonly occurrences: Found[] = [];
  readonly unread: UnreadEntry[] = [];
  #uid = '';
  #reason: string | undefined;

  constructor(
    readonly window: Interval,
    private readonly maximum: number,
    readonly budget: StepBudget,
  ) {}

  /** Reads the entries of one UID, all or none. */
  async read(uid: string, work: Divided<void>): Promise<void> {
    const before = this.occurrences.length;
    this.#uid = uid;
    this.#reason = undefined;
    try {
      await runInTurns(work, this.budget);
    } catch (error) {
      if (!(error instanceof UnreadableCalendar) || error instanceof TooManyOccurrences) throw error;
      this.#reason = error.message;
    }
    if (this.#reason === undefined) return;
    this.occurrences.length = before;
    this.unread.push({ uid, reason: this.#reason });
  }

  add(interval: Interval, occurrence?: EntryOccurrence): void {
    if (occurrence === undefined) return;
    const { from, to } = this.window;
    if (occurrence.original !== undefined && (interval.from < from || interval.from >= to)) return;
    if (this.room < 1) this.rejectTooMany();
    this.occurrences.push({ uid: this.#uid, interval, occurrence });
  }

  get room(): number {
    return this.maximum - this.occurrences.length;
  }

  rejectTooMany(): never {
    rejectMore(this.maximum);
  }

  reportUnread(entry: FileEntry, reason: string): void {
    this.#reason ??= `${titleOf(entry)}: ${reason}`;
  }
}

function titleOf({ summary }: FileEntry): string {
  return summary ? `"${summary}"` : 'an entry without a title';
}
