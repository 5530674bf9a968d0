import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../../platform/errors.js';
import { BulkMode } from '../../bulk/bulk.input.js';
import type { ItemError } from '../../bulk/bulk.type.js';
import type { RequestContext } from '../../context.js';
import type { CreateOptions, NewBookingInput } from '../booking.input.js';
import { createBookings } from './bulk-bookings.actions.js';

/** A booking of another program. */
export interface ImportedBooking extends NewBookingInput {
  /** Its id there: a booking of the account that has it is the same. */
  externalId: string;
}

/** The outcome of one booking: `known` if the account has it already, or why it is refused. */
export type ImportOutcome = 'created' | 'known' | FieldErrors;

/** The maximum of bookings in one call, which are written in one transaction. */
export const maxImported = 50;

/** The times of the other program hold, and its messages were sent there. */
const options: CreateOptions = {
  ignoreCapacity: true,
  confirm: true,
  addMessages: false,
  addReminderSms: false,
  messages: {
    verificationEmail: false,
    verificationSms: false,
    confirmationEmail: false,
    confirmationSms: false,
    modificationEmail: false,
    modificationSms: false,
    declineEmail: false,
    declineSms: false,
    cancellationEmail: false,
    cancellationSms: false,
    notificationEmail: false,
    notificationSms: false,
  },
};

/**
 * Creates those of the bookings that the account does not have yet, in whatever state, and sends no messages. Imports of
 * an account take turns, so that two at once create nothing twice.
 *
 * @param bookings at most `maxImported`, each with another `externalId`
 * @param isRehearsal rolls the transaction back
 */
export async function importBookings(
  context: RequestContext,
  bookings: readonly ImportedBooking[],
  { isRehearsal }: { isRehearsal: boolean },
): Promise<ImportOutcome[]> {
  try {
    return await context.db.atomically(async (db, tx) => {
      await tx.lockText('import-bookings');
      const known = await listKnown(tx, bookings);
      const items = bookings.filter(({ externalId }) => !known.has(externalId));
      const answer = await createBookings({ ...context, db }, { items, mode: BulkMode.EACH }, options);
      const created = answer.items.map(({ index, error }) => (error === null ? 'created' : fieldsOf(index, error)));
      const outcomes = bookings.map(({ externalId }) => (known.has(externalId) ? 'known' : (created.shift() ?? {})));
      if (isRehearsal) throw new Rehearsed(outcomes);
      return outcomes;
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.outcomes;
    throw error;
  }
}

/** Rolls a transaction back and carries its outcomes. */
class Rehearsed extends Error {
  constructor(readonly outcomes: ImportOutcome[]) {
    super('rolled back');
  }
}

async function listKnown(tx: AccountTransaction, bookings: readonly ImportedBooking[]): Promise<Set<string>> {
  const rows = await tx.query<{ externalId: string }>(
    'select external_id as "externalId" from booking where account_id = $1 and external_id = any($2)',
    [bookings.map(({ externalId }) => externalId)],
  );
  return new Set(rows.map(({ externalId }) => externalId));
}

/** Returns the errors of an item of a bulk mutation by attribute. Files name no events, so those on the event are reworded. */
function fieldsOf(index: number, { message, fields }: ItemError): FieldErrors {
  const own = fields?.[index];
  if (!own || Array.isArray(own)) return { base: [message] };
  const { eventId, ...others } = own;
  return eventId === undefined ? own : { bookedFrom: [noOnlyEvent], ...others };
}

const noOnlyEvent = 'must be the start of exactly one event of the service, or of its resource: create the event first';
