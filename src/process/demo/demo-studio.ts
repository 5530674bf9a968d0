import type { RequestContext } from '../../domain/context.js';
import type { PlainDate } from '../../platform/time/plain-date.js';

/** The demo account while it is filled, with the ids of its records. */
export interface Studio {
  context: RequestContext;
  today: PlainDate;
  people: number[];
  resources: { ingrid: number; magnus: number; hall: number };
  services: { massage: number; consultation: number; yoga: number; pilates: number };
}

/** The options of a booking by staff that is confirmed at once. */
export const confirmed = {
  confirm: true,
  ignoreCapacity: false,
  addReminderSms: false,
  addMessages: false,
  messages: {},
};

export const massagePrice = '890.00';
