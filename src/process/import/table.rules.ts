import {
  CsvError,
  type CsvRow,
  csvRows,
  decodeCsv,
  lineAt,
  maxCells,
  maxRowLength,
} from '../../platform/read-csv.rules.js';
import type { StepBudget } from '../../platform/step-budget.js';
import { type Divided, endTurn } from '../../platform/turns.js';
import { maxLines, UnreadableFile } from './file-line.js';

/** The columns that a file may have. */
export interface Columns<Name extends string> {
  required: readonly Name[];
  optional: readonly Name[];
}

/** A line with its cells by the names of the columns. */
export interface TableRow<Name extends string> {
  line: number;
  /** Returns a cell without spaces around it; empty if the file has no such column. */
  cell(name: Name): string;
  hasTooManyCells: boolean;
}

/** Returns the text of a file. @throws UnreadableFile if it is no text in Unicode */
export function textOf(bytes: Uint8Array): string {
  try {
    const { text, doubtful } = decodeCsv(bytes);
    const nul = text.indexOf('\0');
    if (nul >= 0) throw new UnreadableFile(`the file is not text: line ${lineAt(text, nul)} has a NUL`);
    if (doubtful === undefined) return text;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile(sentenceOf(error));
  }
  throw new UnreadableFile('the file is not UTF-8: save it as such, or convert it by iconv -f WINDOWS-1252 -t UTF-8');
}

/** The lines of a file, and undefined where a turn may end. */
export type Rows = Iterable<CsvRow | undefined>;

/** Reads a file once from end to end, so that one that is refused is refused before anything is written. @throws UnreadableFile */
export async function requireReadable(rows: Rows, budget: StepBudget): Promise<void> {
  let count = -1;
  try {
    for (const row of rows) {
      if (row === undefined) await endTurn(budget);
      else count += 1;
      if (count > maxLines) throw new UnreadableFile(`the file has more than ${maxLines} lines: divide it`);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile(sentenceOf(error));
  }
}

function sentenceOf({ problem, line }: CsvError): string {
  switch (problem) {
    case 'quote':
      return `the quote that opens on line ${line} is never closed`;
    case 'lost':
      return `letters on line ${line} were lost when the file was saved: save it again as UTF-8`;
    case 'cells':
      return `line ${line} has more than ${maxCells} cells`;
    case 'length':
      return `line ${line} has more than ${maxRowLength} characters: is a quote on it not closed?`;
  }
}

/**
 * Yields the lines after the first, which has the names of the columns, and undefined where a turn may end.
 *
 * @throws UnreadableFile if a required column is missing, or one is unknown or twice
 */
export function* tableRows<Name extends string>(
  rows: Rows,
  { required, optional }: Columns<Name>,
): Generator<TableRow<Name> | undefined> {
  const known = [...required, ...optional];
  const places = new Map<string, number>();
  let header: CsvRow | undefined;
  for (const row of rows) {
    if (row === undefined) {
      yield undefined;
      continue;
    }
    if (header === undefined) {
      header = row;
      for (const [place, title] of row.cells.entries()) {
        const name = title.trim().toLowerCase();
        if (!known.some((one) => one === name)) throw unknown(title, known);
        if (places.has(name)) throw new UnreadableFile(`the column ${name} is there twice`);
        places.set(name, place);
      }
      requireColumns(places, required, known);
      continue;
    }
    const { line, cells } = row;
    const cell = (name: Name): string => cells[places.get(name) ?? cells.length]?.trim() ?? '';
    yield { line, cell, hasTooManyCells: cells.slice(places.size).some((value) => value !== '') };
  }
  requireColumns(places, required, known);
}

function unknown(title: string, known: readonly string[]): UnreadableFile {
  return new UnreadableFile(`the column ${JSON.stringify(title.slice(0, 100))} is unknown: ${acceptedNames(known)}`);
}

function requireColumns(
  places: ReadonlyMap<string, number>,
  required: readonly string[],
  known: readonly string[],
): void {
  const missing = required.find((name) => !places.has(name));
  if (missing !== undefined) throw new UnreadableFile(`the column ${missing} is missing: ${acceptedNames(known)}`);
}

function acceptedNames(known: readonly string[]): string {
  return `the first line has names of columns, which may be ${known.join(', ')}`;
}

/** Yields the lines of a text that is CSV, or what `mysql --batch` prints: cells between tabs, without quotes. */
export function rowsOf(text: string, budget: StepBudget): Rows {
  return /^[^"\r\n]*\t/.test(text.slice(0, maxRowLength)) ? batchRows(text, budget) : csvRows(text, budget);
}

function* batchRows(text: string, budget: StepBudget): Generator<CsvRow | undefined> {
  let start = 0;
  for (let line = 1; start < text.length; line += 1) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (end - start > maxRowLength) throw new CsvError('length', line);
    const content = text.slice(start, end).replace(/\r$/, '');
    start = end + 1;
    if (content !== '') yield { line, cells: yield* cellsOf(content, line, budget) };
    if (budget.take(stepsOfLine)) yield undefined;
  }
}

/** Steps of a line, and of a tab or an escape in it. */
const [stepsOfLine, stepsOfSign] = [5, 6];
const escapes: Readonly<Record<string, string>> = { '\\n': '\n', '\\t': '\t', '\\\\': '\\' };

function* cellsOf(content: string, line: number, budget: StepBudget): Divided<string[]> {
  const cells: string[] = [];
  let [cell, from] = ['', 0];
  for (const { 0: sign, index } of content.matchAll(/\t|\\[nt\\]/g)) {
    cell += content.slice(from, index);
    from = index + sign.length;
    if (sign === '\t') {
      cells.push(cell);
      cell = '';
      if (cells.length >= maxCells) throw new CsvError('cells', line);
    } else cell += escapes[sign] ?? sign;
    if (budget.take(stepsOfSign)) yield undefined;
  }
  return [...cells, cell + content.slice(from)];
}
