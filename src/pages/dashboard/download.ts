import { byteOrderMark, type CsvCell, csvLine } from '../../platform/csv.rules.js';

/**
 * Lets the browser save rows as a CSV file: tables of figures, which the browser computes, and the report of an import.
 * Lists of records are files of the server (`ui/exports.tsx`).
 */
export function downloadCsv(fileName: string, rows: readonly (readonly CsvCell[])[]): void {
  downloadFile(fileName, 'text/csv;charset=utf-8', byteOrderMark + rows.map(csvLine).join(''));
}

/** Lets the browser save a file. */
export function downloadFile(fileName: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
