import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP, type LookupFunction } from 'node:net';

/** A name has no address, or its DNS server did not answer. `code` is that of `dns.lookup`. */
class NameError extends Error {
  constructor(
    readonly code: 'ENOTFOUND' | 'EAI_AGAIN' | 'ETIMEOUT',
    host: string,
  ) {
    super(`${host} could not be resolved: ${code}`);
  }
}

interface NameResolverOptions {
  /** The addresses of the DNS servers, with ports; those of the machine by default. */
  servers?: readonly string[];
  files?: () => NameFiles;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

/** The timeout of one query, in milliseconds like the others here. c-ares doubles it with each try. */
const queryTimeout = 2_000;
const tries = 2;
/** For all queries of one look-up, so that a request with a timeout of 10 seconds ends with a reason. */
const longestLookup = 8_000;
const longestKept = 60_000;
const maxKept = 1_000;

interface Found {
  addresses: LookupAddress[];
  /** Seconds for which the answer may be kept. */
  ttl: number;
}

/**
 * Resolves names like `dns.lookup`, from the hosts file and then by DNS, but in the event loop. `dns.lookup` occupies
 * one of the four threads of the process until the DNS server answers, and an abort does not free it: four names whose
 * server is silent would stop every request by name, and every access to files.
 *
 * Each look-up has sockets of its own, so that a silent server is not counted against the others. Concurrent look-ups
 * of a name share one. Answers are kept as long as their TTL, at most a minute; failures are not.
 */
export class NameResolver {
  readonly #options: Required<Omit<NameResolverOptions, 'servers'>> & Pick<NameResolverOptions, 'servers'>;
  readonly #inProgress = new Map<string, Promise<LookupAddress[]>>();
  readonly #kept = new Map<string, { addresses: LookupAddress[]; until: number }>();

  constructor(options: NameResolverOptions = {}) {
    this.#options = { files: readNameFiles, now: () => performance.now(), ...options };
  }

  /** The option `lookup` of a socket. */
  readonly lookup: LookupFunction = (host, { all, family }, callback) => {
    this.resolve(host).then(
      (addresses) => {
        const wanted = family === 4 || family === 6 ? addresses.filter((found) => found.family === family) : addresses;
        const [first] = wanted;
        if (!first) callback(new NameError('ENOTFOUND', host), '', 4);
        else if (all) callback(null, wanted);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, '', 4),
    );
  };

  /** Returns the addresses of a name, those of IPv4 first. @throws NameError */
  async resolve(host: string): Promise<LookupAddress[]> {
    if (isIP(host)) return [addressOf(host)];
    const name = host.toLowerCase();
    const kept = this.#kept.get(name);
    if (kept && kept.until > this.#options.now()) return kept.addresses;
    const resolving = this.#inProgress.get(name) ?? this.#find(name).finally(() => this.#inProgress.delete(name));
    this.#inProgress.set(name, resolving);
    return resolving;
  }

  async #find(name: string): Promise<LookupAddress[]> {
    const { files, servers } = this.#options;
    const { hosts, resolver } = files();
    const listed = addressesInHosts(hosts, name);
    if (listed.length > 0) return listed.map(addressOf);
    const { addresses, ttl } = await askAll(namesToAsk(resolver, name), servers, name);
    this.#keep(name, addresses, Math.min(ttl * 1_000, longestKept));
    return addresses;
  }

  #keep(name: string, addresses: LookupAddress[], duration: number): void {
    this.#kept.delete(name);
    this.#kept.set(name, { addresses, until: this.#options.now() + duration });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** The resolver of this process for all requests to other servers. */
export const outboundNames = new NameResolver();

/**
 * Queries DNS for the names one after the other until one has an address. A server that does not answer ends the
 * search.
 */
async function askAll(names: readonly string[], servers: readonly string[] | undefined, host: string): Promise<Found> {
  const resolver = new Resolver({ timeout: queryTimeout, tries });
  if (servers) resolver.setServers(servers);
  let timedOut = false;
  const deadline = setTimeout(() => {
    timedOut = true;
    resolver.cancel();
  }, longestLookup);
  try {
    for (const name of names) {
      const found = await ask(resolver, name);
      if (found.addresses.length > 0) return found;
      if (found.failure) throw new NameError(timedOut ? 'ETIMEOUT' : found.failure, host);
    }
    throw new NameError('ENOTFOUND', host);
  } finally {
    clearTimeout(deadline);
  }
}

async function ask(resolver: Resolver, name: string): Promise<Found & { failure?: NameError['code'] }> {
  const answers = await Promise.allSettled([
    resolver.resolve4(name, { ttl: true }),
    resolver.resolve6(name, { ttl: true }),
  ]);
  const records = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? failureOf(answer.reason) : []));
  const [failure] = failures;
  return {
    addresses: records.map(({ address }) => addressOf(address)),
    ttl: Math.min(...records.map(({ ttl }) => ttl)),
    ...(failure && { failure }),
  };
}

/** Returns no code if the server answered that there is no such name, or no such record. */
function failureOf(error: unknown): NameError['code'][] {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // EBADNAME: the text is no name of DNS. Another one, in a search domain, would be none either.
  if (code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME') return [];
  return [code === 'ETIMEOUT' || code === 'ECANCELLED' ? 'ETIMEOUT' : 'EAI_AGAIN'];
}

const addressOf = (address: string): LookupAddress => ({ address, family: isIP(address) });

const isWindows = process.platform === 'win32';
const hostsFile = isWindows ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const resolverFile = '/etc/resolv.conf';

/** The files by which a machine resolves names: the hosts file, and `resolv.conf` with the domains of short names. */
export interface NameFiles {
  hosts: string;
  resolver: string;
}

/**
 * Reads both files; a missing one is empty. Synchronously, because asynchronous reads wait for the same four threads as
 * `dns.lookup`.
 */
function readNameFiles(): NameFiles {
  return { hosts: read(hostsFile), resolver: isWindows ? '' : read(resolverFile) };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the addresses of a name in the text of a hosts file. `localhost` has its addresses even without a line. */
export function addressesInHosts(hosts: string, name: string): string[] {
  const wanted = name.toLowerCase().replace(/\.$/, '');
  const found = linesOf(hosts)
    .filter(([address = '', ...names]) => isIP(address) && names.some((other) => other.toLowerCase() === wanted))
    .map(([address = '']) => address);
  const isLocal = wanted === 'localhost' || wanted.endsWith('.localhost');
  return found.length === 0 && isLocal ? ['127.0.0.1', '::1'] : found;
}

/** More domains than any resolver uses. glibc had a limit of six for a long time. */
const maxSearched = 6;

/**
 * Returns the full names for which DNS is queried, in order, by the text of a `resolv.conf`. In Kubernetes a service is
 * found in one of the `search` domains; a name with at least `ndots` dots is tried as it is first.
 */
export function namesToAsk(resolver: string, name: string): string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const lines = linesOf(resolver);
  const [, ...domains] = lines.findLast(([word]) => word === 'search' || word === 'domain') ?? [];
  const options = lines.flatMap(([word, ...values]) => (word === 'options' ? values : []));
  const ndots = Number(options.findLast((option) => /^ndots:\d{1,2}$/.test(option))?.slice('ndots:'.length) ?? 1);
  const searched = domains.slice(0, maxSearched).map((domain) => `${name}.${domain.replace(/\.$/, '')}`);
  const isFull = name.split('.').length - 1 >= ndots;
  return isFull ? [name, ...searched] : [...searched, name];
}

/** Returns the words of each line that is not empty, without comments. */
function linesOf(text: string): string[][] {
  return text
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(/[#;].*/, '')
        .trim()
        .split(/\s+/),
    )
    .filter(([word]) => word);
}
