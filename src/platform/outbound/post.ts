import type { IncomingMessage } from 'node:http';
import { guardedRequest } from './guarded-request.js';

/** The response of a server at a URL chosen by a user. */
export interface OutboundResponse {
  status: number;
  /** The beginning of the body: `maxLength` characters. */
  body: string;
  /** The header `Retry-After`, unparsed. */
  retryAfter: string | undefined;
}

export interface OutboundOptions {
  headers: Record<string, string>;
  body: string;
  /** Milliseconds for the whole request and response. */
  timeout: number;
  /** Whether connections to private and loopback addresses are allowed. */
  allowPrivate: boolean;
  /** Characters of the response that are returned, 1,000 by default. With 0, nothing of it is waited for. */
  maxLength?: number;
}

const maxBodyLength = 1_000;
const maxBytesRead = 64 * 1_024;

/**
 * Sends a POST to a URL chosen by a user, guarded as in `guardedRequest`. Reads at most 64 KB of the response.
 *
 * @throws OutboundError if there is no response in time
 */
export function post(
  target: string,
  { maxLength = maxBodyLength, ...options }: OutboundOptions,
): Promise<OutboundResponse> {
  return guardedRequest(target, { method: 'POST', ...options }, (response) => readBeginning(response, maxLength));
}

async function readBeginning(response: IncomingMessage, maxLength: number): Promise<OutboundResponse> {
  const chunks: Buffer[] = [];
  let length = 0;
  if (maxLength > 0) {
    for await (const chunk of response) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytesRead) break;
    }
  }
  response.destroy();
  return {
    status: response.statusCode ?? 0,
    body: Buffer.concat(chunks).toString('utf8').replaceAll('\0', '').slice(0, maxLength),
    retryAfter: response.headers['retry-after'],
  };
}
