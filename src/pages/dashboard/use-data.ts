import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { sentencesOfError } from './graphql/server-error.js';

export interface Loaded<Data> {
  /** The latest answer. It stays while the next one is read. */
  data: Data | undefined;
  isLoading: boolean;
  /** The reason why the last read failed. */
  problem: string | undefined;
  reload: () => Promise<void>;
}

/**
 * Reads data when the component appears, and again when `key` changes. An answer that is overtaken by a later read is dropped.
 *
 * @param key identifies what `read` reads, such as its variables as JSON
 */
export function useData<Data>(key: string, read: () => Promise<Data>): Loaded<Data> {
  const [state, setState] = useState<Omit<Loaded<Data>, 'reload'>>({
    data: undefined,
    isLoading: true,
    problem: undefined,
  });
  const latest = useRef(0);
  const reload = useCallback(async () => {
    latest.current += 1;
    const own = latest.current;
    setState((before) => ({ ...before, isLoading: true, problem: undefined }));
    try {
      const data = await read();
      if (own === latest.current) setState({ data, isLoading: false, problem: undefined });
    } catch (error) {
      const problem = sentencesOfError(error).join(' ');
      if (own === latest.current) setState((before) => ({ ...before, isLoading: false, problem }));
    }
  }, [key]);
  useEffect(() => {
    void reload();
    return () => {
      latest.current += 1;
    };
  }, [reload]);
  return { ...state, reload };
}

/** In milliseconds. */
const repeatInterval = 60_000;

/** Reads again every minute what no subscription reports. */
export function useRepeated(reload: () => Promise<void>): void {
  useEffect(() => {
    const timer = setInterval(() => void reload(), repeatInterval);
    return () => clearInterval(timer);
  }, [reload]);
}

/** A page of a list by cursor, as GraphQL sends it. */
export interface Page<Item> {
  nodes: readonly Item[];
  /** The number of items of the whole list, if it is read. */
  totalCount?: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

export interface Pages<Item> {
  /** The first page, or why it could not be read. */
  loaded: Loaded<Page<Item>>;
  /** All items read so far. */
  items: readonly Item[];
  hasMore: boolean;
  /** Reads the next page and adds it. */
  readMore: () => Promise<void>;
}

interface Later<Item> {
  /** The first page that these follow. */
  first: Page<Item> | undefined;
  pages: readonly Page<Item>[];
}

/**
 * Reads a list page by page.
 *
 * @param key identifies the list. When it changes, the list starts again
 * @param read reads the page after a cursor; null is the first
 */
export function usePages<Item>(key: string, read: (after: string | null) => Promise<Page<Item>>): Pages<Item> {
  const loaded = useData(key, () => read(null));
  const [later, setLater] = useState<Later<Item>>({ first: undefined, pages: [] });
  const following = later.first === loaded.data ? later.pages : [];
  const pages = loaded.data ? [loaded.data, ...following] : [];
  const last = pages.at(-1);
  const readMore = async () => {
    if (!last?.pageInfo.hasNextPage) return;
    const next = await read(last.pageInfo.endCursor);
    setLater({ first: loaded.data, pages: [...following, next] });
  };
  return {
    loaded,
    items: pages.flatMap(({ nodes }) => nodes),
    hasMore: last?.pageInfo.hasNextPage ?? false,
    readMore,
  };
}

interface ChangedItems<Item> {
  /** Returns an item of the list, or what the server returned when it was changed. */
  current: (item: Item) => Item;
  /** Keeps an item that the server returned after a change. */
  keep: (item: Item) => void;
  /** Drops the kept items. Call it when the list is requested again, because its answer contains the changes. */
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
