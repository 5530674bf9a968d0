import {
  parseRule,
  secondsOfDay,
  stepsOfText,
  type WallClock,
  type WallSecond,
  wallSecondAt,
} from '../../platform/recurrence-rule/rule-text.js';
import { lastSecond, ruleTimes, TooManySteps, type WallSpan } from '../../platform/recurrence-rule/rule-times.js';
import type { StepBudget } from '../../platform/step-budget.js';
import type { Interval } from '../../platform/time/interval.js';
import { instantOf } from '../../platform/time/period.js';
import type { Divided } from '../../platform/turns.js';
import { type FileEntry, UnreadableCalendar } from './calendar-file.rules.js';
import { type FileZones, UnknownZone } from './file-zones.rules.js';
import type { IcalPeriod, Length, Moment } from './ical-property.rules.js';

/** The entry of an interval. */
export interface EntryOccurrence {
  entry: FileEntry;
  /** The original start, in epoch milliseconds; undefined if the entry is no part of a series. */
  original: number | undefined;
}

/** Receives the busy intervals that overlap the window, and why parts of an entry could not be read. */
export interface Busy {
  readonly window: Interval;
  /** The time zone of the whole file. */
  readonly budget: StepBudget;
  /** @param occurrence undefined for a VFREEBUSY */
  add(interval: Interval, occurrence?: EntryOccurrence): void;
  /** The number of intervals that may still be added. */
  readonly room: number;
  /** @throws UnreadableCalendar */
  rejectTooMany(): never;
  reportUnread(entry: FileEntry, reason: string): void;
}

/** Returns the clock of a moment. Dates and floating times are on the account's. */
function clockOf({ isUtc, zoneName }: Moment, zones: FileZones): WallClock {
  return isUtc ? zones.utc : zones.named(zoneName);
}

function toInstant(wall: WallSecond, clock: WallClock): number {
  return instantOf(Math.min(Math.max(wall, firstSecond), lastSecond) * 1000, clock);
}

/** The first second that is converted: earlier ones are before every window. */
const firstSecond: WallSecond = Date.UTC(1000, 0, 1) / 1000;

const instantAt = (moment: Moment, zones: FileZones): number => toInstant(moment.wall, clockOf(moment, zones));

/** The length of an entry: `endAfter` converts the start of one of its occurrences to its end. */
interface Extent {
  endAfter(wall: WallSecond): number;
  /** At least the length in seconds. */
  atMost: number;
}

/**
 * Returns the extent of an entry whose occurrences start on a clock; undefined if it ends before it starts. Occurrences have
 * the length of the first by the wall clock, as programs show them: a night shift ends at 06:00 also if a clock change makes
 * it shorter. A date without an end, or with itself as its end, is a whole day. A time without an end takes no time.
 */
function extentOf(start: Moment, end: Moment | Length | undefined, zones: FileZones): Extent | undefined {
  const clock = clockOf(start, zones);
  const ofWall = (seconds: number, exact = 0): Extent => ({
    endAfter: (wall) => toInstant(wall + seconds, clock) + exact * 1000,
    atMost: seconds + exact + secondsOfDay,
  });
  if (end === undefined) return ofWall(start.isDate ? secondsOfDay : 0);
  if ('seconds' in end) {
    return start.isDate ? ofWall(Math.max(end.wallSeconds + end.seconds, 0)) : ofWall(end.wallSeconds, end.seconds);
  }
  const endClock = clockOf(end, zones);
  const endWall = endClock === clock ? end.wall : wallSecondAt(instantAt(end, zones), clock);
  if (start.isDate && endWall === start.wall) return ofWall(secondsOfDay);
  if (endWall > start.wall) return ofWall(endWall - start.wall);
  // Within an hour that a clock change repeats, an end can be earlier by the wall clock.
  const exact = (instantAt(end, zones) - instantAt(start, zones)) / 1000;
  return exact < 0 ? undefined : ofWall(0, exact);
}

/** Steps of an entry, a date or an occurrence: its times are converted by the zone. */
const stepsOfEntry = 50;
/** Changes of a series that are compared in a step. */
const changesPerStep = 5;

/**
 * Adds the busy times of the entries of one UID: events, series, and the entries that replace occurrences of them.
 *
 * @throws UnreadableCalendar, LimitError
 */
export function* addEntries(entries: readonly FileEntry[], zones: FileZones, busy: Busy): Divided<void> {
  const { budget } = busy;
  if (budget.take(entries.length)) yield undefined;
  const latest = latestOf(entries.filter(({ replaced }) => replaced === undefined));
  const replacing = yield* latestReplacing(entries, zones, busy);
  if (latest.length * replacing.length > maxReplacements) {
    throw new UnreadableCalendar('the calendar has too many entries with the same UID');
  }
  for (const entry of latest) {
    try {
      if (entry.start) yield* addSeries(entry, entry.start, replacing, zones, busy);
      else busy.reportUnread(entry, noStart);
    } catch (error) {
      reportZone(error, entry, busy);
    }
    if (budget.take(stepsOfEntry)) yield undefined;
  }
  for (const entry of replacing) {
    if (entry.isFromThere && latest.length > 0) continue;
    const { start } = entry;
    if (start) inKnownZone(entry, busy, () => addOne(entry, start, zones, busy));
    else busy.reportUnread(entry, noStart);
    if (budget.take(stepsOfEntry)) yield undefined;
  }
}

/** Reports a time in a zone that is unknown. @returns undefined for one */
function inKnownZone<Result>(entry: FileEntry, busy: Busy, read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    reportZone(error, entry, busy);
    return undefined;
  }
}

/** @throws every other error */
function reportZone(error: unknown, entry: FileEntry, busy: Busy): void {
  if (!(error instanceof UnknownZone)) throw error;
  busy.reportUnread(entry, error.message);
}

const noStart = 'it has no start that can be read';

/** The maximum number of series of one UID times their replaced occurrences. */
const maxReplacements = 1_000_000;

/**
 * Returns the entries with the highest SEQUENCE. If several have it, all of them count: programs that give the same UID to
 * different events write no SEQUENCE, and an old time that is also busy does less harm than a missing one.
 */
function latestOf(entries: readonly FileEntry[]): readonly FileEntry[] {
  if (entries.length < 2) return entries;
  const highest = entries.reduce((most, { sequence }) => Math.max(most, sequence), 0);
  return entries.filter(({ sequence }) => sequence === highest);
}

function* latestReplacing(entries: readonly FileEntry[], zones: FileZones, busy: Busy): Divided<FileEntry[]> {
  const byStart = new Map<number, FileEntry[]>();
  for (const entry of entries) {
    const { replaced } = entry;
    if (!replaced) continue;
    const start = inKnownZone(entry, busy, () => instantAt(replaced, zones));
    if (start === undefined) continue;
    const others = byStart.get(start);
    if (others) others.push(entry);
    else byStart.set(start, [entry]);
    if (busy.budget.take(stepsOfEntry)) yield undefined;
  }
  return [...byStart.values()].flatMap(latestOf);
}

function addOne(entry: FileEntry, start: Moment, zones: FileZones, busy: Busy): void {
  if (entry.unreadable) busy.reportUnread(entry, `its ${entry.unreadable} cannot be read`);
  if (!entry.isBusy) return;
  const extent = extentOf(start, entry.end ?? entry.length, zones);
  if (!extent) {
    busy.reportUnread(entry, 'it ends before it starts');
    return;
  }
  const interval = { from: instantAt(start, zones), to: endOf(entry, start, extent, zones) };
  busy.add(interval, { entry, original: entry.replaced && instantAt(entry.replaced, zones) });
}

/** Returns the end of the first occurrence, exactly. */
function endOf({ end }: FileEntry, start: Moment, extent: Extent, zones: FileZones): number {
  const exact = end && !start.isDate ? instantAt(end, zones) : extent.endAfter(start.wall);
  return end && !start.isDate && exact >= instantAt(start, zones) ? exact : extent.endAfter(start.wall);
}

/** Adds an entry without a RECURRENCE-ID: an event, or a series without what replaces parts of it. */
function* addSeries(
  entry: FileEntry,
  start: Moment,
  replacing: readonly FileEntry[],
  zones: FileZones,
  busy: Busy,
): Divided<void> {
  if (entry.rules.length === 0 && entry.added.length === 0 && replacing.length === 0) {
    addOne(entry, start, zones, busy);
    return;
  }
  if (entry.unreadable) busy.reportUnread(entry, `its ${entry.unreadable} cannot be read`);
  const extent = extentOf(start, entry.end ?? entry.length, zones);
  if (!extent) {
    busy.reportUnread(entry, 'it ends before it starts');
    return;
  }
  yield* new Series(entry, start, extent, zones, busy).add(replacing);
}

/** A RANGE=THISANDFUTURE: how the occurrences from an original start differ from those before. */
interface Change {
  from: WallSecond;
  /** In seconds on the wall clock of the series. */
  shift: number;
  extent: Extent;
  entry: FileEntry;
}

/** The maximum number of RRULEs of an entry, and of its EXRULEs. RFC 5545 allows one RRULE. */
const maxRules = 10;

class Series {
  readonly #clock: WallClock;
  readonly #left = new Set<WallSecond>();
  readonly #leftDays = new Set<number>();
  /** Starts that were added already: a date may be that of several rules. */
  readonly #seen = new Set<WallSecond>();
  #changes: readonly Change[] = [];
  #span: WallSpan;

  constructor(
    private readonly entry: FileEntry,
    private readonly start: Moment,
    private readonly extent: Extent,
    private readonly zones: FileZones,
    private readonly busy: Busy,
  ) {
    this.#clock = clockOf(start, zones);
    this.#span = this.#spanOf([]);
  }

  /** Adds the occurrences, without those that are replaced. */
  *add(replacing: readonly FileEntry[]): Divided<void> {
    const { removed, rules, exceptRules, added } = this.entry;
    const { budget } = this.busy;
    const changes: Change[] = [];
    for (const one of replacing) {
      const change = inKnownZone(one, this.busy, () => this.#changeOf(one));
      if (change) changes.push(change);
      else if (one.replaced) this.#leave(one.replaced);
      if (budget.take(stepsOfEntry)) yield undefined;
    }
    for (const moment of removed) {
      inKnownZone(this.entry, this.busy, () => this.#leave(moment));
      if (budget.take(stepsOfEntry)) yield undefined;
    }
    // A free series takes no work: calendars of holidays and birthdays have many.
    if (!this.entry.isBusy && !changes.some(({ entry }) => entry.isBusy)) return;
    this.#changes = changes.toSorted((a, b) => a.from - b.from);
    this.#span = this.#spanOf(this.#changes);
    for (const rule of exceptRules.slice(0, maxRules)) {
      for (const wall of yield* this.#timesOf(rule)) this.#left.add(wall);
    }
    const stepsOfTime = stepsOfEntry + this.#changes.length / changesPerStep;
    this.#add(this.start.wall);
    for (const rule of rules.slice(0, maxRules)) {
      for (const wall of yield* this.#timesOf(rule)) {
        this.#add(wall);
        if (budget.take(stepsOfTime)) yield undefined;
      }
    }
    if (Math.max(rules.length, exceptRules.length) > maxRules) {
      this.busy.reportUnread(this.entry, `it has more than ${maxRules} rules`);
    }
    for (const date of added) {
      inKnownZone(this.entry, this.busy, () => this.#addDate(date));
      if (budget.take(stepsOfTime)) yield undefined;
    }
  }

  /** Returns the starts from which an occurrence can reach into the window, also if a change moves it there. */
  #spanOf(changes: readonly Change[]): WallSpan {
    const later = changes.reduce((most, { shift }) => Math.max(most, shift), 0);
    const earlier = changes.reduce((most, { shift }) => Math.max(most, -shift), 0);
    const longest = changes.reduce((most, { extent }) => Math.max(most, extent.atMost), this.extent.atMost);
    const { from, to } = this.busy.window;
    return {
      from: Math.max(wallSecondAt(from, this.#clock) - longest - Math.min(later, maxShift), firstSecond),
      to: wallSecondAt(to, this.#clock) + Math.min(earlier, maxShift) + secondsOfDay,
    };
  }

  #changeOf(entry: FileEntry): Change | undefined {
    const { replaced, isFromThere, start, end, length } = entry;
    const extent = replaced && isFromThere && start && extentOf(start, end ?? length, this.zones);
    if (!extent) return undefined;
    const from = this.#wallOf(replaced);
    return { from, shift: this.#wallOf(start) - from, extent, entry };
  }

  /** Returns a moment on the clock of the series; one that is floating is on it already. */
  #wallOf(moment: Moment): WallSecond {
    const { wall, isUtc, zoneName, isDate } = moment;
    if (isDate || (!isUtc && zoneName === '') || clockOf(moment, this.zones) === this.#clock) return wall;
    const shown = wallSecondAt(instantAt(moment, this.zones), this.#clock);
    return this.start.isDate ? startOfDay(shown) : shown;
  }

  /** Leaves out an occurrence by its original start, or those of a date. */
  #leave(moment: Moment): void {
    if (moment.isDate) this.#leftDays.add(moment.wall);
    else this.#left.add(this.#wallOf(moment));
  }

  #isLeft(wall: WallSecond): boolean {
    return this.#left.has(wall) || (this.#leftDays.size > 0 && this.#leftDays.has(startOfDay(wall)));
  }

  /** Lists the times of a rule after the first occurrence, in the span. */
  *#timesOf(text: string): Divided<WallSecond[]> {
    const { budget } = this.busy;
    if (budget.take(stepsOfText + text.length)) yield undefined;
    const rule = parseRule(text.replace(/;INTERVAL=0\b/i, ''), this.#clock);
    const times: WallSecond[] = [];
    if (!rule) {
      this.busy.reportUnread(this.entry, `its rule ${text.slice(0, maxShown)} is invalid`);
      return times;
    }
    const first = this.start.wall;
    const last = Math.min(rule.until ?? this.#span.to, this.#span.to);
    if (last < this.#span.from || rule.count === 1) return times;
    let counted = 1;
    const from = rule.count === undefined ? Math.max(first, this.#span.from) : first;
    try {
      for (const time of ruleTimes(rule, first, { budget, span: { from, to: this.#span.to }, maxSteps })) {
        if (time === undefined) yield undefined;
        else if (time > last) break;
        else if (time > first) {
          counted += 1;
          if (time >= this.#span.from) times.push(time);
          if (counted === rule.count || times.length > this.busy.room) break;
        }
      }
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      const title = this.entry.summary || 'one without a title';
      const shown = text.slice(0, maxShown);
      throw new UnreadableCalendar(
        `the calendar has a series, "${title}", whose rule goes through too many times: ${shown}`,
      );
    }
    // Some of them may be before the window, but a series that has so many there has more within it.
    if (times.length > this.busy.room) this.busy.rejectTooMany();
    return times;
  }

  #addDate(added: Moment | IcalPeriod): void {
    if ('wall' in added) {
      // A date without a time has that of the first occurrence.
      const time = added.isDate ? this.start.wall - startOfDay(this.start.wall) : 0;
      this.#add(this.#wallOf(added) + time);
      return;
    }
    const wall = this.#wallOf(added.start);
    if (this.#isLeft(wall) || this.#seen.has(wall) || !this.entry.isBusy) return;
    this.#seen.add(wall);
    const interval = intervalOf(added, this.zones);
    if (interval) this.busy.add(interval, { entry: this.entry, original: interval.from });
  }

  /** Adds an occurrence by its original start. */
  #add(wall: WallSecond): void {
    if (wall < this.#span.from || wall > this.#span.to || this.#isLeft(wall) || this.#seen.has(wall)) return;
    this.#seen.add(wall);
    const change = this.#changes.findLast(({ from }) => from <= wall);
    const { shift, extent, entry } = change ?? { shift: 0, extent: this.extent, entry: this.entry };
    if (!entry.isBusy) return;
    const isFirst = wall === this.start.wall && !change;
    const to = isFirst ? endOf(this.entry, this.start, extent, this.zones) : extent.endAfter(wall + shift);
    const interval = { from: toInstant(wall + shift, this.#clock), to };
    this.busy.add(interval, { entry, original: toInstant(wall, this.#clock) });
  }
}

/** Of one rule: about 60 ms. An hourly rule has them in seven years. */
const maxSteps = 600_000;

/** The maximum length of a rule in a warning. */
const maxShown = 100;

const startOfDay = (wall: WallSecond): WallSecond => Math.floor(wall / secondsOfDay) * secondsOfDay;

/** The most by which a change of a series moves it from outside the window into it: a year. */
const maxShift = 366 * secondsOfDay;

/** Adds the busy periods of VFREEBUSYs. */
export function* addPeriods(periods: readonly IcalPeriod[], zones: FileZones, busy: Busy): Divided<void> {
  for (const period of periods) {
    const interval = intervalOf(period, zones);
    if (interval) busy.add(interval);
    if (busy.budget.take(stepsOfEntry)) yield undefined;
  }
}

/** Returns the interval of a period; undefined if it ends before it starts. */
function intervalOf({ start, end }: IcalPeriod, zones: FileZones): Interval | undefined {
  const extent = extentOf(start, end, zones);
  return extent && { from: instantAt(start, zones), to: extent.endAfter(start.wall) };
}
