import { Field, InputType, Int } from 'type-graphql';
import type { AccountQueries } from '../../platform/database/account-database.js';
import { notFound } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { byId, createListOrder, RecordFilter } from '../records/list.input.js';
import { type List, type ListRequest, readList } from '../records/list.js';
import { Guardian, GuardianConnection } from './guardian.entity.js';
import { Person } from './person.entity.js';
import { hasAddress } from './person.rules.js';

const guardianOrder = createListOrder(
  'GuardianOrder',
  {
    POSITION: {
      keys: [{ attribute: 'position', type: 'integer' }],
      descriptions: ['First guardian first.', 'Last guardian first.'],
    },
    ID: byId,
  },
  'POSITION',
);

@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
export class GuardianFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the guardians of this person.' })
  dependantId?: number | null;
  @Field(() => Int, { nullable: true, description: 'Returns those for whom this person is the guardian.' })
  personId?: number | null;
}

export const guardianList: List<Guardian, GuardianFilter, GuardianConnection> = {
  name: 'guardians',
  entity: Guardian,
  connection: GuardianConnection,
  filter: GuardianFilter,
  order: guardianOrder,
  conditions: (_context, { dependantId, personId }) => ({
    $and: [
      {
        ...(typeof dependantId === 'number' && { dependantId }),
        ...(typeof personId === 'number' && { personId }),
      },
    ],
  }),
};

/** Lists the guardians of a person, or with `personId` as the attribute its dependants. @throws DomainError NOT_FOUND */
export async function listFamily(
  context: RequestContext,
  attribute: 'dependantId' | 'personId',
  id: number,
  request: ListRequest<GuardianFilter>,
): Promise<GuardianConnection> {
  await context.db.get(Person, id);
  const name = attribute === 'dependantId' ? 'guardiansOfPerson' : 'dependantsOfPerson';
  return readList(context, guardianList, { name, ...request, filter: { ...request.filter, [attribute]: id } });
}

/** SQL: whether the first guardian of somebody without an address of its own is the one: it acts and gets messages anyway. */
const isOnlyAddress = (guardian: string, dependant: string): string =>
  `${guardian}.position = 1 and coalesce(${dependant}.email, '') = '' and coalesce(${dependant}.phone_number, '') = ''`;

/** SQL: whether a guardian may book for a dependant, and see and change its bookings. Its arguments are the names of rows. */
export const mayActFor = (guardian: string, dependant: string): string =>
  `(${guardian}.may_book or ${isOnlyAddress(guardian, dependant)})`;

/**
 * Whether a person is a guardian who may act for another now. Links and sessions of guardians are checked by it whenever they
 * are used, so nothing has to be revoked when a guardian is removed.
 */
export async function isActing(db: AccountQueries, personId: number, dependantId: number | null): Promise<boolean> {
  if (dependantId === null) return false;
  const rows = await db.query(
    `select from guardian
     join person guarding on guarding.account_id = $1 and guarding.id = guardian.person_id and guarding.active
     join person dependant on dependant.account_id = $1 and dependant.id = guardian.dependant_id and dependant.active
     where guardian.account_id = $1 and guardian.person_id = $2 and guardian.dependant_id = $3
       and ${mayActFor('guardian', 'dependant')}`,
    [personId, dependantId],
  );
  return rows.length > 0;
}

/** @throws DomainError NOT_FOUND unless the record is of a person for whom the guardian may act now */
export async function requireActing(
  db: AccountQueries,
  guardianId: number,
  record: { personId: number | null } | null | undefined,
): Promise<void> {
  if (!record || !(await isActing(db, guardianId, record.personId))) throw notFound();
}

/** An address as a record has it, such as the contact of an entry of the waitlist. */
interface GuardianAddress {
  email?: string | null;
  /** In E.164. */
  phoneNumber?: string | null;
}

/** Returns the guardian of a person who has an address and acts, or gets the messages, now. One who acts comes first. */
export async function findGuardianOfAddress(
  db: AccountQueries,
  dependantId: number,
  { email, phoneNumber }: GuardianAddress,
): Promise<Pick<MessageGuardian, 'id' | 'isActing'> | undefined> {
  const [guardian] = await db.query<Pick<MessageGuardian, 'id' | 'isActing'>>(
    `select guarding.id, ${mayActFor('guardian', 'dependant')} as "isActing" from guardian
     join person dependant on dependant.account_id = $1 and dependant.id = guardian.dependant_id and dependant.active
     join person guarding on guarding.account_id = $1 and guarding.id = guardian.person_id and guarding.active
     where guardian.account_id = $1 and guardian.dependant_id = $2
       and (text_key(guarding.email) = text_key($3::text) or guarding.phone_number_formatted = $4::text)
       and (guardian.gets_messages or ${mayActFor('guardian', 'dependant')})
     order by 2 desc, guardian.position limit 1`,
    [dependantId, email ?? null, phoneNumber ?? null],
  );
  return guardian;
}

/**
 * Returns the id of the one whose the orders of a person are: the first guardian who pays, else the person. Without guardians
 * with rights, it sends no statement.
 */
export async function findPayer(
  db: AccountQueries,
  { id, hasGuardians }: Pick<Person, 'id' | 'hasGuardians'>,
): Promise<number> {
  if (!hasGuardians) return id;
  const [payer] = await db.query<{ id: number }>(
    `select person.id from guardian
     join person on person.account_id = $1 and person.id = guardian.person_id and person.active
     where guardian.account_id = $1 and guardian.dependant_id = $2 and guardian.pays
     order by guardian.position limit 1`,
    [id],
  );
  return payer?.id ?? id;
}

/** A guardian who gets the messages of a dependant. */
export interface MessageGuardian extends Pick<Person, 'id' | 'email' | 'phoneNumberFormatted' | 'locale'> {
  /** Whether its messages have a link, by which the booking can be changed. */
  isActing: boolean;
}

/** Lists the guardians who get the messages of a person, the first one first. */
export async function listMessageGuardians(
  db: AccountQueries,
  person: Pick<Person, 'id' | 'hasGuardians' | 'parentId' | 'email' | 'phoneNumber'>,
): Promise<MessageGuardian[]> {
  if (!person.hasGuardians && (person.parentId === null || hasAddress(person))) return [];
  return db.query<MessageGuardian>(
    `select person.id, person.email, person.phone_number_formatted as "phoneNumberFormatted", person.locale,
       ${mayActFor('guardian', 'dependant')} as "isActing"
     from guardian
     join person dependant on dependant.account_id = $1 and dependant.id = guardian.dependant_id
     join person on person.account_id = $1 and person.id = guardian.person_id and person.active
     where guardian.account_id = $1 and guardian.dependant_id = $2
       and (guardian.gets_messages or ${isOnlyAddress('guardian', 'dependant')})
     order by guardian.position`,
    [person.id],
  );
}
