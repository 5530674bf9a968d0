import type { FilterQuery } from '@mikro-orm/core';
import { raw } from '@mikro-orm/postgresql';
import { Extensions, Field, InputType, Int } from 'type-graphql';
import { maxSearchLength } from '../../platform/accepted.js';
import { describeEnum } from '../../platform/described-enum.js';
import { CalendarDate, Instant } from '../../platform/scalars.js';
import { textKey } from '../../platform/text.js';
import type { RequestContext } from '../context.js';
import { DescribedBy } from '../records/attributes.js';
import { byId, byText, byUpdate, createListOrder, RecordFilter } from '../records/list.input.js';
import { type List, type ListRequest, readList } from '../records/list.js';
import { formatPhoneNumber } from '../text/contact-details.js';
import { Person, PersonConnection } from './person.entity.js';
import { type Identifier, restorePlus } from './person.rules.js';

export enum PersonScope {
  ACTIVE = 'active',
  DELETED = 'deleted',
  ALL = 'all',
}
describeEnum(PersonScope, 'PersonScope', 'The people in a list.', {
  ACTIVE: 'People who are not deleted.',
  ALL: 'All people, including deleted ones.',
  DELETED: 'Deleted people.',
});

const personOrder = createListOrder(
  'PersonOrder',
  { ID: byId, NAME: byText('name', 'name'), UPDATED_AT: byUpdate },
  'ID',
);

/** Limits the length of a search text: a longer one matches no person and is slow to search for. */
const SearchText = () => Extensions({ maxLength: maxSearchLength });

/** Conditions that must all hold (spec, Person list query parameters). */
@DescribedBy(Person)
@InputType()
export class PersonFilter extends RecordFilter {
  @Field(() => PersonScope, { nullable: true, description: 'The people to list. Defaults to `ACTIVE`.' })
  scope?: PersonScope | null;
  @SearchText()
  @Field(() => String, {
    nullable: true,
    description: 'Matches part of the name, email, phone number or national id number.',
  })
  search?: string | null;
  @SearchText()
  @Field(() => String, { nullable: true, description: 'Returns the people with this email address, in any case.' })
  email?: string | null;
  @SearchText()
  @Field(() => String, {
    nullable: true,
    description: 'Returns the people with this phone number, however it is written.',
  })
  phoneNumber?: string | null;
  @SearchText()
  @Field(() => String, { nullable: true, description: 'Returns the people with this external id.' })
  externalId?: string | null;
  @SearchText()
  @Field(() => String, { nullable: true, description: 'Returns the people with this name.' })
  name?: string | null;
  @SearchText()
  @Field(() => String, { nullable: true, description: 'Returns the people with this national identity number.' })
  nationalIdNo?: string | null;
  @Field(() => CalendarDate, { nullable: true, description: 'Returns the people who were born on this date.' })
  dateOfBirth?: string | null;
  @Field(() => Int, { nullable: true, description: 'Returns the children of this person.' }) parentId?: number | null;
  @Field(() => Instant, { nullable: true, description: 'Returns people changed at or after this instant.' })
  since?: Date | null;
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
  await context.db.get(Person, personId);
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
  if (typeof filter.parentId === 'number') conditions.push({ parentId: filter.parentId });
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
