import { useCallback, useEffect, useRef } from 'preact/hooks';
import { signal, useSignal } from '../../design/signal.js';
import { showDone } from '../../design/toast.js';
import { delayAct } from '../delayed-act.js';
import type { Pages } from '../use-data.js';
import { removeShown } from './remove-shown.js';

/** The records that were deleted since the page was loaded, or will be once "Undo" is no longer offered. No id is given twice. */
const removed = signal<ReadonlySet<string>>(new Set());
/** The number of deletions that the server refused. */
const refused = signal(0);

/** Names a record among all, such as `/services/12`. @param path that of its `RecordSource` */
export const recordName = (path: string, id: number): string => `${path}/${id}`;

function setRemoved(names: readonly string[], isRemoved: boolean): void {
  const next = new Set(removed.value);
  for (const name of names) {
    if (isRemoved) next.add(name);
    else next.delete(name);
  }
  removed.value = next;
}

/**
 * Leaves records out of the page, and deletes them once the message about it no longer offers "Undo". If they cannot be deleted,
 * the page shows them again, as they are now.
 *
 * @param names see `recordName`
 * @param done says that they are deleted
 * @param remove deletes them, if they have not changed since the user saw them
 */
export function removeLater(names: readonly string[], done: string, remove: () => Promise<unknown>): void {
  const putBack = () => setRemoved(names, false);
  const act = async () => {
    try {
      await removeShown(remove, async () => {});
    } catch (error) {
      putBack();
      refused.value += 1;
      throw error;
    }
  };
  setRemoved(names, true);
  showDone(
    done,
    delayAct(act, putBack, () => {}),
  );
}

/** Returns a function that says whether the page leaves a record out, by its name. It changes with the answers. */
export function useRemoved(): (name: string) => boolean {
  const names = useSignal(removed);
  return useCallback((name) => names.has(name), [names]);
}

/** Reads again what a deletion that was refused may have left out. */
export function useRefusedRemovals(reload: () => Promise<void>): void {
  const count = useSignal(refused);
  const seen = useRef(count);
  useEffect(() => {
    if (seen.current === count) return;
    seen.current = count;
    void reload();
  }, [count]);
}

/** Returns a list without the records that are deleted. @param path that of their `RecordSource` */
export function useKept<Item extends { id: number }>(path: string, pages: Pages<Item>): Pages<Item> {
  const isRemoved = useRemoved();
  const { loaded, items } = pages;
  const { data, reload } = loaded;
  useRefusedRemovals(reload);
  const kept = items.filter(({ id }) => !isRemoved(recordName(path, id)));
  if (data?.totalCount === undefined) return { ...pages, items: kept };
  const totalCount = data.totalCount - (items.length - kept.length);
  return { ...pages, items: kept, loaded: { ...loaded, data: { ...data, totalCount } } };
}
