import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** The address that a request comes from: that of the connection, or what the last of the trusted proxies says it is. */
export function clientAddress({ headers, socket }: IncomingMessage, trustedHops: number): string {
  const connected = socket.remoteAddress ?? '';
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const hops = [...forwarded.map((address) => address.trim()).filter((address) => address !== ''), connected];
  const address = hops.at(-1 - trustedHops) ?? hops[0] ?? '';
  return (isIP(address) ? address : connected).replace(/^::ffff:/, '');
}
