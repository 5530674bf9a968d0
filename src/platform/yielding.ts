import { setImmediate as nextTurn } from 'node:timers/promises';

/** Items between two yields. 100 records take about 10 ms. */
const itemsPerTurn = 100;

/**
 * Yields to the event loop if one of the values is a list of more than 100 items, so that other requests are served between
 * two steps of the work on a long list.
 */
export async function yieldIfLong(values: object): Promise<void> {
  if (hasLongList(values)) await nextTurn();
}

/** Whether one of the values is a list of more than 100 items. */
export function hasLongList(values: object): boolean {
  return Object.values(values).some((value) => Array.isArray(value) && value.length > itemsPerTurn);
}

/** Maps items in order. Yields to the event loop after every 100 items, so that other requests are served. */
export async function mapYielding<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    results.push(work(item, index));
    if (results.length % itemsPerTurn === 0) await nextTurn();
  }
  return results;
}

/** Returns the JSON of a list of what `toValue` makes of the items. Yields like `mapYielding`. */
export async function stringifyYielding<Item>(
  items: readonly Item[],
  toValue: (item: Item, index: number) => object,
): Promise<string> {
  const texts = await mapYielding(items, (item, index) => JSON.stringify(toValue(item, index)));
  return `[${texts.join()}]`;
}

/** Items of asynchronous work between two yields. The decision on a booking takes about 0.5 ms. */
const decisionsPerTurn = 20;

/** Like `mapYielding`, for asynchronous work on one item after the other. Yields also if that work never waits. */
export async function mapSequentially<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    results.push(await work(item, index));
    if (results.length % decisionsPerTurn === 0) await nextTurn();
  }
  return results;
}
