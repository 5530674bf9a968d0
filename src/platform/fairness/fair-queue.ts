/** Stands for the account of tasks that concern none, or several: they take turns like those of one account. */
export const noAccount = 0;

/** Ends a task. Further calls have no effect. */
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
