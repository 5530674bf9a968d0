import pg from 'pg';

/** A statement that each session prepares under its name. */
export interface Statement {
  name: string;
  text: string;
}

/** A sent statement. */
export interface Execution {
  /** Called with each row: the bytes of its values are between `from` and `end`, until the call returns. */
  onRow: (source: Buffer, from: number, end: number) => void;
  /** Called when the statement is committed or has failed, with the SQLSTATE of the failure. */
  onEnd: (failure: string | undefined) => void;
}

/** The first byte of a message of PostgreSQL. */
const messages = { dataRow: 0x44, error: 0x45, ready: 0x5a };
const none = Buffer.alloc(0);
/** Executes the bound statement and ends its transaction. */
const executeAndSync = Buffer.from('E\0\0\0\x09\0\0\0\0\0S\0\0\0\x04', 'latin1');

/**
 * A connection that sends the statements of one turn of the event loop in one message, each a transaction of its own, and
 * does not wait for the results of earlier ones. It requests PostgreSQL's binary format, reads it where it arrived, and
 * never requests a description of the columns. `pg` connects and authenticates.
 */
export class Session {
  readonly #prepared = new Set<string>();
  readonly #running: Execution[] = [];
  #unsent: Buffer[] = [];
  #rest: Buffer = none;
  #failure: string | undefined;

  private constructor(private readonly stream: pg.Connection['stream']) {
    stream.removeAllListeners('data');
    stream.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  static async connect(connectionString: string | undefined): Promise<Session> {
    const client = new pg.Client({
      connectionString,
      options: '-c timezone=UTC -c plan_cache_mode=force_generic_plan',
    });
    await client.connect();
    return new Session(client.connection.stream);
  }

  /** The number of statements whose results it waits for. */
  get load(): number {
    return this.#running.length;
  }

  execute({ name, text }: Statement, values: readonly string[], execution: Execution): void {
    if (this.#unsent.length === 0) setImmediate(() => this.#send());
    if (!this.#prepared.has(name)) {
      this.#prepared.add(name);
      this.#unsent.push(messageOf('P', Buffer.from(`${name}\0${text}\0\0\0`)));
    }
    this.#unsent.push(bindMessage(name, values), executeAndSync);
    this.#running.push(execution);
  }

  #send(): void {
    this.stream.write(Buffer.concat(this.#unsent));
    this.#unsent = [];
  }

  #read(chunk: Buffer): void {
    const source = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = 0;
    while (source.length - at > 4) {
      const end = at + 1 + source.readUInt32BE(at + 1);
      if (end > source.length) break;
      // Before the values of a row there are the kind and length of the message, and the number of columns.
      if (source[at] === messages.dataRow) this.#running[0]?.onRow(source, at + 7, end);
      else if (source[at] === messages.error) this.#failure = failureOf(source.toString('utf8', at + 5, end));
      else if (source[at] === messages.ready) {
        const failure = this.#failure;
        this.#failure = undefined;
        this.#running.shift()?.onEnd(failure);
      }
      at = end;
    }
    this.#rest = at < source.length ? source.subarray(at) : none;
  }
}

/** Returns the SQLSTATE of the fields of an error message, and logs the error. */
function failureOf(fields: string): string {
  console.error(fields.replaceAll('\0', ' '));
  return (
    fields
      .split('\0')
      .find((field) => field.startsWith('C'))
      ?.slice(1) ?? ''
  );
}

function messageOf(kind: string, content: Buffer): Buffer {
  const message = Buffer.allocUnsafe(5 + content.length);
  message.write(kind);
  message.writeUInt32BE(4 + content.length, 1);
  message.set(content, 5);
  return message;
}

/** Binds values of ASCII as texts to the unnamed portal, and requests the binary format of all columns. */
function bindMessage(statement: string, values: readonly string[]): Buffer {
  const size = values.reduce((sum, value) => sum + 4 + value.length, 0);
  const message = Buffer.alloc(5 + 1 + statement.length + 1 + 2 + 2 + size + 4);
  message.write('B');
  message.writeUInt32BE(message.length - 1, 1);
  let at = 6 + message.write(statement, 6) + 1;
  at = message.writeUInt16BE(values.length, at + 2);
  for (const value of values) {
    at = message.writeUInt32BE(value.length, at);
    at += message.write(value, at);
  }
  message.writeUInt32BE(0x0001_0001, at);
  return message;
}
