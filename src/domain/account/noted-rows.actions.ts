import type { AccountTransaction } from '../../platform/database/account-transaction.js';

/**
 * Notes at the account whether it has rows that few accounts have, so that others need no statement about them. The lock
 * makes two requests follow each other, the first and the last of which would overlook the other's row.
 *
 * @param exist SQL: whether there are such rows of the account `$1`
 */
export async function noteRows(
  tx: AccountTransaction,
  column: 'has_needs' | 'reads_calendars',
  exist: string,
): Promise<void> {
  await tx.lockText(column);
  const changed = await tx.query<{ id: number }>(
    `update account set ${column} = not ${column} where id = $1 and ${column} <> (${exist}) returning id`,
  );
  // This process caches the account by its own commits.
  if (changed.length > 0) tx.changed.add('account');
}
