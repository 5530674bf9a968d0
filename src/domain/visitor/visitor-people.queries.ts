import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { Person } from '../person/person.entity.js';

/** An active person who has an address. */
export type PersonOfAddress = Pick<Person, 'id' | 'email' | 'phoneNumberFormatted' | 'locale'>;

/** Lists the active people whose messages go to one of these, because they are its children and have no address. */
export async function listChildrenWithoutAddress(
  db: Pick<AccountDatabase, 'query'>,
  parentIds: readonly number[],
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select id from person where account_id = $1 and parent_id = any ($2::integer[]) and active
       and coalesce(email, '') = '' and coalesce(phone_number, '') = '' order by id`,
    [parentIds],
  );
  return rows.map(({ id }) => id);
}

/** SQL: whether a person has the phone number `$2`. The first condition is that of the unique index. */
const hasPhoneNumber = 'coalesce(phone_number_formatted, phone_number) = $2 and phone_number_formatted = $2';

/**
 * Lists the active people with an address. Each form has a statement of its own: with both in one, PostgreSQL read all people
 * of the account, 100,000 instead of one.
 *
 * @param address the key of an email (`textKey`), or a phone number in E.164
 */
export function listPeopleOfAddress(db: Pick<AccountDatabase, 'query'>, address: string): Promise<PersonOfAddress[]> {
  const hasAddress = address.includes('@') ? 'text_key(email) = $2' : hasPhoneNumber;
  return db.query<PersonOfAddress>(
    `select id, email, phone_number_formatted as "phoneNumberFormatted", locale from person
     where account_id = $1 and active and ${hasAddress} order by id`,
    [address],
  );
}
