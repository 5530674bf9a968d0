import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import type { VerificationMethod } from '../account/account.entity.js';
import { hasErrors } from '../attributes.js';
import type { RequestContext } from '../context.js';
import { type FoundPerson, invalidPerson } from './found-person.js';
import { assignPerson, listPeopleLike } from './person.actions.js';
import { Person } from './person.entity.js';
import type { PersonAttributesInput } from './person.input.js';
import { takenAttributes } from './person.rules.js';
import { contradictions, matchPerson } from './person-match.rules.js';
import { verificationRecipient } from './verification-recipient.rules.js';

/**
 * Finds or makes the person of a visitor's booking without showing whether the account knows them: the answer depends on
 * the attributes alone. So all of them are validated although a known person does not change, the address or number
 * for the code must be among them, and what belongs to somebody else is left out where the private API would refuse
 * it. The one exception is a blocked person, who is refused without the reason.
 */
export async function findPersonOfVisitor(
  context: RequestContext,
  tx: AccountTransaction,
  attributes: PersonAttributesInput | null | undefined,
  verification: VerificationMethod | undefined,
): Promise<FoundPerson> {
  const person = tx.create(Person, context.clock.now());
  const problems = attributes ? await assignPerson(context, tx, person, attributes) : {};
  const reached =
    verification && verificationRecipient(verification, attributes ?? {}, {}, context.account.countryCode);
  const errors = invalidPerson({ ...problems, ...(reached && 'problems' in reached && reached.problems) });
  if (hasErrors(errors) || !attributes) return refused(errors);
  const recipient = reached && 'recipient' in reached ? reached.recipient : undefined;

  const people = await listPeopleLike(tx, person);
  const match = matchPerson(person, people);
  const isKnown = match !== undefined && !hasErrors(contradictions(person, match));
  if (!isKnown) {
    if (people.some(({ blocked }) => blocked)) return refused({ person: ['is invalid'] });
    leaveOut(person, takenAttributes(person, people));
    return { person, isChanged: true, recipient, errors: {} };
  }
  const known = await tx.findLocked(Person, match.id);
  // Deleted, or merged into another person, before the lock was taken.
  if (!known?.active) return findPersonOfVisitor(context, tx, attributes, verification);
  if (known.blocked) return refused({ person: ['is invalid'] });
  return { person: known, isChanged: false, recipient, unverified: attributes, errors: {} };
}

/** No person: without errors, if the visitor gave none and needs none. */
function refused(errors: FieldErrors): FoundPerson {
  return { person: undefined, isChanged: false, errors };
}

function leaveOut(person: Person, taken: FieldErrors): void {
  if (Object.hasOwn(taken, 'email')) person.email = null;
  if (Object.hasOwn(taken, 'phoneNumber')) {
    person.phoneNumber = null;
    person.phoneNumberFormatted = null;
  }
}
