import { OutboundError } from '../outbound/guarded-request.js';
import { type DavRequest, type DavServer, sendDav } from './dav-request.js';

/** The response to a request about one object of a calendar. */
export interface ObjectResponse {
  status: number;
  /** Null if the server sends none. */
  etag: string | null;
  /** The header `Retry-After`, unparsed. */
  retryAfter: string | undefined;
  /** The object that was read, or why a conflicting one was not written. Empty if it is longer than 64 KB. */
  body: string;
}

/** In bytes. An entry of this server has a few hundred. */
const maxBytes = 64 * 1_024;

/**
 * Writes an object into a calendar (RFC 4791, 5.3.2).
 *
 * @param etag that of the object that it replaces; `*` replaces whichever is there, null only creates a new one. For `*` no
 * condition is sent: Radicale compares `If-Match: *` as an ETag
 * @throws OutboundError, DavError if there is no response
 */
export function putObject(
  server: DavServer,
  url: string,
  { body, etag }: { body: string; etag: string | null },
): Promise<ObjectResponse> {
  const headers = { 'content-type': 'text/calendar; charset=utf-8', ...conditionOf(etag) };
  return send(server, { method: 'PUT', url, headers, body, maxBytes });
}

function conditionOf(etag: string | null): Record<string, string> {
  if (etag === null) return { 'if-none-match': '*' };
  return etag === '*' ? {} : { 'if-match': etag };
}

/** Removes an object from a calendar. @throws OutboundError, DavError if there is no response */
export function deleteObject(server: DavServer, url: string): Promise<ObjectResponse> {
  return send(server, { method: 'DELETE', url, maxBytes: 0 });
}

/** Reads an object of a calendar. @throws OutboundError, DavError if there is no response */
export function getObject(server: DavServer, url: string): Promise<ObjectResponse> {
  return send(server, { method: 'GET', url, headers: { accept: 'text/calendar' }, maxBytes });
}

async function send(server: DavServer, request: DavRequest): Promise<ObjectResponse> {
  try {
    const { status, etag = null, retryAfter, body } = await sendDav(server, request);
    return { status, etag, retryAfter, body: body.toString('utf8') };
  } catch (error) {
    if (!(error instanceof OutboundError && error.code === 'EMSGSIZE')) throw error;
    return { status: request.method === 'GET' ? 200 : 409, etag: null, retryAfter: undefined, body: '' };
  }
}
