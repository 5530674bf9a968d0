import type { Buckets, FigureSide } from './buckets.rules.js';
import type { FigureDimension } from './figure-dimension.js';
import type { FigureKey } from './figures.type.js';

/** The value by which a group is found in one dimension: a bucket, the id of a record or a text. Null if it has none. */
export type GroupKey = number | string | null;

/** One dimension of grouped figures. */
export interface Grouping {
  readonly dimension: FigureDimension;
  /** The keys of the groups that are listed even if they have no figures, in their order. */
  readonly listed: readonly GroupKey[];
  /** Returns the buckets of a side. Undefined if the dimension is not a time. */
  bucketsOf(side: FigureSide): Buckets | undefined;
  /** Describes keys, listed or not. Called once, with all keys of the response. */
  describe(keys: readonly GroupKey[]): Promise<FigureKey[]>;
}

/** A key without an id, a name or a time: that of the group without a value. */
export function emptyKey(dimension: FigureDimension): FigureKey {
  return { dimension, id: null, name: null, label: null, from: null, to: null };
}
