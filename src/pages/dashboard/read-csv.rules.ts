import { t } from './texts.js';
/** A line of a CSV file, and the number of the line of the file on which it begins, from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

export class CsvError extends Error {}

/**
 * Parses CSV by RFC 4180. Also takes LF and CR, a byte order mark, a first line such as `sep=;`, and semicolons or tabs if the
 * first line has more of them than commas, as spreadsheets write them in some countries. Empty lines are left out.
 *
 * @throws CsvError if a quote is not closed
 */
export function parseCsv(text: string): CsvRow[] {
  const lines = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const [, named] = /^"?sep=([^"\n])"?[,;\t]*\n/i.exec(lines) ?? [];
  const source = named === undefined ? lines : lines.slice(lines.indexOf('\n') + 1);
  const separator = named ?? separatorOf(source);
  const rows: CsvRow[] = [];
  let line = named === undefined ? 1 : 2;
  let row: CsvRow = { line, cells: [] };
  let cell = '';
  let quotedSince = 0;
  const endRow = (): void => {
    row.cells.push(cell);
    cell = '';
    if (row.cells.some((value) => value !== '')) rows.push(row);
    row = { line: line + 1, cells: [] };
  };
  for (let index = 0; index < source.length; index += 1) {
    const sign = source.charAt(index);
    if (quotedSince > 0) {
      if (sign === '"' && source.charAt(index + 1) === '"') {
        cell += '"';
        index += 1;
      } else if (sign === '"') quotedSince = 0;
      else cell += sign;
    } else if (sign === '"' && cell === '') quotedSince = line;
    else if (sign === separator) {
      row.cells.push(cell);
      cell = '';
    } else if (sign === '\n') endRow();
    else cell += sign;
    if (sign === '\n') line += 1;
  }
  if (quotedSince > 0) throw new CsvError(t.records.csvQuote(quotedSince));
  endRow();
  return rows;
}

function separatorOf(source: string): string {
  const [firstLine = ''] = source.split('\n', 1);
  const counts = [',', ';', '\t'].map((sign) => ({
    sign,
    count: firstLine.replaceAll(/"[^"]*"/g, '').split(sign).length,
  }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).sign;
}

/** The text of a file, and its encoding if it is not Unicode. */
export interface DecodedFile {
  text: string;
  /** A sentence for the user, who must check the letters. */
  notice: string | undefined;
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
    throw new CsvError(t.records.csvLost(line));
  }
  if (unicode !== undefined) return { text, notice: undefined };
  const sample = text.split(/[\s,;"]/).find((word) => /[^\0-\x7f]/.test(word)) ?? '';
  return {
    text,
    notice: t.records.csvEncoding(sample),
  };
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
