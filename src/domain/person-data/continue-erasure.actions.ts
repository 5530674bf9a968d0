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
 */
export async function continueErasure(
  context: RequestContext,
  id: number,
  onBatch: () => Promise<void> = async () => {},
): Promise<void> {
  const [erasure] = await context.db.rows(PersonErasure, { id });
  if (!erasure || !isWorkDue('person_erasure', erasure, context.clock.now())) return;
  const { personId, identifiers } = erasure;
  const subject: PersonSubject = {
    ...(identifiers ?? { emails: [], phoneNumbers: [], digests: [] }),
    ids: await listMergedIds(context.db, personId),
  };
  for (let pass = 1; pass <= maxPasses; pass++) {
    let erased = 0;
    for (const table of erasedTables) erased += await eraseTable(context, id, table, subject, onBatch);
    if (erased === 0) return finish(context, id);
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
