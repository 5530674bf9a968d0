import { lookup as resolve } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { hostOf, isPublicAddress } from './addresses.js';

/** What a server at an address given by a user has answered. */
export interface OutboundAnswer {
  status: number;
  /** The beginning of the body, at most 1,000 characters. */
  body: string;
  /** Header `Retry-After`, as it was sent. */
  retryAfter: string | undefined;
}

/** Why there is no answer. The message may be shown to the user: it holds nothing of the address's credentials. */
export class OutboundError extends Error {
  override name = 'OutboundError';
}

export interface OutboundOptions {
  headers: Record<string, string>;
  body: string;
  /** For the whole exchange, in milliseconds. */
  timeout: number;
  /** Whether private and loopback addresses may be spoken to. */
  allowPrivate: boolean;
}

const shownLength = 1_000;
const longestBody = 64 * 1_024;

/**
 * Posts to an address that a user has given. No packet goes to an address that is not public: names are checked as they
 * are resolved for the very connection, so that an answer that changes is of no use. Redirects are not followed, the body
 * of the answer is read no further than it is shown, and credentials in the URL are sent as Basic ones.
 *
 * @throws OutboundError when there is no answer in time
 */
export function post(target: string, options: OutboundOptions): Promise<OutboundAnswer> {
  const url = new URL(target);
  const { headers, body, timeout, allowPrivate } = options;
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
      (response) => readBeginning(response).then(answer, fail),
    );
    request.on('error', fail);
    request.end(body);
  }).catch((error: unknown) => {
    throw error instanceof OutboundError ? error : new OutboundError(reasonOf(error, signal.aborted));
  });
}

const refused = (): OutboundError => new OutboundError('the address is not a public one');

/** As the socket asks it: what it is given here is what it connects to. */
const publicOnly: LookupFunction = (host, options, callback) => {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 4);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) return callback(refused(), '', 4);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

async function readBeginning(response: IncomingMessage): Promise<OutboundAnswer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > longestBody) break;
  }
  response.destroy();
  return {
    status: response.statusCode ?? 0,
    body: Buffer.concat(chunks).toString('utf8').replaceAll('\0', '').slice(0, shownLength),
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
