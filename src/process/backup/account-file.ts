import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { DrawnId } from '../move/copies.js';

/**
 * The file of an account: lines of JSON, compressed by gzip. The first line is the header. Each table has a line that names
 * it, a line for each row with PostgreSQL's text of it, and a line with what was written. The last line says that the file is
 * whole.
 */
export interface AccountFileHeader {
  format: 'booking-account';
  /** Of the program that has written the file. */
  version: string;
  exportedAt: string;
  account: { id: number; subdomain: string };
  /** The migrations and functions of the database: its schema. */
  schema: string[];
  /** The keys that have encrypted secrets of the account. */
  keys: { id: string; fingerprint: string }[];
  sequences: DrawnId[];
}

/** A line after the header. A text is a row of the table that was named last. */
export type AccountFileLine = string | TableStart | TableEnd | { end: true };

export interface TableStart {
  table: string;
  /** The columns that are written, in the order of the text of the rows. */
  columns: string[];
}

export interface TableEnd {
  count: number;
  /** The sum of the hashes of the rows. */
  sum: string;
}

/** Writes a file that its owner alone can read, in pieces: an account may be larger than the memory. */
export async function writeLines(
  path: string,
  lines: AsyncIterable<AccountFileHeader | AccountFileLine>,
): Promise<void> {
  await pipeline(
    async function* () {
      for await (const line of lines) yield `${JSON.stringify(line)}\n`;
    },
    createGzip(),
    createWriteStream(path, { mode: 0o600, flush: true }),
  );
}

/** Reads a file in pieces. @throws Error if it cannot be read, or is no file of an account */
export async function readLines(
  path: string,
  work: (header: AccountFileHeader, lines: AsyncIterable<AccountFileLine>) => Promise<void>,
): Promise<void> {
  await pipeline(createReadStream(path), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    const lines = parsedLines(chunks);
    const first = await lines.next();
    const header = first.done ? undefined : first.value;
    if (!isHeader(header)) throw new Error(`${path} is no file of "account export-all"`);
    await work(header, lines as AsyncIterable<AccountFileLine>);
  });
}

async function* parsedLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const pieces = decoder.decode(chunk, { stream: true }).split('\n');
    pieces[0] = rest + pieces[0];
    rest = pieces.pop() ?? '';
    for (const piece of pieces) yield JSON.parse(piece);
  }
}

function isHeader(line: unknown): line is AccountFileHeader {
  return typeof line === 'object' && line !== null && 'format' in line && line.format === 'booking-account';
}
