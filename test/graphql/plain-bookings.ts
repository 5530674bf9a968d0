/** A booking as the reference reads it. Instants are epoch milliseconds. */
export interface PlainBooking {
  from: number;
  to: number;
  created: number;
  count: number;
  state: string;
  status: string | null;
  service: number | null;
  resource: number;
  event: number | null;
  /** When it expires if it is a hold, in ISO 8601. */
  expires: string | null;
  person: number | null;
  createdBy: string | null;
  paid: number | null;
  /** Amounts in cents. */
  order: { total: number; discount: number; state: string } | null;
}

/** An event as the reference reads it. */
export interface PlainEvent {
  id: number;
  from: number;
  active: boolean;
}

const holds = ['awaiting_verification', 'awaiting_payment'];
export const ongoing = [...holds, 'awaiting_confirmation', 'confirmed'];

/** Whether a booking is confirmed, awaits it, or is a hold that has not expired. */
export function isActive({ state, expires }: PlainBooking, now: number): boolean {
  const hasExpired = holds.includes(state) && expires !== null && Date.parse(expires) <= now;
  return ongoing.includes(state) && !hasExpired;
}

/** Returns the first active booking of each person. */
export function firstBookings(bookings: readonly PlainBooking[], now: number): Map<number, number> {
  const firsts = new Map<number, number>();
  for (const booking of bookings) {
    const { person, from } = booking;
    if (person === null || !isActive(booking, now)) continue;
    firsts.set(person, Math.min(from, firsts.get(person) ?? from));
  }
  return firsts;
}
