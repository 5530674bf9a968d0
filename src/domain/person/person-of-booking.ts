import { recordChange } from '../../changes/change-log.js';
import type { FieldErrors } from '../../errors.js';
import type { AccountTransaction } from '../../platform/database/account-database.js';
import type { Row } from '../../platform/database/rows.js';
import type { VerificationMethod } from '../account/account.entity.js';
import { hasErrors } from '../attributes.js';
import { by, isVisitor, type RequestContext } from '../context.js';
import { changePerson, sharedIdentities } from './person.actions.js';
import { Person } from './person.entity.js';
import type { PersonAttributesInput } from './person.input.js';
import { formatPhoneNumber } from './person.rules.js';

export interface PersonRequest {
  personId: number | null | undefined;
  attributes: PersonAttributesInput | null | undefined;
  /** How the person is about to be verified, if so: it needs the attribute of that. */
  verification: VerificationMethod | undefined;
}

/** Who a booking is for, found or made but not yet written, or what is wrong with that. */
export interface FoundPerson {
  person: Person | undefined;
  isChanged: boolean;
  errors: FieldErrors;
}

/**
 * The person that a booking names by id or by attributes (spec, New person with booking). Attributes are matched by
 * national id number, then phone number, then email; of the one that matches they fill what is missing and overwrite
 * nothing, as whoever books may not be that person; what a visitor says of a person who is known changes nothing.
 *
 * Errors stand under `personId`, or under `person` and `personAttributes`.
 */
export async function findPersonOfBooking(
  context: RequestContext,
  tx: AccountTransaction,
  request: PersonRequest,
): Promise<FoundPerson> {
  const { personId, attributes, verification } = request;
  const isNamed = (personId ?? null) !== null;
  const existing = await existingPerson(context, tx, personId, attributes);
  if (isNamed && !existing?.active) return unfit({ personId: ['does not exist'] });
  if (existing?.blocked) return unfit({ person: ['is blocked'] });
  const unreachable = (person?: Person): FieldErrors =>
    verification ? reachProblems(context, verification, person, attributes) : {};
  if (!existing && !attributes) return unfit(invalidPerson(unreachable()));

  const person = existing ?? tx.create(Person, context.clock.now());
  const input = existing ? newAttributes(context, existing, attributes) : (attributes ?? {});
  const isChanged = !existing || Object.keys(input).length > 0;
  const problems = isChanged ? await changePerson(context, tx, person, input) : {};
  // Another request has made that person since nobody matched: whose attributes are taken is who it is for.
  const isMade = !existing && hasErrors(problems) && attributes && (await matchingPerson(context, tx, attributes));
  if (isMade) return findPersonOfBooking(context, tx, request);
  return { person, isChanged, errors: invalidPerson({ ...problems, ...unreachable(person) }) };
}

/** Writes the person, when there is anything to write. */
export async function savePersonOfBooking(
  context: RequestContext,
  tx: AccountTransaction,
  { person, isChanged }: FoundPerson,
): Promise<void> {
  if (!person || !isChanged) return;
  const isNew = person.id === undefined;
  await recordChange(tx, isNew ? 'person.created' : 'person.modified', person, by(context));
}

const unfit = (errors: FieldErrors): FoundPerson => ({ person: undefined, isChanged: false, errors });

/** Locked, after all else that a booking locks: it may be filled in, and must not be merged into another meanwhile. */
async function existingPerson(
  context: RequestContext,
  tx: AccountTransaction,
  personId: number | null | undefined,
  attributes: PersonAttributesInput | null | undefined,
): Promise<Person | null> {
  const id = personId ?? (attributes && (await matchingPerson(context, tx, attributes))?.id);
  if (id === null || id === undefined) return null;
  await tx.lock(['person', id]);
  return tx.find(Person, id);
}

async function matchingPerson(
  context: RequestContext,
  tx: AccountTransaction,
  attributes: PersonAttributesInput,
): Promise<Row<Person> | undefined> {
  const phoneNumber = attributes.phoneNumber || null;
  const country = attributes.countryCode || context.account.countryCode;
  const phoneNumberFormatted = formatPhoneNumber(phoneNumber, country);
  const nationalIdNo = attributes.nationalIdNo || null;
  const email = attributes.email || null;
  const identity = { nationalIdNo, phoneNumber, phoneNumberFormatted, email, provider: null, uid: null };
  const shared = sharedIdentities(identity);
  if (shared.length === 0) return undefined;
  const people = await tx.rows(Person, { active: true, $or: shared }, { orderBy: { id: 'asc' } });
  return (
    people.find((person) => nationalIdNo && person.nationalIdNo === nationalIdNo) ??
    people.find((person) => phoneNumberFormatted && person.phoneNumberFormatted === phoneNumberFormatted) ??
    people.find((person) => phoneNumber && person.phoneNumber === phoneNumber) ??
    people.find((person) => email && person.email?.toLowerCase() === email.toLowerCase())
  );
}

function newAttributes(
  context: RequestContext,
  person: Person,
  attributes: PersonAttributesInput | null | undefined,
): PersonAttributesInput {
  if (isVisitor(context)) return {};
  const stored = new Map<string, unknown>(Object.entries(person));
  const given = Object.entries(attributes ?? {});
  return Object.fromEntries(
    given.filter(([name, value]) => value !== undefined && value !== null && value !== '' && stored.get(name) === null),
  );
}

function invalidPerson(errors: FieldErrors): FieldErrors {
  return hasErrors(errors) ? { person: ['is invalid'], personAttributes: errors } : {};
}

/** Verification needs the address or number that it goes to; a number that is given must be one. */
function reachProblems(
  { account }: RequestContext,
  verification: VerificationMethod,
  person: Person | undefined,
  attributes: PersonAttributesInput | null | undefined,
): FieldErrors {
  if (verification === 'email' && !person?.email) return { email: ["can't be blank"] };
  if (verification === 'sms' && !person?.phoneNumber) return { phoneNumber: ["can't be blank"] };
  const country = attributes?.countryCode || person?.countryCode || account.countryCode;
  const isGivenWrong = attributes?.phoneNumber && !formatPhoneNumber(attributes.phoneNumber, country);
  const isUnreachable = verification === 'sms' && !person?.phoneNumberFormatted;
  return isGivenWrong || isUnreachable ? { phoneNumber: ['is invalid'] } : {};
}
