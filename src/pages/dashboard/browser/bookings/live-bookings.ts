import { execute, subscribe } from '../graphql/client.js';
import {
  type BookingDetailsFragment,
  type BookingFilter,
  type BookingsQuery,
  bookingChanges,
  bookings,
  type During,
} from './bookings.operations.js';
import { type Live, useLive } from './live.js';

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
