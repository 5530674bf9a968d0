import { isSafeUrl } from '../outbound/guarded-fetch.js';
import { guardedRequest, OutboundError } from '../outbound/guarded-request.js';
import { readAll } from '../outbound/read-all.js';
import type { StepBudget } from '../step-budget.js';
import { DavError } from './dav-error.js';
import { type DavResponse, parseMultistatus } from './multistatus.js';
import { isSameServer } from './same-server.js';

/** A user of a CalDAV server, and the time for all requests of one piece of work. */
export interface DavServer {
  /** The address that the owner has given. No other server gets the password. */
  url: string;
  username: string;
  password: string;
  /** Whether the server may be at a private or loopback address. */
  allowPrivate: boolean;
  /** When the last request ends, in milliseconds of `performance.now()`. Reading an answer moves it. */
  endsAt: number;
}

export interface DavRequest {
  method: 'PROPFIND' | 'REPORT' | 'GET' | 'PUT' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** The maximum length of the answer that is read, in bytes. */
  maxBytes: number;
}

export interface DavAnswer {
  status: number;
  /** Empty unless the status is 200, 207, or 409, whose body has the reason. */
  body: Buffer;
  etag: string | undefined;
  retryAfter: string | undefined;
}

const maxRedirects = 5;
/** Those after which a request is repeated as it was. Many servers send 301 and 302 for them, too. */
const redirects: readonly number[] = [301, 302, 307, 308];

/**
 * Sends an authenticated request, guarded as in `guardedRequest`. Follows redirects on the same server only: the password
 * must not reach another one, and the owner can give its address instead. Basic authentication is the only one that all
 * servers with passwords for apps have in common.
 *
 * @throws OutboundError if there is no whole answer in time; DavError if the address is on another server
 */
export async function sendDav(server: DavServer, { url: target, ...request }: DavRequest): Promise<DavAnswer> {
  let url = target;
  for (let redirected = 0; redirected <= maxRedirects; redirected += 1) {
    requireServer(server, url);
    const { location, ...answer } = await send(server, { ...request, url });
    if (location === undefined) return answer;
    if (!URL.canParse(location, url)) throw new DavError('it redirects to an address that is invalid');
    url = new URL(location, url).href;
  }
  throw new DavError(`it redirects more than ${maxRedirects} times`);
}

/** @throws DavError unless the password may be sent to the address */
function requireServer({ url, allowPrivate }: DavServer, target: string): void {
  if (!isSafeUrl(target, allowPrivate)) throw new OutboundError('only https:// is allowed', 'EACCES');
  if (!isSameServer(url, target)) {
    throw new DavError(
      `its calendars are on another server: if you trust it, give the address ${new URL(target).origin}`,
    );
  }
}

function send(
  { username, password, allowPrivate, endsAt }: DavServer,
  { method, url, headers, body, maxBytes }: DavRequest,
): Promise<DavAnswer & { location: string | undefined }> {
  const request = {
    method,
    headers: {
      'user-agent': 'booking-server',
      'accept-encoding': 'identity',
      ...headers,
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    },
    body,
    timeout: Math.max(1, Math.floor(endsAt - performance.now())),
    allowPrivate,
  };
  return guardedRequest(url, request, async (response) => {
    const { statusCode: status = 0, headers: answered } = response;
    const hasBody = [200, 207, 409].includes(status) && maxBytes > 0;
    const read = hasBody ? await readAll(response, maxBytes) : Buffer.alloc(0);
    response.destroy();
    return {
      status,
      body: read,
      etag: answered.etag,
      retryAfter: answered['retry-after'],
      location: redirects.includes(status) ? answered.location : undefined,
    };
  });
}

export interface MultistatusRequest {
  method: 'PROPFIND' | 'REPORT';
  url: string;
  depth: 0 | 1;
  body: string;
  maxBytes: number;
  maxResponses: number;
  budget?: StepBudget;
}

/** Sends a request that is answered by a list of responses. @throws OutboundError, DavError with the status of the answer */
export async function requestMultistatus(
  server: DavServer,
  { method, url, depth, body, maxBytes, maxResponses, budget }: MultistatusRequest,
): Promise<DavResponse[]> {
  const headers = { 'content-type': 'application/xml; charset=utf-8', depth: String(depth) };
  const answer = await sendDav(server, { method, url, headers, body: `${declaration}${body}`, maxBytes });
  if (answer.status !== 207) throw new DavError(reasonOf(answer.status), answer.status, answer.retryAfter);
  const begunAt = performance.now();
  const responses = await parseMultistatus(answer.body, { maxResponses, ...(budget && { budget }) });
  // A busy process must not leave less time to the server.
  server.endsAt += performance.now() - begunAt;
  return responses;
}

const declaration = '<?xml version="1.0" encoding="utf-8"?>\n';

/** Returns a sentence about a request that failed. */
function reasonOf(status: number): string {
  switch (status) {
    case 401:
      return 'the server refuses the user name or the password (status 401)';
    case 403:
      return 'the server does not allow the user to read it (status 403)';
    case 404:
    case 410:
      return `there is no calendar at the address (status ${status})`;
    case 200:
    case 405:
    case 501:
      return `there is no CalDAV server at the address (status ${status})`;
    case 429:
      return 'the server was asked too often (status 429)';
    default:
      return `it answered with status ${status}`;
  }
}
