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

/** A row, by column. */
type Row = Readonly<Record<string, unknown>> & { left_out: number };

/**
 * Writes the refusals of a process, outside of the transactions that were rolled back. A flood of refusals is a bounded
 * number of rows. Those that cannot be written are lost.
 */
export class RefusalLog extends PeriodicWriter implements RefusalNotes {
  #rows = new Map<number, Row[]>();
  #count = 0;

  constructor(
    private readonly database: Database,
    options: WriterOptions,
  ) {
    super(writeInterval, options);
  }

  note(context: RequestContext, operation: string, refusal: Refusal, wanted: WantedBooking): void {
    const { account, actor, requestId, serverClock } = context;
    const rows = this.#rows.get(account.id) ?? [];
    const last = rows.at(-1);
    if (last && (rows.length >= maxOfAccount || this.#count >= maxOfAll)) {
      last.left_out += 1;
      return;
    }
    if (this.#count >= maxOfAll) return;
    this.#count += 1;
    rows.push({
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
      left_out: 0,
    });
    this.#rows.set(account.id, rows);
  }

  protected override async writeCollected(): Promise<void> {
    if (this.#count === 0) return;
    const rows = [...this.#rows.values()].flat();
    this.#rows = new Map();
    this.#count = 0;
    await writeRefusals(this.database, rows);
  }
}

const columns = `account_id, created_at, updated_at, request_id, interface, operation, user_id, api_key_id, code, attribute,
  rule, rules, booking_id, service_id, resource_id, event_id, booked_from, left_out`;

/** Adds rows of several accounts, without those of paused ones, and deletes what is older than the last 1,000 of each. */
async function writeRefusals(database: Database, rows: readonly Row[]): Promise<void> {
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
      `delete from booking_refusal using unnest($1::integer[]) as written (id)
       where account_id = written.id and booking_refusal.id <= (
         select last.id from booking_refusal last where last.account_id = written.id
         order by last.account_id desc, last.id desc offset $2 limit 1)`,
      [[...new Set(rows.map(({ account_id: id }) => id))], maxKept],
    );
  });
}
