import { csvLine } from '../../src/platform/csv.rules.js';
import { cpuLimit } from '../support/cpu-time.js';
import { longestTurnOf } from '../support/longest-turn.js';

describe('a line of CSV', () => {
  it.each([
    [['a', 1, null, -2.5, true, { decimal: '-115.50' }], '"a",1,,-2.5,true,-115.50\r\n'],
    [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"\r\n'],
    [['=HYPERLINK("x","y")'], '"\'=HYPERLINK(""x"",""y"")"\r\n'],
    [['Kari - Ola', '1=1', "'=1"], '"Kari - Ola","1=1","\'=1"\r\n'],
    [['🎉 مرحبا'], '"🎉 مرحبا"\r\n'],
    [[], '\r\n'],
  ])('of %j is %j', (cells, expected) => expect(csvLine(cells)).toBe(expected));

  const before = ['', 'a,', 'a;', 'a|', 'a\t', 'a\n', 'a\r', ' ', 'a; ', 'a;"', '"', 'a,\u00a0"', '\t', '\r'];
  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
  const formulas = before.flatMap((text) => signs.map((sign): [string, string] => [text, sign]));
  it.each(formulas)('disarms a formula behind %j: %s', (text, sign) => {
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"\r\n`;
    expect(csvLine([`${text}${sign}1+1`])).toBe(quoted(`${text}'${sign}1+1`));
  });

  it.each(['=,', '"', '\n', ' ', ' =', ',"'])('is written in less than a turn for notes of %j', async (part) => {
    const notes = `=${part.repeat(65_536 / part.length)}`;
    expect(await longestTurnOf(async () => csvLine([notes]), cpuLimit(10))).toBeLessThan(cpuLimit(10));
  });
});
