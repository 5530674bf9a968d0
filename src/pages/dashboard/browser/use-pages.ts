import { useState } from 'preact/hooks';
import { type Loaded, useData } from './use-data.js';

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
