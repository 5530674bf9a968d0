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

/** Returns what limits count as one client: an IPv4 address, or the /64 network of an IPv6 address, which one host has. */
export function clientNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = (address.split('%', 1)[0] ?? '').split('::');
  // An IPv4 address at the end stands for two groups, beyond the network.
  const groups = (half: string): string[] =>
    half.split(':').flatMap((group) => (group === '' ? [] : group.includes('.') ? ['0', '0'] : [group]));
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
