import type { IncomingMessage } from 'node:http';

/**
 * Returns the address of this server as the client of a request sees it, such as `https://book.example.org`: from the
 * headers of a trusted proxy, else from `Host`. Does not check that it is a valid URL.
 *
 * Express's `request.protocol` and `request.host` follow the same rules, but WebSocket upgrades do not pass through
 * Express, and proxy-addr reads addresses of clients only.
 */
export function serverAddress({ headers, socket }: IncomingMessage, trustedHops: number): string {
  const forwarded = (name: string): string | undefined => {
    const [first] = trustedHops > 0 ? String(headers[name] ?? '').split(',') : [];
    return first?.trim();
  };
  const scheme = forwarded('x-forwarded-proto') || ('encrypted' in socket ? 'https' : 'http');
  return `${scheme}://${forwarded('x-forwarded-host') || headers.host}`;
}
