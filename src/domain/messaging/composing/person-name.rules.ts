import type { Language } from '../../../platform/language.js';
import { textsIn } from '../../../texts/texts.js';

const givenName = '{{ booking.booked_for_name }}';
const ownName = '{{ booking.person.name }}';

/** The Liquid of the name by which a message greets, after a space: the one that was given for the booking. */
export const personName = `{% if booking.booked_for_name %} ${givenName}{% elsif booking.person.name %} ${ownName}{% endif %}`;

/** Returns the Liquid of the name of the person for the account, after a space: with the person who booked for somebody else. */
export function bookerName(language: Language): string {
  const both = textsIn(language).messages.bookedBy({ name: givenName, person: ownName });
  return `{% if booking.booked_for_name and booking.person.name %} ${both}{% else %}${personName}{% endif %}`;
}
