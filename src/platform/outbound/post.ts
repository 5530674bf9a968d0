import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { hostOf, isPublicAddress } from './addresses.js';
import { outboundNames } from './resolver.js';

/** The response of a server at a URL chosen by a user. */
export interface OutboundResponse {
  status: number;
  /** The beginning of the body: `maxLength` characters. */
  body: string;
  /** The header `Retry-After`, unparsed. */
  retryAfter: string | undefined;
}

/** There was no response. The message may be shown to the user: it contains no credentials of the URL. */
export class OutboundError extends Error {
  override name = 'OutboundError';

  /** @param code that of the failure, such as `ECONNREFUSED`; for logs and messages that name no reason */
  constructor(
    message: string,
    readonly code = '',
  ) {
    super(message);
  }
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
 * Sends a POST to a URL chosen by a user. Never connects to an address that is not public: names are checked in the
 * lookup of the connection itself, so that DNS rebinding is useless. Does not follow redirects, reads at most 64 KB of
 * the response, and sends credentials in the URL as Basic authentication.
 *
 * @throws OutboundError if there is no response in time
 */
export function post(target: string, options: OutboundOptions): Promise<OutboundResponse> {
  const url = new URL(target);
  const { headers, body, timeout, allowPrivate, maxLength = maxBodyLength } = options;
  const host = hostOf(url);
  if (!allowPrivate && isIP(host) && !isPublicAddress(host)) return Promise.reject(refused());
  const signal = AbortSignal.timeout(timeout);
  return new Promise<OutboundResponse>((answer, fail) => {
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
        lookup: allowPrivate ? outboundNames.lookup : publicOnly,
      },
      (response) => readBeginning(response, maxLength).then(answer, fail),
    );
    request.on('error', fail);
    request.end(body);
  }).catch((error: unknown) => {
    if (error instanceof OutboundError) throw error;
    const code = codeOf(error, signal.aborted);
    throw new OutboundError(reasonOf(code), code);
  });
}

const refused = (): OutboundError => new OutboundError('the address is not a public one', 'EACCES');

/** The lookup of the socket, which connects to one of the addresses returned here. */
const publicOnly: LookupFunction = (host, options, callback) => {
  outboundNames.lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '', 4);
    const addresses = typeof found === 'string' ? [] : found;
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) return callback(refused(), '', 4);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

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

function codeOf(error: unknown, timedOut: boolean): string {
  if (timedOut) return 'ETIMEDOUT';
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function reasonOf(code: string): string {
  switch (code) {
    case 'ETIMEDOUT':
      return 'it did not answer in time';
    case 'ETIMEOUT':
      return 'the DNS server of the host did not answer';
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
