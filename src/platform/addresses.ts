import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';

/** Whether a host, an address or a name, can be reached only from this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Whether `text` is the origin of web pages as browsers send it, such as `https://app.example.org`. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return origin === text && ['http:', 'https:'].includes(protocol) && !hostname.includes('*');
}

/** The settings on which the address of this server depends. */
export interface AddressSettings {
  /** The address on which the server listens. */
  host: string;
  port: number;
  /** Base URL of this server, without a trailing slash. */
  publicUrl: string | undefined;
}

/** The reason in errors and messages that need a link and are refused or not sent. */
export const noAddress =
  'The address of this server is unknown: its operator must set PUBLIC_URL, such as https://book.example.org';

/** The features that need an address. */
export const withoutAddress =
  'messages have no links, nothing is offered to the waitlist, and passwords, calendar URLs and payment pages are refused';

/**
 * Returns the base URL of this server for everything that is sent, stored or passed on, without a trailing slash:
 * `PUBLIC_URL`, else the address of a server that only this machine reaches, else none. The address in a request is not
 * used: its sender chooses the `Host`, and a proxy on the same machine passes it on. Web processes and workers have the
 * same settings, and so the same address.
 */
export function publicAddress({ host, port, publicUrl }: AddressSettings): string | undefined {
  if (publicUrl !== undefined) return publicUrl;
  return isLoopback(host) ? `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}` : undefined;
}

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
