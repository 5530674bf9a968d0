import type { ChangeSignal } from '../../outbox/signal.js';
import type { Database } from '../../platform/database/database.js';
import type { Account } from './account.entity.js';

/** In milliseconds. Bounds the age of an entry if a notification is lost. */
export const maxAge = 5_000;
export const maxEntries = 10_000;

/** The object types whose changes affect authentication and permissions. */
export const accessTypes = ['account', 'api_key', 'user', 'client_user_link'] as const;

interface Entry<CachedAccount> {
  account: CachedAccount;
  readAt: number;
}

/**
 * Caches accounts by API key or subdomain. An entry is invalidated when this process commits a change of the account or
 * its keys, when the database notifies of such a change by another process, and after 5 s. While notifications are
 * disconnected, the cache is bypassed. A sandbox is never cached, so that every request has the time to which its clock
 * was advanced, in whichever process.
 */
export class AccountCache<CachedAccount extends Account> {
  readonly #entries = new Map<string, Entry<CachedAccount>>();
  readonly #keys = new Map<number, Set<string>>();
  readonly #isNotified: () => boolean;
  readonly #now: () => number;
  /** Counts the invalidations, so that a read that began before one is not stored after it. */
  #invalidations = 0;

  /**
   * @param database reports the commits of this process
   * @param signal receives the notifications of other processes
   * @param now monotonic time in milliseconds
   */
  constructor(
    database: Pick<Database, 'onCommit'>,
    signal: Pick<ChangeSignal, 'isConnected' | 'on'>,
    now: () => number = () => performance.now(),
  ) {
    this.#isNotified = () => signal.isConnected;
    this.#now = now;
    signal.on('account', (accountId) => this.invalidate(accountId));
    database.onCommit((accountId, changed) => {
      if (accessTypes.some((type) => changed.has(type))) this.invalidate(accountId);
    });
  }

  /**
   * Returns the cached account, or reads and caches it.
   *
   * @param read returns undefined, which is not cached, if absent
   */
  async find(key: string, read: () => Promise<CachedAccount | undefined>): Promise<CachedAccount | undefined> {
    const readAt = this.#now();
    const entry = this.#entries.get(key);
    if (entry && this.#isNotified() && readAt - entry.readAt < maxAge) return entry.account;
    const invalidations = this.#invalidations;
    const account = await read();
    if (account && !account.sandbox && invalidations === this.#invalidations) this.#store(key, { account, readAt });
    return account;
  }

  invalidate(accountId: number | 'all'): void {
    this.#invalidations += 1;
    if (accountId === 'all') {
      this.#clear();
      return;
    }
    for (const key of this.#keys.get(accountId) ?? []) this.#entries.delete(key);
    this.#keys.delete(accountId);
  }

  #store(key: string, entry: Entry<CachedAccount>): void {
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
