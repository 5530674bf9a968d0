import type { IncomingMessage } from 'node:http';
import { OutboundError } from './guarded-request.js';

/** Reads a body. @throws OutboundError for one that is too long, also before it is received if its length is announced */
export async function readAll(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = Number(response.headers['content-length'] ?? 0);
  if (length <= maxBytes) {
    length = 0;
    for await (const chunk of response) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) break;
    }
  }
  if (length <= maxBytes) return Buffer.concat(chunks);
  response.destroy();
  throw new OutboundError(`it is longer than ${Math.floor(maxBytes / 1_000_000)} MB`, 'EMSGSIZE');
}
