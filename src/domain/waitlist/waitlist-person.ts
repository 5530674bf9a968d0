import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { hasErrors } from '../../platform/errors.js';
import type { NewBookingInput } from '../booking/booking.input.js';
import type { RequestContext } from '../context.js';
import { listPeopleSharing } from '../person/people.queries.js';
import { contradictionErrors, matchPerson, takenAttributes, toIdentity } from '../person/person.rules.js';
import type { WaitlistEntry } from './waitlist-entry.entity.js';

type Contact = Pick<WaitlistEntry, 'personId' | 'name' | 'email' | 'phoneNumber' | 'locale'>;

/**
 * Returns the person of an entry's booking: the person of the entry, the one who matches its contact, or a new one. As
 * for a visitor's booking, a known person does not change, and attributes of another person are omitted.
 */
export async function personOfEntry(
  { account }: RequestContext,
  tx: AccountTransaction,
  { personId, name, email, phoneNumber, locale }: Contact,
): Promise<Pick<NewBookingInput, 'personId' | 'personAttributes'>> {
  if (personId !== null) return { personId };
  const given = toIdentity({ email, phoneNumber }, account.countryCode);
  const people = await listPeopleSharing(tx, [given]);
  const match = matchPerson(given, people);
  if (match && !hasErrors(contradictionErrors(given, match))) return { personId: match.id };
  const taken = takenAttributes(given, people);
  const own = Object.entries({ name, email, phoneNumber, locale }).filter(
    ([attribute, value]) => value !== null && !Object.hasOwn(taken, attribute),
  );
  return { personAttributes: Object.fromEntries(own) };
}
