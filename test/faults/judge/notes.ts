import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

export type Attributes = Readonly<Record<string, unknown>>;

/** The account of the clients, as it was set up. */
export interface AccountNote {
  kind: 'account';
  id: number;
  /** Signs the deliveries of all webhooks. */
  secret: string;
  resources: readonly { id: number; capacity: number }[];
  /** Null if it has no such limit, as in a version that has no limits. */
  services: readonly { id: number; price: number; perDay: number | null; perPerson: number | null }[];
  /** The names of those that follow the log. */
  readers: readonly string[];
}

export interface HookNote {
  kind: 'hook';
  id: number;
  event: string;
  path: string;
  /** Signs the deliveries of this webhook, after `whsec_` in base64. */
  secret: string;
}

/** A request, which is repeated until it is answered. Instants are milliseconds since 1970 by the clock of the clients. */
export interface RequestNote {
  kind: 'request';
  /** Its idempotency key. */
  key: string;
  method: string;
  path: string;
  json: Attributes;
  /** The answer that acknowledges or refuses it; null if there was none in spite of all attempts. */
  status: number | null;
  answer: unknown;
  /** Before the first attempt. */
  from: number;
  to: number;
  /** The attempts that were not answered, by status or code. */
  failures: readonly string[];
}

/** A delivery as it arrived, and the status with which it was answered. */
export interface DeliveryNote {
  kind: 'delivery';
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  status: number;
  at: number;
}

/** A change that a reader of the log received. */
export interface SeenNote {
  kind: 'seen';
  reader: string;
  cursor: string;
  name: string;
  objectId: number;
  at: number;
}

export type Note = AccountNote | HookNote | RequestNote | DeliveryNote | SeenNote;

/** The clock of the clients. */
export const instant = (): number => performance.timeOrigin + performance.now();

/** Writes what clients saw into a file, a line of JSON for each. Each line is written before its client goes on. */
export class Notebook implements Disposable {
  readonly requests: RequestNote[] = [];
  readonly #file: number;

  constructor(readonly path: string) {
    this.#file = openSync(path, 'a');
  }

  add(note: Note): void {
    writeSync(this.#file, `${JSON.stringify(note)}\n`);
    if (note.kind === 'request') this.requests.push(note);
  }

  get acknowledged(): readonly RequestNote[] {
    return this.requests.filter(({ status }) => status === 200);
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}

export function readNotes(path: string): Note[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}
