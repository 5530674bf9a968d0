/**
 * The places of one process for work that may wait long for a server of its account. Each account has its own number of
 * them, so that one whose servers hang delays no other.
 */
export class AccountPlaces {
  readonly #perAccount: number;
  readonly #taken = new Map<number, number>();
  /** By account, what to start when a place is free: first come, first served. */
  readonly #waiting = new Map<number, (() => void)[]>();

  constructor(perAccount: number) {
    this.#perAccount = perAccount;
  }

  /** Takes a place. Returns a function that frees it; undefined if the account has none left. */
  take(accountId: number): (() => void) | undefined {
    const taken = this.#taken.get(accountId) ?? 0;
    if (taken >= this.#perAccount) return undefined;
    this.#taken.set(accountId, taken + 1);
    return () => this.#free(accountId);
  }

  /** Calls `start` once a place of the account is free, which it must take itself. */
  whenFree(accountId: number, start: () => void): void {
    if ((this.#taken.get(accountId) ?? 0) < this.#perAccount) {
      start();
      return;
    }
    const waiting = this.#waiting.get(accountId) ?? [];
    waiting.push(start);
    this.#waiting.set(accountId, waiting);
  }

  #free(accountId: number): void {
    const taken = (this.#taken.get(accountId) ?? 0) - 1;
    if (taken > 0) this.#taken.set(accountId, taken);
    else this.#taken.delete(accountId);
    const waiting = this.#waiting.get(accountId) ?? [];
    const next = waiting.shift();
    if (waiting.length === 0) this.#waiting.delete(accountId);
    next?.();
  }
}
