import type pg from 'pg';
import utils from 'pg/lib/utils.js';
import { type RowFactory, rowFactoryOf } from './row-factory.js';

type Parse = (text: string) => unknown;

/** Reads the rows of a statement. */
interface RowReader {
  /** By column. */
  parsers: readonly Parse[];
  createRow: RowFactory;
}

/** A statement that each connection prepares under the same name. */
export interface PreparedStatement {
  /** Empty for a statement that is parsed each time. */
  name: string;
  text: string;
  /** Set by the first result. */
  reader?: RowReader;
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
    parse(message: { name: string; text: string }): void;
    bind(message: { statement: string; values: readonly unknown[] }): void;
    describe(message: { type: 'P' }): void;
    execute(message: object): void;
  }

  interface Client {
    readonly connection: Connection;
  }
}

interface Column {
  name: string;
  dataTypeID: number;
}

/** An execution of a prepared statement. */
export class Execution {
  /** As the driver sends them. */
  readonly values: readonly unknown[];
  readonly #rows: object[] = [];
  readonly #completion = Promise.withResolvers<QueryResult>();
  #result: QueryResult | undefined;
  #failure: unknown;

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

  describe(columns: readonly Column[]): void {
    this.statement.reader = {
      parsers: columns.map(({ dataTypeID }) => this.parserOf(dataTypeID)),
      createRow: rowFactoryOf(columns.map(({ name }) => name)),
    };
  }

  addRow(fields: readonly (string | null)[]): void {
    const { reader } = this.statement;
    if (!reader || this.#failure !== undefined) return;
    try {
      const values = fields.map((text, column) => (text === null ? null : reader.parsers[column]?.(text)));
      this.#rows.push(reader.createRow(values));
    } catch (error) {
      this.#failure = error;
    }
  }

  complete(tag: string): void {
    // PostgreSQL has described a result without columns.
    this.statement.reader ??= { parsers: [], createRow: () => ({}) };
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
    connection.stream.cork();
    try {
      for (const { statement, values } of this.executions) {
        const { name, text, reader } = statement;
        if (name === '' || !(parsed.has(name) || connection.parsedStatements[name] !== undefined)) {
          connection.parse({ name, text });
          parsed.add(name);
        }
        connection.bind({ statement: name, values });
        if (!reader) connection.describe({ type: 'P' });
        connection.execute({});
      }
      connection.sync();
      return null;
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#current?.describe(fields);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#current?.addRow(fields);
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
