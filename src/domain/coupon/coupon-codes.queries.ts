import { raw } from '@mikro-orm/postgresql';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { Coupon } from './coupon.entity.js';

/** Finds coupons by code, ignoring case, and keeps the result for one transaction. Archived coupons are not found. */
export class CouponCodes {
  readonly #ids = new Map<string, number | undefined>();

  constructor(private readonly tx: AccountTransaction) {}

  /** Reads the coupons of several codes with one statement. @returns the ids of those that exist */
  async readAll(codes: readonly string[]): Promise<number[]> {
    const keys = [...new Set(codes.map(toKey))].filter((key) => !this.#ids.has(key));
    if (keys.length === 0) return [];
    const hasCode = { [raw((alias) => `lower(${alias}.code)`)]: { $in: keys }, archivedAt: null };
    const found = await this.tx.rows(Coupon, hasCode);
    const ids = new Map(found.map(({ id, code }) => [toKey(code), id]));
    for (const key of keys) this.#ids.set(key, ids.get(key));
    return [...ids.values()];
  }

  /** Returns the id of the coupon with that code, or undefined. */
  async find(code: string): Promise<number | undefined> {
    await this.readAll([code]);
    return this.#ids.get(toKey(code));
  }
}

function toKey(code: string): string {
  return code.trim().toLowerCase();
}
