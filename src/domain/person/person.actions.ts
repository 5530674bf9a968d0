import type { FilterQuery } from '@mikro-orm/core';
import { raw } from '@mikro-orm/postgresql';
import { recordChange } from '../../outbox/change-log.js';
import type { ChangeNameOf } from '../../outbox/change-records.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Lock } from '../../platform/database/locks.js';
import type { Row } from '../../platform/database/rows.js';
import type { FieldErrors } from '../../platform/errors.js';
import { hashPassword, passwordProblems } from '../../platform/password.js';
import { assignAttributes, hasErrors, rejectIfAny } from '../attributes.js';
import { by, type RequestContext } from '../context.js';
import { formatPhoneNumber } from '../phone-number.rules.js';
import { referenceProblems } from '../references.queries.js';
import { Person, personTreeKind } from './person.entity.js';
import type { PersonAttributesInput, PersonInput } from './person.input.js';
import { type Identity, nameProblems, personProblems, takenAttributes } from './person.rules.js';

/** @throws DomainError INVALID by attribute */
export async function createPerson(context: RequestContext, input: PersonInput): Promise<Person> {
  const password = await preparePassword(input);
  return context.db.transaction(async (tx) => {
    const person = tx.create(Person, context.clock.now());
    rejectIfAny(await changePerson(context, tx, person, input), password.errors);
    Object.assign(person, password.attributes);
    await recordChange(tx, 'person.created', person, by(context));
    return person;
  });
}

/** @throws DomainError INVALID by attribute, NOT_FOUND */
export async function updatePerson(context: RequestContext, id: number, input: PersonInput): Promise<Person> {
  const password = await preparePassword(input);
  return context.db.transaction(async (tx) => {
    const person = await tx.getLocked(Person, id);
    rejectIfAny(await changePerson(context, tx, person, input), password.errors);
    Object.assign(person, password.attributes);
    await recordChange(tx, 'person.modified', person, by(context));
    return person;
  });
}

/** Deactivates a person; a deleted one is left as it is. @throws DomainError NOT_FOUND */
export function deletePerson(context: RequestContext, id: number): Promise<Person> {
  return setFlag(context, id, 'active', false, 'person.deleted');
}

/**
 * Brings a deleted person back; one who is not deleted is left as it is.
 *
 * @throws DomainError INVALID on each unique attribute that was taken meanwhile, NOT_FOUND
 */
export function undeletePerson(context: RequestContext, id: number): Promise<Person> {
  return setFlag(context, id, 'active', true);
}

/** Keeps a person from being booked for, or no longer. @throws DomainError NOT_FOUND */
export function setBlocked(context: RequestContext, id: number, isBlocked: boolean): Promise<Person> {
  return setFlag(context, id, 'blocked', isBlocked);
}

function setFlag(
  context: RequestContext,
  id: number,
  flag: 'active' | 'blocked',
  value: boolean,
  change: ChangeNameOf<'person'> = 'person.modified',
): Promise<Person> {
  return context.db.transaction(async (tx) => {
    const person = await tx.getLocked(Person, id);
    if (person[flag] === value) return person;
    person[flag] = value;
    if (flag === 'active') rejectIfAny(takenAttributes(person, await listDuplicates(tx, person)));
    await recordChange(tx, change, person, by(context));
    return person;
  });
}

/** Of someone who books; a user, who may change what is booked, needs a longer one. */
const minPasswordLength = 8;

/** What there is to write of a password, and what is wrong with it. Hashes it, so not for within a transaction. */
export async function preparePassword({
  password,
}: PersonInput): Promise<{ attributes: Partial<Person>; errors: FieldErrors }> {
  const errors = password ? passwordProblems(password, minPasswordLength) : {};
  if (password === undefined || hasErrors(errors)) return { attributes: {}, errors };
  return { attributes: { passwordHash: password ? await hashPassword(password) : null }, errors };
}

/** Writes the input into the person, and returns all that is wrong with the result. */
export async function changePerson(
  context: RequestContext,
  tx: AccountTransaction,
  person: Person,
  input: PersonAttributesInput,
): Promise<FieldErrors> {
  const problems = await assignPerson(context, tx, person, input);
  return { ...takenAttributes(person, await listDuplicates(tx, person)), ...problems };
}

/** The same without the errors of attributes that belong to somebody else. */
export async function assignPerson(
  context: RequestContext,
  tx: AccountTransaction,
  person: Person,
  input: PersonAttributesInput,
): Promise<FieldErrors> {
  const referenceErrors = await parentProblems(tx, person, input);
  const attributeErrors = assignAttributes(tx, person, input);
  if (person.countryCode) person.countryCode = person.countryCode.toUpperCase();
  const country = person.countryCode ?? context.account.countryCode;
  person.phoneNumberFormatted = formatPhoneNumber(person.phoneNumber, country);
  return { ...personProblems(person), ...nameProblems(input.name), ...attributeErrors, ...referenceErrors };
}

/**
 * Nobody may be an ancestor of one's own: changes of parents wait for each other, as two could close a circle together.
 */
async function parentProblems(
  tx: AccountTransaction,
  person: Person,
  { parentId }: PersonAttributesInput,
): Promise<FieldErrors> {
  if ((parentId ?? null) === null || parentId === person.parentId) return {};
  await tx.lock(personTreeLock(tx));
  const referenceErrors = await referenceProblems(tx, person, { parentId }, { parentId: Person });
  const isCycle = person.id !== undefined && (await isAncestor(tx, person.id, parentId ?? null));
  return isCycle ? { parentId: ['is invalid'] } : referenceErrors;
}

/** The lock of the tree of an account's people, taken before a person gets another parent. */
export function personTreeLock({ accountId }: AccountTransaction): Lock {
  return [personTreeKind, accountId];
}

/** Whether a person is another one, or a parent of that, or a parent of such. */
export async function isAncestor(tx: AccountTransaction, ancestorId: number, id: number | null): Promise<boolean> {
  const found = await tx.query(
    `with recursive ancestor as (
       select id, parent_id from person where account_id = $1 and id = $2
       union select person.id, person.parent_id from ancestor
         join person on person.account_id = $1 and person.id = ancestor.parent_id)
     select from ancestor where id = $3`,
    [id, ancestorId],
  );
  return found.length > 0;
}

/** Active people who have one of the person's unique attributes; they are free to be taken when the person is deleted. */
async function listDuplicates(tx: AccountTransaction, person: Person): Promise<Row<Person>[]> {
  const people = person.active ? await listPeopleSharingIdentity(tx, person) : [];
  return people.filter(({ id }) => id !== person.id);
}

/** Active people who have one of the unique attributes, oldest first. */
export async function listPeopleSharingIdentity(tx: AccountTransaction, identity: Identity): Promise<Row<Person>[]> {
  const shared = sharedIdentities(identity);
  if (shared.length === 0) return [];
  return tx.rows(Person, { active: true, $or: shared }, { orderBy: { id: 'asc' } });
}

/** Conditions under which another is the same by one of the attributes that are unique. */
function sharedIdentities(person: Identity): FilterQuery<Person>[] {
  const shared: FilterQuery<Person>[] = [];
  if (person.email) shared.push({ [raw((alias) => `lower(${alias}.email)`)]: person.email.toLowerCase() });
  if (person.phoneNumberFormatted) shared.push({ phoneNumberFormatted: person.phoneNumberFormatted });
  if (person.phoneNumber) shared.push({ phoneNumber: person.phoneNumber });
  if (person.nationalIdNo) shared.push({ nationalIdNo: person.nationalIdNo });
  if (person.provider && person.uid) shared.push({ provider: person.provider, uid: person.uid });
  return shared;
}
