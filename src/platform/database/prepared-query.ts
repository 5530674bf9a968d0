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
    bind(message: { statement: string; values: readonly unknown[]; valueMapper(value: unknown): unknown }): void;
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

/**
 * Sends a prepared statement, as the driver's own query does, but lets PostgreSQL describe the columns of its result only
 * once. The driver requests them with every query, and builds a parser for each column: for a booking with its relations,
 * that took 10 % of the CPU time of the whole request.
 *
 * The driver calls the `handle…` methods as the messages of PostgreSQL arrive.
 */
export class PreparedQuery implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  readonly #rows: object[] = [];
  readonly #completion = Promise.withResolvers<QueryResult>();
  #command = '';
  #rowCount = 0;
  #failure: unknown;

  /**
   * @param parserOf returns the function that converts the text of a value, by the id of its type
   * @param first names of parsed statements without values and rows, to execute before
   */
  constructor(
    private readonly statement: PreparedStatement,
    readonly values: readonly unknown[],
    private readonly parserOf: (type: number) => Parse,
    private readonly first: readonly string[] = [],
  ) {
    this.name = statement.name;
    this.text = statement.text;
  }

  /** @throws the error of PostgreSQL, or of a lost connection */
  get result(): Promise<QueryResult> {
    return this.#completion.promise;
  }

  submit(connection: pg.Connection): null {
    const { name, text, reader } = this.statement;
    connection.stream.cork();
    try {
      for (const statement of this.first) {
        connection.bind({ statement, values: [], valueMapper: utils.prepareValue });
        connection.execute({});
      }
      if (connection.parsedStatements[name] === undefined) connection.parse({ name, text });
      connection.bind({ statement: name, values: this.values, valueMapper: utils.prepareValue });
      if (!reader) connection.describe({ type: 'P' });
      connection.execute({});
      connection.sync();
      return null;
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.statement.reader = {
      parsers: fields.map(({ dataTypeID }) => this.parserOf(dataTypeID)),
      createRow: rowFactoryOf(fields.map(({ name }) => name)),
    };
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { reader } = this.statement;
    if (!reader || this.#failure !== undefined) return;
    try {
      const values = fields.map((text, column) => (text === null ? null : reader.parsers[column]?.(text)));
      this.#rows.push(reader.createRow(values));
    } catch (error) {
      this.#failure = error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const words = text.split(' ');
    this.#command = words[0] ?? '';
    this.#rowCount = Number(words.at(-1)) || 0;
    // PostgreSQL has described a result without columns.
    this.statement.reader ??= { parsers: [], createRow: () => ({}) };
  }

  handleError(error: unknown): void {
    this.#completion.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#failure !== undefined) this.#completion.reject(this.#failure);
    else this.#completion.resolve({ command: this.#command, rowCount: this.#rowCount, rows: this.#rows });
  }
}
