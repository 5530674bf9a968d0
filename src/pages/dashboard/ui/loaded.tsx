import type { ComponentChildren } from 'preact';
import { Button } from '../../design/button.js';
import { Progress } from '../../design/progress.js';
import { type Column, Table } from '../../design/table.js';
import { formats } from '../format.js';
import { t } from '../texts.js';
import type { Loaded, Pages } from '../use-data.js';

interface LoadedContentProps<Data> {
  /** The name of the data, such as `The people`. */
  label: string;
  loaded: Loaded<Data>;
  children: (data: Data) => ComponentChildren;
}

/** Shows data that are read, or why they could not be read, with a button to try again. */
export function LoadedContent<Data>({ label, loaded, children }: LoadedContentProps<Data>) {
  const { data, isLoading, problem, reload } = loaded;
  return (
    <>
      {problem !== undefined && (
        <div class="problems" role="alert">
          <p>
            {t.records.unreadable({ label })} {problem}
          </p>
          <Button onClick={reload}>{t.records.tryAgain}</Button>
        </div>
      )}
      {data !== undefined && children(data)}
      {data === undefined && isLoading && <Progress label={t.records.loading({ label })} />}
    </>
  );
}

interface PagedProps<Row> {
  /** Such as `People`. */
  label: string;
  pages: Pages<Row>;
  /** Shown instead of an empty list. */
  empty?: string;
}

interface PagedContentProps<Row> extends PagedProps<Row> {
  children: (items: readonly Row[]) => ComponentChildren;
}

/** A list that is read page by page. */
export function PagedContent<Row>({
  label,
  pages: { loaded, items, hasMore, readMore },
  empty = t.records.empty,
  children,
}: PagedContentProps<Row>) {
  const { number } = formats();
  return (
    <LoadedContent label={label} loaded={loaded}>
      {({ totalCount }) => (
        <>
          {totalCount !== undefined && items.length > 0 && (
            <p class="hint" role="status">
              {t.records.of({ shown: number(items.length), all: number(totalCount) })}
            </p>
          )}
          {items.length > 0 ? children(items) : <p class="empty">{empty}</p>}
          {hasMore && <Button onClick={readMore}>{t.records.more}</Button>}
        </>
      )}
    </LoadedContent>
  );
}

interface PageListProps<Row> extends PagedProps<Row> {
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
}

/** A table of a list that is read page by page. */
export function PageList<Row>({ columns, keyOf, ...paged }: PageListProps<Row>) {
  return (
    <PagedContent {...paged}>
      {(rows) => <Table caption={paged.label} columns={columns} rows={rows} keyOf={keyOf} />}
    </PagedContent>
  );
}
