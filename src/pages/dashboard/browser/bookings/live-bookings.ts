import { useEffect, useRef, useState } from 'preact/hooks';
import { execute, subscribe } from '../graphql/client.js';
import {
  type BookingChangesSubscription,
  type BookingDetailsFragment,
  type BookingFilter,
  type BookingsQuery,
  bookingChanges,
  bookings,
  type During,
  latestCursor,
} from './bookings.operations.js';

export type Booking = BookingDetailsFragment;

interface LiveOptions {
  /** What is read at first: bookings that meet any of these conditions. */
  filters: readonly BookingFilter[];
  /** Only changes of bookings that overlap this period are received. */
  during?: During;
}

export interface LiveBookings {
  /** By id. Undefined until they are read. */
  bookings: ReadonlyMap<number, Booking> | undefined;
  /** Why they could not be read. */
  error: unknown;
  /** Shows a booking at once, such as the answer of a change, unless a newer revision is shown. */
  put: (booking: Booking) => void;
  /** Reads everything again. */
  reload: () => void;
}

/** At most this number of pages of 250 is read for one filter. */
const maxPages = 8;

/**
 * Reads bookings and keeps them current: the subscription begins at a cursor from before the reading, so that no change
 * between the two is missed.
 */
export function useLiveBookings({ filters, during }: LiveOptions): LiveBookings {
  const [shown, setShown] = useState<ReadonlyMap<number, Booking>>();
  const [error, setError] = useState<unknown>();
  const [reloads, setReloads] = useState(0);
  const current = useRef(new Map<number, Booking>());
  const put = (booking: Booking) => {
    const known = current.current.get(booking.id);
    if (known && known.revisionCount > booking.revisionCount) return;
    current.current = new Map(current.current).set(booking.id, booking);
    setShown(current.current);
  };
  const key = JSON.stringify([filters, during, reloads]);
  useEffect(() => {
    let isEnded = false;
    let stop = () => {};
    const start = async () => {
      const after = (await execute(latestCursor, {})).changes.cursor;
      const found = (await Promise.all(filters.map(readAll))).flat();
      if (isEnded) return;
      current.current = new Map(found.map((booking) => [booking.id, booking]));
      setError(undefined);
      setShown(current.current);
      const onNext = ({ bookingChanged: { cursor, booking } }: BookingChangesSubscription) => {
        put(booking);
        return cursor;
      };
      const onGap = () => setReloads((count) => count + 1);
      stop = subscribe(bookingChanges, { after, ...(during && { during }) }, { onNext, onGap });
    };
    start().catch((problem) => !isEnded && setError(problem));
    return () => {
      isEnded = true;
      stop();
    };
  }, [key]);
  return { bookings: shown, error, put, reload: () => setReloads((count) => count + 1) };
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
