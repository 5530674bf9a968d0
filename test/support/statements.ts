import type { Database } from '../../src/platform/database/database.js';

interface Sent<Result> {
  result: Result;
  /** Every SQL statement, in its order, but those that find the account of a request. */
  statements: string[];
  /** Those that find the account of a request. */
  accountReads: string[];
}

/**
 * Whether a statement finds the account of a request, by its key or its site. Accounts are cached for 5 s, so a slow
 * machine sends such a statement where a quick one does not: counts leave it out.
 */
const findsAccount = (statement: string): boolean =>
  /\bfrom account row\s+(join api_key key\b|where lower\(row\.subdomain\) = \$1)/.test(statement);

/** The SQL statements that are sent through `database` while `work` runs. */
export async function statementsOf<Result>(database: Database, work: () => Promise<Result>): Promise<Sent<Result>> {
  const sent: string[] = [];
  const logger = database.orm.config.getLogger();
  const { logQuery } = logger;
  logger.logQuery = ({ query = '' }) => sent.push(query);
  try {
    const result = await work();
    const { accountReads = [], statements = [] } = Object.groupBy(sent, (statement) =>
      findsAccount(statement) ? 'accountReads' : 'statements',
    );
    return { result, statements, accountReads };
  } finally {
    logger.logQuery = logQuery;
  }
}
