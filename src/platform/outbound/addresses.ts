import { BlockList, isIP } from 'node:net';

/**
 * Networks that are nobody's public server: loopback, private, link-local (where clouds answer with credentials),
 * shared, reserved, documentation, benchmark and multicast ones (IANA special-purpose registries).
 */
const closed = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  // Of IPv6 only 2000::/3 is given out; in it these are not, or hide an IPv4 address.
  ipv6: ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
} as const;

const open = new BlockList();
open.addSubnet('2000::', 3, 'ipv6');

const blocked = new BlockList();
for (const family of ['ipv4', 'ipv6'] as const) {
  for (const network of closed[family]) {
    const [address = '', bits] = network.split('/');
    blocked.addSubnet(address, Number(bits), family);
  }
}

/** Whether a URL names its host by an address that is not public, or as this machine. Other names are not looked up. */
export function isPrivateTarget(url: string): boolean {
  const host = hostOf(new URL(url));
  return isIP(host) ? !isPublicAddress(host) : /^(?:[^.]+\.)*localhost\.?$/.test(host);
}

/** The host of a URL, an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Whether an address is that of a server on the internet. An IPv4 address inside an IPv6 one is judged as itself. */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isPublicAddress(mapped);
  switch (isIP(address)) {
    case 4:
      return !blocked.check(address, 'ipv4');
    case 6:
      return open.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
    default:
      return false;
  }
}
