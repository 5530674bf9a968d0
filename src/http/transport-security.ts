import type { IncomingMessage } from 'node:http';
import { serverAddress } from './request-host.js';

/** The settings on which it depends whether clients reach this server by HTTPS. */
export interface TransportSettings {
  publicUrl: string | undefined;
  /** Number of proxies whose `X-Forwarded-*` headers are trusted. */
  trustedHops: number;
}

/**
 * For a year, the longest that browsers ask for. Without `includeSubDomains`: other names below this one may have no HTTPS,
 * and the hosts of sites send the header themselves.
 */
const header = { 'Strict-Transport-Security': 'max-age=31536000' };

/**
 * Returns the header by which browsers use only HTTPS for this host from then on, for every response to a client that may
 * have come by HTTPS: `PUBLIC_URL` says so, or the trusted proxy. Browsers ignore it in a response over HTTP.
 */
export function transportSecurity(
  request: IncomingMessage,
  { publicUrl, trustedHops }: TransportSettings,
): Record<string, string> {
  const isSecure = [publicUrl, serverAddress(request, trustedHops)].some((address) => address?.startsWith('https:'));
  return isSecure ? header : {};
}
