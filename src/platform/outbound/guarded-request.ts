import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { hostOf, isPublicAddress } from './addresses.js';
import { outboundNames } from './resolver.js';

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

interface GuardedRequest {
  method: string;
  headers: Record<string, string>;
  /** Undefined sends none. */
  body?: string | undefined;
  /** Milliseconds for the whole request and response. */
  timeout: number;
  /** Whether connections to private and loopback addresses are allowed. */
  allowPrivate: boolean;
}

/**
 * Sends a request to a URL chosen by a user. Never connects to an address that is not public: names are checked in the
 * lookup of the connection itself, so that DNS rebinding is useless. Does not follow redirects, and sends credentials in
 * the URL as Basic authentication.
 *
 * @param read reads what it needs of the response, within the timeout, and destroys it
 * @throws OutboundError if there is no response in time, or one that `read` refuses
 */
export function guardedRequest<Result>(
  target: string,
  { method, headers, body, timeout, allowPrivate }: GuardedRequest,
  read: (response: IncomingMessage) => Promise<Result>,
): Promise<Result> {
  const url = new URL(target);
  const host = hostOf(url);
  if (!allowPrivate && isIP(host) && !isPublicAddress(host)) return Promise.reject(refused());
  const signal = AbortSignal.timeout(timeout);
  return new Promise<Result>((answer, fail) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
      {
        protocol: url.protocol,
        hostname: host,
        port: url.port,
        path: `${url.pathname}${url.search}`,
        ...(url.username && { auth: `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` }),
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
        agent: false,
        signal,
        lookup: allowPrivate ? outboundNames.lookup : publicOnly,
      },
      (response) => read(response).then(answer, fail),
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
