import { lazyPackage } from '../../platform/lazy-package.js';
import {
  parseRule,
  secondsOfDay,
  stepsOfText,
  type WallClock,
  type WallSecond,
} from '../../platform/recurrence-rule/rule-text.js';
import { ruleTimes, TooManySteps, type WallSpan } from '../../platform/recurrence-rule/rule-times.js';
import type { StepBudget } from '../../platform/step-budget.js';
import type { PlainDate } from '../../platform/time/plain-date.js';
import { isZone, toEpochBy, type Zone, zoneOf } from '../../platform/time/zone.js';
import type { Divided } from '../../platform/turns.js';

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

  private constructor(
    readonly accountZone: Zone,
    private readonly found: Map<string, WallClock | undefined>,
    private readonly budget: StepBudget,
  ) {}

  /** Reads the VTIMEZONEs of a file. */
  static *read(
    accountZone: Zone,
    own: ReadonlyMap<string, readonly Observance[]>,
    span: WallSpan,
    budget: StepBudget,
  ): Divided<FileZones> {
    const found = new Map<string, WallClock | undefined>();
    for (const [name, observances] of own) {
      const known = found.size < maxNames ? publicZone(name, budget) : undefined;
      // An abbreviation such as EST may be that of a zone with summer time in the file.
      const isWhole = known?.name.includes('/') || known?.name === 'UTC';
      const zone = isWhole ? known : ((yield* ownZone(observances, span, budget)) ?? known);
      if (zone && found.size < maxNames) found.set(name, zone);
      if (budget.take(0)) yield undefined;
    }
    return new FileZones(accountZone, found, budget);
  }

  /** Returns the zone of a name; that of the account for an empty one. @throws UnknownZone */
  named(name: string): WallClock {
    if (name === '') return this.accountZone;
    if (!this.found.has(name) && this.found.size < maxNames) this.found.set(name, publicZone(name, this.budget));
    const zone = this.found.get(name);
    if (!zone) throw new UnknownZone(name);
    return zone;
  }
}

/** Steps of searching a name: 0.1 ms. */
const stepsOfName = 1_000;

/** Returns the zone that a name has outside of the file. */
function publicZone(name: string, budget: StepBudget): Zone | undefined {
  if (name.length > maxNameLength) return undefined;
  budget.take(stepsOfName);
  return ianaZone(name) ?? windowsZone(name);
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
function* ownZone(
  observances: readonly Observance[],
  span: WallSpan,
  budget: StepBudget,
): Divided<WallClock | undefined> {
  const onsets: Onset[] = [];
  for (const observance of observances) {
    if (onsets.length >= maxOnsets) break;
    onsets.push(...(yield* onsetsOf(observance, span, budget)));
  }
  onsets.sort((a, b) => a.at - b.at);
  return onsets.length > 0 ? new OnsetZone(onsets) : undefined;
}

/** Longer than a year, so that yearly rules have an onset before the span. */
const lead = 800 * secondsOfDay;

/** More than any zone has had. */
const maxOnsets = 1_000;
/** Steps of one rule. A yearly rule takes about 4,000. */
const maxStepsOfRule = 20_000;
/** Steps of a part or an onset. */
const stepsOfOnset = 10;

/** Lists the times from which an observance applies: its first, and those around the span. */
function* onsetsOf(
  { start, offsetFrom, offsetTo, rules, dates }: Observance,
  span: WallSpan,
  budget: StepBudget,
): Divided<Onset[]> {
  if (budget.take(stepsOfOnset * (1 + dates.length))) yield undefined;
  if (start === undefined || offsetFrom === undefined || offsetTo === undefined) return [];
  const found = [start, ...dates.slice(0, maxOnsets)];
  for (const text of rules) {
    if (found.length >= maxOnsets) break;
    if (budget.take(stepsOfText + text.length)) yield undefined;
    const rule = parseRule(text, utc);
    if (!rule || rule.count !== undefined) continue;
    const until = (rule.until ?? span.to) + offsetFrom * 60;
    const from = Math.min(span.from, until) - lead;
    try {
      for (const time of ruleTimes(rule, start, { budget, span: { from, to: span.to }, maxSteps: maxStepsOfRule })) {
        if (time === undefined) yield undefined;
        else if (time > until) break;
        else if (time >= start) found.push(time);
        if (found.length >= maxOnsets || (time !== undefined && time >= span.to)) break;
      }
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
    }
  }
  return found.map((wall) => ({ at: (wall - offsetFrom * 60) * 1000, before: offsetFrom, offset: offsetTo }));
}

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
