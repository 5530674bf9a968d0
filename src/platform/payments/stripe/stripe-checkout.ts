import { type NewCheckout, ProviderError, type StartedCheckout } from '../payment-provider.js';
import type { JsonObject } from '../provider-request.js';
import { requireStripeAmount, requireStripeCurrency } from './stripe-amounts.js';
import type { StripeForm } from './stripe-request.js';

/**
 * Returns the parameters of a Checkout Session. Only cards are stored, because `chargeSaved` charges cards; a page that
 * only takes a payment has every method that the account has turned on.
 *
 * @throws ProviderError if Stripe has no such amount
 */
export function checkoutForm(checkout: NewCheckout): StripeForm {
  const { orderId, successUrl, cancelUrl, customerEmail } = checkout;
  return {
    ...(checkout.purpose === 'payment' ? paymentForm(checkout) : cardForm(checkout)),
    client_reference_id: String(orderId),
    'metadata[order_id]': String(orderId),
    success_url: successUrl,
    cancel_url: cancelUrl,
    ...(customerEmail && { customer_email: customerEmail }),
  };
}

type PaymentCheckout = Extract<NewCheckout, { purpose: 'payment' }>;

function paymentForm({ amount, currency, title, orderId, capture, save }: PaymentCheckout): StripeForm {
  const price = 'line_items[0][price_data]';
  return {
    mode: 'payment',
    'line_items[0][quantity]': '1',
    [`${price}[currency]`]: currency.toLowerCase(),
    [`${price}[unit_amount]`]: String(requireStripeAmount(amount, currency)),
    [`${price}[product_data][name]`]: title,
    'payment_intent_data[metadata][order_id]': String(orderId),
    ...(capture === 'manual' && { 'payment_intent_data[capture_method]': 'manual' }),
    ...(save && { ...storedCard, 'payment_intent_data[setup_future_usage]': 'off_session' }),
  };
}

function cardForm({ orderId, currency }: NewCheckout): StripeForm {
  requireStripeCurrency(currency);
  return {
    mode: 'setup',
    currency: currency.toLowerCase(),
    ...storedCard,
    'setup_intent_data[metadata][order_id]': String(orderId),
  };
}

/** Parameters of a session that stores a card: it belongs to a customer, whom Stripe creates. */
const storedCard: StripeForm = { customer_creation: 'always', 'payment_method_types[0]': 'card' };

/** Reads the session that was created. @throws ProviderError */
export function toStartedCheckout({ id, url, expires_at: expiresAt }: JsonObject): StartedCheckout {
  if (typeof id !== 'string' || typeof url !== 'string' || typeof expiresAt !== 'number') {
    throw new ProviderError('answered without a checkout', 'try_again');
  }
  if (!/^https?:\/\//.test(url)) throw new ProviderError('answered without an address', 'try_again');
  return { reference: id, url, expiresAt: new Date(expiresAt * 1_000) };
}
