import type { Database } from '../../platform/database/database.js';

/** In milliseconds. One process writes the last use of a key at most this often. */
const interval = 60_000;
/**
 * In milliseconds. A key may have been used so long after the last use that a process has read: `interval` and `delay`, the
 * 5 s for which accounts are cached, and 9 s for a slow statement and clocks that differ.
 */
export const useAccuracy = 75_000;
/** In milliseconds. A use is written this long after its request, which does not wait for it. */
const delay = 1_000;
const maxNoted = 10_000;

interface Use {
  accountId: number;
  keyId: number;
  at: Date;
}

/** Records when API keys were last used. */
export class ApiKeyUse {
  /** When each key was last noted, in epoch milliseconds. */
  readonly #noted = new Map<number, number>();
  readonly #pending: Use[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    /** Called if a use could not be written. It is not written again. */
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Notes a use of a key. Returns at once. */
  note(use: Use): void {
    const now = use.at.getTime();
    const last = this.#noted.get(use.keyId);
    if (last !== undefined && Math.abs(now - last) < interval) return;
    if (this.#noted.size >= maxNoted) this.#noted.clear();
    this.#noted.set(use.keyId, now);
    this.#pending.push(use);
    this.#timer ??= setTimeout(() => void this.#write(), delay).unref();
  }

  /** Writes what is pending. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#write();
  }

  async #write(): Promise<void> {
    this.#timer = undefined;
    for (const { accountId, keyId, at } of this.#pending.splice(0)) {
      const statement = 'update api_key set last_used_at = $2 where account_id = $1 and id = $3';
      await this.database.account(accountId).query(statement, [at, keyId]).catch(this.onError);
    }
  }
}
