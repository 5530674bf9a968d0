import type { AccountQueries } from '../../platform/database/account-database.js';
import { attemptDigest } from '../../platform/database/attempt-limiter.js';
import type { RequestContext } from '../context.js';

/** The values by which rows are found that do not refer to the person by id. */
export interface PersonIdentifiers {
  /** In lower case, of the person and of the versions of the person in the change log. */
  emails: string[];
  /** As they were entered, and in E.164. */
  phoneNumbers: string[];
  /** The digests of addresses under which attempts are counted. */
  digests: string[];
}

/** The person whose data is read or erased. */
export interface PersonSubject extends PersonIdentifiers {
  /** The person first, then those who were merged into the person. */
  ids: number[];
}

/** Returns the ids of a person and of the people who were merged into the person, also indirectly. */
export async function listMergedIds(tx: AccountQueries, personId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `with recursive merged (id, depth) as (
       select person.id, 0 from person where account_id = $1 and person.id = $2
       union
       select person.id, depth + 1 from merged
       join person on person.account_id = $1 and person.merged_into_id = merged.id)
     select id from merged group by id order by min(depth), id`,
    [personId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Returns the addresses and numbers of people, also those that the change log has of them. Leaves out what another active
 * person has: that one may own the rows with it.
 */
export async function findIdentifiers(
  { account }: Pick<RequestContext, 'account'>,
  tx: AccountQueries,
  ids: readonly number[],
): Promise<PersonIdentifiers> {
  const [found] = await tx.query<Pick<PersonIdentifiers, 'emails' | 'phoneNumbers'>>(
    `with version as (
       select email, phone_number, phone_number_formatted from person where account_id = $1 and id = any ($2::integer[])
       union
       select snapshot ->> 'email', snapshot ->> 'phoneNumber', snapshot ->> 'phoneNumberFormatted' from change
       where account_id = $1 and object_type = 'person' and object_id = any ($2::integer[])),
     email as (
       select distinct value from version cross join lateral (values (lower(email)), (text_key(email))) as each (value)
       where value is not null and not exists (
         select from person where account_id = $1 and active and id <> all ($2::integer[])
           and text_key(person.email) = text_key(version.email))),
     phone_number as (
       select distinct value from version cross join lateral (values (phone_number), (phone_number_formatted)) as each (value)
       where value is not null and not exists (
         select from person where account_id = $1 and active and id <> all ($2::integer[])
           and coalesce(person.phone_number_formatted, person.phone_number)
             = coalesce(version.phone_number_formatted, version.phone_number)))
     select array(select value from email order by value) as emails,
       array(select value from phone_number order by value) as "phoneNumbers"`,
    [ids],
  );
  const { emails = [], phoneNumbers = [] } = found ?? {};
  const digests = [...emails, ...phoneNumbers].map((subject) => attemptDigest(account, subject));
  return { emails, phoneNumbers, digests };
}
