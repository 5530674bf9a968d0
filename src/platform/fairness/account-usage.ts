/** What is counted by account. `databaseSeconds`: for which its statements and transactions held a connection. */
export type UsageMeasure = 'databaseSeconds' | 'refusedRequests' | 'emails' | 'sms' | 'heldMessages' | 'deliveries';

/** In seconds: the time for which quotas count the use of the database. */
export const quotaSeconds = 10;

/** In seconds: the time for which operators see what accounts use. */
const shownSeconds = 60;

interface Usage {
  /** Seconds of the database in the last `quotaSeconds`. */
  readonly database: SlidingSum;
  /** All measures in the last `shownSeconds`. Created when there is something to count. */
  readonly shown: Partial<Record<UsageMeasure, SlidingSum>>;
  lastAt: number;
}

/**
 * What each account uses of this process: in memory, without a query. An account that has done nothing for a minute takes
 * no memory.
 */
export class AccountUsage {
  readonly #accounts = new Map<number, Usage>();
  #forgottenAt = 0;
  /** The account that used the database last, and the one before it. */
  #latest = { accountId: 0, at: Number.NEGATIVE_INFINITY };
  #before = { accountId: 0, at: Number.NEGATIVE_INFINITY };

  /** @param now seconds since any fixed instant */
  constructor(private readonly now: () => number = () => performance.now() / 1_000) {}

  add(accountId: number, measure: UsageMeasure, amount = 1): void {
    const now = this.now();
    const usage = this.#usageOf(accountId, now);
    usage.lastAt = now;
    usage.shown[measure] ??= new SlidingSum(6, shownSeconds / 6);
    usage.shown[measure].add(amount, now);
    if (measure !== 'databaseSeconds') return;
    usage.database.add(amount, now);
    if (this.#latest.accountId !== accountId) this.#before = this.#latest;
    this.#latest = { accountId, at: now };
  }

  /** Whether another account has used the database in the last 10 seconds. If none has, nobody gets what an account leaves. */
  isShared(accountId: number): boolean {
    const other = this.#latest.accountId === accountId ? this.#before : this.#latest;
    return other.at > this.now() - quotaSeconds;
  }

  /** Returns the seconds until an account has used less than `quota` seconds of the database in the last 10 seconds. */
  secondsUntilBelow(accountId: number, quota: number): number {
    return this.#accounts.get(accountId)?.database.secondsUntilBelow(quota, this.now()) ?? 0;
  }

  /** Returns the amounts of a measure in the last minute by account, without accounts that have none. */
  lastMinute(measure: UsageMeasure): Map<number, number> {
    const now = this.now();
    this.#forgetIdle(now);
    const amounts = [...this.#accounts].map(([id, { shown }]) => [id, shown[measure]?.sum(now) ?? 0] as const);
    return new Map(amounts.filter(([, amount]) => amount > 0));
  }

  #usageOf(accountId: number, now: number): Usage {
    const found = this.#accounts.get(accountId);
    if (found) return found;
    if (now > this.#forgottenAt + shownSeconds) this.#forgetIdle(now);
    const usage = { database: new SlidingSum(quotaSeconds, 1), shown: {}, lastAt: now };
    this.#accounts.set(accountId, usage);
    return usage;
  }

  #forgetIdle(now: number): void {
    this.#forgottenAt = now;
    for (const [id, { lastAt }] of this.#accounts) {
      if (lastAt < now - shownSeconds - shownSeconds / 6) this.#accounts.delete(id);
    }
  }
}

/** The sum of the amounts of the last seconds, kept in slots of equal length. */
export class SlidingSum {
  readonly #amounts: number[];
  /** The number of the slot of the latest amount, counted since the clock's origin. */
  #latest = 0;

  /** @param slotSeconds the length of a slot. The sum forgets amounts slot by slot. */
  constructor(
    readonly slots: number,
    readonly slotSeconds: number,
  ) {
    this.#amounts = new Array(slots).fill(0);
  }

  /** @param now seconds since any fixed instant, as in the other methods */
  add(amount: number, now: number): void {
    this.#advance(now);
    const index = this.#latest % this.slots;
    this.#amounts[index] = (this.#amounts[index] ?? 0) + amount;
  }

  sum(now: number): number {
    this.#advance(now);
    let sum = 0;
    for (const amount of this.#amounts) sum += amount;
    return sum;
  }

  /** Returns the seconds until the sum is below `bound`, if nothing is added until then. 0 if it is already. */
  secondsUntilBelow(bound: number, now: number): number {
    let left = this.sum(now);
    if (left < bound) return 0;
    const oldest = this.#latest - this.slots + 1;
    for (let slot = oldest; slot <= this.#latest; slot += 1) {
      left -= this.#amounts[((slot % this.slots) + this.slots) % this.slots] ?? 0;
      if (left < bound) return Math.max(0, (slot + this.slots) * this.slotSeconds - now);
    }
    return this.slots * this.slotSeconds;
  }

  /** Empties the slots that began since the latest amount. */
  #advance(now: number): void {
    const current = Math.floor(now / this.slotSeconds);
    const first = Math.max(this.#latest + 1, current - this.slots + 1);
    for (let slot = first; slot <= current; slot += 1) this.#amounts[slot % this.slots] = 0;
    this.#latest = Math.max(this.#latest, current);
  }
}
