import {
  type NewCheckout,
  type PaymentProvider,
  type ProviderDefinition,
  ProviderError,
  type ProviderServer,
} from '../payment-provider.js';
import { askProvider, type JsonObject, toProviderError } from '../provider-request.js';
import { requireStripeAmount } from './stripe-amounts.js';
import { readEvent, verifyStripeSignature } from './stripe-notification.js';

/** Checkout Sessions, events and refunds of Stripe: https://docs.stripe.com/api. */
export const stripe: ProviderDefinition = {
  name: 'stripe',
  urlSetting: 'STRIPE_URL',
  defaultUrl: 'https://api.stripe.com',
  create: createStripe,
};

function createStripe(server: ProviderServer): PaymentProvider {
  /** @throws ProviderError */
  async function send(path: string, secretKey: string, key: string, form: Record<string, string>): Promise<JsonObject> {
    const { status, isSuccess, body } = await askProvider(server, path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': key,
      },
      body: new URLSearchParams(form).toString(),
    });
    if (isSuccess) return body;
    throw toProviderError(status);
  }

  return {
    createCheckout: async ({ secretKey }, checkout) => {
      const session = await send('/v1/checkout/sessions', secretKey, checkout.idempotencyKey, toForm(checkout));
      const { id, url: page, expires_at: expiresAt } = session;
      if (typeof id !== 'string' || typeof page !== 'string' || typeof expiresAt !== 'number') {
        throw new ProviderError('answered without a checkout', 'try_again');
      }
      if (!/^https?:\/\//.test(page)) throw new ProviderError('answered without an address', 'try_again');
      return { reference: id, url: page, expiresAt: new Date(expiresAt * 1_000) };
    },
    readNotification: async ({ webhookSecret }, { headers, body, at }) => {
      const signature = headers['stripe-signature'];
      verifyStripeSignature(typeof signature === 'string' ? signature : undefined, body, webhookSecret, at);
      return readEvent(body);
    },
    refund: async ({ secretKey }, { payment, amount, currency, idempotencyKey }) => {
      const form = { payment_intent: payment, amount: String(requireStripeAmount(amount, currency)) };
      const { id, status } = await send('/v1/refunds', secretKey, idempotencyKey, form);
      if (status === 'failed' || status === 'canceled') {
        throw new ProviderError('could not refund the payment', 'refused');
      }
      if (typeof id !== 'string') throw new ProviderError('answered without a refund', 'try_again');
      return id;
    },
  };
}

function toForm({ amount, currency, title, orderId, ...checkout }: NewCheckout): Record<string, string> {
  const price = 'line_items[0][price_data]';
  return {
    mode: 'payment',
    'line_items[0][quantity]': '1',
    [`${price}[currency]`]: currency.toLowerCase(),
    [`${price}[unit_amount]`]: String(requireStripeAmount(amount, currency)),
    [`${price}[product_data][name]`]: title,
    client_reference_id: String(orderId),
    'metadata[order_id]': String(orderId),
    'payment_intent_data[metadata][order_id]': String(orderId),
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    ...(checkout.customerEmail && { customer_email: checkout.customerEmail }),
  };
}
