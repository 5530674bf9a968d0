import type { Database } from '../../platform/database/database.js';
import { BoundedRows, writeNewestRows } from '../../platform/database/newest-rows.js';
import { PeriodicWriter, type WriterOptions } from '../../platform/periodic-writer.js';
import { isVisitor, type RefusalNotes, type RequestContext } from '../context.js';
import { type Refusal, rulesOf, type WantedBooking } from './refusal.rules.js';

/** In milliseconds. A refusal is in the database at most this long after its request. */
const writeInterval = 1_000;
/** Refusals that one write stores, of one account and of all. Of the others of an account, the number is stored. */
export const maxOfAccount = 50;
const maxOfAll = 1_000;
/** Refusals of an account that are kept. */
export const maxKept = 1_000;

const refusals = {
  table: 'booking_refusal',
  columns: {
    request_id: 'text',
    interface: 'text',
    operation: 'text',
    user_id: 'integer',
    api_key_id: 'integer',
    code: 'text',
    attribute: 'text',
    rule: 'text',
    rules: 'jsonb',
    booking_id: 'integer',
    service_id: 'integer',
    resource_id: 'integer',
    event_id: 'integer',
    booked_from: 'timestamptz',
    left_out: 'integer',
  },
  most: maxKept,
};

/**
 * Writes the refusals of a process, outside of the transactions that were rolled back. A flood of refusals is a bounded
 * number of rows. Those that cannot be written are lost.
 */
export class RefusalLog extends PeriodicWriter implements RefusalNotes {
  readonly #rows = new BoundedRows(maxOfAccount, maxOfAll);

  constructor(
    private readonly database: Database,
    options: WriterOptions,
  ) {
    super(writeInterval, options);
  }

  note(context: RequestContext, operation: string, refusal: Refusal, wanted: WantedBooking): void {
    const { account, actor, requestId, serverClock } = context;
    this.#rows.add(account.id, () => ({
      account_id: account.id,
      created_at: serverClock.now(),
      request_id: requestId,
      interface: isVisitor(context) ? 'site' : (context.interface ?? 'server'),
      operation,
      user_id: actor.kind === 'user' ? actor.id : null,
      api_key_id: actor.kind === 'api_key' ? actor.id : null,
      ...rulesOf(refusal),
      booking_id: wanted.bookingId,
      service_id: wanted.serviceId,
      resource_id: wanted.resourceId,
      event_id: wanted.eventId,
      booked_from: wanted.bookedFrom,
    }));
  }

  protected override async writeCollected(): Promise<void> {
    const rows = this.#rows.take();
    if (rows.length > 0) await writeNewestRows(this.database, refusals, rows);
  }
}
