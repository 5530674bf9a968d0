import pg from 'pg';
import { type RowFactory, rowFactoryOf } from './row-factory.js';

/** The most statements that a process prepares. Lists with many filters differ in their text. */
const maxStatements = 500;

interface Statement {
  /** Undefined if it is not prepared. */
  name: string | undefined;
  /** Found at the first result. */
  createRow?: RowFactory;
}

const statements = new Map<string, Statement>();
let lastNumber = 0;

function statementOf(text: string): Statement {
  const known = statements.get(text);
  if (known) return known;
  if (statements.size >= maxStatements) return { name: undefined };
  lastNumber += 1;
  const statement = { name: `statement_${lastNumber}` };
  statements.set(text, statement);
  return statement;
}

/** Gives statements new names, so that each connection prepares them again. Called after the schema has changed. */
export function forgetPreparedStatements(): void {
  statements.clear();
}

/**
 * A connection that prepares each statement with parameters by name, so that PostgreSQL parses it once and may keep its
 * plan. The ORM's own statements have no parameters: it writes values into their text.
 */
export class PreparingClient extends pg.Client {
  /** Whether a statement that was prepared by name is there for the next transaction. */
  protected readonly keepsSession: boolean = true;

  override query = ((query: unknown, ...rest: unknown[]) => {
    const [values] = rest;
    if (typeof query === 'string' && rest.length === 1 && Array.isArray(values) && values.length > 0) {
      return this.#send(query, values);
    }
    return Reflect.apply(pg.Client.prototype.query, this, [this.keepsSession ? query : withoutName(query), ...rest]);
  }) as pg.Client['query'];

  async #send(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const statement = statementOf(text);
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

/** Through a pooler, each transaction may run on another session: a statement prepared by name would not be there. */
export class SessionlessClient extends PreparingClient {
  protected override readonly keepsSession = false;
}

function withoutName(query: unknown): unknown {
  const isNamed = typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);
  return isNamed ? { ...query, name: undefined } : query;
}
