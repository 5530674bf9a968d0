import { setTimeout as pass } from 'node:timers/promises';
import { accountBusy, RateLimitError } from '../platform/errors.js';
import type { AccountUsage } from '../platform/fairness/account-usage.js';
import { FairQueue, QueueRefusal, type Release } from '../platform/fairness/fair-queue.js';

/** What the requests of one account may take of one process. */
export interface AccountQuota {
  /** Requests that are executed at a time while no other account uses the process; a quarter of them while one does. */
  requests: number;
  /** Seconds of the database in 10 seconds, while other accounts use it, too. */
  databaseSeconds: number;
  /** For how long a request waits for its turn, in milliseconds. 5,000 by default: few clients wait longer for a response. */
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
