import { findLatestCursor, subscribe } from './graphql.js';
import type { ReadOptions } from './options.js';
import type { ChangeBody } from './schema.types.js';
import { sleep, type Transport } from './transport.js';

export interface ChangesOptions {
  /** The cursor of the last change that you have applied, or `latest`. Default: `latest`. */
  after?: string | undefined;
  /** Ends the iteration. */
  signal?: AbortSignal | undefined;
}

/** Reads a page of the change log by REST. */
export type ChangeReader = (
  parameters: { after: string } & ReadOptions,
) => Promise<{ items: ChangeBody[]; cursor: string; has_more: boolean }>;

/** The time from one reading of the log to the next, so that many changes cause few requests, in milliseconds. */
const shortestInterval = 1_000;

const document = 'subscription ($after: String) { changes(after: $after) { cursor } }';

/**
 * Yields every change after a cursor, in commit order, none twice: first those that there are, then each when it happens. A
 * subscription, which connects again after a cut, only reports that there are changes; they are read from the log, after
 * the last one that was yielded.
 */
export async function* followChanges(
  transport: Transport,
  read: ChangeReader,
  { after = 'latest' }: ChangesOptions,
  signal: AbortSignal,
): AsyncGenerator<ChangeBody, void, void> {
  let cursor = after === 'latest' ? await findLatestCursor(transport, { signal }) : after;
  const reports = subscribe(transport, document, { after: cursor }, signal);
  let report = next(reports);
  for (;;) {
    const start = performance.now();
    for (let hasMore = true; hasMore; ) {
      const page = await read({ after: cursor, signal });
      for (const change of page.items) {
        yield change;
        cursor = change.cursor;
      }
      cursor = page.cursor;
      hasMore = page.has_more;
    }
    if ((await report).done) return;
    report = next(reports);
    // The next reading contains all that is reported before it.
    const pause = sleep(Math.max(start + shortestInterval - performance.now(), 0), signal).then(() => undefined);
    for (;;) {
      const first = await Promise.race([pause, report]);
      if (first === undefined) break;
      if (first.done) return;
      report = next(reports);
    }
  }
}

/** Requests the next report. An error of it is thrown when it is awaited. */
function next(reports: AsyncGenerator<unknown, void, void>): Promise<IteratorResult<unknown, void>> {
  const report = reports.next();
  report.catch(() => {});
  return report;
}
