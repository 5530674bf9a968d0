import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { forgetPreparedStatements, prepareStatement, type StatementKind } from './preparing-client.js';

/** Of a statement outside of transactions: a migration may change a table several times. */
const mostTries = 5;

/**
 * Sends one statement with bound parameters (`$1`, `$2`, …), in the transaction of `em` if it has one, else by any
 * connection of the pool. `PreparingClient` makes PostgreSQL parse it once per connection: a booking read by key takes
 * 0.3 ms of the database so, and 1.7 ms as text with its values in it, which is how the ORM sends its own.
 *
 * @throws the ORM's exceptions, such as `UniqueConstraintViolationException`
 */
export async function execute<Result extends object>(
  em: EntityManager,
  sql: string,
  parameters: readonly unknown[],
  kind: StatementKind = 'constant',
  tries = mostTries,
): Promise<Result[]> {
  prepareStatement(sql, kind);
  try {
    return await send<Result>(em, sql, parameters);
  } catch (error) {
    if (!isStalePlan(error)) throw converted(em, error);
    forgetPreparedStatements();
    // In a transaction, the error has ended all of it: `AccountDatabase.transaction` repeats that.
    if (em.isInTransaction() || tries === 1) throw converted(em, error);
    return execute<Result>(em, sql, parameters, kind, tries - 1);
  }
}

async function send<Result extends object>(
  em: EntityManager,
  sql: string,
  parameters: readonly unknown[],
): Promise<Result[]> {
  const { rows } = await em.getKysely().executeQuery<Result>(CompiledQuery.raw(sql, [...parameters]));
  em.config.getLogger().logQuery({ query: sql });
  return rows;
}

function converted(em: EntityManager, error: unknown): unknown {
  return error instanceof Error ? em.getPlatform().getExceptionConverter().convertException(error) : error;
}

/** The placeholders of the ORM's query builder, as PostgreSQL numbers them. */
export function numberPlaceholders(sql: string): string {
  let number = 0;
  return sql.replaceAll('?', () => `$${++number}`);
}

/** SQLSTATE of `cached plan must not change result type` and of other features that are not supported. */
const featureNotSupported = '0A000';

/** Whether a prepared statement returns columns of other types than when it was prepared: the schema has changed. */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === featureNotSupported &&
    error.message.includes('cached plan must not change result type')
  );
}
