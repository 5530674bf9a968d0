import type { AccountDatabase } from '../../../platform/database/account-database.js';
import type { Database } from '../../../platform/database/database.js';
import { manyExpected } from '../../../platform/database/read-in-order.js';
import { isWritableAccount } from '../../../platform/database/writable-account.js';
import type { Clock } from '../../../platform/time/clock.js';
import { dueColumnOf, isOpenRow, type MessageWork, selectAccountsWithWork, workRules } from '../../work.rules.js';

/** In milliseconds. Longer than any attempt, so that only the message of a dead worker is sent by another. */
export const attemptDuration = 120_000;

/** A message that only this process may send until its claim expires. */
export interface MessageTurn {
  accountId: number;
  messageId: number;
}

/** SQL: the messages of a kind of work, `work`, that are due at a time. */
const isDue = (kind: MessageWork, now: string): string =>
  `${isOpenRow(workRules[kind])} and ${dueColumnOf(workRules[kind])} <= ${now}`;

/** SQL: selects the accounts that may write and have due messages, by id. `$1` is the time on the clock of the server. */
const accountsWithDue = (kind: MessageWork): string => `select candidate.id
  from (${selectAccountsWithWork(workRules[kind])}) candidate
  cross join lateral (
    select clock_offset from account where account.id = candidate.id and ${isWritableAccount} limit 1) account
  where (select true from message work cross join ${manyExpected}
    where work.account_id = candidate.id
      and ${isDue(kind, `$1::timestamptz + account.clock_offset * interval '1 second'`)}
    order by ${dueColumnOf(workRules[kind])}, work.id limit 1)
  order by candidate.id`;

/** Claims the message of an account that is due for the longest. Each is claimed by one worker; another takes over if it dies. */
async function claimMessage(db: AccountDatabase, kind: MessageWork, now: Date): Promise<number | undefined> {
  const [claimed] = await db.query<{ id: number }>(
    `update message set next_attempt_at = $3 where account_id = $1 and id = (
       select work.id from message work cross join ${manyExpected}
       where work.account_id = $1 and ${isDue(kind, "$2::timestamptz + (select clock_offset from account where id = $1) * interval '1 second'")}
       order by ${dueColumnOf(workRules[kind])}, work.id limit 1 for update of work skip locked)
     returning id`,
    [now, new Date(now.getTime() + attemptDuration)],
  );
  return claimed?.id;
}

/** The accounts with due messages at a read, and whose turn it is. */
interface Round {
  readonly accounts: readonly number[];
  position: number;
  /** The number of the read. */
  readonly number: number;
  /** By `performance.now()`. */
  readonly readAt: number;
}

/** In milliseconds. A round that takes longer begins anew, so that accounts with new messages need not wait for its end. */
const maxRound = 1_000;

/**
 * Chooses the messages of one kind that a process sends: one of an account, then one of the next account, and so on. So an
 * account with 10,000 due messages delays those of another account by one message for each account that has any.
 */
export class MessageTurns {
  #round: Round = { accounts: [], position: 0, number: 0, readAt: Number.NEGATIVE_INFINITY };
  #reading: Promise<void> | undefined;
  #reads = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly kind: MessageWork,
  ) {}

  /** Claims the next message. Returns undefined only if a read after this call has found none that another has not claimed. */
  async next(): Promise<MessageTurn | undefined> {
    const readsBefore = this.#reads;
    for (;;) {
      if (this.#isOver(this.#round)) await this.#read();
      const round = this.#round;
      const { accounts, position } = round;
      for (let tried = 0; tried < accounts.length; tried += 1) {
        // Not by the position of the round, which concurrent calls move, too: then this call could leave an account out.
        const accountId = accounts[(position + tried) % accounts.length] ?? 0;
        round.position = Math.max(round.position, position + tried + 1);
        const messageId = await claimMessage(this.database.account(accountId), this.kind, this.clock.now());
        if (messageId !== undefined) return { accountId, messageId };
      }
      if (round.number > readsBefore) return undefined;
      await this.#read();
    }
  }

  #isOver({ accounts, position, readAt }: Round): boolean {
    return position >= accounts.length || performance.now() - readAt > maxRound;
  }

  /** Begins a round with the account after the last one. Concurrent calls share one read. */
  #read(): Promise<void> {
    this.#reading ??= this.#readRound().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readRound(): Promise<void> {
    this.#reads += 1;
    const number = this.#reads;
    const { accounts: former, position } = this.#round;
    const last = former[(position - 1) % Math.max(1, former.length)] ?? 0;
    const rows = await this.database.session.execute<{ id: number }>(accountsWithDue(this.kind), [this.clock.now()]);
    const ids = rows.map(({ id }) => id);
    const accounts = [...ids.filter((id) => id > last), ...ids.filter((id) => id <= last)];
    this.#round = { accounts, position: 0, number, readAt: performance.now() };
  }
}
