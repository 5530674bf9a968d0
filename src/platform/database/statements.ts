import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { forgetPreparedStatements, prepareStatement, type StatementKind } from './preparing-client.js';

/**
 * How often a transaction, or a statement outside of one, is attempted at most. It fails when it loses a race, or when
 * a migration changes a table after its statement was prepared.
 */
export const maxAttempts = 5;

/**
 * Sends one statement with bound parameters (`$1`, `$2`, …), in the transaction of `em` if it has one, else on any
 * connection of the pool. `PreparingClient` makes PostgreSQL parse it once per connection: a booking read by key then
 * takes 0.3 ms of the database's time, and 1.7 ms as text with its values in it, which is how the ORM sends statements.
 *
 * @throws the ORM's exceptions, such as `UniqueConstraintViolationException`
 */
export async function execute<Result extends object>(
  em: EntityManager,
  sql: string,
  parameters: readonly unknown[],
  kind: StatementKind = 'constant',
  attempts = maxAttempts,
): Promise<Result[]> {
  prepareStatement(sql, kind);
  try {
    return await send<Result>(em, sql, parameters);
  } catch (error) {
    if (!isStalePlan(error)) throw converted(em, error);
    forgetPreparedStatements();
    // Inside a transaction, the error has aborted all of it: `AccountDatabase.transaction` repeats it.
    if (em.isInTransaction() || attempts === 1) throw converted(em, error);
    return execute<Result>(em, sql, parameters, kind, attempts - 1);
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

/** Replaces the placeholders of the ORM's query builder, `?`, by PostgreSQL's. */
export function numberPlaceholders(sql: string): string {
  let number = 0;
  return sql.replaceAll('?', () => `$${++number}`);
}

/** SQLSTATE of `cached plan must not change result type`, and of all other features that are not supported. */
const featureNotSupported = '0A000';

/**
 * Whether a prepared statement failed because the schema, and so the types of its columns, changed after it was
 * prepared.
 */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === featureNotSupported &&
    error.message.includes('cached plan must not change result type')
  );
}
