import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type Amount, toAmount } from '../money.rules.js';
import type { Order } from '../order/order.entity.js';

/** A receipt that states a tip. */
interface StatedTip {
  id: number;
  /** The tip, without what was credited of a receipt of its own. */
  amount: string;
  /** Whether the receipt states nothing else. */
  isOfTip: boolean;
}

/** The tips of an order, and its receipts that state them. */
export interface StatedTips {
  /** The tips that no receipt states; below 0 if more was given back than that. */
  missing: Amount;
  receipts: readonly StatedTip[];
}

/**
 * Compares the tips of an order with its receipts, but for those that were credited as a whole. Call it under the lock of the
 * series of receipts. An order without tips needs no statement.
 */
export async function readStatedTips(
  tx: AccountTransaction,
  { id, tipAmount }: Pick<Order, 'id' | 'tipAmount'>,
): Promise<StatedTips> {
  if (tipAmount === null) return { missing: 0n, receipts: [] };
  const receipts = await tx.query<StatedTip>(
    `select issued.id, issued.content ? 'is_of_tip' as "isOfTip",
       (case when issued.content ? 'is_of_tip' then issued.amount - credited.amount
         else (issued.content ->> 'tip')::numeric end)::text as amount
     from document issued
     cross join lateral (select coalesce(sum(note.amount), 0) as amount from document note
       where note.account_id = issued.account_id and note.credited_id = issued.id) credited
     where issued.account_id = $1 and issued.order_id = $2 and issued.kind = 'receipt'
       and (issued.content ? 'is_of_tip' or issued.content ? 'tip') and issued.amount > credited.amount
     order by issued.id`,
    [id],
  );
  const stated = receipts.reduce((sum, { amount }) => sum + toAmount(amount), 0n);
  return { missing: toAmount(tipAmount) - stated, receipts };
}
