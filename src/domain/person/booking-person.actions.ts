import { recordAll } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, hasErrors } from '../../platform/errors.js';
import type { VerificationMethod } from '../account/account.entity.js';
import { isEmail } from '../account/account.rules.js';
import { changedBy, isVisitor, type RequestContext } from '../context.js';
import { formatPhoneNumber, validateTexts } from '../text/contact-details.js';
import { isActing } from './guardian.queries.js';
import { People, type PeopleRequest } from './people.queries.js';
import { assignPerson, changePerson } from './person.actions.js';
import { Person } from './person.entity.js';
import type { PersonAttributesInput } from './person.input.js';
import {
  contradictionErrors,
  hasAddress,
  type Identity,
  matchPerson,
  otherName,
  takenAttributes,
  toIdentity,
} from './person.rules.js';

/** The person of a booking, not yet written, or the errors of the request. */
export interface ResolvedPerson {
  person: Person | undefined;
  isChanged: boolean;
  /** The recipient of the code: an email address, or a phone number in E.164. Undefined without verification. */
  recipient?: string | undefined;
  /** Attributes that a visitor gave for an existing person. They are written only after verification. */
  unverified?: PersonAttributesInput | undefined;
  /** The given name, if the person who was found by other attributes has another one. */
  bookedForName?: string | null | undefined;
  /** On `personId`, or on `person` and `personAttributes`. */
  errors: FieldErrors;
}

interface PersonRequest {
  /** The current person of the booking; null for a new booking. */
  currentId: number | null;
  /** Undefined keeps the current person; null removes the person, or matches one by `attributes`. */
  personId: number | null | undefined;
  attributes: PersonAttributesInput | null | undefined;
  /** The verification method; undefined if the booking needs no verification. */
  verification: VerificationMethod | undefined;
  /** The guardian who books for the person of `personId` as a visitor; null for a visitor who books for itself. */
  guardianId?: number | null | undefined;
  /** Must have locked the people of `toPeopleRequest`. */
  people: People;
}

/** Whether a visitor names the person, which only one can who has proved an address. */
const isProved = (personId: number | null | undefined): personId is number => typeof personId === 'number';

/** Returns the people to lock and read before `resolveBookingPerson`. */
export function toPeopleRequest(
  context: RequestContext,
  { currentId, personId, attributes }: Pick<PersonRequest, 'currentId' | 'personId' | 'attributes'>,
): PeopleRequest {
  const identity = attributes
    ? toIdentity(attributes, attributes.countryCode || context.account.countryCode)
    : undefined;
  if (isVisitor(context)) return isProved(personId) ? { ids: [personId] } : { ids: [], identity };
  const id = personId === undefined ? currentId : personId;
  const isConcerned = id !== null && (id !== currentId || attributes);
  return {
    ids: isConcerned ? [id] : [],
    identity,
    changedId: attributes ? id : null,
    parentId: attributes?.parentId,
  };
}

/** A person before the recipient of the code is determined. */
interface Candidate {
  person?: Person;
  isChanged: boolean;
  bookedForName?: string | null;
  /** The errors of the attributes. */
  attributeErrors: FieldErrors;
}

const noPerson: Candidate = { isChanged: false, attributeErrors: {} };

/**
 * Finds or creates the person of a booking (spec, New person with booking). With an id, or if the booking has a person,
 * the attributes update that person. Otherwise they are matched by national id number, then phone number, then email.
 * They fill only empty attributes of a match, and attributes of another person are left out, because somebody else may
 * be booking. Without a match, a new person is created.
 */
export async function resolveBookingPerson(
  context: RequestContext,
  tx: AccountTransaction,
  request: PersonRequest,
): Promise<ResolvedPerson> {
  const { attributes, verification, personId } = request;
  if (isVisitor(context) && isProved(personId)) return resolveProvedPerson(context, tx, personId, request);
  if (isVisitor(context)) return resolveVisitorPerson(context, tx, attributes, verification, request.people);
  const found = await findCandidate(context, tx, request);
  if ('errors' in found) return { person: undefined, isChanged: false, errors: found.errors };
  const { attributeErrors, ...candidate } = found;
  const resolved = { person: undefined, ...candidate };
  if (!verification) return { ...resolved, errors: invalidPerson(attributeErrors) };
  const recipientResult = verificationRecipient(
    verification,
    attributes ?? {},
    await contactOf(found.person, request.people),
    context.account.countryCode,
  );
  if ('errors' in recipientResult) {
    return { ...resolved, errors: invalidPerson({ ...attributeErrors, ...recipientResult.errors }) };
  }
  return { ...resolved, ...recipientResult, errors: invalidPerson(attributeErrors) };
}

/** Writes the people that are new or changed, by one statement. */
export async function saveBookingPeople(
  context: RequestContext,
  tx: AccountTransaction,
  resolved: readonly ResolvedPerson[],
): Promise<void> {
  const changed = new Set(resolved.flatMap(({ person, isChanged }) => (person && isChanged ? [person] : [])));
  const changes = [...changed].map((record) => {
    const name = tx.tracker.hasRow(record) ? ('person.modified' as const) : ('person.created' as const);
    return { name, record };
  });
  await recordAll(tx, changes, changedBy(context));
}

/**
 * Fills empty attributes of an existing person with those a visitor gave, after verification. Locks the person.
 *
 * @returns the person's name then; undefined for one that is gone
 */
export async function completePerson(
  context: RequestContext,
  tx: AccountTransaction,
  personId: number,
  attributes: PersonAttributesInput,
): Promise<string | null | undefined> {
  const people = new People(context, tx);
  const person = await people.findLocked(personId);
  if (!person?.active) return undefined;
  const given = toIdentity(attributes, attributes.countryCode || person.countryCode || context.account.countryCode);
  const { isChanged, attributeErrors } = await fillEmptyAttributes(context, tx, people, person, attributes, given);
  // The code was right, so the booking is verified even if the attributes are no longer valid.
  if (hasErrors(attributeErrors)) people.undo();
  else await saveBookingPeople(context, tx, [{ person, isChanged, errors: {} }]);
  return person.name;
}

/**
 * Locks the person, so that no other request merges or changes it. Follows the lock order: after the booking's locks.
 */
async function findCandidate(
  context: RequestContext,
  tx: AccountTransaction,
  { currentId, personId, attributes, people }: PersonRequest,
): Promise<Candidate | { errors: FieldErrors }> {
  const id = personId === undefined ? currentId : personId;
  if (id === null) return attributes ? matchOrCreate(context, tx, attributes, people) : noPerson;
  const person = await people.findLocked(id);
  const isNamed = id !== currentId;
  if (!person || (isNamed && !person.active)) return { errors: { personId: ['does not exist'] } };
  if (isNamed && person.blocked) return { errors: { person: ['is blocked'] } };
  if (!attributes) return { person, isChanged: false, attributeErrors: {} };
  if (person.erasedAt) return { errors: { person: ['was erased'] } };
  return { person, isChanged: true, attributeErrors: await changePerson(context, tx, person, attributes, people) };
}

async function matchOrCreate(
  context: RequestContext,
  tx: AccountTransaction,
  attributes: PersonAttributesInput,
  people: People,
): Promise<Candidate | { errors: FieldErrors }> {
  const given = toIdentity(attributes, attributes.countryCode || context.account.countryCode);
  const match = matchPerson(given, await people.listSharing(given));
  if (!match) {
    const person = await people.create();
    return { person, isChanged: true, attributeErrors: await changePerson(context, tx, person, attributes, people) };
  }
  const person = await people.findLocked(match.id);
  // Deleted, or merged into another person, before the lock was taken.
  if (!person?.active) return matchOrCreate(context, tx, attributes, people);
  if (person.blocked) return { errors: { person: ['is blocked'] } };
  const local = toIdentity(attributes, attributes.countryCode || person.countryCode || context.account.countryCode);
  const contradicted = contradictionErrors(local, person);
  if (hasErrors(contradicted)) return { isChanged: false, attributeErrors: contradicted };
  const { phoneNumber } = validateTexts(attributes);
  if (phoneNumber) return { isChanged: false, attributeErrors: { phoneNumber } };
  const filled = await fillEmptyAttributes(context, tx, people, person, attributes, local);
  return { person, ...filled, bookedForName: otherName(attributes.name, person.name) };
}

/** Assigns the given attributes that are empty on the person, except unique ones that belong to another person. */
async function fillEmptyAttributes(
  context: RequestContext,
  tx: AccountTransaction,
  people: People,
  person: Person,
  attributes: PersonAttributesInput,
  given: Identity,
): Promise<{ isChanged: boolean; attributeErrors: FieldErrors }> {
  const stored = new Map<string, unknown>(Object.entries(person));
  const emptyAttributes = Object.entries(attributes).filter(
    ([name, value]) => value !== undefined && value !== null && value !== '' && stored.get(name) === null,
  );
  if (emptyAttributes.length === 0) return { isChanged: false, attributeErrors: {} };
  const others = (await people.listSharing(given)).filter(({ id }) => id !== person.id);
  const taken = takenAttributes(given, others);
  const input = Object.fromEntries(emptyAttributes.filter(([name]) => !Object.hasOwn(taken, name)));
  const isChanged = Object.keys(input).length > 0;
  return { isChanged, attributeErrors: isChanged ? await changePerson(context, tx, person, input, people) : {} };
}

/**
 * Finds or creates the person of a visitor's booking without revealing whether the account has that person. The
 * response depends only on the attributes. So all of them are validated although an existing person does not change,
 * they must contain the recipient of the code, and unique attributes of other people are left out instead of rejected.
 * The one exception is a blocked person, who is rejected without a reason.
 */
async function resolveVisitorPerson(
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
  if (hasErrors(errors) || !attributes) return withoutPerson(errors);
  const recipient = recipientResult && 'recipient' in recipientResult ? recipientResult.recipient : undefined;

  const people = await known.listSharing(person);
  const match = matchPerson(person, people);
  const isMatch = match !== undefined && !hasErrors(contradictionErrors(person, match));
  if (!isMatch) {
    if (people.some(({ blocked }) => blocked)) return withoutPerson({ person: ['is invalid'] });
    clearTaken(person, takenAttributes(person, people));
    return { person, isChanged: true, recipient, errors: {} };
  }
  const found = await known.findLocked(match.id);
  // Deleted, or merged into another person, before the lock was taken.
  if (!found?.active) return resolveVisitorPerson(context, tx, attributes, verification, known);
  if (found.blocked) return withoutPerson({ person: ['is invalid'] });
  const bookedForName = otherName(attributes.name, found.name);
  return { person: found, isChanged: false, recipient, unverified: attributes, bookedForName, errors: {} };
}

/**
 * Finds the person for whom a visitor books who has proved an address: itself, or a dependant. Whether the guardian may act is
 * read under the lock of the dependant, which a removal of the guardian needs, too. Anybody else is refused like an unknown id.
 */
async function resolveProvedPerson(
  context: RequestContext,
  tx: AccountTransaction,
  personId: number,
  { guardianId = null, verification, people }: PersonRequest,
): Promise<ResolvedPerson> {
  const person = await people.findLocked(personId);
  const isAllowed = guardianId === null || (await isActing(tx, guardianId, personId));
  if (!person?.active || !isAllowed) return withoutPerson({ personId: ['does not exist'] });
  if (person.blocked) return withoutPerson({ person: ['is invalid'] });
  if (!verification) return { person, isChanged: false, errors: {} };
  const booker = guardianId === null ? person : ((await people.find(guardianId)) ?? person);
  const result = verificationRecipient(verification, {}, booker, context.account.countryCode);
  if ('errors' in result) return withoutPerson(invalidPerson(result.errors));
  return { person, isChanged: false, ...result, errors: {} };
}

/** The result without a person. It has no errors if the visitor gave no person and none is required. */
function withoutPerson(errors: FieldErrors): ResolvedPerson {
  return { person: undefined, isChanged: false, errors };
}

function clearTaken(person: Person, taken: FieldErrors): void {
  if (Object.hasOwn(taken, 'email')) person.email = null;
  if (Object.hasOwn(taken, 'phoneNumber')) {
    person.phoneNumber = null;
    person.phoneNumberFormatted = null;
  }
}

/** Converts the errors of a person to those of its booking. */
function invalidPerson(errors: FieldErrors): FieldErrors {
  return hasErrors(errors) ? { person: ['is invalid'], personAttributes: errors } : {};
}

interface Contact {
  email?: string | null;
  phoneNumber?: string | null;
  countryCode?: string | null;
}

/** The stored contact of a person: that of the parent for a person without an address. */
async function contactOf(person: Person | undefined, people: People): Promise<Contact> {
  if (!person || person.parentId === null || hasAddress(person)) return person ?? {};
  const parent = await people.find(person.parentId);
  return parent?.active ? parent : person;
}

/** The email address or the E.164 number that a code goes to, or the errors by attribute. */
type VerificationRecipient = { recipient: string } | { errors: FieldErrors };

/**
 * Returns the recipient of a booking's code: the email address or number of the request, or else the stored one. A
 * phone number in the request must be valid, whatever the method.
 *
 * @param defaultCountry ISO 3166-1 alpha-2 code for numbers without a country
 */
function verificationRecipient(
  method: VerificationMethod,
  given: Contact,
  stored: Contact,
  defaultCountry: string,
): VerificationRecipient {
  const email = given.email?.trim() || stored.email;
  const phoneNumber = given.phoneNumber?.trim() || stored.phoneNumber;
  const country = given.countryCode || stored.countryCode || defaultCountry;
  const number = formatPhoneNumber(phoneNumber ?? null, country);
  if (method === 'email' && !email) return { errors: { email: ["can't be blank"] } };
  if (method === 'sms' && !phoneNumber) return { errors: { phoneNumber: ["can't be blank"] } };
  if (method === 'email' && email && !isEmail(email)) return { errors: { email: ['is invalid'] } };
  const needsNumber = method === 'sms' || Boolean(given.phoneNumber?.trim());
  if (needsNumber && !number) return { errors: { phoneNumber: ['is invalid'] } };
  return { recipient: (method === 'email' ? email : number) ?? '' };
}
