import { IANAZone } from 'luxon';
import { dateOfEpochDay, epochDayOf, type PlainDate } from './plain-date.js';
import { formatWallTime } from './wall-time.js';

const msPerSecond = 1000;
const msPerMinute = 60 * msPerSecond;
const msPerDay = 24 * 60 * msPerMinute;

/** The format of `Intl`: GMT, GMT+05:45, GMT-00:44:30. */
const longOffsetPattern = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/;

/** Shorter than the time between any two changes of an offset. The shortest was a week less an hour (Noronha, 2000). */
const probeStep = 5 * msPerDay;
/** Offsets are computed for a span of this length when an instant in it is first used. */
const spanLength = 80 * probeStep;

/** A time zone of the IANA database. Converts between instants (epoch milliseconds) and wall-clock times. */
export interface Zone {
  /** The IANA name as passed to `zoneOf`. */
  readonly name: string;
  /** Minutes east of UTC; offsets with seconds, last used in 1972, are rounded to the minute. */
  offsetAt(epochMs: number): number;
  /** `YYYY-MM-DDThh:mm:ss±hh:mm`, never `Z` (spec, Formats); milliseconds are truncated. */
  format(epochMs: number): string;
  dateAt(epochMs: number): PlainDate;
  /** Minutes on the wall clock since 00:00, 0 to 1439. */
  minuteOfDayAt(epochMs: number): number;
  /**
   * Converts a wall-clock time to an instant. A time that a clock change skips moves forward by the gap (02:30 becomes
   * 03:30); of a time that occurs twice, the first is returned.
   * @param minuteOfDay minutes since 00:00 on the wall clock; 1440 is midnight of the next date
   */
  toEpoch(date: PlainDate, minuteOfDay: number, second?: number): number;
  /** Lists the offsets that apply in a half-open period, in order. The first has its `from` at the start of the period. */
  offsetsBetween(from: number, to: number): ZoneOffset[];
  /** Returns the first instant of a date: midnight, or the end of the gap if a clock change skips midnight. */
  startOfDay(date: PlainDate): number;
}

/** An offset, and the first instant of a period at which it applies. */
export interface ZoneOffset {
  readonly from: number;
  /** Minutes east of UTC. */
  readonly offset: number;
}

/** A period of constant offset within a span. */
interface Stretch {
  readonly from: number;
  readonly offset: number;
  /** The offset written `±hh:mm`. */
  readonly suffix: string;
  readonly previous: Stretch | undefined;
}

/** The part of an instant from `T` to the colon before the seconds, by minute of the day. */
const minuteTexts = Array.from({ length: 24 * 60 }, (_, minute) => `T${formatWallTime(minute)}:`);
const secondTexts = Array.from({ length: 60 }, (_, second) => String(second).padStart(2, '0'));

const zones = new Map<string, Zone>();

/** @throws RangeError if the name is not an IANA zone (see `isZone`) */
export function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  if (!isZone(name)) throw new RangeError(`Unknown time zone: ${name}`);
  const zone = new TabledZone(name);
  zones.set(name, zone);
  return zone;
}

/** Whether the name is an IANA zone. A bare offset (`+01:00`) is not. */
export function isZone(name: string): boolean {
  return /^[a-z]/i.test(name) && IANAZone.isValidZone(name);
}

/**
 * Converts a wall-clock time as `Zone.toEpoch` describes.
 * @param offsetAt returns the offset at an instant, in minutes. It changes at most once in two days.
 */
export function toEpochBy(
  offsetAt: (epochMs: number) => number,
  date: PlainDate,
  minuteOfDay: number,
  second: number,
): number {
  const local = epochDayOf(date) * msPerDay + minuteOfDay * msPerMinute + second * msPerSecond;
  const before = offsetAt(local - msPerDay);
  const after = offsetAt(local + msPerDay);
  const byBefore = local - before * msPerMinute;
  const byAfter = local - after * msPerMinute;
  // In a gap neither matches. The offset before the gap moves the time forward.
  return offsetAt(byBefore) !== before && offsetAt(byAfter) === after ? byAfter : byBefore;
}

/**
 * Computes the changes of an offset once, because each instant of a response needs it: to format one takes 0.04 µs of CPU time,
 * by luxon 3.7.2 5 µs; an offset 0.02 and 4.4 µs; an instant of a wall-clock time 0.1 and 15 µs.
 */
class TabledZone implements Zone {
  readonly #rules: Intl.DateTimeFormat;
  /** The last stretch of each computed span. */
  readonly #spans = new Map<number, Stretch>();

  constructor(readonly name: string) {
    this.#rules = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  }

  offsetAt(epochMs: number): number {
    return this.#stretchAt(epochMs).offset;
  }

  format(epochMs: number): string {
    const { offset, suffix } = this.#stretchAt(epochMs);
    const local = epochMs + offset * msPerMinute;
    const day = Math.floor(local / msPerDay);
    const second = Math.floor((local - day * msPerDay) / msPerSecond);
    const minute = Math.floor(second / 60);
    const secondOfMinute = second - minute * 60;
    return dateOfEpochDay(day) + minuteTexts[minute] + (secondTexts[secondOfMinute] + suffix);
  }

  dateAt(epochMs: number): PlainDate {
    return dateOfEpochDay(Math.floor(this.#localAt(epochMs) / msPerDay));
  }

  minuteOfDayAt(epochMs: number): number {
    const local = this.#localAt(epochMs);
    return Math.floor((local - Math.floor(local / msPerDay) * msPerDay) / msPerMinute);
  }

  toEpoch(date: PlainDate, minuteOfDay: number, second = 0): number {
    return toEpochBy((epochMs) => this.offsetAt(epochMs), date, minuteOfDay, second);
  }

  startOfDay(date: PlainDate): number {
    const start = this.toEpoch(date, 0);
    // A gap can move `start` past midnight: then the day began at the end of the gap, with the stretch.
    return Math.max(start - this.minuteOfDayAt(start) * msPerMinute, this.#stretchAt(start).from);
  }

  offsetsBetween(from: number, to: number): ZoneOffset[] {
    const offsets: ZoneOffset[] = [];
    let end = to;
    while (end > from) {
      const { from: start, offset } = this.#stretchAt(end - 1);
      end = Math.max(start, from);
      // A span begins with a stretch of its own, whether or not the offset changes there.
      if (offsets[0]?.offset === offset) offsets.shift();
      offsets.unshift({ from: end, offset });
    }
    return offsets;
  }

  #localAt(epochMs: number): number {
    return epochMs + this.#stretchAt(epochMs).offset * msPerMinute;
  }

  #stretchAt(epochMs: number): Stretch {
    const span = Math.floor(epochMs / spanLength);
    let stretch = this.#spans.get(span);
    if (!stretch) {
      stretch = this.#lastStretchOf(span);
      this.#spans.set(span, stretch);
    }
    while (stretch.from > epochMs && stretch.previous) {
      stretch = stretch.previous;
    }
    return stretch;
  }

  /** Starts one step early, so that a stretch in the first days of the span also begins at its offset change. */
  #lastStretchOf(span: number): Stretch {
    let probe = span * spanLength - probeStep;
    let last = stretchFrom(probe, this.#ruledOffsetAt(probe));
    while (probe < (span + 1) * spanLength) {
      probe += probeStep;
      if (this.#ruledOffsetAt(probe) !== last.offset) {
        const change = this.#endOf(last.offset, probe - probeStep, probe);
        last = stretchFrom(change, this.#ruledOffsetAt(change), last);
      }
    }
    return last;
  }

  /** Finds, to the second, where an offset ends that applies at `from` but not at `to`. */
  #endOf(offset: number, from: number, to: number): number {
    let holds = from;
    let ended = to;
    while (ended - holds > msPerSecond) {
      const middle = holds + Math.floor((ended - holds) / (2 * msPerSecond)) * msPerSecond;
      if (this.#ruledOffsetAt(middle) === offset) {
        holds = middle;
      } else {
        ended = middle;
      }
    }
    return ended;
  }

  #ruledOffsetAt(epochMs: number): number {
    const [, sign, hours = 0, minutes = 0, seconds = 0] = longOffsetPattern.exec(this.#rules.format(epochMs)) ?? [];
    const offset = Math.round(Number(hours) * 60 + Number(minutes) + Number(seconds) / 60);
    return sign === '-' && offset > 0 ? -offset : offset;
  }
}

function stretchFrom(from: number, offset: number, previous?: Stretch): Stretch {
  return { from, offset, suffix: (offset < 0 ? '-' : '+') + formatWallTime(Math.abs(offset)), previous };
}
