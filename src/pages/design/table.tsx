import type { ComponentChildren } from 'preact';
import { useTexts } from './component-texts.js';

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ComponentChildren;
  /** Aligned to the right, with digits of equal width. */
  isNumber?: boolean;
  /** Wider than others on a narrow page, for long texts. */
  isLong?: boolean;
}

interface TableProps<Row> {
  /** Read out before the table. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** Shown instead of an empty table. */
  empty?: string;
}

/**
 * A table of records. On a phone each is a card whose values have the titles of their columns. Safari takes the roles from
 * elements that are shown as blocks, so they are given.
 */
export function Table<Row>({ caption, columns, rows, keyOf, empty }: TableProps<Row>) {
  const texts = useTexts();
  if (rows.length === 0) return <p class="empty">{empty ?? texts.nothing}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table of-records" aria-label={caption} tabIndex={0}>
      <table {...roles.table}>
        <caption class="hidden">{caption}</caption>
        <thead {...roles.group}>
          <tr {...roles.row}>
            {columns.map((column) => (
              <th key={column.title} {...roles.title} scope="col" class={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.group}>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...roles.row}>
              {columns.map((column) => (
                <td key={column.title} {...roles.cell} class={classOf(column)} data-title={column.title}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  title: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

function classOf({ isNumber = false, isLong = false }: Pick<Column<never>, 'isNumber' | 'isLong'>): string | undefined {
  if (isNumber) return 'number';
  return isLong ? 'long' : undefined;
}
