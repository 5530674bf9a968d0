import type { Database } from '../../platform/database/database.js';
import { misdirected } from '../../platform/errors.js';

/** SQL that extends the statement. The account has the alias `row`, and parameters are numbered from `$2`. */
interface SubdomainQuery {
  columns: string;
  joins?: string;
  parameters?: readonly unknown[];
}

/**
 * Reads the account with a subdomain, ignoring case, including one without public access. Reads across accounts, because
 * the request names the account only by its subdomain.
 *
 * @throws DomainError MISDIRECTED if another cell has the account
 */
export async function findBySubdomain<Result extends object>(
  database: Database,
  subdomain: string,
  { columns, joins = '', parameters = [] }: SubdomainQuery,
): Promise<Result | undefined> {
  const [account] = await database.session.execute<Result & { cellElsewhere: string | null }>(
    `select ${columns}, row.moved_to as "cellElsewhere" from account row ${joins} where lower(row.subdomain) = $1`,
    [subdomain.toLowerCase(), ...parameters],
  );
  if (!account) await database.cell?.requireNowhere({ subdomain });
  else if (account.cellElsewhere !== null) throw misdirected();
  return account;
}

/** Returns the id of the account with that subdomain, ignoring case, also of one without public access. */
export async function findAccountId(database: Database, subdomain: string): Promise<number | undefined> {
  const account = await findBySubdomain<{ id: number }>(database, subdomain, { columns: 'row.id' });
  return account?.id;
}
