import { recordChange } from '../../outbox/change-log.js';
import type { ChangeNameOf } from '../../outbox/recorded-change.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { changedBy, type RequestContext } from '../context.js';
import type { WaitlistEntry } from './waitlist-entry.entity.js';

/**
 * Writes an entry that may be a duplicate, and records its change. Changes of duplicates are internal: clients and
 * webhooks do not see these entries.
 */
export async function recordEntry(
  context: RequestContext,
  tx: AccountTransaction,
  name: ChangeNameOf<'waitlist_entry'>,
  entry: WaitlistEntry,
): Promise<void> {
  await recordChange(tx, entry.duplicate ? 'waitlist_entry.duplicated' : name, entry, changedBy(context));
}
