import type { IncomingMessage } from 'node:http';
import { isPublicAddress } from '../platform/outbound/addresses.js';
import { scopeOf } from './request-scope.js';

/** Whether a page may open a WebSocket: one of this server or of `origins`. Clients outside browsers send no origin. */
export function isAllowedOrigin(request: IncomingMessage, origins: readonly string[]): boolean {
  const { origin } = request.headers;
  return origin === undefined || origins.includes(origin) || isOwnOrigin(request, origin);
}

/**
 * Whether a page of this server sent a request, by the headers that pages cannot set. Browsers send `Sec-Fetch-Site` to
 * HTTPS and local addresses only, so `Origin` is read, too.
 */
export function isOwnPage(request: IncomingMessage): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined ? site !== undefined : isOwnOrigin(request, origin);
}

function isOwnOrigin(request: IncomingMessage, origin: string): boolean {
  const { namedAddress, address } = scopeOf(request);
  // Compares hosts only: behind a proxy that is not trusted, the scheme is unknown.
  const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined);
  const host = hostOf(origin);
  return host !== undefined && [namedAddress, address].some((own) => hostOf(own) === host);
}

/** Whether a request comes from this machine or a private network, and through no proxy that is not trusted. */
export function isInternal(request: IncomingMessage, trustedHops: number): boolean {
  const isForwarded = trustedHops === 0 && request.headers['x-forwarded-for'] !== undefined;
  return !isForwarded && !isPublicAddress(scopeOf(request).clientAddress);
}

/** Whether a request has several `Host` headers: a proxy and this server could take different ones for the host. */
export function hasRepeatedHost({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}
