import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import type { VerificationMethod } from '../account/account.entity.js';
import { hasErrors } from '../attributes.js';
import type { RequestContext } from '../context.js';
import type { People } from './people.queries.js';
import { assignPerson } from './person.actions.js';
import { Person } from './person.entity.js';
import type { PersonAttributesInput } from './person.input.js';
import { takenAttributes } from './person.rules.js';
import { contradictionErrors, matchPerson } from './person-match.rules.js';
import { invalidPerson, type ResolvedPerson } from './resolved-person.rules.js';
import { verificationRecipient } from './verification-recipient.rules.js';

/**
 * Finds or creates the person of a visitor's booking without revealing whether the account has that person. The
 * response depends only on the attributes. So all of them are validated although an existing person does not change,
 * they must contain the recipient of the code, and unique attributes of other people are left out instead of rejected.
 * The one exception is a blocked person, who is rejected without a reason.
 */
export async function resolveVisitorPerson(
  context: RequestContext,
  tx: AccountTransaction,
  attributes: PersonAttributesInput | null | undefined,
  verification: VerificationMethod | undefined,
  known: People,
): Promise<ResolvedPerson> {
  const person = tx.create(Person, context.clock.now());
  const attributeErrors = attributes ? await assignPerson(context, tx, person, attributes) : {};
  const recipientResult =
    verification && verificationRecipient(verification, attributes ?? {}, {}, context.account.countryCode);
  const errors = invalidPerson({
    ...attributeErrors,
    ...(recipientResult && 'errors' in recipientResult && recipientResult.errors),
  });
  if (hasErrors(errors) || !attributes) return noPerson(errors);
  const recipient = recipientResult && 'recipient' in recipientResult ? recipientResult.recipient : undefined;

  const people = await known.listSharing(person);
  const match = matchPerson(person, people);
  const isMatch = match !== undefined && !hasErrors(contradictionErrors(person, match));
  if (!isMatch) {
    if (people.some(({ blocked }) => blocked)) return noPerson({ person: ['is invalid'] });
    clearTaken(person, takenAttributes(person, people));
    return { person, isChanged: true, recipient, errors: {} };
  }
  const found = await known.findLocked(match.id);
  // Deleted, or merged into another person, before the lock was taken.
  if (!found?.active) return resolveVisitorPerson(context, tx, attributes, verification, known);
  if (found.blocked) return noPerson({ person: ['is invalid'] });
  return { person: found, isChanged: false, recipient, unverified: attributes, errors: {} };
}

/** The result without a person. It has no errors if the visitor gave no person and none is required. */
function noPerson(errors: FieldErrors): ResolvedPerson {
  return { person: undefined, isChanged: false, errors };
}

function clearTaken(person: Person, taken: FieldErrors): void {
  if (Object.hasOwn(taken, 'email')) person.email = null;
  if (Object.hasOwn(taken, 'phoneNumber')) {
    person.phoneNumber = null;
    person.phoneNumberFormatted = null;
  }
}
