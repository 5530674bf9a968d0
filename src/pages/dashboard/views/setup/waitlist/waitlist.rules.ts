import type { WaitlistFilter } from '../../../graphql/schema.types.js';

/** What the list is restricted to, as the values of its menus. Empty values do not restrict. */
export interface WaitlistChoice {
  /** `open` for those who wait or have an offer. */
  state: 'open' | NonNullable<WaitlistFilter['state']>[number] | '';
  serviceId: string;
  eventId: string;
}

export const whoWaits: WaitlistChoice = { state: 'open', serviceId: '', eventId: '' };

export const waitlistStates = ['WAITING', 'OFFERED', 'TAKEN', 'LEFT', 'EXPIRED'] as const;

/** Returns the choice for the value of the menu of states. */
export function stateOf(value: string): WaitlistChoice['state'] {
  if (value === 'open') return value;
  return waitlistStates.find((state) => state === value) ?? '';
}

export function filterOf({ state, serviceId, eventId }: WaitlistChoice): WaitlistFilter {
  return {
    ...(state === 'open' && { state: ['WAITING', 'OFFERED'] }),
    ...(state !== 'open' && state !== '' && { state: [state] }),
    ...(serviceId !== '' && { serviceId: [Number(serviceId)] }),
    ...(eventId !== '' && { eventId: [Number(eventId)] }),
  };
}
