import { setTimeout as pause } from 'node:timers/promises';
import type { Operation, RequestContext } from '../../../graphql/operations.js';
import type { CsvCell } from '../../../platform/csv.rules.js';
import { RateLimitError } from '../../../platform/errors.js';
import {
  type CustomColumns,
  cellsOf,
  customDataOf,
  type ExportColumn,
  hasCustomData,
  headerOf,
  listExportColumns,
  maxCustomColumns,
  type Row,
} from './columns.js';
import type { Table } from './formats.js';

/** Rows that one statement reads. Each page of them holds a connection, and the turn of the account, while it is read. */
const rowsPerPage = 250;

/** Executes work in the turn of the account. @throws RateLimitError */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

interface Page {
  rows: Row[];
  /** The cursor after which the next page begins; undefined for the last page. */
  next: string | undefined;
}

/**
 * Reads a list for export, by cursors: a page begins after the last row of the one before, whatever was added meanwhile.
 * The first page is read before this returns, so that an invalid filter is an error and not half a file.
 *
 * The custom attributes are columns, and the header comes first, so their names are read before the rows. Reading the
 * names of one page only would leave out those of the others.
 *
 * @throws DomainError, RateLimitError
 */
export async function readTable(
  context: RequestContext,
  operation: Operation,
  values: Readonly<Record<string, unknown>>,
  name: string,
  inTurn: InTurn,
): Promise<Table> {
  const read = (after: string | undefined, more: object = {}): Promise<Page> =>
    inTurn(() => {
      const place = { first: rowsPerPage, ...(after !== undefined && { after }) };
      return readPage(context, operation, { ...values, ...more, ...place });
    });
  const first = await read(undefined);
  const columns: readonly ExportColumn[] = listExportColumns(operation);
  const custom = hasCustomData(operation) ? await readNames(first, read) : { names: [], hasOthers: false };
  const toCells = cellsOf(columns, custom, context.account.currency);
  return { name, header: headerOf(columns, custom), pages: pagesFrom(first, read, toCells) };
}

type ReadPage = (after: string | undefined, more?: object) => Promise<Page>;

async function* pagesFrom(first: Page, read: ReadPage, toCells: (row: Row) => CsvCell[]): AsyncGenerator<CsvCell[][]> {
  for (let page: Page | undefined = first; page; page = await nextOf(page, read)) yield page.rows.map(toCells);
}

async function readNames(first: Page, read: ReadPage): Promise<CustomColumns> {
  const names = new Set<string>();
  const readNamesOnly: ReadPage = (after) => read(after, { namesOnly: true });
  for (let page: Page | undefined = first; page; page = await nextOf(page, readNamesOnly)) {
    for (const name of page.rows.flatMap((row) => Object.keys(customDataOf(row)))) {
      if (names.size === maxCustomColumns && !names.has(name)) return { names: [...names].toSorted(), hasOthers: true };
      names.add(name);
    }
  }
  return { names: [...names].toSorted(), hasOthers: false };
}

/** Reads the next page. Waits while the account is at its limit: half a file would be of no use. */
async function nextOf({ next }: Page, read: ReadPage): Promise<Page | undefined> {
  if (next === undefined) return undefined;
  for (;;) {
    try {
      return await read(next);
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error;
      await pause(error.seconds * 1_000);
    }
  }
}

async function readPage(
  context: RequestContext,
  operation: Operation,
  values: Readonly<Record<string, unknown>>,
): Promise<Page> {
  const { items = '[]', place = 'null' } = await operation.executeField('page', context, values);
  const rows: { row: Row }[] = JSON.parse(items);
  const { end, has_more: hasMore }: { end: string | null; has_more: boolean } = JSON.parse(place);
  return { rows: rows.map(({ row }) => row), next: hasMore && end !== null ? end : undefined };
}
