import { recordChange } from '../../outbox/change-log.js';
import type { ChangeNameOf } from '../../outbox/recorded-change.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { countAttempt, decrementAttempts } from '../../platform/database/attempt-limiter.js';
import { type FieldErrors, hasErrors, invalid, rejectIfAny } from '../../platform/errors.js';
import { hashPassword, isPassword, validatePassword } from '../../platform/password.js';
import { changedBy, type RequestContext } from '../context.js';
import { assignAttributes } from '../records/attributes.js';
import { requireRevision } from '../records/record.rules.js';
import { formatPhoneNumber, validateTexts } from '../text/contact-details.js';
import { type KnownPerson, People, PersonTree, personTreeLock } from './people.queries.js';
import { Person } from './person.entity.js';
import type { PersonAttributesInput, PersonCredentialsInput, PersonInput } from './person.input.js';
import { findPersonByIdentifier } from './person.queries.js';
import { takenAttributes, toIdentifier, validatePerson } from './person.rules.js';

/** @throws DomainError INVALID by attribute */
export async function createPerson(context: RequestContext, input: PersonInput): Promise<Person> {
  const password = await preparePassword(context, input);
  return context.db.transaction(async (tx) => {
    const person = tx.create(Person, context.clock.now());
    rejectIfAny(await changePerson(context, tx, person, input), password.errors);
    Object.assign(person, password.attributes);
    await recordChange(tx, 'person.created', person, changedBy(context));
    return person;
  });
}

/** @throws DomainError INVALID by attribute, and on `base` if the person was erased; NOT_FOUND, PRECONDITION_FAILED */
export async function updatePerson(
  context: RequestContext,
  id: number,
  input: PersonInput,
  ifRevision?: number | null,
): Promise<Person> {
  const password = await preparePassword(context, input);
  return context.db.transaction(async (tx) => {
    const person = await tx.getLocked(Person, id);
    requireRevision(person, ifRevision, 'person');
    requireNotErased(person);
    rejectIfAny(await changePerson(context, tx, person, input), password.errors);
    Object.assign(person, password.attributes);
    await recordChange(tx, 'person.modified', person, changedBy(context));
    return person;
  });
}

/** Deactivates a person. Has no effect on a deleted one. @throws DomainError NOT_FOUND, PRECONDITION_FAILED */
export function deletePerson(context: RequestContext, id: number, ifRevision?: number | null): Promise<Person> {
  return setFlag(context, id, 'active', false, 'person.deleted', ifRevision);
}

/**
 * Restores a deleted person. Has no effect on one that is not deleted.
 *
 * @throws DomainError INVALID on each unique attribute that another person has taken since, and on `base` if the person was
 *   erased; NOT_FOUND
 */
export function undeletePerson(context: RequestContext, id: number): Promise<Person> {
  return setFlag(context, id, 'active', true);
}

/** Blocks or unblocks bookings for a person. @throws DomainError INVALID on `base` if the person was erased, NOT_FOUND */
export function setBlocked(context: RequestContext, id: number, isBlocked: boolean): Promise<Person> {
  return setFlag(context, id, 'blocked', isBlocked);
}

function setFlag(
  context: RequestContext,
  id: number,
  flag: 'active' | 'blocked',
  value: boolean,
  change: ChangeNameOf<'person'> = 'person.modified',
  ifRevision?: number | null,
): Promise<Person> {
  return context.db.transaction(async (tx) => {
    const person = await tx.getLocked(Person, id);
    requireRevision(person, ifRevision, 'person');
    if (person[flag] === value) return person;
    requireNotErased(person);
    person[flag] = value;
    if (flag === 'active') person.mergedIntoId = null;
    if (flag === 'active') rejectIfAny(takenAttributes(person, await listDuplicates(new People(context, tx), person)));
    await recordChange(tx, change, person, changedBy(context));
    return person;
  });
}

/** An erased person stays without attributes and deleted. @throws DomainError INVALID on `base` */
export function requireNotErased({ erasedAt }: Pick<Person, 'erasedAt'>): void {
  if (erasedAt !== null) throw invalid({ base: ['was erased'] });
}

/** The minimum for a customer. Users, who can change bookings, need longer passwords. */
const minPasswordLength = 8;

/** Validates and hashes a password. Hashing is slow, so call it before the transaction. */
export async function preparePassword(
  { account: { id, name, subdomain } }: RequestContext,
  { password, email }: PersonInput,
): Promise<{ attributes: Partial<Person>; errors: FieldErrors }> {
  const rules = { minLength: minPasswordLength, known: [name, subdomain, email] };
  const errors = password ? validatePassword(password, rules) : {};
  if (password === undefined || hasErrors(errors)) return { attributes: {}, errors };
  return { attributes: { passwordHash: password ? await hashPassword(id, password) : null }, errors };
}

/** Assigns the input to the person and returns the errors of the result. */
export async function changePerson(
  context: RequestContext,
  tx: AccountTransaction,
  person: Person,
  input: PersonAttributesInput,
  people = new People(context, tx),
): Promise<FieldErrors> {
  const errors = await assignPerson(context, tx, person, input, people.tree);
  return { ...takenAttributes(person, await listDuplicates(people, person)), ...errors };
}

/** Like `changePerson`, but does not check whether unique attributes belong to another person. */
export async function assignPerson(
  context: RequestContext,
  tx: AccountTransaction,
  person: Person,
  input: PersonAttributesInput,
  tree: PersonTree = new PersonTree(tx),
): Promise<FieldErrors> {
  const parentErrors = await validateParent(tx, person, input, tree);
  const attributeErrors = assignAttributes(tx, person, input);
  if (person.countryCode) person.countryCode = person.countryCode.toUpperCase();
  const country = person.countryCode ?? context.account.countryCode;
  person.phoneNumberFormatted = formatPhoneNumber(person.phoneNumber, country);
  return { ...validatePerson(person), ...validateTexts(input), ...attributeErrors, ...parentErrors };
}

/** Rejects cycles of parents. Changes of parents lock the tree, because two concurrent ones could close a cycle. */
async function validateParent(
  tx: AccountTransaction,
  person: Person,
  { parentId }: PersonAttributesInput,
  tree: PersonTree,
): Promise<FieldErrors> {
  if (parentId === null || parentId === undefined || parentId === person.parentId) return {};
  await tx.lock(personTreeLock(tx));
  if (person.id !== undefined && (await tree.isAncestor(person.id, parentId))) return { parentId: ['is invalid'] };
  return (await tree.isActive(parentId)) ? {} : { parentId: ['does not exist'] };
}

/** Lists other active people with one of the person's unique attributes. A deleted person has no duplicates. */
async function listDuplicates(people: People, person: Person): Promise<KnownPerson[]> {
  const sharing = person.active ? await people.listSharing(person) : [];
  return sharing.filter(({ id }) => id !== person.id);
}

/**
 * Authenticates a person by email or phone number and password (spec, People). Blocked people can authenticate, deleted
 * ones can't. At most 10 wrong passwords per email or number are accepted in 15 minutes, whether or not a person has
 * it. Client addresses are not limited, because the client is the integrator's server: one abuser would lock out
 * everybody.
 *
 * @throws DomainError INVALID on `password`, with the same message whatever does not match; RateLimitError
 */
export async function authenticatePerson(
  context: RequestContext,
  { password, ...given }: PersonCredentialsInput,
): Promise<Person> {
  const identifier = toIdentifier(given, context.account.countryCode);
  if (!identifier) throw invalid({ email: ["can't be blank"] });
  if (!password) throw invalid({ password: ["can't be blank"] });
  const limits = [{ name: 'password:person', subject: identifier.value, maxAttempts: 10, minutes: 15 }];
  await countAttempt(context, limits);
  const person = await findPersonByIdentifier(context, identifier);
  const isRight = await isPassword(context.account.id, person?.passwordHash ?? null, password);
  if (!person || !isRight) throw invalid({ password: ['is invalid'] });
  await decrementAttempts(context, limits);
  return person;
}
