import { addDays, midnightOf } from '../../dates.js';
import { execute } from '../../graphql/client.js';
import { reasonOf } from '../../long-work/item-error.js';
import { movableBookings, moveBookings } from './setup.operations.js';

export interface Move {
  /** The ids of the resources. */
  from: number;
  to: number;
  dates: readonly string[];
  /** The first part of the idempotency keys. */
  key: string;
}

export interface DayReport {
  /** The number of bookings that were moved, or would be. */
  moved: number;
  staying: readonly StayingBooking[];
}

export interface StayingBooking {
  id: number;
  bookedFrom: string;
  who: string;
  why: string;
}

/**
 * Moves the bookings of a day that fit, or only looks. The server names refused bookings by their place in the order of time,
 * so the bookings of the day are read first.
 */
export async function moveDay({ from, to, key }: Move, date: string, dryRun: boolean): Promise<DayReport> {
  const period = { from: midnightOf(date), to: midnightOf(addDays(date, 1)) };
  const { bookings } = await execute(movableBookings, { resourceId: from, ...period });
  const answer = await execute(moveBookings, { from, to, date, dryRun, key: `${key}-${date}` });
  if (!answer.moveBookings) throw new Error('The server sent no report.');
  const { items } = answer.moveBookings;
  const moved = new Set(items.flatMap(({ booking }) => booking?.id ?? []));
  const refusals = items.flatMap(({ error }) => error ?? []);
  const staying = bookings.nodes
    .filter(({ id, eventId }) => eventId === null && !moved.has(id))
    .map(({ id, bookedFrom, person, title }, index): StayingBooking => {
      const refusal = refusals[index];
      const who = person?.name ?? person?.email ?? title ?? '';
      return { id, bookedFrom, who, why: refusal ? reasonOf(refusal) : 'Has changed meanwhile.' };
    });
  return { moved: moved.size, staying };
}
