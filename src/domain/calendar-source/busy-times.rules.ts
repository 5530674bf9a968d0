import { secondsOfDay, wallSecondAt } from '../../platform/recurrence-rule/rule-text.js';
import { LimitError, StepBudget } from '../../platform/step-budget.js';
import { type Interval, union } from '../../platform/time/interval.js';
import { type Zone, zoneOf } from '../../platform/time/zone.js';
import { endTurn, runInTurns } from '../../platform/turns.js';
import { type FileEntry, parseCalendarFile, UnreadableCalendar } from './calendar-file.rules.js';
import { byteTextOf } from './content-lines.rules.js';
import { addEntries, addPeriods, type Busy } from './entry-times.rules.js';
import { FileZones } from './file-zones.rules.js';

export { UnreadableCalendar } from './calendar-file.rules.js';

export interface BusyTimesOptions {
  /** The account's time zone: that of whole days, of floating times, and of zones that do not exist. */
  zone: string;
  /** The window. Periods are cut to it. */
  from: Date;
  to: Date;
  /** The email addresses of the owner, whose declined invitations do not count. */
  owner?: readonly string[];
  /** Whether an entry is one of this server, which does not count. */
  isOwnUid: (uid: string) => boolean;
  /** The maximum number of busy entries in the window, before overlapping ones are merged. */
  maxEntries: number;
  /** By default, that of `calendarBudget`. */
  budget?: StepBudget;
}

export interface BusyPeriod {
  start: Date;
  end: Date;
}

export interface BusyTimes {
  /** Ascending; they neither overlap nor touch. */
  periods: BusyPeriod[];
  calendarName?: string;
  /** A sentence about entries that could not be read, wholly or in part. The others count. */
  warning?: string;
}

/** About 5 s. A file of 10 MB with 33,000 events takes a fifth, one made to take long would take minutes. */
const maxSteps = 50_000_000;

/**
 * Returns the budget of reading one calendar: all answers of its server, and its entries.
 *
 * @param patience milliseconds after which the server counts as too busy
 */
export function calendarBudget(patience = Number.POSITIVE_INFINITY): StepBudget {
  return new StepBudget(maxSteps, { busyAt: performance.now() + patience });
}

/** In bytes. */
const maxSize = 10_000_000;

/**
 * Reads when the owner of a calendar is busy, from an iCalendar file (RFC 5545) or several after another. Yields to the event
 * loop, so that a file of 10 MB does not hold up other requests.
 *
 * These count: VEVENTs that are neither transparent, cancelled nor declined by the owner, with their recurrences, and busy
 * periods of VFREEBUSYs. VTODOs and VAVAILABILITYs do not: the latter are working hours, which the resource has itself.
 *
 * A worker thread was rejected: it would need 40 MB and 50 ms for itself, and the work can be divided.
 *
 * @param file its bytes; a text if it was decoded already, for which lines folded within a character cannot be joined
 * @throws UnreadableCalendar with a sentence for the owner; ServerBusy
 */
export async function readBusyTimes(
  file: Uint8Array | string,
  { budget = calendarBudget(), ...options }: BusyTimesOptions,
): Promise<BusyTimes> {
  try {
    return await readEntries(file, budget, options);
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    throw new UnreadableCalendar('the calendar takes too long to read: it has too many entries or long series');
  }
}

async function readEntries(
  file: Uint8Array | string,
  budget: StepBudget,
  options: BusyTimesOptions,
): Promise<BusyTimes> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  if (bytes.length > maxSize) throw new UnreadableCalendar(`the calendar is larger than ${maxSize / 1_000_000} MB`);
  const owner = new Set(options.owner?.map((address) => address.trim().toLowerCase()));
  const calendar = await parseCalendarFile(byteTextOf(bytes), { owner, isOwnUid: options.isOwnUid, budget });
  const zone = zoneOf(options.zone);
  const busy = new BusyWindow(options, budget);
  const zones = await runInTurns(FileZones.read(zone, calendar.zones, wallSpanOf(busy.window, zone), budget), budget);
  for (const entries of calendar.entries.values()) await runInTurns(addEntries(entries, zones, busy), budget);
  await runInTurns(addPeriods(calendar.busy, zones, busy), budget);
  await endTurn(budget);
  const { warning } = busy;
  return {
    periods: union(busy.intervals).map(({ from, to }) => ({ start: new Date(from), end: new Date(to) })),
    ...(calendar.name !== undefined && { calendarName: calendar.name }),
    ...(warning !== undefined && { warning }),
  };
}

/** Returns the window on any clock: zones differ by less than two days. */
function wallSpanOf({ from, to }: Interval, zone: Zone) {
  return {
    from: wallSecondAt(from, zone) - 2 * secondsOfDay,
    to: wallSecondAt(to, zone) + 2 * secondsOfDay,
  };
}

class BusyWindow implements Busy {
  readonly window: Interval;
  readonly intervals: Interval[] = [];
  readonly #unread = new Set<FileEntry>();
  #example = '';

  constructor(
    private readonly options: BusyTimesOptions,
    readonly budget: StepBudget,
  ) {
    this.window = { from: options.from.getTime(), to: options.to.getTime() };
  }

  /** Cuts an interval to the window. One without length takes no time. */
  add(interval: Interval): void {
    const from = Math.max(interval.from, this.window.from);
    const to = Math.min(interval.to, this.window.to);
    if (from >= to) return;
    if (this.room < 1) this.rejectTooMany();
    this.intervals.push({ from, to });
  }

  get room(): number {
    return this.options.maxEntries - this.intervals.length;
  }

  rejectTooMany(): never {
    const { maxEntries, from, to } = this.options;
    const [first, last] = [from, to].map((time) => time.toISOString().slice(0, 10));
    throw new UnreadableCalendar(`the calendar has more than ${maxEntries} entries from ${first} to ${last}`);
  }

  reportUnread(entry: FileEntry, reason: string): void {
    this.#unread.add(entry);
    this.#example ||= `${entry.summary ? `"${entry.summary}"` : 'one without a title'}: ${reason}`;
  }

  get warning(): string | undefined {
    const count = this.#unread.size;
    if (count === 0) return undefined;
    return count === 1
      ? `an entry could not be read completely, ${this.#example}`
      : `${count} entries could not be read completely, such as ${this.#example}`;
  }
}
