import { addMinutes } from '../../dates.js';

/** An entry of a grid with hours, on the wall clock of the account. */
interface Timed {
  start: string;
  end: string;
}

/** Entries at the same time, of which a column has room for some. */
export interface Crowds<Entry> {
  /** The entries that are shown, with their lane; undefined where all have room. */
  shown: { entry: Entry; lane: number | undefined }[];
  /** The hours in which others begin, with their number. */
  more: { start: string; end: string; count: number }[];
}

/**
 * Finds which entries of one column are shown if at most `lanes` of them have room beside each other. Entries stay that
 * begin first, then those that last longest. The others are counted by the hour in which they begin.
 */
export function crowdsOf<Entry extends Timed>(entries: readonly Entry[], lanes: number): Crowds<Entry> {
  const sorted = entries.toSorted(
    (one, other) => one.start.localeCompare(other.start) || other.end.localeCompare(one.end),
  );
  const crowds: Crowds<Entry> = { shown: [], more: [] };
  for (const group of groupsOf(sorted)) {
    const ends: string[] = [];
    const placed = group.map((entry) => {
      const free = ends.findIndex((end) => end <= entry.start);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = endOf(entry);
      return { entry, lane };
    });
    const isCrowded = ends.length > lanes;
    for (const { entry, lane } of placed) {
      if (lane < lanes) crowds.shown.push({ entry, lane: isCrowded ? lane : undefined });
    }
    const left = placed.filter(({ lane }) => lane >= lanes);
    for (const [hour, begun] of Map.groupBy(left, ({ entry }) => `${entry.start.slice(0, 13)}:00:00`)) {
      crowds.more.push({ start: hour, end: addMinutes(hour, 60), count: begun.length });
    }
  }
  return crowds;
}

/** Groups entries, in the order of their start, so that those of different groups are at different times. */
function groupsOf<Entry extends Timed>(sorted: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = [];
  let end = '';
  for (const entry of sorted) {
    const last = groups.at(-1);
    if (last && entry.start < end) last.push(entry);
    else groups.push([entry]);
    if (endOf(entry) > end) end = endOf(entry);
  }
  return groups;
}

/** The grid draws an entry at least this high, in minutes. */
const shortest = 15;

function endOf({ start, end }: Timed): string {
  const least = addMinutes(start, shortest);
  return end > least ? end : least;
}
