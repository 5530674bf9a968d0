import { IANAZone } from 'luxon';
import { dateOfEpochDay, epochDayOf, type PlainDate } from './plain-date.js';
import { formatWallTime } from './wall-time.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** As `Intl` writes it: GMT, GMT+05:45, GMT-00:44:30. */
const LONG_OFFSET = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/;

/** No zone has changed its offset twice within so short a time; the shortest was a week less an hour (Noronha, 2000). */
const PROBE_STEP = 5 * DAY;
/** Offsets are found for so much time at once, when something in it is first asked for. */
const SPAN = 80 * PROBE_STEP;

/** A time zone of the IANA database: the one place where instants (epoch milliseconds) and wall clocks meet. */
export interface Zone {
  /** The IANA name, as it was asked for. */
  readonly name: string;
  /** Minutes east of UTC; offsets with seconds, which ended in 1972, are rounded to the minute. */
  offsetAt(epochMs: number): number;
  /** `YYYY-MM-DDThh:mm:ss±hh:mm`, never `Z` (spec, Formats); milliseconds are cut off. */
  format(epochMs: number): string;
  /** The date on the wall. */
  dateAt(epochMs: number): PlainDate;
  /** Minutes on the wall clock since 00:00, 0 to 1439. */
  minuteOfDayAt(epochMs: number): number;
  /**
   * The instant when the wall shows this date and time. A time that a clock change skips moves forward by the gap
   * (02:30 becomes 03:30); one that occurs twice is the first of the two.
   * @param minuteOfDay wall-clock minutes since 00:00; 1440 is the next date's midnight.
   */
  toEpoch(date: PlainDate, minuteOfDay: number, second?: number): number;
  /** The first instant of the date: midnight, or where a clock change skips midnight, the end of the gap. */
  startOfDay(date: PlainDate): number;
}

/** The time from one change of the offset to the next, within a span. */
interface Stretch {
  readonly from: number;
  readonly offset: number;
  /** The offset written `±hh:mm`. */
  readonly suffix: string;
  readonly previous: Stretch | undefined;
}

const zones = new Map<string, Zone>();

/** The zone of an IANA name. @throws RangeError when there is none (see `isZone`). */
export function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known) {
    return known;
  }
  if (!isZone(name)) {
    throw new RangeError(`Unknown time zone: ${name}`);
  }
  const zone = new TabledZone(name);
  zones.set(name, zone);
  return zone;
}

/** Whether the name is a zone of the IANA database; a bare offset (`+01:00`) is not. */
export function isZone(name: string): boolean {
  return /^[a-z]/i.test(name) && IANAZone.isValidZone(name);
}

class TabledZone implements Zone {
  readonly #rules: Intl.DateTimeFormat;
  /** The last stretch of each span that was asked for. */
  readonly #spans = new Map<number, Stretch>();

  constructor(readonly name: string) {
    this.#rules = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  }

  offsetAt(epochMs: number): number {
    return this.#stretchAt(epochMs).offset;
  }

  format(epochMs: number): string {
    const { offset, suffix } = this.#stretchAt(epochMs);
    const local = epochMs + offset * MINUTE;
    const day = Math.floor(local / DAY);
    const second = Math.floor((local - day * DAY) / SECOND);
    const minute = Math.floor(second / 60);
    const secondOfMinute = second - minute * 60;
    return `${dateOfEpochDay(day)}T${formatWallTime(minute)}${secondOfMinute < 10 ? ':0' : ':'}${secondOfMinute}${suffix}`;
  }

  dateAt(epochMs: number): PlainDate {
    return dateOfEpochDay(Math.floor(this.#localAt(epochMs) / DAY));
  }

  minuteOfDayAt(epochMs: number): number {
    const local = this.#localAt(epochMs);
    return Math.floor((local - Math.floor(local / DAY) * DAY) / MINUTE);
  }

  toEpoch(date: PlainDate, minuteOfDay: number, second = 0): number {
    const local = epochDayOf(date) * DAY + minuteOfDay * MINUTE + second * SECOND;
    const before = this.offsetAt(local - DAY);
    const after = this.offsetAt(local + DAY);
    const byBefore = local - before * MINUTE;
    const byAfter = local - after * MINUTE;
    // In a gap neither holds, and the offset before it is what moves the time forward.
    return this.offsetAt(byBefore) !== before && this.offsetAt(byAfter) === after ? byAfter : byBefore;
  }

  startOfDay(date: PlainDate): number {
    const start = this.toEpoch(date, 0);
    // Moved out of a gap it is past midnight: then the day began with the stretch, at the end of the gap.
    return Math.max(start - this.minuteOfDayAt(start) * MINUTE, this.#stretchAt(start).from);
  }

  #localAt(epochMs: number): number {
    return epochMs + this.#stretchAt(epochMs).offset * MINUTE;
  }

  #stretchAt(epochMs: number): Stretch {
    const span = Math.floor(epochMs / SPAN);
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

  /** Begins a step early, so that in the first days of the span too a stretch is known to begin at its change. */
  #lastStretchOf(span: number): Stretch {
    let probe = span * SPAN - PROBE_STEP;
    let last = stretchFrom(probe, this.#ruledOffsetAt(probe));
    while (probe < (span + 1) * SPAN) {
      probe += PROBE_STEP;
      if (this.#ruledOffsetAt(probe) !== last.offset) {
        const change = this.#endOf(last.offset, probe - PROBE_STEP, probe);
        last = stretchFrom(change, this.#ruledOffsetAt(change), last);
      }
    }
    return last;
  }

  /** The second at which an offset ends that holds at `from` and no longer at `to`. */
  #endOf(offset: number, from: number, to: number): number {
    let holds = from;
    let ended = to;
    while (ended - holds > SECOND) {
      const middle = holds + Math.floor((ended - holds) / (2 * SECOND)) * SECOND;
      if (this.#ruledOffsetAt(middle) === offset) {
        holds = middle;
      } else {
        ended = middle;
      }
    }
    return ended;
  }

  #ruledOffsetAt(epochMs: number): number {
    const [, sign, hours = 0, minutes = 0, seconds = 0] = LONG_OFFSET.exec(this.#rules.format(epochMs)) ?? [];
    const offset = Math.round(Number(hours) * 60 + Number(minutes) + Number(seconds) / 60);
    return sign === '-' && offset > 0 ? -offset : offset;
  }
}

function stretchFrom(from: number, offset: number, previous?: Stretch): Stretch {
  return { from, offset, suffix: (offset < 0 ? '-' : '+') + formatWallTime(Math.abs(offset)), previous };
}
