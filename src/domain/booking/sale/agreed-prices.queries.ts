import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { OrderLineItem } from '../../order/order-line-item.entity.js';

/** The prices per person in the orders of bookings, read once for each order. Read them under the locks of the bookings. */
export class AgreedPrices {
  readonly #amounts = new Map<number, string | null>();
  readonly #expected = new Set<number>();

  constructor(private readonly tx: AccountTransaction) {}

  /** Adds orders whose prices are read by the same statement as the first that is needed. */
  expect(orderIds: readonly number[]): void {
    for (const id of orderIds) this.#expected.add(id);
  }

  /** Returns the price, or null if the order has no line. */
  async find(orderId: number): Promise<string | null> {
    if (!this.#amounts.has(orderId)) await this.#read(new Set([...this.#expected, orderId]));
    return this.#amounts.get(orderId) ?? null;
  }

  async #read(orderIds: ReadonlySet<number>): Promise<void> {
    for (const id of orderIds) this.#amounts.set(id, null);
    for (const { orderId, amount } of await this.tx.rows(OrderLineItem, { orderId: { $in: [...orderIds] } })) {
      this.#amounts.set(orderId, amount);
    }
    this.#expected.clear();
  }
}
