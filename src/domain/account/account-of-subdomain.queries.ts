import type { Database } from '../../platform/database/database.js';
import { execute } from '../../platform/database/statements.js';

/** Returns the id of the account with that subdomain, ignoring case, also of one without public access. */
export async function findAccountId(database: Database, subdomain: string): Promise<number | undefined> {
  const [account] = await execute<{ id: number }>(
    database.orm.em.fork(),
    'select id from account row where lower(row.subdomain) = $1',
    [subdomain.toLowerCase()],
  );
  return account?.id;
}
