import { lookup as resolve } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { hostOf, isPublicAddress } from './addresses.js';

/** The response of a server at a URL chosen by a user. */
export interface OutboundAnswer {
  status: number;
  /** The beginning of the body: `maxLength` characters. */
  body: string;
  /** The header `Retry-After`, unparsed. */
  retryAfter: string | undefined;
}

/** There was no response. The message may be shown to the user: it contains no credentials of the URL. */
export class OutboundError extends Error {
  override name = 'OutboundError';
}

export interface OutboundOptions {
  headers: Record<string, string>;
  body: string;
  /** Milliseconds for the whole request and response. */
  timeout: number;
  /** Whether connections to private and loopback addresses are allowed. */
  allowPrivate: boolean;
  /** Characters of the response that are returned. 1,000 by default. */
  maxLength?: number;
}

const maxBodyLength = 1_000;
const maxBytesRead = 64 * 1_024;

/**
 * Sends a POST to a URL chosen by a user. Never connects to an address that is not public: names are checked in the lookup
 * of the connection itself, so that DNS rebinding is useless. Does not follow redirects, reads at most 64 KB of the
 * response, and sends credentials in the URL as Basic authentication.
 *
 * @throws OutboundError if there is no response in time
 */
export function post(target: string, options: OutboundOptions): Promise<OutboundAnswer> {
  const url = new URL(target);
  const { headers, body, timeout, allowPrivate, maxLength = maxBodyLength } = options;
  const host = hostOf(url);
  if (!allowPrivate && isIP(host) && !isPublicAddress(host)) return Promise.reject(refused());
  const signal = AbortSignal.timeout(timeout);
  return new Promise<OutboundAnswer>((answer, fail) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
      {
        protocol: url.protocol,
        hostname: host,
        port: url.port,
        path: `${url.pathname}${url.search}`,
        ...(url.username && { auth: `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` }),
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        signal,
        lookup: allowPrivate ? undefined : publicOnly,
      },
      (response) => readBeginning(response, maxLength).then(answer, fail),
    );
    request.on('error', fail);
    request.end(body);
  }).catch((error: unknown) => {
    throw error instanceof OutboundError ? error : new OutboundError(reasonOf(error, signal.aborted));
  });
}

const refused = (): OutboundError => new OutboundError('the address is not a public one');

/** The lookup of the socket, which connects to one of the addresses returned here. */
const publicOnly: LookupFunction = (host, options, callback) => {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 4);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) return callback(refused(), '', 4);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

async function readBeginning(response: IncomingMessage, maxLength: number): Promise<OutboundAnswer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytesRead) break;
  }
  response.destroy();
  return {
    status: response.statusCode ?? 0,
    body: Buffer.concat(chunks).toString('utf8').replaceAll('\0', '').slice(0, maxLength),
    retryAfter: response.headers['retry-after'],
  };
}

function reasonOf(error: unknown, timedOut: boolean): string {
  if (timedOut) return 'it did not answer in time';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host was not found';
    case 'ECONNREFUSED':
      return 'the connection was refused';
    case 'ECONNRESET':
      return 'the connection was cut off';
    default:
      return `it could not be reached${code && ` (${code})`}`;
  }
}
