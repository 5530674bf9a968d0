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

/** A table that scrolls by itself on a narrow page. */
export function Table<Row>({ caption, columns, rows, keyOf, empty }: TableProps<Row>) {
  const texts = useTexts();
  if (rows.length === 0) return <p class="empty">{empty ?? texts.nothing}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" class={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.title} class={classOf(column)}>
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

function classOf({ isNumber = false, isLong = false }: Pick<Column<never>, 'isNumber' | 'isLong'>): string | undefined {
  if (isNumber) return 'number';
  return isLong ? 'long' : undefined;
}
