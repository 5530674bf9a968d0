import pg from 'pg';
import { type RowFactory, rowFactoryOf } from './row-factory.js';

/**
 * The maximum number of composed statements that a process prepares. Their texts depend on what clients filter and
 * select, and a prepared statement lives as long as its connection.
 */
const maxComposed = 500;

/**
 * `constant`: the text is in the code. `composed`: the text was built for a request. `unprepared`: the text was built for a
 * request, and takes so long that PostgreSQL should plan it for its values each time.
 */
export type StatementKind = 'constant' | 'composed' | 'unprepared';

interface Statement {
  /** Undefined for a statement that is not prepared. */
  name: string | undefined;
  /** Set by the first result with rows. */
  createRow?: RowFactory;
}

const statements = new Map<string, Statement>();
let lastNumber = 0;

let composed = 0;

/** Makes each connection prepare this statement when it first sends it, unless its kind is `unprepared`. */
export function prepareStatement(text: string, kind: StatementKind): void {
  if (kind === 'unprepared' || statements.has(text)) return;
  if (kind === 'composed') {
    if (composed >= maxComposed) return;
    composed += 1;
  }
  lastNumber += 1;
  statements.set(text, { name: `statement_${lastNumber}` });
}

/** Makes each connection prepare all statements again, under new names. Called after the schema has changed. */
export function forgetPreparedStatements(): void {
  statements.clear();
  composed = 0;
}

/**
 * A connection that prepares the statements given to `prepareStatement`, so that PostgreSQL parses each once and may
 * keep its plan. The ORM's own statements are not prepared: the ORM writes the values into their text.
 */
export class PreparingClient extends pg.Client {
  /** Whether a prepared statement still exists in the next transaction. */
  protected readonly keepsSession: boolean = true;

  override query = ((query: unknown, ...rest: unknown[]) => {
    const [values] = rest;
    if (typeof query === 'string' && rest.length === 1 && Array.isArray(values) && values.length > 0) {
      return this.#send(query, values);
    }
    return Reflect.apply(pg.Client.prototype.query, this, [this.keepsSession ? query : withoutName(query), ...rest]);
  }) as pg.Client['query'];

  async #send(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const statement = statements.get(text) ?? { name: undefined };
    const name = this.keepsSession ? statement.name : undefined;
    const result = await super.query<unknown[]>({
      ...(name !== undefined && { name }),
      text,
      values,
      rowMode: 'array',
    });
    const { rows, fields } = result;
    if (rows.length === 0) return { ...result, rows: [] };
    statement.createRow ??= rowFactoryOf(fields.map((field) => field.name));
    return { ...result, rows: rows.map(statement.createRow) };
  }
}

/** A connection to a pooler, where each transaction may run in another session, without the prepared statements. */
export class SessionlessClient extends PreparingClient {
  protected override readonly keepsSession = false;
}

function withoutName(query: unknown): unknown {
  const isNamed = typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);
  return isNamed ? { ...query, name: undefined } : query;
}
