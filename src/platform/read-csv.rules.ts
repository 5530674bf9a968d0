/** A line of a CSV file, and the number of the line of the file on which it begins, from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** A file that is not read at all. */
export class CsvError extends Error {
  override readonly name = 'CsvError';

  /**
   * @param problem a quote that is never closed, or letters that were lost when the file was saved
   * @param line on which the quote opens, or the first letter was lost
   */
  constructor(
    readonly problem: 'quote' | 'lost',
    readonly line: number,
  ) {
    super(`${problem} on line ${line}`);
  }
}

/** Like `csvRows`, for a file that is small enough to have all rows in memory. @throws CsvError */
export function parseCsv(text: string): CsvRow[] {
  return [...csvRows(text)];
}

/**
 * Parses CSV by RFC 4180, row by row. Also takes LF and CR, a byte order mark, a first line such as `sep=;`, and
 * semicolons or tabs if the first line has more of them than commas, as spreadsheets write them in some countries. Empty
 * lines are left out.
 *
 * @throws CsvError if a quote is not closed
 */
export function* csvRows(text: string): Generator<CsvRow> {
  const lines = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const [, named] = /^"?sep=([^"\n])"?[,;\t]*\n/i.exec(lines) ?? [];
  const source = named === undefined ? lines : lines.slice(lines.indexOf('\n') + 1);
  const separator = named ?? separatorOf(source);
  let line = named === undefined ? 1 : 2;
  let row: CsvRow = { line, cells: [] };
  let cell = '';
  const endRow = (): CsvRow => {
    const ended = row;
    ended.cells.push(cell);
    cell = '';
    row = { line: line + 1, cells: [] };
    return ended;
  };
  // Cells are cut from the file: adding them up sign by sign took 35 bytes of memory for each.
  for (let index = 0; index < source.length; ) {
    const sign = source.charAt(index);
    if (sign === '"' && cell === '') {
      const end = endOfQuoted(source, index + 1);
      if (end < 0) throw new CsvError('quote', line);
      const quoted = source.slice(index + 1, end);
      cell = quoted.replaceAll('""', '"');
      line += breaksIn(quoted);
      index = end + 1;
    } else if (sign === separator) {
      row.cells.push(cell);
      cell = '';
      index += 1;
    } else if (sign === '\n') {
      const ended = endRow();
      if (hasValue(ended)) yield ended;
      line += 1;
      index += 1;
    } else {
      const end = endOfPlain(source, index + 1, separator);
      cell += source.slice(index, end);
      index = end;
    }
  }
  const last = endRow();
  if (hasValue(last)) yield last;
}

/** Returns the index of the quote that closes; -1 without one. */
function endOfQuoted(source: string, start: number): number {
  let end = source.indexOf('"', start);
  while (end >= 0 && source.charAt(end + 1) === '"') end = source.indexOf('"', end + 2);
  return end;
}

function endOfPlain(source: string, start: number, separator: string): number {
  const sign = separator.charCodeAt(0);
  let end = start;
  for (; end < source.length; end += 1) {
    const code = source.charCodeAt(end);
    if (code === sign || code === lineBreak) return end;
  }
  return end;
}

const lineBreak = 0x0a;

function breaksIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function hasValue({ cells }: CsvRow): boolean {
  return cells.some((value) => value !== '');
}

function separatorOf(source: string): string {
  const [firstLine = ''] = source.split('\n', 1);
  const counts = [',', ';', '\t'].map((sign) => ({
    sign,
    count: firstLine.replaceAll(/"[^"]*"/g, '').split(sign).length,
  }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).sign;
}

export interface DecodedFile {
  text: string;
  /** A word with letters that the user must check; undefined if the file is Unicode. */
  doubtful: string | undefined;
}

/**
 * Decodes a CSV file: UTF-8, UTF-16, or else Windows-1252, in which spreadsheets save CSV files in Europe and America. No
 * file says that it is in Windows-1252, but hardly any text in it is also valid UTF-8.
 *
 * @throws CsvError if letters of the file were lost when it was saved
 */
export function decodeCsv(bytes: Uint8Array): DecodedFile {
  const unicode = decode(unicodeOf(bytes), bytes);
  const text = unicode ?? new TextDecoder('windows-1252').decode(bytes);
  const lost = text.indexOf('\uFFFD');
  if (lost >= 0) {
    const line = text.slice(0, lost).split(/\r\n?|\n/).length;
    throw new CsvError('lost', line);
  }
  if (unicode !== undefined) return { text, doubtful: undefined };
  return { text, doubtful: text.split(/[\s,;"]/).find((word) => /[^\0-\x7f]/.test(word)) ?? '' };
}

/** The Unicode encoding that the first bytes indicate: a byte order mark, or a zero in one of the first two letters. */
function unicodeOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : 'utf-8';
}

function decode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
