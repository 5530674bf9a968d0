import { createBackgroundContext } from '../../src/domain/account/background-context.js';
import { expireHold } from '../../src/domain/booking/booking-state.actions.js';
import { openingOf } from '../../src/domain/waitlist/waitlist-opening.rules.js';
import { startOfLog } from '../../src/outbox/cursor.js';
import { readChanges } from '../../src/outbox/log-reader.js';
import type { Clock } from '../../src/platform/time/clock.js';
import { waitlistHandlers } from '../../src/process/waitlist.js';
import { untilSettled } from '../jobs/change-writer.js';
import type { TestAccount, TestServer } from './test-server.js';

/** Handles changes like the relay and the jobs of the waitlist, one after the other, in the order of the log. */
export class WaitlistJobs {
  #cursor = startOfLog;
  readonly #handlers;

  constructor(
    readonly server: TestServer,
    readonly account: TestAccount,
    publicUrl: string | undefined = 'https://book.example.org',
    clock: Clock = server.clock,
    settings: object = {},
  ) {
    this.#handlers = waitlistHandlers(
      { host: '0.0.0.0', port: 3000, publicUrl, siteDomain: undefined, ...settings },
      server.database,
      clock,
    );
  }

  /** Handles all changes so far, and those that the offers cause. */
  async run(): Promise<void> {
    for (let ids = await this.openings(); ids.length > 0; ids = await this.openings()) {
      for (const id of ids) await this.offer(id);
    }
  }

  /** Stores what was freed by the changes since the last call, without offering it. @returns the ids of the openings */
  async openings(): Promise<number[]> {
    const { database } = this.server;
    await untilSettled(database);
    const { changes } = await readChanges(database.account(this.account.credentials.id), this.#cursor, 1_000);
    const ids: number[] = [];
    for (const change of changes) {
      const opening = openingOf(change);
      const id = opening && (await this.#handlers.storeOpening(change, opening));
      if (id !== undefined) ids.push(id);
      this.#cursor = change;
    }
    return ids;
  }

  /** Runs the job of an opening. */
  offer(openingId: number, touch: () => Promise<void> = async () => {}): Promise<void> {
    return this.#handlers.offerOpening(this.account.credentials.id, openingId, touch);
  }

  /** Stores what has become bookable by the passing of time, without offering it. @returns the ids of the openings */
  check(): Promise<number[]> {
    return this.#handlers.checkWaitlist(this.account.credentials.id);
  }

  /** Finds the checks of all accounts that are due. */
  findDueChecks(margin: number): Promise<{ accountId: number; at: Date }[]> {
    return this.#handlers.findDueChecks(margin);
  }

  /** Closes the entries whose period is over. */
  async expireEntries(): Promise<void> {
    const { id: accountId } = this.account.credentials;
    const rows = await this.server.sql<{ id: number }>('select id from waitlist_entry where account_id = ?', accountId);
    for (const { id } of rows) await this.#handlers.expireWaitlistEntry(accountId, id);
  }

  /** Expires the holds whose time has passed. */
  async expireHolds(): Promise<void> {
    const { database, clock } = this.server;
    const { id: accountId } = this.account.credentials;
    const rows = await this.server.sql<{ id: number }>(
      `select id from booking where account_id = ? and state = 'awaiting_verification' and expires_at <= ?`,
      accountId,
      clock.now(),
    );
    for (const { id } of rows) await expireHold(await createBackgroundContext(database, clock, accountId), id);
  }

  /** Returns the tokens of all offers so far, oldest first, from the links in their messages. */
  async offeredTokens(): Promise<string[]> {
    const messages = await this.server.sql<{ body: string }>(
      `select body from message where account_id = ? and kind = 'waitlist_offer' order by id`,
      this.account.credentials.id,
    );
    return messages.map(({ body }) => /\/waitlist\/([\w-]+)/.exec(body)?.[1] ?? '');
  }
}
