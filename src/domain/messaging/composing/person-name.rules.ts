import type { Wording } from '../../../platform/language.js';
import { textsIn } from '../../../texts/texts.js';

const givenName = '{{ booking.booked_for_name }}';
const ownName = '{{ booking.person.name }}';

/** The Liquid of the name by which a message greets, after a space: the one that was given for the booking. */
export const personName = `{% if booking.booked_for_name %} ${givenName}{% elsif booking.person.name %} ${ownName}{% endif %}`;

/** Returns the Liquid of the name of the person for the account, after a space: with the person who booked for somebody else. */
export function bookerName(language: Wording): string {
  const both = textsIn(language).messages.bookedBy({ name: givenName, person: ownName });
  return `{% if booking.booked_for_name and booking.person.name %} ${both}{% else %}${personName}{% endif %}`;
}

/** Returns the name that a message shows: the one that was given for the booking; for the account with who booked. */
export function shownName(given: string | null, own: string | null, isForAccount: boolean, language: Wording) {
  if (isForAccount && given !== null && own !== null) {
    return textsIn(language).messages.bookedBy({ name: given, person: own });
  }
  return given ?? own;
}
