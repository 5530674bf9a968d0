import { digitsOf, mapFiles } from '../../../src/platform/cells/map-files.js';
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
const textOf = (format: 'nginx' | 'haproxy', name: string, map: Parameters<typeof mapFiles>[1]) =>
  mapFiles(format, map).find((file) => file.name === name)?.text ?? '';

describe('the files for routers', () => {
  it('have an account that was moved before the range of its id', () => {
    const map = { cells: [cell(1), cell(2)], subdomains: { acme: 'cell2' }, moved: { 107: 'cell2' } };
    expect(textOf('nginx', 'booking-cells.conf', map)).toContain(
      '  acme cell_cell2;\n  107 cell_cell2;\n  "~^(?:1\\d{2})$" cell_cell1;',
    );
    expect(textOf('haproxy', 'accounts.map', map)).toBe('acme cell2\n107 cell2\n');
    expect(textOf('haproxy', 'ranges.map', map)).toBe('100:199 cell1\n200:299 cell2\n');
  });

  it('share the weight of a cell among its processes', () => {
    const two = { weight: 300, origins: ['http://10.0.0.1:3000', 'http://10.0.0.2'] };
    const map = { cells: [cell(1, two), cell(2), cell(3, { weight: 0 })], subdomains: {}, moved: {} };
    const [, group = ''] =
      /upstream new_accounts \{\n([\s\S]*?)\n {2}keepalive/.exec(textOf('nginx', 'booking-cells.conf', map)) ?? [];
    expect([...group.matchAll(/server (\S+) weight=(\d+)/g)].map(([, address, weight]) => [address, weight])).toEqual([
      ['10.0.0.1:3000', '3'],
      ['10.0.0.2:80', '3'],
      ['10.0.0.2:3000', '2'],
    ]);
  });

  it('do not take a subdomain for a word of nginx', () => {
    const subdomains = { default: 'cell1', include: 'cell1', volatile: 'cell1', hostnames: 'cell1', a: 'cell1' };
    const text = textOf('nginx', 'booking-cells.conf', { cells: [cell(1)], subdomains, moved: {} });
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
