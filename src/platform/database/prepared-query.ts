import type pg from 'pg';
import utils from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol';
import { bindMessage, type DataRow, type Parse, resultFormats, rowReader } from './data-row.js';
import { type Column, type RowFactory, rowFactoryOf } from './row-factory.js';

/** The columns of the rows of a statement. */
interface Columns {
  /** By column. */
  parsers: readonly Parse[];
  formats: Buffer;
  createRow: RowFactory;
}

/** A statement that each connection prepares under the same name. */
export interface PreparedStatement {
  /** Empty for a statement that is parsed each time. */
  name: string;
  text: string;
  /** Set by the first result. Undefined again after a row that did not fit. */
  columns?: Columns | undefined;
}

export interface QueryResult {
  /** `SELECT`, `INSERT`, … */
  command: string;
  /** Rows that were returned or changed. */
  rowCount: number;
  rows: object[];
}

declare module 'pg' {
  /** The parts of the driver's connection that its types leave out. */
  interface Connection {
    /** Texts by name, set by the driver when PostgreSQL has parsed them. */
    readonly parsedStatements: Record<string, string | undefined>;
    /** Makes the connection emit the messages that a stream receives. */
    attachListeners(stream: NodeJS.ReadableStream): void;
  }

  interface Client {
    readonly connection: Connection;
  }
}

const noColumns: Columns = { parsers: [], formats: resultFormats([]), createRow: () => ({}) };

/** An execution of a prepared statement. */
export class Execution {
  /** As the driver sends them. */
  readonly values: readonly unknown[];
  readonly #rows: object[] = [];
  readonly #completion = Promise.withResolvers<QueryResult>();
  #result: QueryResult | undefined;
  #failure: unknown;
  #columns: Columns | undefined;
  /** Whether it was sent with the formats of known columns. Otherwise its values are text, and its columns are described. */
  #isBinary = false;

  /** @param parserOf returns the function that converts the text of a value, by the id of its type */
  constructor(
    readonly statement: PreparedStatement,
    values: readonly unknown[],
    private readonly parserOf: (type: number) => Parse,
  ) {
    this.values = values.map((value) => utils.prepareValue(value));
  }

  /** @throws the error of PostgreSQL, or of a lost connection */
  get result(): Promise<QueryResult> {
    return this.#completion.promise;
  }

  /** Returns the messages that execute the parsed statement. */
  messages(): Buffer[] {
    const { name, columns } = this.statement;
    this.#columns = columns;
    this.#isBinary = columns !== undefined;
    const bind = bindMessage(name, this.values, (columns ?? noColumns).formats);
    return columns ? [bind, serialize.execute()] : [bind, serialize.describe({ type: 'P' }), serialize.execute()];
  }

  describe(columns: readonly Column[]): void {
    this.#columns = {
      parsers: columns.map(({ dataTypeID }) => this.parserOf(dataTypeID)),
      formats: resultFormats(columns.map(({ dataTypeID }) => dataTypeID)),
      createRow: rowFactoryOf(columns),
    };
    this.statement.columns = this.#columns;
  }

  addRow(row: DataRow): void {
    const columns = this.#columns;
    if (!columns || this.#failure !== undefined) return;
    try {
      if (row.fieldCount !== columns.parsers.length) throw new Error('a row has other columns than its statement');
      rowReader.start(row, this.#isBinary);
      this.#rows.push(columns.createRow(rowReader, columns.parsers));
    } catch (error) {
      this.#failure = error;
      this.statement.columns = undefined;
    }
  }

  complete(tag: string): void {
    // PostgreSQL has described a result without columns.
    if (this.#failure === undefined) this.statement.columns ??= noColumns;
    const words = tag.split(' ');
    this.#result = { command: words[0] ?? '', rowCount: Number(words.at(-1)) || 0, rows: this.#rows };
  }

  /** Settles the result. @param error why PostgreSQL has not completed the execution */
  settle(error?: unknown): void {
    if (this.#result && this.#failure === undefined) this.#completion.resolve(this.#result);
    else this.#completion.reject(this.#failure ?? error);
  }
}

/**
 * Sends prepared statements in one message, without waiting for one before the next. After an error, PostgreSQL skips
 * the rest.
 *
 * Lets PostgreSQL describe the columns of a result only once. The driver's own query asks for them each time, and builds a
 * parser for each column: of a booking with its relations, that took 10 % of the CPU time of the whole request.
 *
 * The driver calls the `handle…` methods as the messages of PostgreSQL arrive.
 */
export class PreparedQuery implements pg.Submittable {
  /** The number of completed executions. */
  #completed = 0;

  constructor(readonly executions: readonly Execution[]) {}

  /** The driver notes this statement as parsed when PostgreSQL says that it has parsed one. */
  get name(): string | undefined {
    return this.#current?.statement.name;
  }

  get text(): string | undefined {
    return this.#current?.statement.text;
  }

  submit(connection: pg.Connection): null {
    const parsed = new Set<string>();
    const messages: Buffer[] = [];
    for (const execution of this.executions) {
      const { name, text } = execution.statement;
      if (name === '' || !(parsed.has(name) || connection.parsedStatements[name] !== undefined)) {
        messages.push(serialize.parse({ name, text }));
        parsed.add(name);
      }
      messages.push(...execution.messages());
    }
    messages.push(serialize.sync());
    if (connection.stream.writable) connection.stream.write(Buffer.concat(messages));
    return null;
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#current?.describe(fields);
  }

  handleDataRow(row: DataRow): void {
    this.#current?.addRow(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#current?.complete(text);
    this.#completed += 1;
  }

  get #current(): Execution | undefined {
    return this.executions[this.#completed];
  }

  /** Called instead of `handleReadyForQuery`. */
  handleError(error: unknown): void {
    for (const execution of this.executions) execution.settle(error);
  }

  handleReadyForQuery(): void {
    for (const execution of this.executions) execution.settle();
  }
}
