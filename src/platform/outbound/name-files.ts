import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

const isWindows = process.platform === 'win32';
const hostsFile = isWindows ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const resolverFile = '/etc/resolv.conf';

/** How the names of a machine are resolved: its hosts file, and the domains in which it looks for short names. */
export interface NameFiles {
  hosts: string;
  resolver: string;
}

/** Reads both files; a missing one is empty. Synchronously, because asynchronous reads wait for the same four threads as `dns.lookup`. */
export function readNameFiles(): NameFiles {
  return { hosts: read(hostsFile), resolver: isWindows ? '' : read(resolverFile) };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the addresses of a name in the text of a hosts file. `localhost` has its addresses also without a line. */
export function addressesInHosts(hosts: string, name: string): string[] {
  const wanted = name.toLowerCase().replace(/\.$/, '');
  const found = linesOf(hosts)
    .filter(([address = '', ...names]) => isIP(address) && names.some((other) => other.toLowerCase() === wanted))
    .map(([address = '']) => address);
  const isLocal = wanted === 'localhost' || wanted.endsWith('.localhost');
  return found.length === 0 && isLocal ? ['127.0.0.1', '::1'] : found;
}

/** More domains than any resolver uses: glibc stopped at six for long. */
const maxSearched = 6;

/**
 * Returns the full names to ask DNS for, in order, as the text of a `resolv.conf` has it. In Kubernetes a service is found
 * in one of the `search` domains; a name with at least `ndots` dots is tried as it is first.
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

/** The words of each line that has some, without comments. */
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
