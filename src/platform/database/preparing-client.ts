import pg from 'pg';
import { type RowFactory, rowFactoryOf } from './row-factory.js';

/**
 * The most composed statements that a process prepares. Their texts depend on what clients filter and select, and a
 * prepared statement is not dropped before its connection closes.
 */
const maxComposed = 500;

/** `constant`: one of the texts in the code. `composed`: put together for a request. */
export type StatementKind = 'constant' | 'composed';

interface Statement {
  /** Undefined if it is not prepared. */
  name: string | undefined;
  /** Found at the first result. */
  createRow?: RowFactory;
}

const statements = new Map<string, Statement>();
let lastNumber = 0;

let composed = 0;

/** Lets connections prepare the statement of this text when they send it. */
export function prepareStatement(text: string, kind: StatementKind): void {
  if (statements.has(text)) return;
  if (kind === 'composed') {
    if (composed >= maxComposed) return;
    composed += 1;
  }
  lastNumber += 1;
  statements.set(text, { name: `statement_${lastNumber}` });
}

/** Gives statements new names, so that each connection prepares them again. Called after the schema has changed. */
export function forgetPreparedStatements(): void {
  statements.clear();
  composed = 0;
}

/**
 * A connection that prepares the statements of `prepareStatement` by name, so that PostgreSQL parses it once and may keep its
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

/** Through a pooler, each transaction may run on another session: a statement prepared by name would not be there. */
export class SessionlessClient extends PreparingClient {
  protected override readonly keepsSession = false;
}

function withoutName(query: unknown): unknown {
  const isNamed = typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);
  return isNamed ? { ...query, name: undefined } : query;
}
