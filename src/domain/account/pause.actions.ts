import { setTimeout as pass } from 'node:timers/promises';
import type { Session } from '../../platform/database/session.js';

/** Milliseconds between two looks whether the last transaction of a paused account has ended. */
const drainInterval = 10;

/**
 * Pauses an account: from now on the database refuses its writes. Waits until every transaction that writes to it has
 * ended, so that nothing is written after this returns. Repeated calls change nothing.
 *
 * @param patience milliseconds to wait for open transactions
 * @returns whether they have ended; otherwise the account is not paused
 */
export async function pauseAccount(
  session: Pick<Session, 'execute'>,
  accountId: number,
  patience: number,
): Promise<boolean> {
  await session.execute('update account set paused_at = now() where id = $1 and paused_at is null', [accountId]);
  const endsAt = performance.now() + patience;
  while (!(await isDrained(session, accountId))) {
    if (performance.now() > endsAt) {
      await resumeAccount(session, accountId);
      return false;
    }
    await pass(drainInterval);
  }
  return true;
}

/**
 * Takes the locks of `require_writable_account` for a moment: that of the account and that of transactions for many
 * accounts. Does not wait for them, because the writers of other accounts would wait behind it.
 */
async function isDrained(session: Pick<Session, 'execute'>, accountId: number): Promise<boolean> {
  const [row] = await session.execute<{ drained: boolean }>(
    'select pg_try_advisory_xact_lock(7463005, $1) and pg_try_advisory_xact_lock(7463005, 0) as drained',
    [accountId],
  );
  return row?.drained === true;
}

/** Lets an account be written again. */
export async function resumeAccount(session: Pick<Session, 'execute'>, accountId: number): Promise<void> {
  await session.execute('update account set paused_at = null where id = $1', [accountId]);
}
