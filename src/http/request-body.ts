import type { IncomingMessage } from 'node:http';
import { finished, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

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

const megabyte = 1_048_576;

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
 * @param maximum size in megabytes, after decompression
 * @throws BodyError if the body is too large, cannot be decompressed or is incomplete
 */
export async function readBody(request: IncomingMessage, maximum: number): Promise<Buffer> {
  const { 'content-length': length, 'transfer-encoding': transferEncoding } = request.headers;
  if (length === undefined && transferEncoding === undefined) return Buffer.alloc(0);
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  const decoder = encoding === 'identity' ? undefined : decoders[encoding]?.();
  try {
    if (encoding !== 'identity' && !decoder) throw new BodyError(400, 'cannot be read');
    // A pipe does not forward an aborted source; without this the decoder would wait forever.
    if (decoder) finished(request, (error) => error && decoder.destroy(error));
    return await collect(decoder ? request.pipe(decoder) : request, maximum);
  } catch (error) {
    // Discards the rest, so that the client can read the response. Destroying the request would close the connection.
    request.unpipe();
    request.resume();
    decoder?.destroy();
    if (error instanceof BodyError) throw error;
    throw new BodyError(400, request.complete ? 'cannot be read' : 'did not arrive whole');
  }
}

async function collect(stream: IncomingMessage | Transform, maximum: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maximum * megabyte) throw new BodyError(413, `is too large (maximum is ${maximum} MB)`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
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

/** Far more than any input needs, and far less than overflows the stack of recursive code. */
const maxLevels = 64;

/** @throws BodyError if the text is not JSON, or nested more than 64 levels deep */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BodyError(400, 'is not valid JSON');
  }
  if (isDeeper(value, maxLevels)) throw new BodyError(400, `is nested too deeply (maximum is ${maxLevels} levels)`);
  return value;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
