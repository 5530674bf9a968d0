import type { FigureSide } from './buckets.rules.js';
import type { Grouping } from './grouping.js';

/**
 * Returns the start of each group and the end of the last, ascending, for figures whose only dimensions are days, weeks
 * and months. Without a dimension these are the limits of the period.
 */
export function calendarCuts(side: FigureSide, groupings: readonly Grouping[]): readonly number[] {
  for (const grouping of groupings) {
    const buckets = grouping.bucketsOf(side);
    if (buckets?.kind === 'calendar') return buckets.cuts;
  }
  return [side.period.from, side.period.to];
}
