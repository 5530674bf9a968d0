import { formatLocalized } from '../../platform/time/localized.js';
import type { RequestContext } from '../context.js';
import type { SlotType } from './slot.type.js';
import type { Slot } from './slots.rules.js';

/** A slot for an appointment, or for an event. */
export interface FoundSlot extends Slot {
  eventId?: number;
}

/** Returns a function that presents slots. It formats each instant once, because slots often start when others end. */
export function slotPresenter({ account, zone }: RequestContext): (slot: FoundSlot) => SlotType {
  const texts = new Map<number, string>();
  const textOf = (instant: number): string => {
    const text = texts.get(instant) ?? formatLocalized(instant, account.locale, zone);
    texts.set(instant, text);
    return text;
  };
  return (slot) => ({
    timestamp: new Date(slot.from),
    timestampEnd: new Date(slot.to),
    formattedTimestamp: textOf(slot.from),
    formattedTimestampEnd: textOf(slot.to),
    free: slot.free,
    maximumCapacity: slot.maximumCapacity,
    availableResources: slot.resourceIds,
    eventId: slot.eventId ?? null,
  });
}
