import type { RequestContext } from '../context.js';
import type { Interval } from '../interval.rules.js';
import { FigureDimension, isRecordDimension } from './figure-dimension.js';
import { emptyKey, type Grouping, type GroupKey } from './grouping.js';
import { checkDimensions, checkGroups } from './grouping.rules.js';
import { recordGrouping } from './record-groupings.queries.js';
import { timeGrouping } from './time-grouping.js';

/** The values of enumerations that are listed even without figures. */
export type ListedTexts = Readonly<Partial<Record<FigureDimension, readonly string[]>>>;

/**
 * Prepares the dimensions of a request: computes their buckets, and reads the active records whose groups are listed.
 *
 * @throws DomainError INVALID on `groupBy` if the dimensions do not combine or have more than 1,000 groups. The number of
 * groups is checked before the first read if it is known without the database.
 */
export async function prepareGroupings(
  context: RequestContext,
  dimensions: readonly FigureDimension[],
  period: Interval,
  texts: ListedTexts = {},
): Promise<readonly Grouping[]> {
  checkDimensions(dimensions);
  const known = dimensions.map((dimension) =>
    isRecordDimension(dimension)
      ? undefined
      : (timeGrouping(context, dimension, period) ?? textGrouping(dimension, texts[dimension] ?? [])),
  );
  checkListed(known.filter((grouping) => grouping !== undefined));
  const groupings = await Promise.all(
    dimensions.map((dimension, index) =>
      isRecordDimension(dimension) ? recordGrouping(context, dimension, period) : known[index],
    ),
  );
  const all = groupings.filter((grouping) => grouping !== undefined);
  checkListed(all);
  return all;
}

function checkListed(groupings: readonly Grouping[]): void {
  checkGroups(groupings.map(({ listed }) => Math.max(1, listed.length)));
}

function textGrouping(dimension: FigureDimension, listed: readonly string[]): Grouping {
  const describe = (key: GroupKey) => {
    const name = key === null ? null : String(key);
    return { ...emptyKey(dimension), name, label: name };
  };
  return { dimension, listed, bucketsOf: () => undefined, describe: async (keys) => keys.map(describe) };
}
