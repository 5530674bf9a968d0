import type { StepBudget } from '../../../platform/step-budget.js';
import { type BookingPart, JointMatching } from '../../availability/joint-matching.rules.js';
import type { Booking } from '../booking.entity.js';

/**
 * Reads the parts of a booking at its time, on the resources that may serve it by themselves, with what occupies these now.
 * Without needs, the booking is its only part. There are none if nothing limits it.
 *
 * @param ignoresExternalBusy whether entries of other calendars do not occupy a resource
 */
export type PartsReader = (ignoresExternalBusy: boolean) => readonly BookingPart[];

interface Undecided {
  read: PartsReader;
  /** Whether it may be placed where another calendar has an entry. */
  ignoresExternalBusy: boolean;
}

/** The resources that a booking may have, and how many of those after it can then be placed, too. */
export interface RoomBeside {
  readonly later: number;
  /** Whether all of them can be. */
  readonly isForAll: boolean;
  /** The parts of these later bookings. */
  readonly parts: readonly BookingPart[];
}

/**
 * Bookings that are placed together, one after the other, of which some have no resources yet. The one that is placed next
 * gets such resources that all after it can have some, too. If they cannot, as many of the next as can.
 */
export class UndecidedBookings {
  readonly #left = new Map<Booking, Undecided>();

  add(booking: Booking, undecided: Undecided): void {
    this.#left.set(booking, undecided);
  }

  /** Forgets a booking that is placed next, or was refused. */
  remove(booking: Booking): void {
    this.#left.delete(booking);
  }

  /**
   * Finds the later bookings that can be placed beside one.
   *
   * @param own the parts of that booking
   */
  beside(own: readonly BookingPart[], budget: StepBudget): RoomBeside {
    const strict = this.#besideAll(own, () => false, budget);
    const mayIgnore = [...this.#left.values()].some(({ ignoresExternalBusy }) => ignoresExternalBusy);
    if (strict.isForAll || !mayIgnore) return strict;
    const loose = this.#besideAll(own, ({ ignoresExternalBusy }) => ignoresExternalBusy, budget);
    return loose.later > strict.later ? loose : strict;
  }

  #besideAll(
    own: readonly BookingPart[],
    ignoresExternalBusy: (undecided: Undecided) => boolean,
    budget: StepBudget,
  ): RoomBeside {
    // One that has no place by itself does not keep the others from theirs.
    const bookings = Array.from(this.#left.values(), (one) => one.read(ignoresExternalBusy(one))).filter((parts) =>
      new JointMatching(parts, budget).isPossible(),
    );
    for (let later = bookings.length; later > 0; later--) {
      const parts = bookings.slice(0, later).flat();
      const isPossible = new JointMatching([...own, ...parts], budget).isPossible();
      if (isPossible) return { later, parts, isForAll: later === bookings.length };
    }
    return { later: 0, parts: [], isForAll: bookings.length === 0 };
  }
}
