import pg from 'pg';
import { parsePgInstant } from '../time/instant-input.js';
import { PreparedQuery, type PreparedStatement, type QueryResult } from './prepared-query.js';
import { rowFactoryOf } from './row-factory.js';

/**
 * The maximum number of composed statements that a process prepares. Their texts depend on what clients filter and
 * select, and a prepared statement lives as long as its connection.
 */
const maxComposed = 500;

/**
 * `constant`: the text is in the code. `composed`: the text was built for a request. `unprepared`: the text was built
 * for a request, and takes so long that PostgreSQL should plan it for its values each time.
 */
export type StatementKind = 'constant' | 'composed' | 'unprepared';

const statements = new Map<string, PreparedStatement>();
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
  statements.set(text, { name: `statement_${lastNumber}`, text });
}

/** Makes each connection prepare all statements again, under new names. Called after the schema has changed. */
export function forgetPreparedStatements(): void {
  statements.clear();
  composed = 0;
}

/** The name and the text of the statement that begins a transaction. */
const begin = 'begin';

/** Values of `timestamptz` are dates, in every result and record. */
const toDate = (text: string): Date => new Date(parsePgInstant(text));

/** The result of a statement that is not sent. */
const nothing = (command: string): Pick<QueryResult, 'command' | 'rows'> => ({ command, rows: [] });

/**
 * A connection that prepares the statements given to `prepareStatement`, so that PostgreSQL parses each once and may
 * keep its plan. The ORM's own statements are not prepared: the ORM writes the values into their text. `begin` is sent
 * in front of the first statement of the transaction, in one message if both are prepared. An empty transaction sends
 * nothing.
 */
export class PreparingClient extends pg.Client {
  /** Whether a prepared statement still exists in the next transaction. */
  protected readonly keepsSession: boolean = true;

  /** Whether a transaction has begun and its `begin` was not sent yet. It is sent with the first statement. */
  #isToBegin = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.setTypeParser(pg.types.builtins.TIMESTAMPTZ, toDate);
  }

  override query = ((query: unknown, ...rest: unknown[]) => {
    const [values] = rest;
    if (typeof query === 'string' && rest.length === 1 && Array.isArray(values)) {
      return values.length > 0 ? this.#send(query, values) : this.#sendText(query);
    }
    const sent = [this.keepsSession ? query : withoutName(query), ...rest];
    const send = () => Reflect.apply(pg.Client.prototype.query, this, sent);
    return this.#isToBegin ? this.#begin().then(send) : send();
  }) as pg.Client['query'];

  async #sendText(text: string): Promise<Pick<QueryResult, 'command' | 'rows'>> {
    if (text === 'begin') {
      this.#isToBegin = true;
      return nothing('BEGIN');
    }
    if (this.#isToBegin && (text === 'commit' || text === 'rollback')) {
      this.#isToBegin = false;
      return nothing(text.toUpperCase());
    }
    if (this.#isToBegin) await this.#begin();
    return super.query(text);
  }

  async #begin(): Promise<void> {
    this.#isToBegin = false;
    await super.query(this.keepsSession ? { name: begin, text: begin } : begin);
  }

  async #send(text: string, values: unknown[]): Promise<QueryResult> {
    const statement = this.keepsSession ? statements.get(text) : undefined;
    if (this.#isToBegin && !(statement && this.#canFollowBegin(statement))) await this.#begin();
    return statement ? this.#sendPrepared(statement, values) : this.#sendUnprepared(text, values);
  }

  /**
   * Whether PostgreSQL has parsed the statement. Otherwise the driver would take it for parsed once `begin` is parsed.
   */
  #canFollowBegin({ name, reader }: PreparedStatement): boolean {
    const { parsedStatements } = this.connection;
    return reader !== undefined && parsedStatements[name] !== undefined && parsedStatements[begin] !== undefined;
  }

  async #sendPrepared(statement: PreparedStatement, values: unknown[]): Promise<QueryResult> {
    const first = this.#isToBegin ? [begin] : [];
    this.#isToBegin = false;
    const query = new PreparedQuery(statement, values, (type) => this.getTypeParser(type), first);
    super.query(query);
    try {
      return await query.result;
    } catch (error) {
      // The stack of the error starts at the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  async #sendUnprepared(text: string, values: unknown[]): Promise<QueryResult> {
    const { command, rowCount, rows, fields } = await super.query<unknown[]>({ text, values, rowMode: 'array' });
    const createRow = rowFactoryOf(fields.map(({ name }) => name));
    return { command, rowCount: rowCount ?? 0, rows: rows.map(createRow) };
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
