import {
  type Charge,
  type PaymentProvider,
  type ProviderDefinition,
  ProviderError,
  type ProviderServer,
} from '../payment-provider.js';
import type { JsonObject } from '../provider-request.js';
import { requireStripeAmount, stripeCurrencies } from './stripe-amounts.js';
import { checkoutForm, toStartedCheckout } from './stripe-checkout.js';
import { readEvent, verifyStripeSignature } from './stripe-notification.js';
import { createStripeApi } from './stripe-request.js';

/** Checkout Sessions, PaymentIntents, events and refunds of Stripe: https://docs.stripe.com/api. */
export const stripe: ProviderDefinition = {
  name: 'stripe',
  urlSetting: 'STRIPE_URL',
  defaultUrl: 'https://api.stripe.com',
  create: createStripe,
};

function createStripe(server: ProviderServer): PaymentProvider {
  const api = createStripeApi(server);
  return {
    capabilities: {
      title: 'Stripe',
      events: [
        ...['checkout.session.completed', 'checkout.session.async_payment_succeeded', 'checkout.session.expired'],
        ...['payment_intent.succeeded', 'payment_intent.payment_failed', 'refund.failed', 'refund.updated'],
      ],
      ...{ capturesLater: true, savesCards: true, currencies: stripeCurrencies },
    },
    createCheckout: async ({ secretKey }, checkout) =>
      toStartedCheckout(
        await api.post('/v1/checkout/sessions', secretKey, checkout.idempotencyKey, checkoutForm(checkout)),
      ),
    readNotification: async ({ secretKey, webhookSecret }, { headers, body, at }) => {
      const signature = headers['stripe-signature'];
      verifyStripeSignature(typeof signature === 'string' ? signature : undefined, body, webhookSecret, at);
      return readEvent(body, (path) => api.get(path, secretKey));
    },
    capture: async ({ secretKey }, { payment, amount, currency, idempotencyKey }) => {
      const form = { amount_to_capture: String(requireStripeAmount(amount, currency)) };
      return toCharge(await api.post(`${pathOf(payment)}/capture`, secretKey, idempotencyKey, form));
    },
    release: async ({ secretKey }, { payment, idempotencyKey }) => {
      await api.post(`${pathOf(payment)}/cancel`, secretKey, idempotencyKey, {});
    },
    chargeSaved: async ({ secretKey }, { saved, amount, currency, title, orderId, idempotencyKey }) =>
      toCharge(
        await api.post('/v1/payment_intents', secretKey, idempotencyKey, {
          amount: String(requireStripeAmount(amount, currency)),
          currency: currency.toLowerCase(),
          customer: saved.customer,
          payment_method: saved.card,
          'payment_method_types[0]': 'card',
          off_session: 'true',
          confirm: 'true',
          description: title,
          'metadata[order_id]': String(orderId),
        }),
      ),
    refund: async ({ secretKey }, { payment, amount, currency, idempotencyKey }) => {
      const form = {
        ...{ payment_intent: payment, amount: String(requireStripeAmount(amount, currency)) },
        'metadata[key]': idempotencyKey,
      };
      const { id, status } = await api.post('/v1/refunds', secretKey, idempotencyKey, form);
      if (status === 'failed' || status === 'canceled') {
        throw new ProviderError('could not refund the payment', 'refused');
      }
      if (typeof id !== 'string') throw new ProviderError('answered without a refund', 'try_again');
      return id;
    },
    // A charge of a removed card has several errors, without a code of their own.
    hasCard: async ({ secretKey }, { customer, card }) =>
      (await api.get(pathOfCard(card), secretKey))['customer'] === customer,
    removeCard: async ({ secretKey }, { card }, idempotencyKey) => {
      const path = pathOfCard(card);
      const { customer } = await api.get(path, secretKey);
      if (typeof customer === 'string') await api.post(`${path}/detach`, secretKey, idempotencyKey, {});
    },
  };
}

function pathOfCard(card: string): string {
  return `/v1/payment_methods/${encodeURIComponent(card)}`;
}

function pathOf(payment: string): string {
  return `/v1/payment_intents/${encodeURIComponent(payment)}`;
}

/** Reads a PaymentIntent after it was confirmed or captured. @throws ProviderError */
function toCharge({ id, status }: JsonObject): Charge {
  if (typeof id !== 'string') throw new ProviderError('answered without a payment', 'try_again');
  switch (status) {
    case 'succeeded':
      return { payment: id, state: 'paid' };
    case 'processing':
      return { payment: id, state: 'pending' };
    case 'requires_action':
      throw new ProviderError('asks the customer to confirm the payment', 'needs_customer');
    default:
      throw new ProviderError('refused the card', 'refused');
  }
}
