import type { IncomingMessage } from 'node:http';
import { finished, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { DomainError } from '../platform/errors.js';

/** The body is invalid. The message continues a sentence that starts with "The body". */
export class BodyError extends Error {
  constructor(
    readonly status: 400 | 413 | 415,
    message: string,
  ) {
    super(message);
    this.name = 'BodyError';
  }
}

const kilobyte = 1_024;
const megabyte = 1_048_576;

/** Limits of a request body, so that none blocks the event loop for 100 ms. */
export interface BodyLimits {
  /** After decompression. */
  bytes: number;
  /** Additional bytes for a file in a form. */
  fileBytes: number;
  /** The names, values and brackets of JSON, counted before it is parsed. 60,000 take 20 ms. */
  jsonParts: number;
  mayBeCompressed: boolean;
}

/** The limits of requests without a key. Strangers may send many of them. */
export const anonymousLimits: BodyLimits = {
  bytes: 64 * kilobyte,
  fileBytes: 0,
  jsonParts: 2_000,
  mayBeCompressed: false,
};

/** The limits of requests with a key, such as those that create 500 bookings. */
export const authenticatedLimits: BodyLimits = {
  bytes: megabyte,
  fileBytes: megabyte,
  jsonParts: 60_000,
  mayBeCompressed: true,
};

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * Reads and decompresses a body. Returns an empty buffer if the request has none.
 *
 * The body parsers of Express are not used: if the connection closes before they are called, for example during
 * authentication, they treat the request as one without a body, and it would be executed with empty input.
 *
 * @throws BodyError if the body is too large, cannot be decompressed or is incomplete; DomainError
 *   UNSUPPORTED_MEDIA_TYPE if it must not be compressed
 */
export async function readBody(
  request: IncomingMessage,
  { bytes, mayBeCompressed }: Pick<BodyLimits, 'bytes' | 'mayBeCompressed'>,
): Promise<Buffer> {
  const { 'content-length': length, 'transfer-encoding': transferEncoding } = request.headers;
  if (length === undefined && transferEncoding === undefined) return Buffer.alloc(0);
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && !mayBeCompressed) {
    request.resume();
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'The body must not have a Content-Encoding');
  }
  const decoder = encoding === 'identity' ? undefined : decoders[encoding]?.();
  try {
    if (encoding !== 'identity' && !decoder) throw new BodyError(400, 'cannot be read');
    // A pipe does not forward an aborted source; without this the decoder would wait forever.
    if (decoder) finished(request, (error) => error && decoder.destroy(error));
    return await collect(decoder ? request.pipe(decoder) : request, bytes);
  } catch (error) {
    // Discards the rest, so that the client can read the response. Destroying the request would close the connection.
    request.unpipe();
    request.resume();
    decoder?.destroy();
    if (error instanceof BodyError) throw error;
    throw new BodyError(400, request.complete ? 'cannot be read' : 'did not arrive whole');
  }
}

/** Listens to the stream: its iterator took 10 µs more for a small body. */
function collect(stream: IncomingMessage | Transform, maximum: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  const add = (chunk: Buffer): void => {
    size += chunk.length;
    chunks.push(chunk);
    if (size <= maximum) return;
    stream.off('data', add);
    reject(new BodyError(413, `is too large (maximum is ${sizeOf(maximum)})`));
  };
  stream.on('data', add);
  finished(stream, { writable: false }, (error) => (error ? reject(error) : resolve(Buffer.concat(chunks, size))));
  return promise;
}

function sizeOf(bytes: number): string {
  return bytes < megabyte ? `${bytes / kilobyte} kB` : `${bytes / megabyte} MB`;
}

/** @throws BodyError if the content type names another charset, or the bytes are not UTF-8 */
export function decodeText(contentType: string | undefined, bytes: Buffer): string {
  const [, charset = 'utf-8'] = /;\s*charset="?([^\s;"]*)/i.exec(contentType ?? '') ?? [];
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) throw new BodyError(415, 'must be UTF-8');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BodyError(400, 'must be UTF-8');
  }
}

/** Levels of nesting. Inputs need far fewer, and recursive code overflows its stack at far more. */
const maxLevels = 64;

/**
 * Parses JSON. Its size and depth are checked first: parsing 100,000 names of one object takes 50 ms, and converting them
 * takes several times as long.
 *
 * @throws BodyError if the text is not JSON, has too many parts or is nested more than 64 levels deep
 */
export function parseJson(text: string, { jsonParts }: Pick<BodyLimits, 'jsonParts'>): unknown {
  const { parts, levels } = measureJson(text);
  if (levels > maxLevels) throw new BodyError(400, `is nested too deeply (maximum is ${maxLevels} levels)`);
  if (parts > jsonParts) throw new BodyError(400, `has too many names and values (maximum is ${jsonParts})`);
  try {
    return JSON.parse(text);
  } catch {
    throw new BodyError(400, 'is not valid JSON');
  }
}

/** Counts the commas, colons and brackets outside of strings. 1 MB takes 4 ms. */
function measureJson(text: string): { parts: number; levels: number } {
  let [parts, level, levels] = [0, 0, 0];
  for (let index = 0; index < text.length; index++) {
    switch (text[index]) {
      case '"':
        index = endOfString(text, index);
        break;
      case ',':
      case ':':
        parts++;
        break;
      case '{':
      case '[':
        parts++;
        level++;
        levels = Math.max(levels, level);
        break;
      case '}':
      case ']':
        level--;
        break;
    }
  }
  return { parts, levels };
}

function endOfString(text: string, begin: number): number {
  let index = begin + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}
