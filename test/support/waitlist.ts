import { expireHold } from '../../src/domain/booking/states/booking-state.actions.js';
import { checkWaitlist } from '../../src/domain/waitlist/waitlist-check.actions.js';
import { type DueCheck, findDueChecks } from '../../src/domain/waitlist/waitlist-check.queries.js';
import { expireWaitlistEntry, offerOpening } from '../../src/domain/waitlist/waitlist-line.actions.js';
import { storeOpenings } from '../../src/domain/waitlist/waitlist-opening.actions.js';
import { openingOf } from '../../src/domain/waitlist/waitlist-opening.rules.js';
import { contextOf } from '../../src/jobs/job-context.js';
import { startOfLog } from '../../src/outbox/cursor.js';
import { readChanges } from '../../src/outbox/log-reader.js';
import { publicAddress } from '../../src/platform/addresses.js';
import type { Clock } from '../../src/platform/time/clock.js';
import type { Config } from '../../src/process/config.js';
import { untilSettled } from '../jobs/change-writer.js';
import { jobSettings } from './job-context.js';
import type { TestAccount, TestServer } from './test-server.js';

/** Handles changes like the relay and the jobs of the waitlist, one after the other, in the order of the log. */
export class WaitlistJobs {
  #cursor = startOfLog;
  readonly #settings;

  constructor(
    readonly server: TestServer,
    readonly account: TestAccount,
    publicUrl: string | undefined = 'https://book.example.org',
    clock: Clock = server.clock,
    settings: Partial<Pick<Config, 'host' | 'port' | 'publicUrl' | 'siteDomain'>> = {},
  ) {
    const all = { host: '0.0.0.0', port: 3000, publicUrl, siteDomain: undefined, ...settings };
    const links = { address: publicAddress(all), siteDomain: all.siteDomain };
    this.#settings = jobSettings({ database: server.database, clock }, { links });
  }

  #context() {
    return contextOf(this.#settings, this.account.credentials.id);
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
      if (opening) ids.push(...(await storeOpenings(await this.#context(), change, opening)));
      this.#cursor = change;
    }
    return ids;
  }

  /** Runs the job of an opening. */
  async offer(openingId: number, touch: () => Promise<void> = async () => {}): Promise<void> {
    return offerOpening(await this.#context(), openingId, touch);
  }

  /** Stores what has become bookable by the passing of time, without offering it. @returns the ids of the openings */
  async check(): Promise<number[]> {
    return checkWaitlist(await this.#context());
  }

  /** Finds the checks of all accounts that are due. */
  findDueChecks(margin: number): Promise<DueCheck[]> {
    return findDueChecks(this.#settings.database, this.#settings.clock, margin);
  }

  /** Closes the entries whose period is over. */
  async expireEntries(): Promise<void> {
    const { id: accountId } = this.account.credentials;
    const rows = await this.server.sql<{ id: number }>('select id from waitlist_entry where account_id = ?', accountId);
    for (const { id } of rows) await expireWaitlistEntry(await this.#context(), id);
  }

  /** Expires the holds whose time has passed. */
  async expireHolds(): Promise<void> {
    const { clock } = this.server;
    const { id: accountId } = this.account.credentials;
    const rows = await this.server.sql<{ id: number }>(
      `select id from booking where account_id = ? and state = 'awaiting_verification' and expires_at <= ?`,
      accountId,
      clock.now(),
    );
    for (const { id } of rows) await expireHold(await this.#context(), id);
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
