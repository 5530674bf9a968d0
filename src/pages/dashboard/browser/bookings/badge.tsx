import type { Booking } from './live-bookings.js';
import { appearanceOf } from './state.rules.js';

/** The state of a booking as a symbol and a word. */
export function StateBadge({ booking }: { booking: Pick<Booking, 'state' | 'status'> }) {
  const { name, symbol, class: className } = appearanceOf(booking);
  return (
    <span class={`badge ${className}`}>
      <span aria-hidden="true">{symbol}</span> {name}
    </span>
  );
}
