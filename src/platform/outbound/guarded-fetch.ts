import type { IncomingMessage } from 'node:http';
import { isPrivateTarget } from './addresses.js';
import { guardedRequest, OutboundError } from './guarded-request.js';

interface GuardedFetchOptions {
  /** Whether servers may have private and loopback addresses, and then also no TLS. */
  allowPrivate: boolean;
}

/** The part of the options of `fetch` that clients of protocols use. */
interface FetchOptions {
  method?: string | undefined;
  headers?: Record<string, string> | Headers;
  body?: unknown;
}

export type GuardedFetch = (url: string, options: FetchOptions) => Promise<Response>;

/** In milliseconds. Shorter than the timeouts of packages that use it, whose signals are therefore ignored. */
const timeout = 8_000;
/** The maximum length of a response in bytes. The keys of large providers have about 20 kB. */
const maxBytes = 64 * 1_024;

/**
 * Creates a `fetch` for packages that talk to a server chosen by a user, guarded as in `guardedRequest`. It sends texts
 * and forms, and returns a response that it has read as a whole.
 */
export function createGuardedFetch({ allowPrivate }: GuardedFetchOptions): GuardedFetch {
  return async (url, { method = 'GET', headers = {}, body }) => {
    if (!isSafeUrl(url, allowPrivate)) throw new OutboundError('only https:// is allowed', 'EACCES');
    return guardedRequest(
      url,
      {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        body: body === undefined || body === null ? undefined : String(body),
        timeout,
        allowPrivate,
      },
      readWhole,
    );
  };
}

/**
 * Whether a user's text is the URL of a server that may get secrets: over TLS, without credentials. Where private targets
 * are allowed, a server of this machine may do without TLS.
 */
export function isSafeUrl(text: string, allowPrivate: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  if (username || password) return false;
  return protocol === 'https:' || (protocol === 'http:' && allowPrivate && isPrivateTarget(text));
}

/** @throws OutboundError for a response that is too long */
async function readWhole(response: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) {
      response.destroy();
      throw new OutboundError(`its response is longer than ${maxBytes / 1_024} kB`, 'EMSGSIZE');
    }
  }
  const { statusCode: status = 0 } = response;
  if (status < 200 || status > 599) throw new OutboundError(`it answered with status ${status}`);
  const type = response.headers['content-type'];
  const hasBody = ![204, 205, 304].includes(status);
  return new Response(hasBody ? Buffer.concat(chunks) : null, {
    status,
    ...(type && { headers: { 'content-type': type } }),
  });
}
