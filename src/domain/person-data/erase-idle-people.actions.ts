import type { AccountDatabase } from '../../platform/database/account-database.js';
import { DomainError } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { findIdlePeople } from '../person/idle-people.queries.js';
import { requestErasure } from './request-erasure.actions.js';

/** The number of people that one run erases. Each causes a change, a webhook and a job of its own. */
const mostPeople = 5_000;

/**
 * Erases people who have had no booking since an instant: see `findIdlePeople`. Leaves more than 5,000 to the next run, so
 * that the first run of a large account does not delay its other work.
 *
 * @param onBatch called after each statement and each person, to renew the lock of a job
 */
export async function eraseIdlePeople(
  context: RequestContext,
  before: Date,
  onBatch: () => Promise<void> = async () => {},
): Promise<void> {
  let left = mostPeople;
  let after = 0;
  while (left > 0) {
    const { idle, last } = await findIdlePeople(context.db, before, after);
    await onBatch();
    for (const id of idle.slice(0, left)) {
      if (await isStillIdle(context.db, before, id)) await erase(context, id);
      await onBatch();
    }
    if (last === null) return;
    left -= idle.length;
    after = last;
  }
}

/** Looks again: the erasure of the others on the page may have taken a minute. */
async function isStillIdle(db: AccountDatabase, before: Date, id: number): Promise<boolean> {
  const { idle } = await findIdlePeople(db, before, id - 1, 1);
  return idle.includes(id);
}

/** Leaves a person who was booked for a moment ago: `requestErasure` refuses that under its locks. */
async function erase(context: RequestContext, id: number): Promise<void> {
  try {
    await requestErasure(context, id);
  } catch (error) {
    if (!(error instanceof DomainError && ['INVALID', 'NOT_FOUND'].includes(error.code))) throw error;
  }
}
