import type { Database } from '../platform/database/database.js';
import type { JobDefinition, JobRequest } from './job-queue.js';

const maxKnown = 10_000;

/** Converts the times of jobs from the clock of their account to that of the server. */
export class ServerTime {
  readonly #onAccountClock: ReadonlySet<string>;
  /** Accounts that are no sandboxes. They never become one. */
  readonly #ordinary = new Set<number>();

  constructor(
    private readonly database: Database,
    definitions: readonly JobDefinition[],
  ) {
    this.#onAccountClock = new Set(definitions.flatMap(({ name, onAccountClock }) => (onAccountClock ? [name] : [])));
  }

  /**
   * Returns a request whose `at` is in real time. Its key contains the offset of the account's clock: when that clock
   * has been advanced, the job that waits under the former key is too late, and another one can be added.
   */
  async of(job: JobRequest): Promise<JobRequest> {
    const accountId = 'accountId' in job.data ? Number(job.data.accountId) : undefined;
    if (!job.at || accountId === undefined || !this.#onAccountClock.has(job.name)) return job;
    const offset = await this.#offsetOf(accountId);
    if (offset === 0) return job;
    return { ...job, key: `${job.key}@${offset}`, at: new Date(job.at.getTime() - offset * 1_000) };
  }

  /** In seconds. */
  async #offsetOf(accountId: number): Promise<number> {
    if (this.#ordinary.has(accountId)) return 0;
    const statement = 'select sandbox, clock_offset as "offset" from account where id = $1';
    const [account] = await this.database.account(accountId).query<{ sandbox: boolean; offset: number }>(statement);
    if (account?.sandbox) return account.offset;
    if (this.#ordinary.size >= maxKnown) this.#ordinary.clear();
    this.#ordinary.add(accountId);
    return 0;
  }
}
