import { isSafeUrl } from './guarded-fetch.js';
import { guardedRequest, OutboundError } from './guarded-request.js';
import { readAll } from './read-all.js';

interface DownloadOptions {
  headers: Record<string, string>;
  /** Milliseconds for all requests and the whole file together. */
  timeout: number;
  /** The maximum length of the file. */
  maxBytes: number;
  /** Whether connections to private and loopback addresses are allowed. */
  allowPrivate: boolean;
}

/** The last response: that of the file, or one without it. */
export interface Download {
  status: number;
  /** The file; empty unless the status is 200. */
  body: Buffer;
  etag: string | undefined;
  lastModified: string | undefined;
  /** The header `Retry-After`, unparsed. */
  retryAfter: string | undefined;
}

const maxRedirects = 5;
const redirects: readonly number[] = [301, 302, 303, 307, 308];

/**
 * Downloads a file at a URL chosen by a user, guarded as in `guardedRequest`. Follows redirects, each of which is checked
 * like the URL itself. The file is not compressed on the way, so that its length is bounded by what was received.
 *
 * @throws OutboundError if there is no whole file in time, or if it is longer than `maxBytes`
 */
export async function download(target: string, { timeout, ...options }: DownloadOptions): Promise<Download> {
  const endsAt = performance.now() + timeout;
  let url = target;
  for (let redirected = 0; redirected <= maxRedirects; redirected += 1) {
    if (!isSafeUrl(url, options.allowPrivate)) throw new OutboundError('only https:// is allowed', 'EACCES');
    const { location, ...answer } = await get(url, { ...options, timeout: endsAt - performance.now() });
    if (location === undefined) return answer;
    if (!URL.canParse(location, url)) throw new OutboundError('it redirects to an address that is invalid');
    url = new URL(location, url).href;
  }
  throw new OutboundError(`it redirects more than ${maxRedirects} times`);
}

function get(
  url: string,
  { headers, timeout, maxBytes, allowPrivate }: DownloadOptions,
): Promise<Download & { location: string | undefined }> {
  const request = {
    method: 'GET',
    headers: { ...headers, 'accept-encoding': 'identity' },
    timeout: Math.max(1, Math.floor(timeout)),
    allowPrivate,
  };
  return guardedRequest(url, request, async (response) => {
    const { statusCode: status = 0, headers: answered } = response;
    const body = status === 200 ? await readAll(response, maxBytes) : Buffer.alloc(0);
    response.destroy();
    return {
      status,
      body,
      etag: answered.etag,
      lastModified: answered['last-modified'],
      retryAfter: answered['retry-after'],
      location: redirects.includes(status) ? answered.location : undefined,
    };
  });
}
