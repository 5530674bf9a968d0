import { isHold } from '../bookings/booking.rules.js';
import { inWords, withinSentence } from '../format.js';
import { t } from '../texts.js';
import type { HistoryChangeFragment as Change } from './history.operations.js';

/** `Kari`, `Website (key 5)` or `A visitor of the booking page`. */
export function actorText({ kind, name, id, apiKeyName }: Change['performedBy']): string {
  switch (kind) {
    case 'user':
      return name;
    case 'api_key':
      return keyText(id, apiKeyName);
    case 'partner':
      return t.history.actors.partner;
    case 'background':
      return t.history.actors.background;
    case 'public':
      return t.history.actors.public;
    case 'booking_link':
      return t.history.actors.bookingLink;
    default:
      return `${name} (${inWords(kind)})`;
  }
}

/** Returns the words for the one who recorded something, whom the server names by a word unless it was a user. */
export function recorderText(name: string | null | undefined): string | undefined {
  const { actors } = t.history;
  const { api, partner, background, public: visitor, bookingLink: link } = actors;
  const words = Object.entries({ api, partner, background, public: visitor, link });
  return words.find(([kind]) => kind === name)?.[1] ?? name ?? undefined;
}

/** `Website (key 5)`, or `Key 5` without its name. */
export function keyText(id: number | null, name: string | null | undefined): string {
  const key = { id: id ?? '–' };
  return name ? t.history.namedKey({ ...key, name }) : t.history.key(key);
}

/** Attributes that every change changes. */
const bookkeeping = ['updatedAt', 'updatedBy', 'revisionCount'];

/** `Booked from, resource`. An id is left out if the object of that id is there, too. */
export function fieldsText(fields: readonly string[]): string {
  const shown = fields.filter(
    (name) => !(bookkeeping.includes(name) || (name.endsWith('Id') && fields.includes(name.slice(0, -2)))),
  );
  const text = shown.map(withinSentence).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the end of the hold that the booking of a change was; null if it was none. */
export function heldUntil({ booking }: Change): string | null {
  return booking && isHold(booking) ? booking.expiresAt : null;
}
