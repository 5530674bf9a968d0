import type { AccountQueries } from '../../platform/database/account-database.js';
import { mayActFor } from '../person/guardian.queries.js';
import type { Person } from '../person/person.entity.js';

/** An active person who has an address. */
export type PersonOfAddress = Pick<Person, 'id' | 'email' | 'phoneNumberFormatted' | 'locale'>;

/** SQL: whether a person has the phone number `$2`. The first condition is that of the unique index. */
const hasPhoneNumber = 'coalesce(phone_number_formatted, phone_number) = $2 and phone_number_formatted = $2';

/**
 * Lists the active people with an address. Each form has a statement of its own: with both in one, PostgreSQL read all people
 * of the account, 100,000 instead of one.
 *
 * @param address the key of an email (`textKey`), or a phone number in E.164
 */
export function listPeopleOfAddress(db: AccountQueries, address: string): Promise<PersonOfAddress[]> {
  return db.query<PersonOfAddress>(
    `select id, email, phone_number_formatted as "phoneNumberFormatted", locale from person
     where account_id = $1 and active and ${hasAddress(address)} order by id`,
    [address],
  );
}

/** Somebody whose records a visitor sees. */
export interface VisitorPerson {
  id: number;
  name: string | null;
  dateOfBirth: string | null;
  /** The person who has the address and acts as a guardian; null for that person itself. */
  guardianId: number | null;
}

/**
 * Lists the active people with an address, and the active people for whom they act as guardians. By one statement, because
 * every request of a visitor sends it.
 */
export function listVisitorPeople(db: AccountQueries, address: string): Promise<VisitorPerson[]> {
  return db.query<VisitorPerson>(
    `with own as (
       select id, name, date_of_birth from person where account_id = $1 and active and ${hasAddress(address)})
     select id, name, date_of_birth::text as "dateOfBirth", null::integer as "guardianId" from own
     union all select child.id, child.name, child.date_of_birth::text, own.id from own
       join guardian on guardian.account_id = $1 and guardian.person_id = own.id
       join person child on child.account_id = $1 and child.id = guardian.dependant_id and child.active
         and ${mayActFor('guardian', 'child')}
     order by 4 nulls first, 1`,
    [address],
  );
}

/** SQL: whether a person has the address `$2`. */
function hasAddress(address: string): string {
  return address.includes('@') ? 'text_key(email) = $2' : hasPhoneNumber;
}
