import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';

/**
 * Returns the revision of a series: a hash of what is planned and of the revisions of its occurrences. The creation of an
 * occurrence does not change it: with the number of occurrences, the position in the plan grows. One that is left out does.
 */
export async function findSeriesRevision(
  db: Pick<AccountDatabase | AccountTransaction, 'query'>,
  collectionId: string,
): Promise<string | undefined> {
  const [series] = await db.query<{ revision: string }>(
    `select md5(concat_ws(' ', recurrence.booking, recurrence.event, recurrence.occurrences, recurrence.stopped,
       created.revisions, created.count - recurrence.position)) as revision
     from recurrence cross join lateral (
       select sum(revision_count) as revisions, count(*) as count from (
         select revision_count from booking where account_id = $1 and collection_id = recurrence.collection_id
         union all
         select revision_count from event where account_id = $1 and collection_id = recurrence.collection_id
       ) occurrence
     ) created
     where recurrence.account_id = $1 and recurrence.collection_id = $2`,
    [collectionId],
  );
  return series?.revision;
}
