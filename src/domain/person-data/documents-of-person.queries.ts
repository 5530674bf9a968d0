import type { PlainDate } from '../../platform/time/plain-date.js';
import type { RequestContext } from '../context.js';
import { documentYears } from '../trim-history.actions.js';
import { listMergedIds } from './person-subject.queries.js';

/** Returns the last day on which documents about orders of a person are kept; null if there are none. */
export async function findEndOfDocuments({ db, account }: RequestContext, personId: number): Promise<PlainDate | null> {
  const [last] = await db.query<{ year: number | null }>(
    `select extract(year from max(document.issued_at))::integer as year from booking_order
     join document on document.account_id = booking_order.account_id and document.order_id = booking_order.id
     where booking_order.account_id = $1 and booking_order.person_id = any ($2::integer[])`,
    [await listMergedIds(db, personId)],
  );
  const years = account.documentRetentionYears ?? documentYears;
  return typeof last?.year === 'number' ? `${last.year + years}-12-31` : null;
}
