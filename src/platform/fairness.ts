import { setTimeout as pass } from 'node:timers/promises';
import { accountBusy, RateLimitError } from './errors.js';

/** A use of the process that is counted by account. `databaseSeconds`: the time in which it held connections. */
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
 * The use of this process by each account: in memory, without a query. An account that has done nothing for a minute takes
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

/** Stands for the account of tasks that concern none, or several: they take turns like those of one account. */
export const noAccount = 0;

/** Ends a task, or the count of a connection. Further calls have no effect. */
export type Release = () => void;

interface FairQueueOptions {
  /** The tasks of all accounts that run at a time. */
  permits?: number;
  /** Returns the tasks of one account that run at a time. Called when one of them ends or is added. */
  perAccount?: (accountId: number) => number;
  /** The tasks of one account that wait at a time. */
  maxWaiting?: number;
  /** Milliseconds after which a running task no longer counts, so that slow ones delay others by that at most. */
  longest?: number;
  /** Milliseconds for which a task waits at most. Without it, a task waits for as long as it takes. */
  patience?: number;
}

interface Waiting {
  start(release: Release): void;
}

/** A task could not start: too many of its account wait, or it has waited too long. */
export class QueueRefusal extends Error {
  override name = 'QueueRefusal';
}

/**
 * Lets tasks run, at most so many at a time. Those of one account start in the order in which they came. Of several
 * accounts with waiting tasks, the one starts next that has the fewest running, so an account with a thousand waiting
 * tasks delays one of another account by a single task. A lone account has all permits.
 */
export class FairQueue {
  readonly #running = new Map<number, number>();
  /** The waiting tasks by account. The account that was served last is the last. */
  readonly #lines = new Map<number, Waiting[]>();
  readonly #perAccount: (accountId: number) => number;
  readonly #maxWaiting: number;
  readonly #longest: number | undefined;
  readonly #patience: number | undefined;
  #free: number;

  constructor({ permits = Infinity, perAccount = () => Infinity, maxWaiting = Infinity, ...times }: FairQueueOptions) {
    this.#free = permits;
    this.#longest = times.longest;
    this.#perAccount = perAccount;
    this.#maxWaiting = maxWaiting;
    this.#patience = times.patience;
  }

  /** Begins a task, at once if there is a permit. @throws QueueRefusal */
  enter(accountId: number): Release | Promise<Release> {
    const running = this.#running.get(accountId) ?? 0;
    return this.#free > 0 && running < this.#perAccount(accountId) ? this.#begin(accountId) : this.#wait(accountId);
  }

  /** Does a task when it is its turn. @throws QueueRefusal */
  async run<Result>(accountId: number, task: () => Promise<Result>): Promise<Result> {
    const release = await this.enter(accountId);
    try {
      return await task();
    } finally {
      release();
    }
  }

  get waiting(): number {
    let waiting = 0;
    for (const line of this.#lines.values()) waiting += line.length;
    return waiting;
  }

  /** Returns the running and the waiting tasks by account. */
  counts(): { running: ReadonlyMap<number, number>; waiting: ReadonlyMap<number, number> } {
    return { running: this.#running, waiting: new Map([...this.#lines].map(([id, line]) => [id, line.length])) };
  }

  #begin(accountId: number): Release {
    this.#free -= 1;
    this.#running.set(accountId, (this.#running.get(accountId) ?? 0) + 1);
    let isRunning = true;
    const release = (): void => {
      if (!isRunning) return;
      isRunning = false;
      clearTimeout(timer);
      this.#end(accountId);
    };
    const timer = this.#longest === undefined ? undefined : setTimeout(release, this.#longest);
    return release;
  }

  #end(accountId: number): void {
    this.#free += 1;
    const running = (this.#running.get(accountId) ?? 1) - 1;
    if (running > 0) this.#running.set(accountId, running);
    else this.#running.delete(accountId);
    if (this.#lines.size > 0) this.#startNext();
  }

  #wait(accountId: number): Promise<Release> {
    const line = this.#lines.get(accountId) ?? [];
    if (line.length >= this.#maxWaiting) throw new QueueRefusal('too many tasks of the account wait');
    this.#lines.set(accountId, line);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: (release) => {
          clearTimeout(timer);
          resolve(release);
        },
      };
      const leave = (): void => {
        line.splice(line.indexOf(waiting), 1);
        if (line.length === 0) this.#lines.delete(accountId);
        reject(new QueueRefusal('the task has waited too long'));
      };
      const timer = this.#patience === undefined ? undefined : setTimeout(leave, this.#patience);
      line.push(waiting);
    });
  }

  #startNext(): void {
    let next: number | undefined;
    let fewest = Infinity;
    for (const accountId of this.#lines.keys()) {
      const running = this.#running.get(accountId) ?? 0;
      if (running < fewest && running < this.#perAccount(accountId)) [next, fewest] = [accountId, running];
    }
    const line = next === undefined ? undefined : this.#lines.get(next);
    const waiting = line?.shift();
    if (next === undefined || !line || !waiting) return;
    this.#lines.delete(next);
    if (line.length > 0) this.#lines.set(next, line);
    waiting.start(this.#begin(next));
  }
}

/** Runs at most `permits` tasks at a time. The others wait, first come, first served. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(permits: number) {
    this.#free = permits;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

/** The share of one process that the requests of one account may take. */
export interface AccountQuota {
  /** Requests that are executed at a time while no other account uses the process; a quarter of them while one does. */
  requests: number;
  /** Seconds of the database in 10 seconds, while other accounts use it, too. */
  databaseSeconds: number;
  /** The time for which a request waits for its turn, in milliseconds. 5,000 by default: few clients wait longer for a response. */
  patience?: number;
}

const defaultPatience = 5_000;

/**
 * The part of its requests that an account may have in progress while others use the process. Between any two steps of a
 * request, the event loop runs a step of each other one that is in progress.
 */
const sharedPart = 1 / 4;

/**
 * Requests of one account that wait, for each that may be in progress: 960 by default, more than the visitors of a popular
 * account send at once. Each waits with its body in memory.
 */
export const waitingPerRequest = 30;

/** Begins to execute a request of an account. @throws RateLimitError */
export type BeginRequest = (accountId: number) => Promise<Release>;

/**
 * Lets the requests of each account wait for their turn, so that the flood of one takes neither the database nor the
 * processor from the others. Counted in memory for each process, from the time when a request was read and authenticated
 * until it was executed: a client that sends or reads slowly takes no turn from others.
 */
export class RequestQuota {
  readonly #queue: FairQueue;
  readonly #patience: number;

  constructor(
    private readonly usage: AccountUsage,
    private readonly quota: AccountQuota,
  ) {
    this.#patience = quota.patience ?? defaultPatience;
    this.#queue = new FairQueue({
      perAccount: (id) => (usage.isShared(id) ? Math.ceil(quota.requests * sharedPart) : quota.requests),
      maxWaiting: waitingPerRequest * quota.requests,
      patience: this.#patience,
    });
  }

  begin: BeginRequest = async (accountId) => {
    try {
      const release = await this.#queue.enter(accountId);
      await this.#untilBelowQuota(accountId).catch((error) => {
        release();
        throw error;
      });
      return release;
    } catch (error) {
      if (error instanceof QueueRefusal || error instanceof RateLimitError) {
        this.usage.add(accountId, 'refusedRequests');
      }
      throw error instanceof QueueRefusal ? accountBusy() : error;
    }
  };

  /** Returns the requests in progress and those that wait, by account. */
  counts = (): ReturnType<FairQueue['counts']> => this.#queue.counts();

  /** Waits in the place of a request in progress, so that at most as many begin when the wait is over. */
  async #untilBelowQuota(accountId: number): Promise<void> {
    const waitsUntil = performance.now() + this.#patience;
    while (this.usage.isShared(accountId)) {
      const seconds = this.usage.secondsUntilBelow(accountId, this.quota.databaseSeconds);
      if (seconds === 0) return;
      if (performance.now() + seconds * 1_000 > waitsUntil) {
        const after = Math.max(1, Math.ceil(seconds));
        const message = `The account has used its share of the database, retry in ${after} seconds`;
        throw new RateLimitError(after, message, 'account');
      }
      await pass(seconds * 1_000);
    }
  }
}
