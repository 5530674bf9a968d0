import type { FilterQuery } from '@mikro-orm/core';
import { raw } from '@mikro-orm/postgresql';
import { textKey } from '../../platform/text.js';
import type { RequestContext } from '../context.js';
import { type List, type ListRequest, readList } from '../records/list.js';
import { formatPhoneNumber } from '../text/contact-details.js';
import { Person, PersonConnection } from './person.entity.js';
import { PersonFilter, PersonScope, personOrder } from './person.input.js';
import { type Identifier, restorePlus } from './person.rules.js';

/** Returns a person, deleted or not. @throws DomainError NOT_FOUND */
export function getPerson(context: RequestContext, id: number): Promise<Person> {
  return context.db.get(Person, id);
}

export const personList: List<Person, PersonFilter, PersonConnection> = {
  name: 'people',
  entity: Person,
  connection: PersonConnection,
  filter: PersonFilter,
  order: personOrder,
  conditions: personConditions,
};

/** Lists the children of a person. @throws DomainError NOT_FOUND */
export async function listChildrenOfPerson(
  context: RequestContext,
  personId: number,
  request: ListRequest<PersonFilter>,
): Promise<PersonConnection> {
  await getPerson(context, personId);
  const filter = { ...request.filter, parentId: personId };
  return readList(context, personList, { name: 'childrenOfPerson', ...request, filter });
}

/** Finds the active person with that email or phone number, however the stored number is written. */
export async function findPersonByIdentifier(
  context: RequestContext,
  { attribute, value }: Identifier,
): Promise<Person | undefined> {
  const people = await context.db.rows(Person, personConditions(context, { [attribute]: value }));
  return people.find(({ phoneNumberFormatted }) => phoneNumberFormatted === value) ?? people[0];
}

function personConditions(context: RequestContext, filter: PersonFilter): FilterQuery<Person> {
  const conditions: FilterQuery<Person>[] = [];
  const scope = filter.scope ?? PersonScope.ACTIVE;
  if (scope !== PersonScope.ALL) conditions.push({ active: scope === PersonScope.ACTIVE });
  if (filter.search) {
    const pattern = { $like: `%${textKey(filter.search.trim()).replaceAll(/[\\%_]/g, '\\$&')}%` };
    const texts = ['name', 'email', 'phone_number', 'national_id_no'].map((column) => ({ [keyOf(column)]: pattern }));
    conditions.push({ $or: [...texts, { phoneNumberFormatted: pattern }] });
  }
  if (filter.email) conditions.push({ [keyOf('email')]: textKey(filter.email.trim()) });
  if (filter.phoneNumber) conditions.push(samePhoneNumber(filter.phoneNumber, context.account.countryCode));
  if (filter.externalId) conditions.push({ externalId: filter.externalId });
  if (filter.name) conditions.push({ [keyOf('name')]: textKey(filter.name) });
  if (filter.nationalIdNo) conditions.push({ nationalIdNo: filter.nationalIdNo });
  if (filter.dateOfBirth) conditions.push({ dateOfBirth: filter.dateOfBirth });
  if (filter.parentId) conditions.push({ parentId: filter.parentId });
  if (filter.since) conditions.push({ updatedAt: { $gte: filter.since } });
  return { $and: conditions };
}

/** The key by which a column is compared (`textKey`). */
function keyOf(column: string) {
  return raw((alias) => `text_key(${alias}.${column})`);
}

function samePhoneNumber(given: string, countryCode: string): FilterQuery<Person> {
  const phoneNumber = restorePlus(given);
  const formatted = formatPhoneNumber(phoneNumber, countryCode);
  return formatted ? { $or: [{ phoneNumberFormatted: formatted }, { phoneNumber }] } : { phoneNumber };
}
