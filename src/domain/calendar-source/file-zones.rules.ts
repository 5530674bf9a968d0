import { lazyPackage } from '../../platform/lazy-package.js';
import { parseRule, secondsOfDay, type WallClock, type WallSecond } from '../../platform/recurrence-rule/rule-text.js';
import { TooManySteps, visitTimes, type WallSpan } from '../../platform/recurrence-rule/rule-times.js';
import type { PlainDate } from '../../platform/time/plain-date.js';
import { isZone, toEpochBy, type Zone, zoneOf } from '../../platform/time/zone.js';

/** A STANDARD or DAYLIGHT of a VTIMEZONE. */
export interface Observance {
  start: WallSecond | undefined;
  /** Minutes east of UTC, before and from its start. */
  offsetFrom: number | undefined;
  offsetTo: number | undefined;
  rules: string[];
  dates: WallSecond[];
}

const utc = zoneOf('UTC');
const windowsZones = lazyPackage<{ findIana(name: string): string[] }>('windows-iana');

const maxNameLength = 100;
/** The maximum number of names for which a zone is searched in one file. There are fewer zones. */
const maxNames = 1_000;

/** A name of a zone that neither the file nor the databases define. */
export class UnknownZone extends Error {
  constructor(name: string) {
    super(`its time zone "${name.slice(0, maxNameLength)}" is unknown`);
  }
}

/**
 * The zones of a file. A name is that of the IANA database, also with a prefix such as that of Mozilla, or a name of Windows,
 * then that of a VTIMEZONE in the file. The database comes first, because programs write only the current rule into a
 * VTIMEZONE.
 */
export class FileZones {
  readonly utc: WallClock = utc;
  readonly #found = new Map<string, WallClock | undefined>();

  constructor(
    readonly accountZone: Zone,
    private readonly own: ReadonlyMap<string, readonly Observance[]>,
    private readonly span: WallSpan,
  ) {}

  /** Returns the zone of a name; that of the account for an empty one. @throws UnknownZone */
  named(name: string): WallClock {
    if (name === '') return this.accountZone;
    if (!this.#found.has(name) && this.#found.size < maxNames) this.#found.set(name, this.#search(name));
    const zone = this.#found.get(name);
    if (!zone) throw new UnknownZone(name);
    return zone;
  }

  #search(name: string): WallClock | undefined {
    if (name.length > maxNameLength) return undefined;
    const known = ianaZone(name) ?? windowsZone(name);
    // An abbreviation such as EST may be that of a zone with summer time in the file.
    if (known?.name.includes('/') || known?.name === 'UTC') return known;
    const observances = this.own.get(name);
    return (observances && ownZone(observances, this.span)) ?? known;
  }
}

/** Returns the zone of a name, or of its end if it has the prefix of a program: `/freeassociation.sourceforge.net/Europe/Oslo`. */
function ianaZone(name: string): Zone | undefined {
  const parts = name.split('/');
  const names = [name, ...[3, 2].filter((count) => count < parts.length).map((count) => parts.slice(-count).join('/'))];
  const found = names.find(isZone);
  if (found === undefined) return undefined;
  // Zones are cached by name: a file with a thousand spellings of one must not add to them.
  return zoneOf(new Intl.DateTimeFormat('en', { timeZone: found }).resolvedOptions().timeZone);
}

function windowsZone(name: string): Zone | undefined {
  const found = windowsZones().findIana(name)[0];
  return found !== undefined && isZone(found) ? zoneOf(found) : undefined;
}

interface Onset {
  /** Epoch milliseconds. */
  at: number;
  before: number;
  offset: number;
}

/** Returns the zone of a VTIMEZONE; undefined if none of its parts can be read. */
function ownZone(observances: readonly Observance[], span: WallSpan): WallClock | undefined {
  const onsets = observances.flatMap((observance) => onsetsOf(observance, span)).toSorted((a, b) => a.at - b.at);
  return onsets.length > 0 ? new OnsetZone(onsets) : undefined;
}

/** Longer than a year, so that yearly rules have an onset before the span. */
const lead = 800 * secondsOfDay;

/** Lists the times from which an observance applies: its first, and those around the span. */
function onsetsOf({ start, offsetFrom, offsetTo, rules, dates }: Observance, span: WallSpan): Onset[] {
  if (start === undefined || offsetFrom === undefined || offsetTo === undefined) return [];
  const found = [start, ...dates];
  for (const text of rules) {
    const rule = parseRule(text, utc);
    if (!rule) continue;
    const until = (rule.until ?? span.to) + offsetFrom * 60;
    const from = Math.min(span.from, until) - lead;
    const visit = (time: WallSecond): boolean => {
      if (time <= until && time >= start) found.push(time);
      return time < Math.min(until, span.to) && found.length < maxOnsets;
    };
    try {
      if (rule.count === undefined) visitTimes(rule, start, visit, { from, to: span.to, maxSteps: maxOnsets });
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
    }
  }
  return found.map((wall) => ({ at: (wall - offsetFrom * 60) * 1000, before: offsetFrom, offset: offsetTo }));
}

/** More than any zone has had. */
const maxOnsets = 1_000;

class OnsetZone implements WallClock {
  constructor(private readonly onsets: readonly Onset[]) {}

  offsetAt(epochMs: number): number {
    let low = 0;
    let high = this.onsets.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.onsets[middle]?.at ?? 0) <= epochMs) low = middle + 1;
      else high = middle;
    }
    return low > 0 ? (this.onsets[low - 1]?.offset ?? 0) : (this.onsets[0]?.before ?? 0);
  }

  toEpoch(date: PlainDate, minuteOfDay: number, second = 0): number {
    return toEpochBy((epochMs) => this.offsetAt(epochMs), date, minuteOfDay, second);
  }
}
