import { randomUUID } from 'node:crypto';
import { recordAll, recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { invalid } from '../../platform/errors.js';
import { type FailedRefund, ProviderError } from '../../platform/payments/payment-provider.js';
import { formatDecimal, isUuid } from '../../platform/scalars.js';
import { mapSequentially } from '../../platform/yielding.js';
import { lockOrder, rejectLongTexts, takeBackRefund, writeRefund } from '../booking/sale/payment.actions.js';
import { changedBy, type RequestContext } from '../context.js';
import { type Amount, toAmount, toDecimal } from '../money.rules.js';
import { Order, OrderPayment } from '../order/order.entity.js';
import { amountError, refundableAmount } from '../order/order.rules.js';
import { PaymentMethod } from '../order/payment-method.js';
import { isOpenRefund, isTaken, openAmount, PaymentRefund, RefundState } from '../order/payment-refund.entity.js';
import { CheckoutState, PaymentCheckout } from './payment.entity.js';
import type { ProviderRefundArguments } from './payment.input.js';
import { getOwnProvider } from './payment-settings.actions.js';

/** In milliseconds. A request to a provider ends sooner, so an older one died with its process. */
const longestRequest = 60_000;

/**
 * Pays back an amount at the provider by which an order was paid, and records the refund: of its oldest payment first, and of
 * several if one is not enough. The amount is claimed before the request to the provider, so that calls at the same time refund no
 * more than there is. If the provider does not answer, the amount stays claimed, and a call with the same amount repeats the
 * request with its idempotency key.
 *
 * @throws DomainError INVALID on `amount`, on `orderId` if it was not paid by the provider or has nothing to refund, on
 * `provider` if that refuses or does not answer; NOT_FOUND
 */
export async function refundByProvider(
  context: RequestContext,
  { orderId, amount, reason }: ProviderRefundArguments,
): Promise<Order> {
  rejectLongTexts({ reason });
  await context.db.get(Order, orderId);
  const own = await getOwnProvider(context);
  const [first, ...others] = await context.db.transaction((tx) =>
    claimRefunds(context, tx, own.settings.provider, { orderId, amount, reason }),
  );
  return makeRefunds(context, own, first, others);
}

/** A claimed refund, and the payment that it pays back. */
interface ClaimedRefund {
  refund: PaymentRefund;
  /** The provider's identifier of the payment. */
  payment: string;
  currency: string;
}

type Claims = [ClaimedRefund, ...ClaimedRefund[]];

async function claimRefunds(
  context: RequestContext,
  tx: AccountTransaction,
  provider: string,
  { orderId, amount, reason }: ProviderRefundArguments,
): Promise<Claims> {
  const { order } = await lockOrder(context, tx, orderId, [Order, orderId]);
  const pages = (await tx.list(PaymentCheckout, { orderId, provider, state: CheckoutState.PAID })).flatMap((page) =>
    page.paymentReference === null ? [] : [{ ...page, payment: page.paymentReference }],
  );
  const refunds = await tx.list(PaymentRefund, { orderId });
  const now = context.serverClock.now();
  const isStuck = ({ state, attemptedAt }: PaymentRefund): boolean =>
    state === RefundState.UNANSWERED ||
    (state === RefundState.CLAIMED && now.getTime() - attemptedAt.getTime() > longestRequest);
  const stuck = refunds.filter(isStuck);
  const claimed: PaymentRefund[] = [];
  if (stuck.length > 0 && openAmount(stuck) === toAmount(amount)) {
    for (const refund of stuck) claimed.push(Object.assign(refund, { state: RefundState.CLAIMED, attemptedAt: now }));
    for (const record of claimed) await recordChange(tx, 'payment_refund.modified', record, changedBy(context));
  } else {
    const payments = await tx.rows(OrderPayment, { orderId, reference: { $in: pages.map(({ payment }) => payment) } });
    const left = pages.map(({ id, payment }) => {
      const taken = refunds.filter((refund) => refund.checkoutId === id && isTaken(refund));
      const received = payments.filter(({ reference }) => reference === payment);
      return { id, amount: sumOf(received) - sumOf(taken) };
    });
    const most = smaller(
      refundableAmount(order) - openAmount(refunds),
      left.reduce((sum, page) => sum + (page.amount > 0n ? page.amount : 0n), 0n),
    );
    rejectAmount(amount, most, pages, stuck);
    let missing = toAmount(amount);
    for (const page of left) {
      const part = smaller(page.amount, missing);
      if (part <= 0n) continue;
      missing -= part;
      claimed.push(
        Object.assign(tx.create(PaymentRefund, context.clock.now()), {
          ...{ orderId, checkoutId: page.id, amount: toDecimal(part) },
          ...{ idempotencyKey: randomUUID(), attemptedAt: now, reason: reason || null },
        }),
      );
    }
    const changes = claimed.map((record) => ({ name: 'payment_refund.created', record }) as const);
    await recordAll(tx, changes, changedBy(context));
  }
  const [first, ...others] = claimed.map((refund): ClaimedRefund => {
    const page = pages.find(({ id }) => id === refund.checkoutId);
    if (!page) throw invalid({ provider: ['is not the one by which it was paid'] });
    return { refund, payment: page.payment, currency: page.currency };
  });
  if (!first) throw new Error('a refund without a part');
  return [first, ...others];
}

/** @throws DomainError INVALID on `orderId` or `amount` */
function rejectAmount(
  amount: string,
  most: Amount,
  [page]: readonly Pick<PaymentCheckout, 'currency'>[],
  stuck: readonly PaymentRefund[],
): void {
  if (!page) throw invalid({ orderId: ['was not paid by the provider'] });
  const unanswered = formatDecimal(toDecimal(openAmount(stuck)));
  const repeat = stuck.length > 0 ? [`a refund of ${unanswered} has no answer yet: that amount repeats it`] : [];
  if (most <= 0n) throw invalid({ orderId: ['has nothing to refund', ...repeat] });
  const problems = amountError(amount, most, page.currency);
  if (problems) throw invalid({ amount: [...problems, ...repeat] });
}

function sumOf(records: readonly { amount: string }[]): Amount {
  return records.reduce((sum, { amount }) => sum + toAmount(amount), 0n);
}

const smaller = (one: Amount, other: Amount): Amount => (one < other ? one : other);

type OwnProvider = Awaited<ReturnType<typeof getOwnProvider>>;

/**
 * Requests one part after the other from the provider, outside of transactions, and records each answer. After one that fails,
 * those that were not asked for end like it, so that the same amount can be tried again.
 */
async function makeRefunds(
  context: RequestContext,
  own: OwnProvider,
  { refund: { id, orderId, amount, idempotencyKey }, payment, currency }: ClaimedRefund,
  others: readonly ClaimedRefund[],
): Promise<Order> {
  let order: Order;
  try {
    const reference = await own.provider.refund(own.credentials, {
      ...{ payment, amount: toAmount(amount), currency, idempotencyKey },
    });
    order = await endRefund(context, orderId, id, { state: RefundState.DONE, reference });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const state = error.problem === 'try_again' ? RefundState.UNANSWERED : RefundState.REFUSED;
    for (const part of [id, ...others.map(({ refund }) => refund.id)]) {
      await endRefund(context, orderId, part, { state, reference: null });
    }
    throw invalid({ provider: [error.message] });
  }
  const [next, ...rest] = others;
  return next ? makeRefunds(context, own, next, rest) : order;
}

function endRefund(
  context: RequestContext,
  orderId: number,
  id: number,
  end: Pick<PaymentRefund, 'state' | 'reference'>,
): Promise<Order> {
  return context.db.transaction(async (tx) => {
    const locked = await lockOrder(context, tx, orderId, [Order, orderId]);
    const refund = await tx.find(PaymentRefund, id);
    if (!refund) throw new Error('a claimed refund is gone');
    // A repeated request may have ended it meanwhile.
    if (!isOpenRefund(refund)) return locked.order;
    Object.assign(refund, end);
    await recordChange(tx, 'payment_refund.modified', refund, changedBy(context));
    if (end.state === RefundState.DONE) {
      await writeRefund(context, tx, locked, {
        ...{ amount: toAmount(refund.amount), reference: end.reference, reason: refund.reason },
        method: PaymentMethod.ONLINE,
      });
    }
    return locked.order;
  });
}

/** Finds a refund by what the provider calls it, or by the key of its request. */
async function findRefund(
  context: RequestContext,
  provider: string,
  column: 'reference' | 'idempotency_key',
  value: string,
): Promise<{ id: number; orderId: number } | undefined> {
  const [found] = await context.db.query<{ id: number; orderId: number }>(
    `select refund.id, refund.order_id as "orderId" from payment_refund refund
     join payment_checkout page on page.account_id = refund.account_id and page.id = refund.checkout_id
     where refund.account_id = $1 and page.provider = $2 and refund.${column} = $3`,
    [provider, value],
  );
  return found;
}

/**
 * Notes that refunds failed after the provider accepted them: what was recorded counts as paid again, and can be refunded again. One
 * whose answer has not arrived yet ends without a record.
 */
export async function failRefunds(
  context: RequestContext,
  provider: string,
  failed: readonly FailedRefund[],
): Promise<'recorded' | 'repeated' | 'unknown'> {
  const outcomes = await mapSequentially(failed, async ({ refund: reference, key }) => {
    const found =
      (await findRefund(context, provider, 'reference', reference)) ??
      (key !== null && isUuid(key) ? await findRefund(context, provider, 'idempotency_key', key) : undefined);
    return found ? context.db.transaction((tx) => failRefund(context, tx, found, reference)) : 'unknown';
  });
  return outcomes.find((outcome) => outcome === 'recorded') ?? outcomes[0] ?? 'unknown';
}

async function failRefund(
  context: RequestContext,
  tx: AccountTransaction,
  { id, orderId }: { id: number; orderId: number },
  reference: string,
): Promise<'recorded' | 'repeated'> {
  const locked = await lockOrder(context, tx, orderId, [Order, orderId]);
  const refund = await tx.find(PaymentRefund, id);
  if (!refund || !isTaken(refund)) return 'repeated';
  Object.assign(refund, { state: RefundState.FAILED, reference });
  await recordChange(tx, 'payment_refund.modified', refund, changedBy(context));
  const recorded = -sumOf(await tx.rows(OrderPayment, { reference }));
  if (recorded > 0n) await takeBackRefund(context, tx, locked, recorded);
  return 'recorded';
}
