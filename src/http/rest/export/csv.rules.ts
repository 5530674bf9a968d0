import type { Cell } from './columns.js';

/** Excel reads UTF-8 only after this mark. Other programs skip it. */
export const byteOrderMark = '\uFEFF';

/** A text that spreadsheets take for a formula, also in full width. */
const formula = /^[=+\-@\t\r＝＋－＠]/;
const needsQuotes = /[",\r\n]/;

/**
 * Returns a line (RFC 4180). A text that begins like a formula gets an apostrophe before it, so that no spreadsheet
 * executes it; numbers do not, which otherwise were text if they are negative.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvField).join(',')}\r\n`;
}

function csvField(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return cell.decimal;
  if (typeof cell !== 'string') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
