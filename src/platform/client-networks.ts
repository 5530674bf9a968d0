import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4, number] | [ipaddr.IPv6, number];

const notation = /^([^/]{2,45})(?:\/(\d{1,3}))?$/;

/** The bits before the IPv4 address in an IPv6 address that contains one (`::ffff:0:0/96`). */
const mappedBits = 96;

/**
 * Reads a network in CIDR notation, such as `203.0.113.0/24` or `2001:db8::/32`. An address alone is the network of that
 * address. The part of the address that the network does not fix is ignored, and a network of IPv4 addresses inside IPv6
 * is that of IPv4.
 *
 * @returns undefined if it is malformed
 */
function parseNetwork(text: string): Network | undefined {
  const [, address = '', length] = notation.exec(text) ?? [];
  // The library also reads forms such as 0x7f.1, and addresses with a zone name an interface of one machine.
  if (!isIP(address) || address.includes('%')) return undefined;
  const parsed = ipaddr.parse(address);
  const bits = parsed instanceof ipaddr.IPv4 ? 32 : 128;
  const prefix = length === undefined ? bits : Number(length);
  if (prefix > bits) return undefined;
  if (parsed instanceof ipaddr.IPv4) return [parsed, prefix];
  const isMapped = parsed.isIPv4MappedAddress() && prefix >= mappedBits;
  return isMapped ? [parsed.toIPv4Address(), prefix - mappedBits] : [parsed, prefix];
}

/** Returns a network in its shortest form, such as `203.0.113.0/24` for `203.0.113.7/24`. Undefined if it is malformed. */
export function normaliseNetwork(text: string): string | undefined {
  const network = parseNetwork(text);
  if (!network) return undefined;
  const [address, prefix] = network;
  const family = address instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(`${address.toString()}/${prefix}`).toString()}/${prefix}`;
}

/** A list of networks, read once. */
export class ClientNetworks {
  readonly #networks: readonly Network[];
  /** The last address and its result. Clients use a key from one address: parsing it anew costs up to 8 µs. */
  #last = { address: '', isContained: false };

  /** @param networks in CIDR notation. Malformed ones contain no address. */
  constructor(networks: readonly string[]) {
    this.#networks = networks.flatMap((text) => {
      const network = parseNetwork(text);
      return network ? [network] : [];
    });
  }

  /** Whether one of the networks contains an address. An IPv4 address inside an IPv6 one is compared as itself. */
  contain(address: string): boolean {
    if (address !== this.#last.address) this.#last = { address, isContained: this.#compare(address) };
    return this.#last.isContained;
  }

  #compare(address: string): boolean {
    if (!isIP(address)) return false;
    const client = ipaddr.process(address);
    return this.#networks.some(
      ([network, prefix]) => client.kind() === network.kind() && client.match(network, prefix),
    );
  }
}
