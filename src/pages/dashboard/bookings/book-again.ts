import { addDays } from '../dates.js';
import { wallTime } from '../format.js';
import { execute } from '../graphql/client.js';
import type { MessageChoice } from '../graphql/schema.types.js';
import { ServerError } from '../graphql/server-error.js';
import { bookingFacts, createBooking } from './bookings.operations.js';
import { isOneOpen } from './catalog.js';
import type { Booking } from './live.js';

const daysLater = 28;

/** The same wall-clock time four weeks later, whatever the clocks do in between. */
export function timeOfNext({ bookedFrom, bookedTo }: Pick<Booking, 'bookedFrom' | 'bookedTo'>) {
  const [start = '', end = ''] = [bookedFrom, bookedTo].map((instant) => {
    const [date = '', time = ''] = wallTime(instant).split('T');
    return `${addDays(date, daysLater)}T${time}`;
  });
  return { start, end };
}

/** Books the same for the same person four weeks later. @returns undefined if it is closed or taken then */
export async function bookAgain(booking: Booking, messages: MessageChoice): Promise<Booking | undefined> {
  const { start, end } = timeOfNext(booking);
  const { id, serviceId, resourceId, person, count, places } = booking;
  if (!(await isOneOpen([resourceId], { start, end }))) return undefined;
  const facts = await execute(bookingFacts, { id, withEntries: false });
  const options = (facts.booking?.options ?? []).map(({ optionId, quantity }) => ({ optionId, quantity }));
  const input = {
    ...{ bookedFrom: start, bookedTo: end, serviceId, count },
    // The needs of a service find resources that are free then.
    ...(places.length === 0 && { resourceId }),
    ...(person && { personId: person.id }),
    ...(options.length > 0 && { options }),
  };
  try {
    return (await execute(createBooking, { input, messages, ignoreExternalBusy: false })).createBooking ?? undefined;
  } catch (error) {
    if (error instanceof ServerError && error.code === 'BAD_USER_INPUT') return undefined;
    throw error;
  }
}
