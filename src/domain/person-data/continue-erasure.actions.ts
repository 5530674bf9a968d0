import type { RequestContext } from '../context.js';
import { isWorkDue } from '../work.rules.js';
import { erasedTables } from './catalogue.js';
import { PersonErasure } from './person-erasure.entity.js';
import { erasePersonRows } from './person-rows.queries.js';
import { listMergedIds, type PersonSubject } from './person-subject.queries.js';
import type { PersonTable } from './person-table.js';

/** The number of rows that one transaction locks and erases. */
const batchSize = 200;

/** More would mean that something writes data of the person as fast as it is erased, or that an erased value differs. */
const maxPasses = 10;

/**
 * Erases what rows other than the person's own have of a person, in batches that are each committed. Reads all tables again
 * until it finds nothing, because a transaction or a job that had read a row before may have written a copy since.
 *
 * Repeated, concurrent and interrupted calls are safe: rows that are erased are left alone, and what is done is done.
 *
 * @param onBatch called after each batch, to renew the lock of a job
 * @returns ids of the people whose rows are erased, also if that had been done before
 */
export async function continueErasure(
  context: RequestContext,
  id: number,
  onBatch: () => Promise<void> = async () => {},
): Promise<readonly number[]> {
  const [erasure] = await context.db.rows(PersonErasure, { id });
  if (!erasure) return [];
  const { personId, identifiers } = erasure;
  const ids = await listMergedIds(context.db, personId);
  if (!isWorkDue('person_erasure', erasure, context.clock.now())) return ids;
  const subject: PersonSubject = { ...(identifiers ?? { emails: [], phoneNumbers: [], digests: [] }), ids };
  for (let pass = 1; pass <= maxPasses; pass++) {
    let erased = 0;
    for (const table of erasedTables) erased += await eraseTable(context, id, table, subject, onBatch);
    if (erased > 0) continue;
    await finish(context, id);
    return ids;
  }
  throw new Error(`rows of erased person ${personId} are still found after ${maxPasses} passes`);
}

/** @returns the number of erased rows */
async function eraseTable(
  context: RequestContext,
  erasureId: number,
  table: PersonTable,
  subject: PersonSubject,
  onBatch: () => Promise<void>,
): Promise<number> {
  let total = 0;
  let after: string | null = null;
  for (;;) {
    const key: string | null = after;
    const batch = await context.db.transaction(async (tx) => {
      const options = { limit: batchSize, now: context.clock.now() };
      const result = await erasePersonRows(tx, table, subject, key, options);
      if (result.erased > 0) {
        await tx.query(
          `update person_erasure set erased_rows = erased_rows + $3, step = $4, updated_at = $5
           where account_id = $1 and id = $2 and finished_at is null`,
          [erasureId, result.erased, table.table, context.clock.now()],
        );
      }
      return result;
    });
    await onBatch();
    total += batch.erased;
    after = batch.last;
    if (batch.found < batchSize) return total;
  }
}

async function finish({ db, clock }: RequestContext, id: number): Promise<void> {
  await db.query(
    `update person_erasure set finished_at = $3, updated_at = $3, step = null, identifiers = null
     where account_id = $1 and id = $2 and finished_at is null`,
    [id, clock.now()],
  );
}
