import type { IncomingMessage } from 'node:http';

/**
 * Returns the address of this server in the headers of a request, such as `https://book.example.org`: from the headers
 * of a trusted proxy, else from `Host`. Does not check that it is a valid URL.
 *
 * `request.protocol` and `request.host` of Express follow the same rules, but WebSocket upgrades do not pass through
 * Express, and proxy-addr reads only addresses of clients.
 */
export function serverAddress(request: IncomingMessage, trustedHops: number): string {
  const isEncrypted = 'encrypted' in request.socket;
  const scheme = forwarded(request, 'x-forwarded-proto', trustedHops) || (isEncrypted ? 'https' : 'http');
  return `${scheme}://${serverHost(request, trustedHops)}`;
}

/** Returns the host of `serverAddress` without the port. It may not be valid. */
export function serverHostname(request: IncomingMessage, trustedHops: number): string {
  const host = serverHost(request, trustedHops) ?? '';
  // An IPv6 address contains colons inside its brackets.
  return host.replace(/:[^:\]]*$/, '');
}

function serverHost(request: IncomingMessage, trustedHops: number): string | undefined {
  return forwarded(request, 'x-forwarded-host', trustedHops) || request.headers.host;
}

/** Returns the first value of a header of a trusted proxy. */
function forwarded({ headers }: IncomingMessage, name: string, trustedHops: number): string | undefined {
  if (trustedHops === 0) return undefined;
  const [first] = String(headers[name] ?? '').split(',');
  return first?.trim();
}

/** Whether a request has several `Host` headers. A proxy and this server could then read different ones. */
export function hasRepeatedHost({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}

/** Returns the subdomain of the booking site with this host, which has no port; undefined for other hosts. */
type FindSite = (hostname: string) => string | undefined;

/**
 * Creates a function that finds sites by their host, `{subdomain}.{siteDomain}` on any port.
 *
 * @param publicUrl base URL of the server, whose host is not a site even if it is in that domain
 */
export function siteFinder(siteDomain: string | undefined, publicUrl: string | undefined): FindSite {
  if (siteDomain === undefined) return () => undefined;
  const suffix = `.${siteDomain.replace(/:\d+$/, '')}`;
  const ownHost = publicUrl && new URL(publicUrl).hostname;
  return (hostname) => {
    const host = hostname.toLowerCase();
    const subdomain = host.endsWith(suffix) && host !== ownHost ? host.slice(0, -suffix.length) : '';
    return /^[a-z0-9-]+$/.test(subdomain) ? subdomain : undefined;
  };
}
