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
