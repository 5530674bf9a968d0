import type { FilterQuery } from '@mikro-orm/core';
import { raw } from '@mikro-orm/postgresql';
import type { Row } from '../../platform/database/rows.js';
import { getRow } from '../attributes.js';
import type { PageRequest } from '../connection.type.js';
import type { RequestContext } from '../context.js';
import { formatPhoneNumber } from '../phone-number.rules.js';
import { Person, PersonConnection } from './person.entity.js';
import { type PersonFilter, PersonScope } from './person.input.js';
import { type Identifier, restorePlus } from './person.rules.js';

/** Returns a person, deleted or not. @throws DomainError NOT_FOUND */
export function getPerson(context: RequestContext, id: number): Promise<Row<Person>> {
  return getRow(context.db, Person, id);
}

/** Lists people by id. */
export function listPeople(context: RequestContext, filter: PersonFilter, page: PageRequest): PersonConnection {
  const where = personConditions(context, filter);
  return new PersonConnection(
    page,
    (slice) => context.db.rows(Person, where, { orderBy: { id: 'asc' }, ...slice }),
    () => context.db.count(Person, where),
  );
}

/** Lists the children of a person. @throws DomainError NOT_FOUND */
export async function listChildrenOfPerson(
  context: RequestContext,
  personId: number,
  filter: PersonFilter,
  page: PageRequest,
): Promise<PersonConnection> {
  await getPerson(context, personId);
  return listPeople(context, { ...filter, parentId: personId }, page);
}

/** Finds the active person with that email or phone number, however the stored number is written. */
export async function findPersonByIdentifier(
  context: RequestContext,
  { attribute, value }: Identifier,
): Promise<Row<Person> | undefined> {
  const people = await context.db.rows(Person, personConditions(context, { [attribute]: value }));
  return people.find(({ phoneNumberFormatted }) => phoneNumberFormatted === value) ?? people[0];
}

function personConditions(context: RequestContext, filter: PersonFilter): FilterQuery<Person> {
  const conditions: FilterQuery<Person>[] = [];
  const scope = filter.scope ?? PersonScope.ACTIVE;
  if (scope !== PersonScope.ALL) conditions.push({ active: scope === PersonScope.ACTIVE });
  if (filter.search) {
    const pattern = { $ilike: `%${filter.search.trim().replaceAll(/[\\%_]/g, '\\$&')}%` };
    conditions.push({
      $or: [
        { name: pattern },
        { email: pattern },
        { phoneNumber: pattern },
        { phoneNumberFormatted: pattern },
        { nationalIdNo: pattern },
      ],
    });
  }
  if (filter.email) conditions.push({ [raw((alias) => `lower(${alias}.email)`)]: filter.email.trim().toLowerCase() });
  if (filter.phoneNumber) conditions.push(samePhoneNumber(filter.phoneNumber, context.account.countryCode));
  if (filter.externalId) conditions.push({ externalId: filter.externalId });
  if (filter.name) conditions.push({ name: filter.name });
  if (filter.nationalIdNo) conditions.push({ nationalIdNo: filter.nationalIdNo });
  if (filter.dateOfBirth) conditions.push({ dateOfBirth: filter.dateOfBirth });
  if (filter.parentId) conditions.push({ parentId: filter.parentId });
  if (filter.since) conditions.push({ updatedAt: { $gte: filter.since } });
  return { $and: conditions };
}

function samePhoneNumber(given: string, countryCode: string): FilterQuery<Person> {
  const phoneNumber = restorePlus(given);
  const formatted = formatPhoneNumber(phoneNumber, countryCode);
  return formatted ? { $or: [{ phoneNumberFormatted: formatted }, { phoneNumber }] } : { phoneNumber };
}
