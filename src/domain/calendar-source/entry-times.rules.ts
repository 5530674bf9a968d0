import {
  parseRule,
  secondsOfDay,
  type WallClock,
  type WallSecond,
  wallSecondAt,
} from '../../platform/recurrence-rule/rule-text.js';
import { lastSecond, TooManySteps, visitTimes, type WallSpan } from '../../platform/recurrence-rule/rule-times.js';
import type { Interval } from '../../platform/time/interval.js';
import { instantOf } from '../../platform/time/period.js';
import type { FileEntry } from './calendar-file.rules.js';
import type { FileZones } from './file-zones.rules.js';
import type { Length, Moment, Period } from './ical-property.rules.js';

/** Receives the busy intervals that overlap the window, and why parts of an entry could not be read. */
export interface Busy {
  readonly window: Interval;
  add(interval: Interval): void;
  /** Counts a series, so that many series without any time in the window are not endless work. */
  addSeries(): void;
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
const firstSecond: WallSecond = -Math.floor(Date.UTC(1970, 0, 1) - Date.UTC(1000, 0, 1)) / 1000;

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

/** Adds the busy times of the entries of one UID: events, series, and the entries that replace occurrences of them. */
export function addEntries(entries: readonly FileEntry[], zones: FileZones, busy: Busy): void {
  const latest = latestOf(entries.filter(({ replaced }) => replaced === undefined));
  const replacing = latestReplacing(entries, zones);
  for (const entry of latest) {
    if (entry.start) addSeries(entry, entry.start, replacing, zones, busy);
    else busy.reportUnread(entry, 'it has no start that can be read');
  }
  for (const entry of replacing) {
    if (entry.isFromThere && latest.length > 0) continue;
    if (entry.start) addOne(entry, entry.start, zones, busy);
    else busy.reportUnread(entry, 'it has no start that can be read');
  }
}

/**
 * Returns the entries with the highest SEQUENCE. If several have it, all of them count: programs that give the same UID to
 * different events write no SEQUENCE, and an old time that is also busy does less harm than a missing one.
 */
function latestOf(entries: readonly FileEntry[]): FileEntry[] {
  const highest = entries.reduce((most, { sequence }) => Math.max(most, sequence), 0);
  return entries.length > 1 ? entries.filter(({ sequence }) => sequence === highest) : [...entries];
}

function latestReplacing(entries: readonly FileEntry[], zones: FileZones): FileEntry[] {
  const replacing = entries.filter(({ replaced }) => replaced !== undefined);
  if (replacing.length < 2) return replacing;
  const byStart = Map.groupBy(replacing, ({ replaced }) => (replaced ? instantAt(replaced, zones) : 0));
  return [...byStart.values()].flatMap(latestOf);
}

function addOne(entry: FileEntry, start: Moment, zones: FileZones, busy: Busy): void {
  if (entry.unreadable) busy.reportUnread(entry, `its ${entry.unreadable} cannot be read`);
  if (!entry.isBusy) return;
  const extent = extentOf(start, entry.end ?? entry.length, zones);
  if (extent) busy.add({ from: toInstant(start.wall, clockOf(start, zones)), to: endOf(entry, start, extent, zones) });
  else busy.reportUnread(entry, 'it ends before it starts');
}

/** Returns the end of the first occurrence, exactly. */
function endOf({ end }: FileEntry, start: Moment, extent: Extent, zones: FileZones): number {
  const exact = end && !start.isDate ? instantAt(end, zones) : extent.endAfter(start.wall);
  return end && !start.isDate && exact >= instantAt(start, zones) ? exact : extent.endAfter(start.wall);
}

/** Adds an entry without a RECURRENCE-ID: an event, or a series without what replaces parts of it. */
function addSeries(
  entry: FileEntry,
  start: Moment,
  replacing: readonly FileEntry[],
  zones: FileZones,
  busy: Busy,
): void {
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
  busy.addSeries();
  const series = new Series(entry, start, extent, replacing, zones, busy);
  series.addFirst();
  for (const text of entry.rules) series.addRule(text);
  for (const added of entry.added) series.addDate(added);
}

/** A RANGE=THISANDFUTURE: how the occurrences from an original start differ from those before. */
interface Change {
  from: WallSecond;
  /** In seconds on the wall clock of the series. */
  shift: number;
  extent: Extent;
  isBusy: boolean;
}

class Series {
  readonly #clock: WallClock;
  readonly #left: ReadonlySet<number>;
  readonly #leftDays: ReadonlySet<number>;
  readonly #changes: readonly Change[];
  /** Starts that were added already: a date may be that of several rules. */
  readonly #seen = new Set<WallSecond>();
  readonly #span: WallSpan;

  constructor(
    private readonly entry: FileEntry,
    private readonly start: Moment,
    private readonly extent: Extent,
    replacing: readonly FileEntry[],
    private readonly zones: FileZones,
    private readonly busy: Busy,
  ) {
    this.#clock = clockOf(start, zones);
    const single = replacing.flatMap(({ replaced, isFromThere }) => (replaced && !isFromThere ? [replaced] : []));
    const left = [...entry.removed, ...single];
    this.#left = new Set(left.filter(({ isDate }) => !isDate || start.isDate).map((moment) => this.#wallOf(moment)));
    this.#leftDays = new Set(left.filter(({ isDate }) => isDate).map(({ wall }) => wall / secondsOfDay));
    this.#changes = replacing.flatMap((one) => this.#changeOf(one) ?? []).toSorted((a, b) => a.from - b.from);
    const longest = [extent, ...this.#changes.map((change) => change.extent)].reduce(
      (most, { atMost }) => Math.max(most, atMost),
      0,
    );
    const shifts = this.#changes.map(({ shift }) => shift);
    const { from, to } = busy.window;
    this.#span = {
      from: wallSecondAt(from, this.#clock) - longest - Math.min(Math.max(0, ...shifts), maxShift) - secondsOfDay,
      to:
        wallSecondAt(to, this.#clock) +
        Math.min(Math.max(0, ...shifts.map((shift) => -shift)), maxShift) +
        secondsOfDay,
    };
  }

  /** Returns a moment on the clock of the series; one that is floating is on it already. */
  #wallOf(moment: Moment): WallSecond {
    const { wall, isUtc, zoneName, isDate } = moment;
    if (isDate || (!isUtc && zoneName === '') || clockOf(moment, this.zones) === this.#clock) return wall;
    const shown = wallSecondAt(instantAt(moment, this.zones), this.#clock);
    return this.start.isDate ? Math.floor(shown / secondsOfDay) * secondsOfDay : shown;
  }

  #changeOf({ replaced, isFromThere, start, end, length, isBusy }: FileEntry): Change | undefined {
    const extent = replaced && isFromThere && start && extentOf(start, end ?? length, this.zones);
    if (!extent) return undefined;
    const from = this.#wallOf(replaced);
    return { from, shift: this.#wallOf(start) - from, extent, isBusy };
  }

  addFirst(): void {
    this.#add(this.start.wall);
  }

  addDate(added: Moment | Period): void {
    if ('wall' in added) {
      this.#add(this.#onDate(added));
      return;
    }
    const wall = this.#wallOf(added.start);
    if (this.#isLeft(wall) || this.#seen.has(wall) || !this.entry.isBusy) return;
    this.#seen.add(wall);
    const interval = intervalOf(added, this.zones);
    if (interval) this.busy.add(interval);
  }

  /** A date without a time has the time of the first occurrence. */
  #onDate(added: Moment): WallSecond {
    const wall = this.#wallOf(added);
    return added.isDate ? wall + this.start.wall - Math.floor(this.start.wall / secondsOfDay) * secondsOfDay : wall;
  }

  addRule(text: string): void {
    const rule = parseRule(text.replace(/;INTERVAL=0\b/i, ''), this.#clock);
    if (!rule) {
      this.busy.reportUnread(this.entry, `its rule ${text.slice(0, 100)} is invalid`);
      return;
    }
    const { count, until = Number.POSITIVE_INFINITY } = rule;
    const first = this.start.wall;
    const last = Math.min(until, this.#span.to);
    if (last < this.#span.from || count === 1) return;
    let counted = 1;
    const visit = (time: WallSecond): boolean => {
      if (time > last) return false;
      if (time <= first) return true;
      counted += 1;
      this.#add(time);
      return count === undefined || counted < count;
    };
    const from = count === undefined ? Math.max(first, this.#span.from) : first;
    try {
      visitTimes(rule, first, visit, { from, to: this.#span.to });
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      this.busy.reportUnread(this.entry, `its rule ${text.slice(0, 100)} goes through too many times`);
    }
  }

  /** Adds an occurrence by its original start. */
  #add(wall: WallSecond): void {
    if (wall < this.#span.from || wall > this.#span.to || this.#isLeft(wall) || this.#seen.has(wall)) return;
    this.#seen.add(wall);
    const change = this.#changes.findLast(({ from }) => from <= wall);
    const { shift, extent, isBusy } = change ?? { shift: 0, extent: this.extent, isBusy: this.entry.isBusy };
    if (!isBusy) return;
    const to =
      wall === this.start.wall && !change
        ? endOf(this.entry, this.start, extent, this.zones)
        : extent.endAfter(wall + shift);
    this.busy.add({ from: toInstant(wall + shift, this.#clock), to });
  }

  #isLeft(wall: WallSecond): boolean {
    return this.#left.has(wall) || this.#leftDays.has(Math.floor(wall / secondsOfDay));
  }
}

/** The most by which a change of a series moves it from outside the window into it: a year. */
const maxShift = 366 * secondsOfDay;

/** Returns the interval of a period; undefined if it ends before it starts. */
export function intervalOf({ start, end }: Period, zones: FileZones): Interval | undefined {
  const extent = extentOf(start, end, zones);
  return extent && { from: instantAt(start, zones), to: extent.endAfter(start.wall) };
}
