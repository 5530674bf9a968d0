import { addDays } from '../dates.js';

/** The hours of a resource on a date, as pairs of opening and closing times such as `09:00`. */
export interface DayHours {
  resourceId: number;
  date: string;
  openingHours: readonly string[] | null;
}

/** A period on the wall clock of the account, such as `2026-03-03T10:00:00`. */
export interface WallPeriod {
  start: string;
  end: string;
}

/** Returns the periods of a date in which a resource is closed. */
export function closedPeriods({ date, openingHours }: DayHours): WallPeriod[] {
  const closed: WallPeriod[] = [];
  let from = '00:00';
  const pairs = openingHours ?? [];
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const [open = from, close = from] = pairs.slice(index, index + 2);
    if (open > from) closed.push(periodOf(date, from, open));
    from = close;
  }
  if (from < '24:00') closed.push(periodOf(date, from, '24:00'));
  return closed;
}

function periodOf(date: string, from: string, to: string): WallPeriod {
  const end = to === '24:00' ? `${addDays(date, 1)}T00:00:00` : `${date}T${to}:00`;
  return { start: `${date}T${from}:00`, end };
}

/** Whether a resource is open for the whole period. `hours` has its hours on every date of the period. */
export function isOpenDuring({ start, end }: WallPeriod, hours: readonly DayHours[]): boolean {
  return !hours.flatMap(closedPeriods).some((closed) => closed.start < end && start < closed.end);
}
