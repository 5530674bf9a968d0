import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** What counts as one client: an IPv4 address, or the /64 network of an IPv6 address, as one customer usually has all of it. */
export function clientNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const leading = head === '' ? [] : head.split(':');
  const trailing = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: 8 - leading.length - trailing.length }, () => '0');
  const groups = tail === undefined ? leading : [...leading, ...zeros, ...trailing];
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}

/** The address that a request comes from: that of the connection, or what the last of the trusted proxies says it is. */
export function clientAddress({ headers, socket }: IncomingMessage, trustedHops: number): string {
  const connected = socket.remoteAddress ?? '';
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const hops = [...forwarded.map((address) => address.trim()).filter((address) => address !== ''), connected];
  const address = hops.at(-1 - trustedHops) ?? hops[0] ?? '';
  return (isIP(address) ? address : connected).replace(/^::ffff:/, '');
}
