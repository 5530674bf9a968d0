import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import type { VerificationMethod } from '../account/account.entity.js';
import { hasErrors } from '../attributes.js';
import { by, isVisitor, type RequestContext } from '../context.js';
import { changePerson, listPeopleSharingIdentity } from './person.actions.js';
import { Person } from './person.entity.js';
import type { PersonAttributesInput } from './person.input.js';
import { type Identity, takenAttributes, toIdentity } from './person.rules.js';
import { contradictionProblems, matchPerson } from './person-match.rules.js';
import { invalidPerson, type ResolvedPerson } from './resolved-person.rules.js';
import { verificationRecipient } from './verification-recipient.rules.js';
import { resolveVisitorPerson } from './visitor-person.actions.js';

export interface PersonRequest {
  /** The person whom the booking is for so far; null for a new booking. */
  currentId: number | null;
  /** Undefined leaves the current person; null takes them away, or leaves the choice to `attributes`. */
  personId: number | null | undefined;
  attributes: PersonAttributesInput | null | undefined;
  /** How the booking is about to be verified; undefined if it is not. */
  verification: VerificationMethod | undefined;
}

/** A person before it is known whether a code can reach them. */
interface Candidate {
  person?: Person;
  isChanged: boolean;
  /** Of the attributes. */
  problems: FieldErrors;
}

const noPerson: Candidate = { isChanged: false, problems: {} };

/**
 * Finds or makes the person of a booking (spec, New person with booking). With an id, or if the booking has a person,
 * the attributes change that person. Else they are matched by national id number, then phone number, then email. Of a
 * match they fill only what is empty, and leave out what belongs to somebody else, because the person who books may be
 * another one. Without a match a new person is made.
 */
export async function resolveBookingPerson(
  context: RequestContext,
  tx: AccountTransaction,
  request: PersonRequest,
): Promise<ResolvedPerson> {
  const { attributes, verification } = request;
  if (isVisitor(context)) return resolveVisitorPerson(context, tx, attributes, verification);
  const found = await findCandidate(context, tx, request);
  if ('errors' in found) return { person: undefined, isChanged: false, errors: found.errors };
  const { person, isChanged, problems } = found;
  if (!verification) return { person, isChanged, errors: invalidPerson(problems) };
  const recipientResult = verificationRecipient(
    verification,
    attributes ?? {},
    person ?? {},
    context.account.countryCode,
  );
  if ('recipient' in recipientResult) return { person, isChanged, ...recipientResult, errors: invalidPerson(problems) };
  return { person, isChanged, errors: invalidPerson({ ...problems, ...recipientResult.problems }) };
}

/** Writes the person if they are new or changed; attributes that are as stored are not a change. */
export async function saveBookingPerson(
  context: RequestContext,
  tx: AccountTransaction,
  { person, isChanged }: ResolvedPerson,
): Promise<void> {
  if (!person || !isChanged) return;
  const isNew = person.id === undefined;
  await recordChange(tx, isNew ? 'person.created' : 'person.modified', person, by(context));
}

/** Fills what is empty of a known person with what a visitor gave, after the right code. Takes the person's lock. */
export async function completePerson(
  context: RequestContext,
  tx: AccountTransaction,
  personId: number,
  attributes: PersonAttributesInput,
): Promise<void> {
  const person = await tx.findLocked(Person, personId);
  if (!person?.active) return;
  const before = { ...person };
  const given = toIdentity(attributes, attributes.countryCode || person.countryCode || context.account.countryCode);
  const { isChanged, problems } = await fillEmptyAttributes(context, tx, person, attributes, given);
  // The code was right, so the booking is verified even if what was valid when it was made no longer is.
  if (hasErrors(problems)) Object.assign(person, before);
  else await saveBookingPerson(context, tx, { person, isChanged, errors: {} });
}

/** Locks the person after everything else that a booking locks, so that noPerson merges or changes them meanwhile. */
async function findCandidate(
  context: RequestContext,
  tx: AccountTransaction,
  { currentId, personId, attributes }: PersonRequest,
): Promise<Candidate | { errors: FieldErrors }> {
  const id = personId === undefined ? currentId : personId;
  if (id === null) return attributes ? matchOrCreate(context, tx, attributes) : noPerson;
  const person = await tx.findLocked(Person, id);
  const isNamed = id !== currentId;
  if (!person || (isNamed && !person.active)) return { errors: { personId: ['does not exist'] } };
  if (isNamed && person.blocked) return { errors: { person: ['is blocked'] } };
  if (!attributes) return { person, isChanged: false, problems: {} };
  return { person, isChanged: true, problems: await changePerson(context, tx, person, attributes) };
}

async function matchOrCreate(
  context: RequestContext,
  tx: AccountTransaction,
  attributes: PersonAttributesInput,
): Promise<Candidate | { errors: FieldErrors }> {
  const given = toIdentity(attributes, attributes.countryCode || context.account.countryCode);
  const match = matchPerson(given, await listPeopleSharingIdentity(tx, given));
  if (!match) {
    const person = tx.create(Person, context.clock.now());
    const problems = await changePerson(context, tx, person, attributes);
    // Another request has made the person since noPerson matched.
    const wasCreatedMeanwhile = hasErrors(problems) && matchPerson(given, await listPeopleSharingIdentity(tx, given));
    return wasCreatedMeanwhile ? matchOrCreate(context, tx, attributes) : { person, isChanged: true, problems };
  }
  const person = await tx.findLocked(Person, match.id);
  // Deleted, or merged into another person, before the lock was taken.
  if (!person?.active) return matchOrCreate(context, tx, attributes);
  if (person.blocked) return { errors: { person: ['is blocked'] } };
  const local = toIdentity(attributes, attributes.countryCode || person.countryCode || context.account.countryCode);
  const contradicted = contradictionProblems(local, person);
  if (hasErrors(contradicted)) return { isChanged: false, problems: contradicted };
  return { person, ...(await fillEmptyAttributes(context, tx, person, attributes, local)) };
}

/** Writes the given attributes that the person lacks, but for those that belong to somebody else. */
async function fillEmptyAttributes(
  context: RequestContext,
  tx: AccountTransaction,
  person: Person,
  attributes: PersonAttributesInput,
  given: Identity,
): Promise<{ isChanged: boolean; problems: FieldErrors }> {
  const stored = new Map<string, unknown>(Object.entries(person));
  const emptyAttributes = Object.entries(attributes).filter(
    ([name, value]) => value !== undefined && value !== null && value !== '' && stored.get(name) === null,
  );
  if (emptyAttributes.length === 0) return { isChanged: false, problems: {} };
  const others = (await listPeopleSharingIdentity(tx, given)).filter(({ id }) => id !== person.id);
  const taken = takenAttributes(given, others);
  const input = Object.fromEntries(emptyAttributes.filter(([name]) => !Object.hasOwn(taken, name)));
  const isChanged = Object.keys(input).length > 0;
  return { isChanged, problems: isChanged ? await changePerson(context, tx, person, input) : {} };
}
