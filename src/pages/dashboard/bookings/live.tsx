import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { useSignal } from '../../design/signal.js';
import { execute, isLive, subscribe } from '../graphql/client.js';
import type { BookingFilter, During } from '../graphql/schema.types.js';
import { sentencesOfError } from '../graphql/server-error.js';
import { t } from '../texts.js';
import {
  type BookingDetailsFragment,
  type BookingsQuery,
  bookingChanges,
  bookings,
  latestCursor,
} from './bookings.operations.js';

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

export type Booking = BookingDetailsFragment;

interface LiveOptions {
  /** The first read returns the bookings that meet any of these conditions. */
  filters: readonly BookingFilter[];
  /** Only changes of bookings that overlap this period are received. */
  during?: During;
}

/** At most this number of pages of 250 is read for one filter. */
const maxPages = 8;

/** Reads bookings and keeps them current. */
export function useLiveBookings({ filters, during }: LiveOptions): Live<Booking> {
  return useLive<Booking>(JSON.stringify([filters, during]), {
    read: async () => (await Promise.all(filters.map(readAll))).flat(),
    isOlder: (booking, shown) => booking.revisionCount < shown.revisionCount,
    watch: (after, put, onGap) =>
      subscribe(
        bookingChanges,
        { after, ...(during && { during }) },
        {
          onNext: ({ bookingChanged: { cursor, booking } }) => {
            put(booking);
            return cursor;
          },
          onGap,
        },
      ),
  });
}

async function readAll(filter: BookingFilter): Promise<Booking[]> {
  const found: Booking[] = [];
  let after: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const answer: BookingsQuery = await execute(bookings, { filter, after });
    const { nodes, pageInfo } = answer.bookings;
    found.push(...nodes);
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  return found;
}

/** Reports that the page is not current: the data could not be read, or the connection is lost and being restored. */
export function LiveStatus({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isConnected = useSignal(isLive);
  if (error !== undefined) {
    return (
      <div class="notice" role="alert">
        <p>{sentencesOfError(error).join(' ')}</p>
        <Button onClick={onRetry}>{t.bookings.tryAgain}</Button>
      </div>
    );
  }
  return (
    <p class={isConnected ? 'hidden' : 'notice'} role="status">
      {isConnected ? '' : t.bookings.connectionLost}
    </p>
  );
}
