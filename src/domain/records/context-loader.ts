import DataLoader from 'dataloader';
import type { RequestContext } from '../context.js';

/** Reads the values of distinct ids. Ids without a value are missing from the map. */
type ReadValues<Value> = (context: RequestContext, ids: readonly number[]) => Promise<ReadonlyMap<number, Value>>;

/**
 * Creates a function that loads one value by id. All ids of the same context and tick are read at once. Nothing is
 * cached: a later operation of the same context may follow a change.
 *
 * @param missing the value of ids that `readValues` does not return
 */
export function createContextLoader<Value, Missing>(
  readValues: ReadValues<Value>,
  missing: Missing,
): (context: RequestContext, id: number) => Promise<Value | Missing> {
  const loaders = new WeakMap<RequestContext, DataLoader<number, Value | Missing>>();
  return (context, id) => {
    let loader = loaders.get(context);
    if (!loader) {
      const readAll = async (ids: readonly number[]): Promise<(Value | Missing)[]> => {
        const values = await readValues(context, [...new Set(ids)]);
        return ids.map((each) => values.get(each) ?? missing);
      };
      loader = new DataLoader(readAll, { cache: false });
      loaders.set(context, loader);
    }
    return loader.load(id);
  };
}
