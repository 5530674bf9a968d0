import { createHash } from 'node:crypto';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { StepBudget } from '../../platform/step-budget.js';
import { endTurn } from '../../platform/turns.js';
import type { AccountAttributes } from '../context.js';
import { propertyNameOf } from './content-lines.rules.js';

/** The lines of a VEVENT that programs show. Servers may change others, or their order, when they store an entry. */
const shownNames: readonly string[] = ['UID', 'DTSTART', 'DTEND', 'SUMMARY', 'LOCATION', 'STATUS'];

/** Returns a hash of what an entry shows, which is the same for the text that was sent and the one that a server returns. */
export function digestOf(text: string): string {
  const lines = text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const from = lines.indexOf('BEGIN:VEVENT');
  const shown = lines
    .slice(Math.max(0, from))
    .filter((line) => shownNames.includes(propertyNameOf(line)))
    .map((line) => `${propertyNameOf(line)}${line.slice(line.indexOf(':'))}`);
  return createHash('sha256').update(shown.sort().join('\n')).digest('hex');
}

/** The entries of this server that a read has found in the calendar into which they are written. */
export interface FoundEntries {
  /** When the read began, in server time. */
  at: Date;
  /** The period that was read. */
  from: Date;
  to: Date;
  digests: readonly string[];
}

/** In characters. Longer than any entry that was written: one that is longer was changed. */
const maxObjectLength = 50_000;

/**
 * Returns the digests of the objects that have an entry of the account. The line of a UID is short enough for no server to
 * fold it.
 *
 * @throws LimitError, ServerBusy
 */
export async function digestsOfOwn(
  { calendarId }: Pick<AccountAttributes, 'calendarId'>,
  objects: readonly string[],
  budget: StepBudget,
): Promise<string[]> {
  const digests: string[] = [];
  for (const object of objects) {
    const isOwn = object.length <= maxObjectLength && object.includes(`@${calendarId}`);
    if (isOwn) digests.push(digestOf(object));
    if (budget.take(isOwn ? object.length : 10)) await endTurn(budget);
  }
  return digests;
}

/**
 * Notes which entries were changed or deleted in the other program since they were written. They stay as they are there until
 * the next change of their booking. Those that were written since the read began, or are to be written, are left out.
 */
export async function noteChangedThere(
  tx: AccountTransaction,
  sourceId: number,
  { at, from, to, digests }: FoundEntries,
): Promise<void> {
  await tx.query(
    `update calendar_source_entry set changed_there_at = $3, updated_at = $3
     where account_id = $1 and calendar_source_id = $2 and state = 'written' and ends_at > $4 and ends_at <= $5
       and updated_at < $3 and coalesce(changed_there_at, '-infinity') <= written_at and digest <> all ($6::text[])`,
    [sourceId, at, from, to, digests],
  );
}
