import { useState } from 'preact/hooks';

interface ChangedItems<Item> {
  /** Returns an item of the list, or what the server returned when it was changed. */
  current: (item: Item) => Item;
  /** Keeps an item that the server returned after a change. */
  keep: (item: Item) => void;
  /** Called when the list is requested anew: what is read from then on contains the changes. */
  forget: () => void;
}

/** Keeps the items of a list that were changed since it was last requested. A list requested earlier can arrive later. */
export function useChangedItems<Item extends { id: number }>(): ChangedItems<Item> {
  const [changed, setChanged] = useState<ReadonlyMap<number, Item>>(new Map());
  return {
    current: (item) => changed.get(item.id) ?? item,
    keep: (item) => setChanged((before) => new Map([...before, [item.id, item]])),
    forget: () => setChanged(new Map()),
  };
}
