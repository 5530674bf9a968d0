import { invalid } from '../../platform/errors.js';
import { ProviderError } from '../../platform/payments/payment-provider.js';
import { getRow } from '../attributes.js';
import { recordRefund } from '../booking/sale/payment.actions.js';
import type { RequestContext } from '../context.js';
import { toAmount, toDecimal } from '../money.rules.js';
import { Order } from '../order/order.entity.js';
import { amountError } from '../order/order.rules.js';
import { refundableAmount } from '../order/payment.rules.js';
import type { ProviderRefundArguments } from './payment.input.js';
import { CheckoutState, PaymentCheckout } from './payment-checkout.entity.js';
import { getOwnProvider } from './payment-settings.actions.js';

/**
 * Pays back what can be refunded of an order, at the provider by which it was paid, and records the refund. The
 * idempotency key names the state before the refund: a call that is repeated after a crash, or made twice at the same
 * time, refunds once.
 *
 * @throws DomainError INVALID on `amount`, on `orderId` if it was not paid by the provider, on `provider` if that refuses
 * or does not answer; NOT_FOUND
 */
export async function refundByProvider(
  context: RequestContext,
  { orderId, amount }: ProviderRefundArguments,
): Promise<Order> {
  const order = await getRow(context.db, Order, orderId);
  const { provider, settings } = await getOwnProvider(context);
  const [checkout] = await context.db.rows(
    PaymentCheckout,
    { orderId, provider: settings.provider, state: CheckoutState.PAID },
    { orderBy: { id: 'desc' }, limit: 1 },
  );
  if (!checkout?.paymentReference) throw invalid({ orderId: ['was not paid by the provider'] });
  const refunded = toAmount(amount);
  const paid = toAmount(checkout.amount);
  const refundable = refundableAmount(order);
  const problems = amountError(amount, paid < refundable ? paid : refundable, context.account.currency);
  if (problems) throw invalid({ amount: problems });
  const state = `${checkout.idempotencyKey}-${toDecimal(toAmount(order.paidAmount))}-${toDecimal(refunded)}`;
  const reference = await provider
    .refund(settings, {
      ...{ payment: checkout.paymentReference, amount: refunded, currency: checkout.currency },
      idempotencyKey: `refund-${state}`,
    })
    .catch((error: unknown) => {
      throw error instanceof ProviderError ? invalid({ provider: [error.message] }) : error;
    });
  return recordRefund(context, { orderId, amount, reference });
}
