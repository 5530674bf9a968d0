import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';

/**
 * Returns the address of the client that sent a request: the address of the connection, or the one that the last of
 * the trusted proxies added to `X-Forwarded-For`. Falls back to the connection if that is not an IP address.
 */
export function clientAddress(request: IncomingMessage, trustedHops: number): string {
  const own = request.socket.remoteAddress ?? '';
  const address = trustedHops === 0 ? own : proxyAddress(request, (_address, hop) => hop < trustedHops);
  return withoutMapping(isIP(address) ? address : own);
}

/** Returns the IPv4 address that an IPv6 address such as `::ffff:192.0.2.1` contains. */
function withoutMapping(address: string): string {
  return /^::ffff:/i.test(address) ? ipaddr.process(address).toString() : address;
}

/** Returns what limits count as one client: an IPv4 address, or the /64 network of an IPv6 address, which one host has. */
export function clientNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const network = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

/** Returns the network of a provider's customer that an address is in: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export function widerNetwork(address: string): string {
  const kind = isIP(address);
  if (kind === 0) return address;
  if (kind === 4) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  const network = ipaddr.IPv6.parse(address).parts.slice(0, 3);
  return `${network.map((group) => group.toString(16)).join(':')}::/48`;
}
