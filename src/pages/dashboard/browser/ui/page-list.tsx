import { formats } from '../format.js';
import type { Pages } from '../use-pages.js';
import { Button } from './button.js';
import { LoadedContent } from './loaded.js';
import { type Column, Table } from './table.js';

interface PageListProps<Row> {
  /** Such as `People`. */
  label: string;
  pages: Pages<Row>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  empty?: string;
}

/** A table of a list that is read page by page. */
export function PageList<Row>({
  label,
  pages: { loaded, items, hasMore, readMore },
  columns,
  keyOf,
  empty,
}: PageListProps<Row>) {
  const { number } = formats();
  return (
    <LoadedContent label={label} loaded={loaded}>
      {({ totalCount }) => (
        <>
          {totalCount !== undefined && items.length > 0 && (
            <p class="hint" role="status">
              {number(items.length)} of {number(totalCount)}
            </p>
          )}
          <Table caption={label} columns={columns} rows={items} keyOf={keyOf} {...(empty !== undefined && { empty })} />
          {hasMore && <Button onClick={readMore}>Show more</Button>}
        </>
      )}
    </LoadedContent>
  );
}
