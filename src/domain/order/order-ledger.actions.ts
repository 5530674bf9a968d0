import { actorName, type ChangeToRecord } from '../../outbox/change-log.js';
import type { ChangeNameOf } from '../../outbox/recorded-change.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { RequestContext } from '../context.js';
import { GiftCard } from '../gift-card/gift-card.entity.js';
import { maxCardBalance } from '../gift-card/gift-card.rules.js';
import { type Amount, toAmount, toDecimal } from '../money.rules.js';
import { type Order, OrderLineItem, OrderPayment, OrderState } from './order.entity.js';
import type { PaidTax } from './paid-tax.type.js';
import { PaymentMethod } from './payment-method.js';
import { splitPayment } from './payment-taxes.rules.js';

/** One line of an order's ledger. The lines of an order add up to its `paidAmount`. */
export interface LedgerEntry {
  /** Below zero if it was refunded, returned to a gift card or taken back. */
  amount: Amount;
  giftCardId?: number | null;
  reference?: string | null;
  /** By default that of a gift card, or not stated. */
  method?: PaymentMethod | null;
  recordedElsewhere?: string | null;
  /** The reason of a refund. */
  reason?: string | null;
}

/** The amount that a gift card paid for an order. */
export interface CardShare {
  card: GiftCard;
  amount: Amount;
}

interface ShareRow {
  orderId: number;
  giftCardId: number;
  amount: string;
}

/**
 * Locks the gift cards that have paid for these orders, and returns what each order has from each card. Call it before
 * the first write, under the locks of the orders' bookings: only these change an order's payments.
 */
export async function lockCardShares(
  tx: AccountTransaction,
  orders: readonly Order[],
): Promise<Map<number, CardShare[]>> {
  const orderIds = orders.filter(({ paidAmount }) => toAmount(paidAmount) > 0n).map(({ id }) => id);
  if (orderIds.length === 0) return new Map();
  const rows = await tx.query<ShareRow>(
    `select order_id as "orderId", gift_card_id as "giftCardId", sum(amount)::text as amount from order_payment
     where account_id = $1 and order_id = any ($2::integer[]) and gift_card_id is not null
     group by order_id, gift_card_id having sum(amount) > 0 order by order_id, gift_card_id`,
    [orderIds],
  );
  const cardIds = [...new Set(rows.map(({ giftCardId }) => giftCardId))];
  const found = await tx.listLocked(GiftCard, cardIds);
  const cards = new Map(found.map((card) => [card.id, card]));
  const shares = rows.flatMap(({ orderId, giftCardId, amount }) => {
    const card = cards.get(giftCardId);
    return card ? [{ orderId, card, amount: toAmount(amount) }] : [];
  });
  return Map.groupBy(shares, ({ orderId }) => orderId);
}

/**
 * Returns to the cards what they have paid, at most `limit` together. A card takes only as much as it can hold: it may
 * have been topped up since.
 */
export function returnToCards(
  shares: readonly CardShare[],
  limit: Amount,
): { entries: LedgerEntry[]; changes: ChangeToRecord[] } {
  const entries: LedgerEntry[] = [];
  const changes: ChangeToRecord[] = [];
  let left = limit;
  for (const { card, amount } of shares) {
    const returned = smallest(amount, left, maxCardBalance - toAmount(card.remaining));
    if (returned <= 0n) continue;
    left -= returned;
    card.remaining = toDecimal(toAmount(card.remaining) + returned);
    entries.push({ amount: -returned, giftCardId: card.id });
    changes.push({ name: 'gift_card.returned', record: card });
  }
  return { entries, changes };
}

function smallest(first: Amount, ...others: Amount[]): Amount {
  return others.reduce((least, amount) => (amount < least ? amount : least), first);
}

/** The gift cards to which a change of an order returns amounts, at most `limit` together. */
export interface ReturnToCards {
  shares: readonly CardShare[];
  limit: Amount;
}

/**
 * Assigns the attributes of a change to an order.
 *
 * @param attributes without a `paidAmount`, the order loses only what returns to gift cards
 * @returns the changes to record, that of the order first, and the entries of its ledger
 */
export function changeOrder(
  order: Order,
  attributes: Partial<Order>,
  returns: ReturnToCards = { shares: [], limit: 0n },
  isNew = false,
): { changes: ChangeToRecord[]; entries: LedgerEntry[] } {
  const { state } = order;
  const paidBefore = toAmount(order.paidAmount);
  const { entries, changes } = returnToCards(returns.shares, returns.limit);
  const paidAmount = attributes.paidAmount ?? toDecimal(paidBefore + sumEntries(entries));
  const rest = toAmount(paidAmount) - paidBefore - sumEntries(entries);
  if (rest !== 0n) entries.push({ amount: rest });
  Object.assign(order, attributes, { paidAmount });
  if (isNew) return { changes: [{ name: 'order.created', record: order }, ...changes], entries };
  const name = order.state === state ? 'order.modified' : changeNames[order.state];
  return { changes: [{ name, record: order }, ...changes], entries };
}

const changeNames: Record<OrderState, ChangeNameOf<'order'>> = {
  [OrderState.PENDING]: 'order.modified',
  [OrderState.CONFIRMED]: 'order.settled',
  [OrderState.CANCELLED]: 'order.cancelled',
};

export function sumEntries(entries: readonly LedgerEntry[]): Amount {
  return entries.reduce((sum, { amount }) => sum + amount, 0n);
}

/** New lines of the ledger of an order that is written already. */
export interface LedgerLines {
  order: Order;
  entries: readonly LedgerEntry[];
}

/** Writes lines of the ledgers of several orders at once, in their order. */
export async function writeEntries(
  context: RequestContext,
  tx: AccountTransaction,
  ledgers: readonly LedgerLines[],
): Promise<void> {
  const written = ledgers.filter(({ entries }) => entries.length > 0);
  if (written.length === 0) return;
  const taxesOf = await prepareTaxes(context, tx, written);
  const lines = written.flatMap(({ order, entries }) =>
    entries.map(({ amount, giftCardId = null, reference = null, method = null, recordedElsewhere = null, reason }) => ({
      at: order.updatedAt,
      orderId: order.id,
      giftCardId,
      amount: toDecimal(amount),
      reference,
      method: giftCardId === null ? method : PaymentMethod.GIFT_CARD,
      recordedElsewhere,
      reason,
      taxes: taxesOf(order, amount),
    })),
  );
  tx.send(
    `insert into order_payment (account_id, created_at, updated_at, order_id, gift_card_id, amount, reference, method,
       recorded_by, recorded_elsewhere, reason, taxes)
     select $1, at, at, "orderId", "giftCardId", amount, reference, method, $3, "recordedElsewhere", reason, taxes
     from jsonb_to_recordset($2::jsonb) as line (at timestamptz, "orderId" integer, "giftCardId" integer, amount numeric,
       reference text, method text, "recordedElsewhere" text, reason text, taxes jsonb)`,
    [JSON.stringify(lines), actorName(context.actor)],
  );
}

/** Splits payments over the tax rates of their orders, one after the other. Null for an order without a rate. */
type TaxesOfNext = (order: Order, amount: Amount) => PaidTax[] | null;

/** Reads the lines and payments of the orders with a tax rate. */
async function prepareTaxes(
  { account: { currency } }: RequestContext,
  tx: AccountTransaction,
  ledgers: readonly LedgerLines[],
): Promise<TaxesOfNext> {
  const orderIds = ledgers.flatMap(({ order }) => (order.taxRounding === null ? [] : [order.id]));
  if (orderIds.length === 0) return () => null;
  const ofOrders = { orderId: { $in: orderIds } };
  const inOrder = { orderBy: { id: 'asc' } } as const;
  const lines = Map.groupBy(await tx.rows(OrderLineItem, ofOrders, inOrder), ({ orderId }) => orderId);
  const payments = Map.groupBy(await tx.rows(OrderPayment, ofOrders), ({ orderId }) => orderId);
  const paid = new Map(orderIds.map((id) => [id, (payments.get(id) ?? []).flatMap(({ taxes }) => taxes ?? [])]));
  return ({ id }, amount) => {
    const earlier = paid.get(id);
    if (!earlier) return null;
    const taxes = splitPayment(amount, lines.get(id) ?? [], earlier, currency);
    earlier.push(...taxes);
    return taxes;
  };
}
