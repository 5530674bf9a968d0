import { raw } from '@mikro-orm/postgresql';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { codeKey, withCode } from '../../platform/text.js';
import { Coupon } from './coupon.entity.js';

/** Finds coupons by code (`codeKey`), and keeps the result for one transaction. Archived coupons are not found. */
export class CouponCodes {
  readonly #ids = new Map<string, number | undefined>();

  constructor(private readonly tx: AccountTransaction) {}

  /** Reads the coupons of several codes with one statement. @returns the ids of those that exist */
  async readAll(codes: readonly string[]): Promise<number[]> {
    const added = [...new Set(codes)].filter((code) => !this.#ids.has(code));
    if (added.length === 0) return [];
    const hasCode = { [raw((alias) => `code_key(${alias}.code)`)]: { $in: added.map(codeKey) }, archivedAt: null };
    const found = await this.tx.rows(Coupon, hasCode);
    for (const code of added) this.#ids.set(code, withCode(found, code)?.id);
    return found.map(({ id }) => id);
  }

  /** Returns the id of the coupon with that code, or undefined. */
  async find(code: string): Promise<number | undefined> {
    await this.readAll([code]);
    return this.#ids.get(code);
  }
}
