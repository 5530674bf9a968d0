import type { AccountQueries } from '../../platform/database/account-database.js';
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

/**
 * Lists the ids of the active people with an address, and of their active children without an address of their own, whose
 * messages go there. By one statement, because every request of a visitor sends it.
 */
export async function listVisitorPeople(db: AccountQueries, address: string): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `with own as (select id from person where account_id = $1 and active and ${hasAddress(address)})
     select id from own
     union all select child.id from own
       join person child on child.account_id = $1 and child.parent_id = own.id and child.active
         and coalesce(child.email, '') = '' and coalesce(child.phone_number, '') = ''`,
    [address],
  );
  return rows.map(({ id }) => id);
}

/** SQL: whether a person has the address `$2`. */
function hasAddress(address: string): string {
  return address.includes('@') ? 'text_key(email) = $2' : hasPhoneNumber;
}
