import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { byteOrderMark, type CsvCell, csvLine } from '../../../platform/csv.rules.js';

/** The formats of lists as files, by the extension of their paths. */
export const exportTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export type ExportFormat = keyof typeof exportTypes;

/** The formats of objects as files, by the extension of their paths. */
export const fileTypes = {
  pdf: 'application/pdf',
  xml: 'application/xml',
} as const;

export type FileFormat = keyof typeof fileTypes;

/** Whether an extension is that of a list as a file. */
export const isExportFormat = (extension: string): extension is ExportFormat => Object.hasOwn(exportTypes, extension);

/** Whether an extension is that of an object as a file. */
export const isFileFormat = (extension: string): extension is FileFormat => Object.hasOwn(fileTypes, extension);

/** The rows of an export, page by page. */
export interface Table {
  /** The name of the sheet. */
  name: string;
  header: readonly string[];
  pages: AsyncIterable<readonly CsvCell[][]>;
}

/** Returns the file as a stream that reads the next page of the table only when its reader needs it. */
export function fileOf(table: Table, format: ExportFormat): Promise<Readable> {
  switch (format) {
    case 'csv':
      return Promise.resolve(Readable.from(csvParts(table), { highWaterMark: 1 }));
    case 'xlsx':
      return workbookOf(table);
  }
}

async function* csvParts({ header, pages }: Table): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(header);
  for await (const rows of pages) if (rows.length > 0) yield rows.map(csvLine).join('');
}

/**
 * Writes texts as inline strings, which no spreadsheet takes for formulas. Loaded by the first export: hucre has no
 * dependencies and writes rows as they are read. exceljs was rejected for its nine dependencies.
 */
async function workbookOf({ name, header, pages }: Table): Promise<Readable> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  const columns = header.map((title) => ({ header: title }));
  const file = writeXlsxStream(workbookRows(pages), { name, columns, freezePane: { rows: 1 } });
  return Readable.fromWeb(file as ReadableStream<Uint8Array>);
}

/** In characters, the longest text of a cell in Excel. */
const maxCellLength = 32_767;

async function* workbookRows(pages: Table['pages']): AsyncGenerator<(string | number | boolean | null)[]> {
  for await (const rows of pages) {
    for (const row of rows) {
      yield row.map((cell) => {
        if (typeof cell === 'string') return cell.slice(0, maxCellLength);
        return typeof cell === 'object' && cell !== null ? Number(cell.decimal) : cell;
      });
    }
  }
}
