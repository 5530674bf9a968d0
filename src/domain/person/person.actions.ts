import type { FilterQuery } from '@mikro-orm/core';
import { raw } from '@mikro-orm/postgresql';
import { recordChange } from '../../changes/change-log.js';
import type { FieldErrors } from '../../errors.js';
import type { AccountTransaction } from '../../platform/database/account-database.js';
import type { Row } from '../../platform/database/rows.js';
import { assignAttributes, findRecord, rejectIfAny } from '../attributes.js';
import { by, type RequestContext } from '../context.js';
import { referenceProblems } from '../references.js';
import { Person } from './person.entity.js';
import type { PersonInput } from './person.input.js';
import { formatPhoneNumber, type Identity, personProblems, takenAttributes } from './person.rules.js';

/** @throws DomainError INVALID by attribute */
export function createPerson(context: RequestContext, input: PersonInput): Promise<Person> {
  return context.db.transaction(async (tx) => {
    const person = tx.create(Person, context.clock.now());
    rejectIfAny(await changePerson(context, tx, person, input));
    await recordChange(tx, 'person.created', person, by(context));
    return person;
  });
}

/** @throws DomainError INVALID by attribute, NOT_FOUND */
export function updatePerson(context: RequestContext, id: number, input: PersonInput): Promise<Person> {
  return context.db.transaction(async (tx) => {
    await tx.lock(['person', id]);
    const person = await findRecord(tx, Person, id);
    rejectIfAny(await changePerson(context, tx, person, input));
    person.updatedAt = context.clock.now();
    await recordChange(tx, 'person.modified', person, by(context));
    return person;
  });
}

/** Deactivates a person; a deleted one is left as it is. @throws DomainError NOT_FOUND */
export function deletePerson(context: RequestContext, id: number): Promise<Person> {
  return context.db.transaction(async (tx) => {
    await tx.lock(['person', id]);
    const person = await findRecord(tx, Person, id);
    if (!person.active) return person;
    person.active = false;
    person.updatedAt = context.clock.now();
    await recordChange(tx, 'person.deleted', person, by(context));
    return person;
  });
}

/** Writes the input into the person, and gives all that is wrong with what results. */
export async function changePerson(
  context: RequestContext,
  tx: AccountTransaction,
  person: Person,
  input: PersonInput,
): Promise<FieldErrors> {
  const unknown = await referenceProblems(tx, person, input, { parentId: Person });
  const unfit = assignAttributes(tx, person, input);
  if (person.countryCode) person.countryCode = person.countryCode.toUpperCase();
  const country = person.countryCode ?? context.account.countryCode;
  person.phoneNumberFormatted = formatPhoneNumber(person.phoneNumber, country);
  const taken = takenAttributes(person, await othersLike(tx, person));
  return { ...taken, ...personProblems(person), ...unfit, ...unknown };
}

/** Active people who have one of the person's unique attributes; they are free to be taken when the person is deleted. */
async function othersLike(tx: AccountTransaction, person: Person): Promise<Row<Person>[]> {
  const shared = person.active ? sharedIdentities(person) : [];
  if (shared.length === 0) return [];
  return tx.rows(Person, { active: true, $or: shared, ...(person.id !== undefined && { id: { $ne: person.id } }) });
}

/** Conditions under which another is the same by one of the attributes that are unique. */
export function sharedIdentities(person: Identity): FilterQuery<Person>[] {
  const shared: FilterQuery<Person>[] = [];
  if (person.email) shared.push({ [raw((alias) => `lower(${alias}.email)`)]: person.email.toLowerCase() });
  if (person.phoneNumberFormatted) shared.push({ phoneNumberFormatted: person.phoneNumberFormatted });
  if (person.phoneNumber) shared.push({ phoneNumber: person.phoneNumber });
  if (person.nationalIdNo) shared.push({ nationalIdNo: person.nationalIdNo });
  if (person.provider && person.uid) shared.push({ provider: person.provider, uid: person.uid });
  return shared;
}
