import { type Cell, toCsv } from './csv.rules.js';

/** Lets the browser save rows as a CSV file. Spreadsheets need the byte order mark to read UTF-8. */
export function downloadCsv(fileName: string, rows: readonly (readonly Cell[])[]): void {
  downloadFile(fileName, 'text/csv;charset=utf-8', `\uFEFF${toCsv(rows)}`);
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
