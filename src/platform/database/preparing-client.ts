import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol';
import { parsePgInstant } from '../time/instant-input.js';
import {
  bindMessage,
  type Column,
  type DataRow,
  leaveRowsAsBytes,
  type Parse,
  type RowFactory,
  resultFormats,
  rowFactoryOf,
  rowReader,
} from './data-row.js';

/**
 * The maximum number of composed statements that a process prepares. Their texts depend on what clients filter and
 * select, and a prepared statement lives as long as its connection.
 */
const maxComposed = 500;

/**
 * `constant`: the text is in the code. `composed`: the text was built for a request. `shared`: the same, and it is a short
 * read, which may share a connection with others: see `PoolSession`. `unprepared`: the text was built for a request, and
 * takes so long that PostgreSQL should plan it for its values each time.
 */
export type StatementKind = 'constant' | 'composed' | 'shared' | 'unprepared';

const statements = new Map<string, PreparedStatement>();
let lastNumber = 0;

let composed = 0;

/** Makes each connection prepare this statement when it first sends it, unless its kind is `unprepared`. */
export function prepareStatement(text: string, kind: StatementKind): void {
  if (kind === 'unprepared' || statements.has(text)) return;
  if (kind === 'composed' || kind === 'shared') {
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

/** Values of `timestamptz` are dates, in every result and record. */
const toDate = (text: string): Date => new Date(parsePgInstant(text));

type Command = 'begin' | 'commit' | 'rollback';

const commands: Readonly<Record<Command, PreparedStatement>> = {
  begin: { name: 'begin', text: 'begin' },
  commit: { name: 'commit', text: 'commit' },
  rollback: { name: 'rollback', text: 'rollback' },
};

/** A look-up by the text would copy it into the table of V8's unique strings: 20 µs for the text of an insertion. */
const isCommand = (text: string): text is Command => text === 'begin' || text === 'commit' || text === 'rollback';

const isOfSavepoint = (text: string): boolean => /^(savepoint|release savepoint|rollback to savepoint) \w+$/.test(text);

/** A statement that PostgreSQL parses each time. */
const unnamed = (text: string): PreparedStatement => ({ name: '', text });

/**
 * A connection that prepares the statements given to `prepareStatement`, so that PostgreSQL parses each once and may
 * keep its plan. The ORM's own statements are not prepared: the ORM writes the values into their text.
 *
 * Prepared statements of the same tick are sent in one message, and take one round trip. Those that come while PostgreSQL
 * works on a message are sent together after it. `begin` waits for the first statement of its transaction. An empty
 * transaction sends nothing.
 */
export class PreparingClient extends pg.Client {
  /** Whether a prepared statement still exists in the next transaction. */
  protected readonly keepsSession: boolean = true;

  /** Whether a transaction has begun and its `begin` was not sent yet. It is sent with the first statement. */
  #isToBegin = false;
  /** Whether PostgreSQL works on a message. */
  #isBusy = false;
  #isLost = false;
  #waiting: Execution[] = [];
  /** Sends what the driver sends, after what is waiting. */
  readonly #waitingForDriver: (() => void)[] = [];

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    leaveRowsAsBytes(this.connection);
    this.setTypeParser(pg.types.builtins.TIMESTAMPTZ, toDate);
    this.on('drain', () => this.#sendNext());
    // The driver rejects what is sent then.
    const end = (): void => {
      this.#isLost = true;
      this.#sendNext();
    };
    this.on('error', end).on('end', end);
  }

  override query = ((query: unknown, ...rest: unknown[]) => {
    const [values] = rest;
    if (typeof query !== 'string' || rest.length !== 1 || !Array.isArray(values)) {
      return this.#sendByDriver(this.keepsSession ? query : withoutName(query), ...rest);
    }
    if (isCommand(query)) return this.#sendCommand(query);
    // Without values, the text may be several statements of the ORM.
    const isOne = values.length > 0 || statements.has(query) || isOfSavepoint(query);
    return isOne ? this.#send(query, values) : this.#sendByDriver(query);
  }) as pg.Client['query'];

  async #sendCommand(command: Command): Promise<Omit<QueryResult, 'rowCount'>> {
    const isUnsent = this.#isToBegin;
    this.#isToBegin = command === 'begin';
    return isUnsent || this.#isToBegin ? { command: command.toUpperCase(), rows: [] } : this.#enqueue(command, []);
  }

  #send(text: string, values: unknown[]): Promise<QueryResult> {
    // Its error is that of the statement after it.
    this.#begin()?.catch(() => {});
    return this.#enqueue(text, values);
  }

  #begin(): Promise<QueryResult> | undefined {
    if (!this.#isToBegin) return undefined;
    this.#isToBegin = false;
    return this.#enqueue('begin', []);
  }

  async #enqueue(text: string, values: readonly unknown[]): Promise<QueryResult> {
    const statement = (this.keepsSession && (isCommand(text) ? commands[text] : statements.get(text))) || unnamed(text);
    const execution = new Execution(statement, values, (type) => this.getTypeParser(type));
    if (this.#waiting.push(execution) === 1) afterThisTick(() => this.#sendWaiting());
    try {
      return await execution.result;
    } catch (error) {
      // The stack of the error starts at the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  #sendWaiting(): void {
    const waiting = this.#waiting;
    if (this.#isBusy || waiting.length === 0) return;
    this.#waiting = [];
    this.#isBusy = !this.#isLost;
    super.query(new PreparedQuery(waiting));
  }

  /** Sends what the ORM or the driver sends, after what is waiting. */
  #sendByDriver(...parameters: unknown[]): unknown {
    this.#begin()?.catch(() => {});
    this.#sendWaiting();
    const send = (): unknown => {
      this.#isBusy = !this.#isLost;
      return Reflect.apply(pg.Client.prototype.query, this, parameters);
    };
    if (!this.#isBusy) return send();
    return new Promise((resolve) => this.#waitingForDriver.push(() => resolve(send())));
  }

  #sendNext(): void {
    this.#isBusy = false;
    this.#sendWaiting();
    while (!this.#isBusy && this.#waitingForDriver.length > 0) this.#waitingForDriver.shift()?.();
  }
}

/** Calls `work` when the callbacks of this tick have run, and those that they have scheduled, as a DataLoader does. */
function afterThisTick(work: () => void): void {
  process.nextTick(() => process.nextTick(work));
}

/** A connection to a pooler, where each transaction may run in another session, without the prepared statements. */
export class SessionlessClient extends PreparingClient {
  protected override readonly keepsSession = false;
}

function withoutName(query: unknown): unknown {
  const isNamed = typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);
  return isNamed ? { ...query, name: undefined } : query;
}

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
class Execution {
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
