import type { ChangeSignal } from '../../outbox/signal.js';
import type { Database } from '../../platform/database/database.js';
import type { Row } from '../../platform/database/rows.js';
import type { Account } from './account.entity.js';

/** In milliseconds. Bounds the age of an entry whose notice gets lost. */
export const maxAge = 5_000;
export const maxEntries = 10_000;

/** Types of the objects that decide who has access to an account, and as whom. */
export const accessTypes = ['account', 'api_key', 'user', 'client_user_link'] as const;

interface Entry<Kept> {
  account: Kept;
  readAt: number;
}

/**
 * Keeps accounts as requests have read them, by API key or subdomain. An entry is dropped when this process commits a
 * change of the account or its keys, when the database sends the notice of such a change by another process, and after
 * 5 s. While no notices arrive, every request reads its account.
 */
export class AccountCache<Kept extends Row<Account>> {
  readonly #entries = new Map<string, Entry<Kept>>();
  readonly #keys = new Map<number, Set<string>>();
  readonly #isNotified: () => boolean;
  readonly #now: () => number;
  /** Counts the drops, so that a read that began before one is not kept after it. */
  #drops = 0;

  /**
   * @param database reports the commits of this process
   * @param signal brings the notices of other processes; all live as long as this process
   * @param now milliseconds of a clock that nobody sets
   */
  constructor(
    database: Pick<Database, 'onCommit'>,
    signal: Pick<ChangeSignal, 'isConnected' | 'on'>,
    now: () => number = () => performance.now(),
  ) {
    this.#isNotified = () => signal.isConnected;
    this.#now = now;
    signal.on('account', (accountId) => this.forget(accountId));
    database.onCommit((accountId, changed) => {
      if (accessTypes.some((type) => changed.has(type))) this.forget(accountId);
    });
  }

  /** @param read reads the account if it is not kept. Undefined, which is not kept, if there is none. */
  async find(key: string, read: () => Promise<Kept | undefined>): Promise<Kept | undefined> {
    const readAt = this.#now();
    const entry = this.#entries.get(key);
    if (entry && this.#isNotified() && readAt - entry.readAt < maxAge) return entry.account;
    const drops = this.#drops;
    const account = await read();
    if (account && drops === this.#drops) this.#keep(key, { account, readAt });
    return account;
  }

  /** Drops what is kept of an account. */
  forget(accountId: number | 'all'): void {
    this.#drops += 1;
    if (accountId === 'all') {
      this.#clear();
      return;
    }
    for (const key of this.#keys.get(accountId) ?? []) this.#entries.delete(key);
    this.#keys.delete(accountId);
  }

  #keep(key: string, entry: Entry<Kept>): void {
    if (this.#entries.size >= maxEntries) this.#clear();
    this.#entries.set(key, entry);
    const keys = this.#keys.get(entry.account.id) ?? new Set();
    this.#keys.set(entry.account.id, keys.add(key));
  }

  #clear(): void {
    this.#entries.clear();
    this.#keys.clear();
  }
}
