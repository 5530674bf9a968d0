import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only part of IPv6 from which public addresses are assigned. */
const assigned = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns whether a URL names its host by an address that is not public, or as this machine. Does not look names up. */
export function isPrivateTarget(url: string): boolean {
  const host = hostOf(new URL(url));
  return isIP(host) ? !isPublicAddress(host) : /^(?:[^.]+\.)*localhost\.?$/.test(host);
}

/** The host of a URL, an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/**
 * Returns whether an address is that of a server on the internet: in none of the special-purpose networks of IANA, such
 * as loopback, private, link-local (where clouds serve credentials), shared, documentation or multicast. An IPv4 address
 * inside an IPv6 one is judged as itself.
 */
export function isPublicAddress(address: string): boolean {
  // The library also reads forms such as 0x7f.1, which sockets resolve as names.
  if (!isIP(address)) return false;
  const parsed = ipaddr.process(address);
  const isAssigned = parsed instanceof ipaddr.IPv4 || parsed.match(assigned);
  return isAssigned && parsed.range() === 'unicast';
}
