import { text as consumeText } from 'node:stream/consumers';
import type { RoutingMap } from '../../../src/platform/cells/directory.js';
import { digitsOf, type MapFormat, mapFiles } from '../../../src/platform/cells/map-files.js';
import { seeded } from '../../support/random.js';

describe('the regular expression of a range of ids', () => {
  const matches = (first: number, last: number, id: number): boolean =>
    new RegExp(`^(?:${digitsOf(first, last)})$`).test(String(id));

  it.each([
    [1, 1],
    [1, 9],
    [1, 1_000],
    [7, 1_234],
    [95, 105],
    [1_001, 2_000],
    [99, 10_001],
  ])('%s to %s matches these numbers and no others', (first, last) => {
    const found = Array.from({ length: last + 2_000 }, (_, id) => id).filter((id) => matches(first, last, id));
    expect(found).toEqual(Array.from({ length: last - first + 1 }, (_, index) => first + index));
  });

  it('is right for large ranges', () => {
    const random = seeded(1);
    for (let round = 0; round < 300; round += 1) {
      const first = 1 + random(999_999_998);
      const last = first + random(999_999_999 - first);
      const inside = first + random(last - first + 1);
      const ids = [first - 1, first, inside, last, last + 1, random(999_999_999)];
      expect([first, last, ids.map((id) => matches(first, last, id))]).toEqual([
        ...[first, last],
        ids.map((id) => id >= first && id <= last),
      ]);
    }
    expect(digitsOf(1, 999_999_999).length).toBeLessThan(200);
  });
});

const cell = (number: number, more: object = {}) => ({
  ...{ name: `cell${number}`, firstAccountId: number * 100, lastAccountId: number * 100 + 99 },
  ...{ weight: 100, origins: [`http://10.0.0.${number}:3000`], version: null, ...more },
});

/** A map whose accounts have the given subdomains, read in parts of two. */
function mapOf(
  cells: readonly ReturnType<typeof cell>[],
  entries: readonly [number, string, string, boolean?][],
): RoutingMap {
  async function* parts() {
    for (let at = 0; at < entries.length; at += 2) {
      yield entries
        .slice(at, at + 2)
        .map(([id, subdomain, name, isMoved = false]) => ({ id, subdomain, cell: name, isMoved }));
    }
  }
  return { version: 'v1', cells, entries: parts() };
}

async function textOf(format: MapFormat, name: string, map: RoutingMap): Promise<string> {
  const file = mapFiles(format, map).find((one) => one.name === name);
  return file ? consumeText(file.text) : '';
}

describe('the files for routers', () => {
  // The account 107 is renamed: it has two entries.
  const moved = () =>
    mapOf(
      [cell(1), cell(2)],
      [
        [103, 'Bo', 'cell1'],
        [107, 'acme', 'cell2', true],
        [107, 'acme-2', 'cell2', true],
      ],
    );

  it('have an account that was moved before the range of its id', async () => {
    const nginx = await textOf('nginx', 'booking-cells.conf', moved());
    expect(nginx).toMatch(/^# map v1\nupstream cell_cell1 \{/);
    expect(nginx).toContain(
      [
        ...[
          '  default any_cell;',
          '  bo cell_cell1;',
          '  acme cell_cell2;',
          '  107 cell_cell2;',
          '  acme-2 cell_cell2;',
        ],
        ...['  "~^(?:1\\d{2})$" cell_cell1;', '  "~^(?:2\\d{2})$" cell_cell2;', '}\n'],
      ].join('\n'),
    );
    expect(await textOf('haproxy', 'accounts.map', moved())).toBe(
      '# map v1\nbo cell1\nacme cell2\n107 cell2\nacme-2 cell2\n',
    );
    expect(await textOf('haproxy', 'ranges.map', moved())).toBe('100:199 cell1\n200:299 cell2\n');
    expect(JSON.parse(await textOf('json', 'cells.json', moved()))).toEqual({
      ...{ version: 'v1', cells: [cell(1), cell(2)] },
      ...{ subdomains: { bo: 'cell1', acme: 'cell2', 'acme-2': 'cell2' }, moved: { 107: 'cell2' } },
    });
  });

  it('are those of a directory without accounts', async () => {
    const empty = () => mapOf([cell(1)], []);
    expect(JSON.parse(await textOf('json', 'cells.json', empty()))).toMatchObject({ subdomains: {}, moved: {} });
    expect(await textOf('nginx', 'booking-cells.conf', empty())).toContain('  default any_cell;\n  "~^');
  });

  it('share the weight of a cell among its processes', async () => {
    const two = { weight: 300, origins: ['http://10.0.0.1:3000', 'http://10.0.0.2'] };
    const map = mapOf([cell(1, two), cell(2), cell(3, { weight: 0 })], []);
    const [, group = ''] =
      /upstream new_accounts \{\n([\s\S]*?)\n {2}keepalive/.exec(await textOf('nginx', 'booking-cells.conf', map)) ??
      [];
    expect([...group.matchAll(/server (\S+) weight=(\d+)/g)].map(([, address, weight]) => [address, weight])).toEqual([
      ['10.0.0.1:3000', '3'],
      ['10.0.0.2:80', '3'],
      ['10.0.0.2:3000', '2'],
    ]);
  });

  it('do not take a subdomain for a word of nginx', async () => {
    const words = ['default', 'include', 'volatile', 'hostnames', 'a'];
    const map = mapOf(
      [cell(1)],
      words.map((word, index) => [100 + index, word, 'cell1']),
    );
    const text = await textOf('nginx', 'booking-cells.conf', map);
    const lines = text.split('\n').filter((line) => /^ {2}\S+ cell_cell1;$/.test(line));
    expect(lines.slice(0, 5)).toEqual([
      '  \\default cell_cell1;',
      '  \\include cell_cell1;',
      '  \\volatile cell_cell1;',
      '  \\hostnames cell_cell1;',
      '  a cell_cell1;',
    ]);
  });
});
