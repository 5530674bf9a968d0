import type { IncomingMessage } from 'node:http';

/**
 * Where the client of a request finds this server, such as `https://book.example.org`: by the `Host` that it names, or
 * what a trusted proxy says of it. Not checked to be an address.
 */
export function serverAddress({ headers, socket }: IncomingMessage, trustedHops: number): string {
  const forwarded = (name: string): string | undefined =>
    trustedHops > 0
      ? String(headers[name] ?? '')
          .split(',')[0]
          ?.trim()
      : undefined;
  const scheme = forwarded('x-forwarded-proto') || ('encrypted' in socket ? 'https' : 'http');
  return `${scheme}://${forwarded('x-forwarded-host') || headers.host}`;
}
