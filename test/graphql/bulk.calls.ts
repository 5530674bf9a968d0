import type { TestAccount } from '../support/test-server.js';

/** The outcome of an item of a bulk mutation. */
export interface Item {
  index: number;
  booking: { id: number; state: string } | null;
  /** Used by `importPeople` only. */
  person?: { id: number } | null;
  error: { code: string; message: string; fields: Record<string, Record<string, unknown>> | null } | null;
}

interface Answer {
  data?: { written: number; items: Item[] };
  errors?: { message: string; extensions: object }[];
}

const selections: Record<string, string> = {
  importPeople: 'person { id name email phoneNumber } effect',
};

/** Sends a bulk mutation. @param more further arguments */
export async function bulk(
  account: TestAccount,
  field: string,
  type: string,
  items: unknown,
  more = '',
): Promise<Answer> {
  const selection = selections[field] ?? 'booking { id state title bookedFrom resource { id } }';
  const { data, errors } = await account.graphql(
    `mutation ($items: ${type}) { answer: ${field}(items: $items ${more}) {
      written items { index ${selection} error { code message fields } }
    } }`,
    { items },
  );
  return { ...(data?.answer && { data: data.answer }), ...(errors && { errors }) };
}

/** The hour of 3 March 2026 in Oslo that begins at `hour`. */
export const hours = (hour: number) => ({
  bookedFrom: `2026-03-03T${String(hour).padStart(2, '0')}:00`,
  bookedTo: `2026-03-03T${String(hour + 1).padStart(2, '0')}:00`,
});

/** The id, time of day and title of the account's active bookings, by time. */
export async function bookingsOf(account: TestAccount): Promise<unknown[]> {
  const { body } = await account.get('/bookings');
  return body.map(({ booking }: { booking: { id: number; booked_from: string; title: string | null } }) => [
    booking.id,
    booking.booked_from.slice(11, 16),
    booking.title,
  ]);
}
