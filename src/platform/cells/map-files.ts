import type { CellOfDirectory, RoutingMap } from './directory.js';

/** A file for a router. */
export interface MapFile {
  name: string;
  text: AsyncIterable<string>;
}

export const mapFormats = ['nginx', 'haproxy', 'json'] as const;
export type MapFormat = (typeof mapFormats)[number];

const writers: Record<MapFormat, (map: RoutingMap) => MapFile[]> = {
  nginx: (map) => [{ name: 'booking-cells.conf', text: nginxFile(map) }],
  haproxy: (map) => [
    { name: 'accounts.map', text: haproxyAccounts(map) },
    {
      name: 'ranges.map',
      text: whole(
        map.cells
          .map(({ name, firstAccountId, lastAccountId }) => `${firstAccountId}:${lastAccountId} ${name}\n`)
          .join(''),
      ),
    },
    { name: 'cells.cfg', text: whole(haproxyBackends(map)) },
  ],
  json: (map) => [{ name: 'cells.json', text: writeJson(map) }],
};

/**
 * Returns the files of a router, which are written in parts. The first of them begins with the version of the map. The guide
 * "Operate at scale" has a configuration that reads them.
 */
export function mapFiles(format: MapFormat, map: RoutingMap): MapFile[] {
  return writers[format](map);
}

async function* whole(text: string): AsyncGenerator<string> {
  yield text;
}

/** Returns the keys of each part of the entries: subdomains, and ids of accounts that were moved out of their range. */
async function* exactKeys({ entries }: RoutingMap): AsyncGenerator<[key: string, cell: string][]> {
  let lastId = 0;
  for await (const part of entries) {
    yield part.flatMap(({ id, subdomain, cell, isMoved }) => {
      // An account whose subdomain changes has two entries.
      const isOther = id !== lastId;
      lastId = id;
      const key: [string, string] = [subdomain.toLowerCase(), cell];
      return isMoved && isOther ? [key, [String(id), cell]] : [key];
    });
  }
}

/** Writes the map as `{version, cells, subdomains: {acme: "cell1"}, moved: {"107": "cell2"}}`. */
export async function* writeJson({ version, cells, entries }: RoutingMap): AsyncGenerator<string> {
  yield `${JSON.stringify({ version, cells }).slice(0, -1)},"subdomains":{`;
  const moved: Record<string, string> = {};
  let separator = '';
  for await (const part of entries) {
    for (const { id, cell, isMoved } of part) if (isMoved) moved[id] = cell;
    yield separator +
      JSON.stringify(Object.fromEntries(part.map(({ subdomain, cell }) => [subdomain.toLowerCase(), cell]))).slice(
        1,
        -1,
      );
    separator = ',';
  }
  yield `},"moved":${JSON.stringify(moved)}}\n`;
}

const versionLine = ({ version }: RoutingMap): string => (version === undefined ? '' : `# map ${version}\n`);

async function* haproxyAccounts(map: RoutingMap): AsyncGenerator<string> {
  yield versionLine(map);
  for await (const keys of exactKeys(map)) yield keys.map(([key, cell]) => `${key} ${cell}\n`).join('');
}

/** A process that may serve requests, with its share of those of its group. */
interface Server {
  name: string;
  /** Host and port. */
  address: string;
  weight: number;
}

const addressOf = (origin: string): string => {
  const { hostname, port } = new URL(origin);
  return `${hostname}:${port || '80'}`;
};

/** The groups of servers: each cell, all cells, and all cells by the share of new accounts that each gets. */
function groupsOf({ cells }: RoutingMap): [group: string, servers: Server[]][] {
  // The processes of a cell share its weight, so that it does not depend on their number.
  const common = cells.reduce((product, { origins }) => leastMultiple(product, Math.max(origins.length, 1)), 1);
  const serversOf = ({ name, origins }: CellOfDirectory, weight: number): Server[] =>
    origins.map((origin, index) => ({ name: `${name}-${index + 1}`, address: addressOf(origin), weight }));
  const created = cells.flatMap((cell) => serversOf(cell, (cell.weight * common) / Math.max(cell.origins.length, 1)));
  const divisor = Math.max(
    1,
    created.reduce((divided, { weight }) => greatestDivisor(divided, weight), 0),
  );
  return [
    ...cells.map((cell): [string, Server[]] => [`cell_${cell.name}`, serversOf(cell, 1)]),
    ['any_cell', cells.flatMap((cell) => serversOf(cell, 1))],
    [
      'new_accounts',
      created.filter(({ weight }) => weight > 0).map((server) => ({ ...server, weight: server.weight / divisor })),
    ],
  ];
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));
const leastMultiple = (a: number, b: number): number => (a * b) / greatestDivisor(a, b);

/** Words that have a meaning of their own in a map of nginx. */
const nginxWords: ReadonlySet<string> = new Set(['default', 'hostnames', 'include', 'volatile']);

async function* nginxFile(map: RoutingMap): AsyncGenerator<string> {
  yield versionLine(map);
  const upstreams = groupsOf(map).map(([group, servers]) => {
    // A group without a server would be an error: nothing listens at this port.
    const used = servers.length > 0 ? servers : [{ address: '127.0.0.1:9', weight: 1 }];
    const lines = used.map(
      ({ address, weight }) => `  server ${address} weight=${weight} max_fails=1 fail_timeout=2s;`,
    );
    return [`upstream ${group} {`, ...lines, '  keepalive 32;', '}\n'].join('\n');
  });
  yield upstreams.join('');
  yield 'map_hash_max_size 2097152;\nmap_hash_bucket_size 256;\n';
  // nginx compares texts before regular expressions, so an account that was moved is found before the range of its id.
  yield 'map $booking_account $booking_cell {\n  default any_cell;\n';
  for await (const keys of exactKeys(map)) {
    yield keys.map(([key, cell]) => `  ${nginxWords.has(key) ? '\\' : ''}${key} cell_${cell};\n`).join('');
  }
  const ranges = map.cells.map(
    ({ name, firstAccountId, lastAccountId }) =>
      `  "~^(?:${digitsOf(firstAccountId, lastAccountId)})$" cell_${name};\n`,
  );
  yield `${ranges.join('')}}\n`;
}

function haproxyBackends(map: RoutingMap): string {
  return groupsOf(map)
    .map(([group, servers]) =>
      [
        `backend ${group}`,
        '  mode http',
        '  option httpchk GET /readyz',
        '  option redispatch',
        // HAProxy allows weights up to 256.
        ...scaled(servers).map(
          ({ name, address, weight }) => `  server ${name} ${address} weight ${weight} check inter 1s fall 1`,
        ),
        '',
      ].join('\n'),
    )
    .join('\n');
}

function scaled(servers: readonly Server[]): Server[] {
  const factor = Math.max(1, ...servers.map(({ weight }) => weight / 256));
  return servers.map((server) => ({ ...server, weight: Math.max(1, Math.round(server.weight / factor)) }));
}

/** Returns a regular expression for the decimal numbers from `first` to `last`, without anchors. */
export function digitsOf(first: number, last: number): string {
  const parts: string[] = [];
  let from = first;
  while (from <= last) {
    // The largest block 10^n, 10^(n+1)-… that begins here, has one form, and ends in time.
    let size = 1;
    while (from % (size * 10) === 0 && from + size * 10 - 1 <= last && size * 10 <= from) size *= 10;
    const lead = Math.floor(from / size);
    // As many blocks of that size as differ only in the last digit of their lead.
    const blocks = Math.min(10 - (lead % 10), Math.floor((last - from + 1) / size));
    const digits = size === 1 ? '' : `\\d{${String(size).length - 1}}`;
    const end = blocks === 1 ? String(lead % 10) : `[${lead % 10}-${(lead % 10) + blocks - 1}]`;
    parts.push(`${lead >= 10 ? Math.floor(lead / 10) : ''}${end}${digits}`);
    from += blocks * size;
  }
  return parts.join('|');
}
