import type { Database } from '../../src/platform/database/database.js';

/** Every SQL statement that is sent through `database` while `work` runs. */
export async function statementsOf<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: string[] }> {
  const statements: string[] = [];
  const logger = database.orm.config.getLogger();
  const { logQuery } = logger;
  logger.logQuery = ({ query = '' }) => statements.push(query);
  try {
    return { result: await work(), statements };
  } finally {
    logger.logQuery = logQuery;
  }
}
