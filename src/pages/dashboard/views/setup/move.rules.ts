import { addDays, isDate } from '../../dates.js';

/** A move of more days should be several moves. */
export const maxMovedDays = 31;

/** Returns the dates from the first to the last. @throws Error with a sentence if they are too many or in the wrong order */
export function datesBetween(first: string, last: string): string[] {
  if (!isDate(first) || !isDate(last)) throw new Error('Enter a date.');
  if (last < first) throw new Error('The last day must not be before the first.');
  const dates = [first];
  for (let date = first; date < last; date = addDays(date, 1)) {
    if (dates.length === maxMovedDays) throw new Error(`Move at most ${maxMovedDays} days at once.`);
    dates.push(addDays(date, 1));
  }
  return dates;
}
