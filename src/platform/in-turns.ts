import { setImmediate as nextTurn } from 'node:timers/promises';

/** 100 records take about 10 ms. */
const itemsPerTurn = 100;

/** Maps items in order. Yields to the event loop after every 100 items, so that other requests are served. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(work(item));
    if (results.length % itemsPerTurn === 0) await nextTurn();
  }
  return results;
}

/** Items with asynchronous work per turn. The decision on a booking takes about 0.5 ms. */
const decisionsPerTurn = 20;

/** Like `mapInTurns` for work that is asynchronous but may never wait. The items are worked on one after the other. */
export async function mapOneByOne<Item, Result>(
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
