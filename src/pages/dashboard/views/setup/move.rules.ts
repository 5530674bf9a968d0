import { addDays, isDate } from '../../dates.js';
import { t } from '../../texts.js';

/** A move of more days should be several moves. */
export const maxMovedDays = 31;

/** Returns the dates from the first to the last. @throws Error with a sentence if they are too many or in the wrong order */
export function datesBetween(first: string, last: string): string[] {
  if (!isDate(first) || !isDate(last)) throw new Error(t.setup.move.enterDate);
  if (last < first) throw new Error(t.setup.move.wrongOrder);
  const dates = [first];
  for (let date = first; date < last; date = addDays(date, 1)) {
    if (dates.length === maxMovedDays) throw new Error(t.setup.move.atMost({ days: maxMovedDays }));
    dates.push(addDays(date, 1));
  }
  return dates;
}
