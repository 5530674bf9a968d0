import { useEffect, useRef, useState } from 'preact/hooks';
import { Banner } from '../../design/banner.js';
import { Button } from '../../design/button.js';
import { useSignal } from '../../design/signal.js';
import { formats } from '../format.js';
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
import { asShown } from './pending-ends.js';

interface Read<Item> {
  items: Item[];
  /** Whether there are more than were read. */
  isCut: boolean;
}

interface LiveSource<Item> {
  /** Reads all items, or as many as a page can show. */
  read: () => Promise<Read<Item>>;
  /** Subscribes to the changes after a cursor. @returns a function that ends it */
  watch: (after: string, put: (item: Item) => void, onGap: () => void) => () => void;
  /** Whether an item that is shown must not be replaced by the other one. */
  isOlder: (item: Item, shown: Item) => boolean;
}

export interface Live<Item> {
  /** By id. Undefined until they are read. */
  items: ReadonlyMap<number, Item> | undefined;
  /** The number that is shown, if there are more; undefined if all are shown. */
  cutAt: number | undefined;
  /** The reason why they could not be read. */
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
  const [cutAt, setCutAt] = useState<number>();
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
      const { items: found, isCut } = await source.read();
      if (isEnded) return;
      setError(undefined);
      setCutAt(isCut ? found.length : undefined);
      show(new Map(found.map((item) => [item.id, item])));
      stop = source.watch(cursor, put, reload);
    };
    start().catch((problem) => !isEnded && setError(problem));
    return () => {
      isEnded = true;
      stop();
    };
  }, [key, reloads]);
  return { items: shown, cutAt, error, put, reload };
}

export type Booking = BookingDetailsFragment;

interface LiveOptions {
  /** The first read returns the bookings that meet any of these conditions. */
  filters: readonly BookingFilter[];
  /** Only changes of bookings that overlap this period are received. */
  during?: During;
}

/** At most this number of pages of 750 is read for one filter: more bookings would make a browser slow. */
const maxPages = 8;

/** Reads bookings and keeps them current. */
export function useLiveBookings({ filters, during }: LiveOptions): Live<Booking> {
  return useLive<Booking>(JSON.stringify([filters, during]), {
    read: async () => {
      const parts = await Promise.all(filters.map(readAll));
      return { items: parts.flatMap(({ items }) => items.map(asShown)), isCut: parts.some(({ isCut }) => isCut) };
    },
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

async function readAll(filter: BookingFilter): Promise<Read<Booking>> {
  const items: Booking[] = [];
  let after: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const answer: BookingsQuery = await execute(bookings, { filter, after });
    const { nodes, pageInfo } = answer.bookings;
    items.push(...nodes);
    if (!pageInfo.hasNextPage) return { items, isCut: false };
    after = pageInfo.endCursor;
  }
  return { items, isCut: true };
}

interface LiveStatusProps {
  error: unknown;
  /** The number of bookings that are shown, if there are more. */
  cutAt: number | undefined;
  onRetry: () => void;
}

/**
 * Reports that the page is not complete or not current: there are too many bookings, they could not be read, or the connection
 * is lost and being restored.
 */
export function LiveStatus({ error, cutAt, onRetry }: LiveStatusProps) {
  return (
    <>
      <Connection error={error} onRetry={onRetry} />
      {cutAt !== undefined && (
        <Banner kind="warning" isNew>
          {t.bookings.cut({ shown: formats().number(cutAt) })}
        </Banner>
      )}
    </>
  );
}

function Connection({ error, onRetry }: Pick<LiveStatusProps, 'error' | 'onRetry'>) {
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
