/** A value of a cell. Null is an empty cell. */
export type Cell = string | number | null;

/**
 * Writes CSV by RFC 4180, with CRLF. A text that a spreadsheet would execute as a formula begins with an apostrophe, as OWASP
 * advises: names of customers are theirs to choose. Numbers stay numbers, also negative ones.
 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of a CSV file, and the number of the line of the file on which it begins, from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

export class CsvError extends Error {}

/**
 * Parses CSV by RFC 4180. Also takes LF, a byte order mark, and semicolons or tabs if the first line has more of them than
 * commas, as spreadsheets write them in some countries. Empty lines are left out.
 *
 * @throws CsvError if a quote is not closed
 */
export function parseCsv(text: string): CsvRow[] {
  const source = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(source);
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let cell = '';
  let line = 1;
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
    else if (sign !== '\r') cell += sign;
    if (sign === '\n') line += 1;
  }
  if (quotedSince > 0) throw new CsvError(`The quote that opens on line ${quotedSince} is never closed.`);
  endRow();
  return rows;
}

function separatorOf(source: string): string {
  const [firstLine = ''] = source.split('\n', 1);
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: firstLine.split(sign).length }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).sign;
}
