import type { IncomingMessage } from 'node:http';
import { isPublicAddress } from '../platform/outbound/addresses.js';
import { scopeOf } from './request-scope.js';

/** Whether a page may open a WebSocket: one of this server or of `origins`. Clients outside browsers send no origin. */
export function isAllowedOrigin(request: IncomingMessage, origins: readonly string[]): boolean {
  const { origin } = request.headers;
  if (origin === undefined || origins.includes(origin)) return true;
  const { namedAddress, address } = scopeOf(request);
  // Compares hosts only: behind a proxy that is not trusted, the scheme is unknown.
  const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined);
  return [namedAddress, address].some((own) => hostOf(own) === hostOf(origin));
}

/** Whether a request comes from this machine or a private network, and through no proxy that is not trusted. */
export function isInternal(request: IncomingMessage, trustedHops: number): boolean {
  const isForwarded = trustedHops === 0 && request.headers['x-forwarded-for'] !== undefined;
  return !isForwarded && !isPublicAddress(scopeOf(request).clientAddress);
}
