/** A value of a cell. Null is an empty cell; a decimal is a number with its digits. */
export type CsvCell = string | number | boolean | { decimal: string } | null;

/** Excel reads UTF-8 only after this mark. Other programs skip it. */
export const byteOrderMark = '\uFEFF';

/**
 * Writes a line of CSV by RFC 4180, with CRLF: for files of the server and for those that the dashboard makes in the
 * browser. Every text is quoted, and an apostrophe is added before what a spreadsheet would execute as a formula, as OWASP
 * advises: names of customers are theirs to choose. Also behind a separator or a line break within the text, because a
 * spreadsheet may use another separator than this file. Numbers stay numbers, also negative ones.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvField).join(',')}\r\n`;
}

/** A formula begins with one of these, also in full width. */
const sign = /[=+\-@＝＋－＠]/;

function csvField(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return cell.decimal;
  if (typeof cell !== 'string') return String(cell);
  return `"${(sign.test(cell) ? disarmed(cell) : cell).replaceAll('"', '""')}"`;
}

function disarmed(text: string): string {
  return text.replace(/(?:^|[,;|\t\r\n])(?:[^\S\t\r\n]|")*(?=[=+\-@＝＋－＠])/g, "$&'");
}
