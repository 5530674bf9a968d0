import { type BoundedRow, BoundedRows } from '../../platform/bounded-rows.js';
import type { Database } from '../../platform/database/database.js';
import { isWritableAccount } from '../../platform/database/writable-account.js';
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
    if (rows.length > 0) await writeRefusals(this.database, rows);
  }
}

const columns = `account_id, created_at, updated_at, request_id, interface, operation, user_id, api_key_id, code, attribute,
  rule, rules, booking_id, service_id, resource_id, event_id, booked_from, left_out`;

/**
 * Adds rows of several accounts, without those of paused ones, and deletes what is older than the last 1,000 of each, whose
 * oldest row `offset 0` finds once for each account.
 */
async function writeRefusals(database: Database, rows: readonly BoundedRow[]): Promise<void> {
  await database.session.transaction(async (session) => {
    await session.execute('select write_to_accounts()');
    await session.execute(
      `insert into booking_refusal (${columns})
       select account_id, noted.created_at, noted.created_at, ${columns.slice(columns.indexOf('request_id'))}
       from jsonb_to_recordset($1::jsonb) as noted (account_id integer, created_at timestamptz, request_id text,
         interface text, operation text, user_id integer, api_key_id integer, code text, attribute text, rule text,
         rules jsonb, booking_id integer, service_id integer, resource_id integer, event_id integer,
         booked_from timestamptz, left_out integer)
       join account on account.id = account_id and ${isWritableAccount}
       order by account_id`,
      [JSON.stringify(rows)],
    );
    await session.execute(
      `delete from booking_refusal using (
         select written.id as account_id, (
           select last.id from booking_refusal last where last.account_id = written.id
           order by last.account_id desc, last.id desc offset $2 limit 1) as id
         from unnest($1::integer[]) as written (id)
         offset 0) as oldest
       where booking_refusal.account_id = oldest.account_id and booking_refusal.id <= oldest.id`,
      [[...new Set(rows.map(({ account_id: id }) => id))], maxKept],
    );
  });
}
