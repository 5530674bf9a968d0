import { CsvError, parseCsv, toCsv } from '../../../src/pages/dashboard/browser/csv.rules.js';

describe('toCsv', () => {
  it.each([
    [[['a', 1, null, -2.5]], 'a,1,,-2.5\r\n'],
    [[['a,b', 'say "hi"', 'two\nlines']], '"a,b","say ""hi""","two\nlines"\r\n'],
    [[['=1+1'], ['+1'], ['-1'], ['@SUM(A1)']], "'=1+1\r\n'+1\r\n'-1\r\n'@SUM(A1)\r\n"],
    [[['\t=1'], ['\r=1']], '\'\t=1\r\n"\'\r=1"\r\n'],
    [[['=HYPERLINK("x","y")']], '"\'=HYPERLINK(""x"",""y"")"\r\n'],
    [[['🎉 مرحبا']], '🎉 مرحبا\r\n'],
    [[], ''],
  ])('writes %j', (rows, expected) => expect(toCsv(rows)).toBe(expected));
});

describe('parseCsv', () => {
  it.each([
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      '\uFEFFname;email\nKari;k@example.org',
      [
        ['name', 'email'],
        ['Kari', 'k@example.org'],
      ],
    ],
    [
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n"x, y","say ""hi"""',
      [
        ['a', 'b'],
        ['x, y', 'say "hi"'],
      ],
    ],
    ['a\n"two\nlines"\nlast', [['a'], ['two\nlines'], ['last']]],
    [
      'a,b\n\n,\nc,',
      [
        ['a', 'b'],
        ['c', ''],
      ],
    ],
    ['a\n5" pipe', [['a'], ['5" pipe']]],
    ['', []],
  ])('reads %j', (text, expected) => expect(parseCsv(text).map(({ cells }) => cells)).toEqual(expected));

  it('counts the lines of the file, also within quotes and empty lines', () => {
    expect(parseCsv('a\n"x\ny"\n\nz').map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it('names the line of an unclosed quote', () => {
    expect(() => parseCsv('a\nb\n"c\nd')).toThrow(new CsvError('The quote that opens on line 3 is never closed.'));
  });

  it('reads the output of toCsv', () => {
    const rows = [
      ['a', 'b;c'],
      ['"', 'x\r\ny'.replace('\r', '')],
    ];
    expect(parseCsv(toCsv(rows)).map(({ cells }) => cells)).toEqual(rows);
  });
});
