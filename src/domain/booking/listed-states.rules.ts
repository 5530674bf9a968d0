import { BookingState, ongoingStates } from '../booking-states.js';
import { type BookingFilter, BookingScope } from './booking.input.js';

/** The states of the bookings in a list. */
export interface ListedStates {
  states: readonly BookingState[];
  /** Whether expired holds are left out. */
  areActive: boolean;
}

/** The states that both the filter and its scope include (spec, Bookings; contract of lists). */
export function listedStates(filter: BookingFilter): ListedStates {
  const { states, areActive } = statesOfScope(filter);
  const { state: requested } = filter;
  return { states: requested ? states.filter((state) => requested.includes(state)) : states, areActive };
}

const { AWAITING_CONFIRMATION, DECLINED, CANCELLED, DELETED } = BookingState;
const allStates = Object.values(BookingState);

function statesOfScope(filter: BookingFilter): ListedStates {
  switch (filter.scope ?? BookingScope.DEFAULT) {
    case BookingScope.DEFAULT:
      return defaultStates(filter);
    case BookingScope.ACTIVE:
    case BookingScope.UPCOMING:
    case BookingScope.NO_STATUS:
      return { states: ongoingStates, areActive: true };
    case BookingScope.UNCONFIRMED:
      return { states: [AWAITING_CONFIRMATION], areActive: false };
    case BookingScope.VISIBLE:
      return { states: [...ongoingStates, DECLINED, CANCELLED], areActive: true };
    case BookingScope.ALL:
      return { states: allStates, areActive: false };
  }
}

function defaultStates(filter: BookingFilter): ListedStates {
  if (filter.state) return { states: allStates, areActive: false };
  const isNarrowed = filter.resourceId ?? filter.personId ?? filter.start ?? filter.end ?? filter.during;
  return isNarrowed
    ? { states: allStates.filter((state) => state !== DELETED), areActive: false }
    : { states: ongoingStates, areActive: true };
}
