import { csvLine } from '../../src/platform/csv.rules.js';
import { decodeCsv, parseCsv } from '../../src/platform/read-csv.rules.js';

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
    [
      'a,b\rc,d\r',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'sep=;\nname;email, work\nKari;x',
      [
        ['name', 'email, work'],
        ['Kari', 'x'],
      ],
    ],
    ['\uFEFF"sep=\t"\r\na\tb', [['a', 'b']]],
    [
      '"name, full, all";email\nKari;x',
      [
        ['name, full, all', 'email'],
        ['Kari', 'x'],
      ],
    ],
    ['a\r"two\r\nlines"\rlast', [['a'], ['two\nlines'], ['last']]],
    ['""x,"a"b"c,a"b,""', [['x', 'ab"c', 'a"b', '']]],
    ['', []],
  ])('reads %j', (text, expected) => expect(parseCsv(text).map(({ cells }) => cells)).toEqual(expected));

  it('counts the lines of the file, also within quotes and empty lines', () => {
    expect(parseCsv('a\n"x\ny"\n\nz').map(({ line }) => line)).toEqual([1, 2, 5]);
    expect(parseCsv('a\r"x\ry"\r\rz').map(({ line }) => line)).toEqual([1, 2, 5]);
    expect(parseCsv('sep=;\r\na\r\nb').map(({ line }) => line)).toEqual([2, 3]);
  });

  it('names the line of an unclosed quote', () => {
    expect(() => parseCsv('a\nb\n"c\nd')).toThrow(expect.objectContaining({ problem: 'quote', line: 3 }));
  });

  it('reads what csvLine writes', () => {
    const rows = [
      ['a', 'b;c'],
      ['"', 'x\r\ny'.replace('\r', '')],
    ];
    expect(parseCsv(rows.map(csvLine).join('')).map(({ cells }) => cells)).toEqual(rows);
  });
});

describe('decodeCsv', () => {
  const utf16 = (text: string, isBig = false) => {
    const bytes = Buffer.from(text, 'utf16le');
    return isBig ? bytes.swap16() : bytes;
  };
  const text = 'name\nJosé Åse – ß';

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16LE with a mark', utf16(`\uFEFF${text}`)],
    ['UTF-16BE with a mark', utf16(`\uFEFF${text}`, true)],
    ['UTF-16LE', utf16(text)],
    ['UTF-16BE', utf16(text, true)],
  ])('reads %s', (_name, bytes) => {
    expect(decodeCsv(bytes)).toEqual({ text, doubtful: undefined });
  });

  it('reads every letter of Windows-1252 and says so', () => {
    const { text: read, doubtful } = decodeCsv(Buffer.from('name\nJos\xe9 M\xfcller \x96 \x8a', 'latin1'));
    expect(read).toBe('name\nJosé Müller – Š');
    expect(doubtful).toBe('José');
    const all = Uint8Array.from({ length: 255 }, (_none, index) => index + 1);
    expect(decodeCsv(all).text).not.toContain('\uFFFD');
  });

  it('refuses a file whose letters were lost before', () => {
    expect(() => decodeCsv(Buffer.from('name\r\nKari\r\n\uFFFDse'))).toThrow(
      expect.objectContaining({ problem: 'lost', line: 3 }),
    );
  });
});
