import type { ComponentChildren } from 'preact';
import { formats } from '../format.js';
import type { Loaded, Pages } from '../use-data.js';
import { Button } from './button.js';
import { type Column, Table } from './table.js';

interface ProgressProps {
  label: string;
  /** The finished part of `total`. Undefined if it is unknown. */
  done?: number | undefined;
  total?: number | undefined;
}

/** Shows that something takes time, and if known, how far it is. */
export function Progress({ label, done, total }: ProgressProps) {
  const isKnown = done !== undefined && total !== undefined;
  return (
    <div class="progress" role="status">
      <span>{isKnown ? `${label}: ${done} of ${total}` : label}</span>
      <progress aria-label={label} {...(isKnown && { value: done, max: Math.max(1, total) })} />
    </div>
  );
}

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
            {label} could not be read. {problem}
          </p>
          <Button onClick={reload}>Try again</Button>
        </div>
      )}
      {data !== undefined && children(data)}
      {data === undefined && isLoading && <Progress label={`${label}: loading`} />}
    </>
  );
}

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
