import { useEffect, useRef, useState } from 'preact/hooks';
import { execute } from '../graphql/client.js';
import { latestCursor } from './bookings.operations.js';

interface LiveSource<Item> {
  /** Reads all items. */
  read: () => Promise<Item[]>;
  /** Subscribes to the changes after a cursor. @returns a function that ends it */
  watch: (after: string, put: (item: Item) => void, onGap: () => void) => () => void;
  /** Whether an item that is shown must not be replaced by the other one. */
  isOlder: (item: Item, shown: Item) => boolean;
}

export interface Live<Item> {
  /** By id. Undefined until they are read. */
  items: ReadonlyMap<number, Item> | undefined;
  /** Why they could not be read. */
  error: unknown;
  /** Shows an item at once, such as the answer of a change, unless a newer one is shown. */
  put: (item: Item) => void;
  /** Reads everything again. */
  reload: () => void;
}

/**
 * Reads items and keeps them current: the subscription begins at a cursor from before the reading, so that no change
 * between the two is missed.
 *
 * @param key everything is read again when it changes
 */
export function useLive<Item extends { id: number }>(key: string, source: LiveSource<Item>): Live<Item> {
  const [shown, setShown] = useState<ReadonlyMap<number, Item>>();
  const [error, setError] = useState<unknown>();
  const [reloads, setReloads] = useState(0);
  const current = useRef(new Map<number, Item>());
  const show = (items: Map<number, Item>) => {
    current.current = items;
    setShown(items);
  };
  const put = (item: Item) => {
    const known = current.current.get(item.id);
    if (!known || !source.isOlder(item, known)) show(new Map(current.current).set(item.id, item));
  };
  const reload = () => setReloads((count) => count + 1);
  useEffect(() => {
    let isEnded = false;
    let stop = () => {};
    const start = async () => {
      const { cursor } = (await execute(latestCursor, {})).changes;
      const found = await source.read();
      if (isEnded) return;
      setError(undefined);
      show(new Map(found.map((item) => [item.id, item])));
      stop = source.watch(cursor, put, reload);
    };
    start().catch((problem) => !isEnded && setError(problem));
    return () => {
      isEnded = true;
      stop();
    };
  }, [key, reloads]);
  return { items: shown, error, put, reload };
}
