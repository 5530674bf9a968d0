import { isObject } from '../../accepted.js';
import {
  type Charge,
  type NewCheckout,
  type PaymentProvider,
  type ProviderDefinition,
  ProviderError,
  type ProviderServer,
  type SavedCard,
  type StartedCheckout,
} from '../payment-provider.js';
import type { JsonObject } from '../provider-request.js';
import { mollieCurrencies, toMollieAmount } from './mollie-amounts.js';
import { readNotifiedId, readPayment } from './mollie-notification.js';
import { createMollieApi, deriveKey } from './mollie-request.js';

/** Payments, customers, captures and refunds of Mollie: https://docs.mollie.com/reference. */
export const mollie: ProviderDefinition = {
  name: 'mollie',
  urlSetting: 'MOLLIE_URL',
  defaultUrl: 'https://api.mollie.com',
  create: createMollie,
};

function createMollie(server: ProviderServer): PaymentProvider {
  const api = createMollieApi(server);

  /** Creates the customer to whom a stored card belongs. @throws ProviderError */
  async function createCustomer(secretKey: string, { customerEmail, orderId, idempotencyKey }: NewCheckout) {
    const { id } = await api.post('/v2/customers', secretKey, deriveKey(idempotencyKey, 'customer'), {
      ...(customerEmail && { email: customerEmail }),
      metadata: { order_id: orderId },
    });
    if (typeof id !== 'string') throw new ProviderError('answered without a customer', 'try_again');
    return id;
  }

  return {
    capabilities: {
      ...{ title: 'Mollie', events: [], capturesLater: true, savesCards: true },
      currencies: mollieCurrencies,
    },
    createCheckout: async ({ secretKey }, checkout) => {
      const saves = checkout.purpose === 'card' || checkout.save;
      const body = checkoutBody(checkout);
      const first = saves && { sequenceType: 'first', customerId: await createCustomer(secretKey, checkout) };
      return toStartedCheckout(
        await api.post('/v2/payments', secretKey, checkout.idempotencyKey, { ...body, ...first }),
      );
    },
    readNotification: async ({ secretKey }, { body, isKnown }) => {
      const id = readNotifiedId(body);
      const payment = (await isKnown(id)) ? await api.find(`${pathOf(id)}?embed=refunds`, secretKey) : undefined;
      return payment ? readPayment(id, payment) : { kind: 'other', eventId: id };
    },
    capture: async ({ secretKey }, { payment, amount, currency, idempotencyKey }) => {
      const path = `${pathOf(payment)}/captures`;
      const body = { amount: toMollieAmount(amount, currency), metadata: { key: idempotencyKey } };
      const made = await api.findMade(path, 'captures', secretKey, idempotencyKey);
      const { status } = made ?? (await api.post(path, secretKey, idempotencyKey, body));
      if (status === 'failed') throw new ProviderError('refused the card', 'refused');
      return { payment, state: status === 'succeeded' ? 'paid' : 'pending' };
    },
    release: async ({ secretKey }, { payment, idempotencyKey }) => {
      const { status } = await api.get(pathOf(payment), secretKey);
      if (status === 'canceled') return;
      await api.post(`${pathOf(payment)}/release-authorization`, secretKey, idempotencyKey, {});
    },
    chargeSaved: async ({ secretKey }, { saved, amount, currency, title, orderId, idempotencyKey, ...charge }) => {
      const body = {
        amount: toMollieAmount(amount, currency),
        description: title,
        ...{ sequenceType: 'recurring', customerId: saved.customer, mandateId: saved.card },
        webhookUrl: requireAddress(charge.notificationUrl),
        metadata: { order_id: orderId, key: idempotencyKey },
      };
      const path = `/v2/customers/${encodeURIComponent(saved.customer)}/payments`;
      const made = await api.findMade(path, 'payments', secretKey, idempotencyKey);
      return toCharge(made ?? (await api.post('/v2/payments', secretKey, idempotencyKey, body)));
    },
    refund: async ({ secretKey }, { payment, amount, currency, idempotencyKey }) => {
      const path = `${pathOf(payment)}/refunds`;
      const body = { amount: toMollieAmount(amount, currency), metadata: { key: idempotencyKey } };
      const made = await api.findMade(path, 'refunds', secretKey, idempotencyKey);
      const { id, status } = made ?? (await api.post(path, secretKey, idempotencyKey, body));
      if (status === 'failed' || status === 'canceled') {
        throw new ProviderError('could not refund the payment', 'refused');
      }
      if (typeof id !== 'string') throw new ProviderError('answered without a refund', 'try_again');
      return id;
    },
    hasCard: async ({ secretKey }, saved) => !(await api.isRevoked(pathOfCard(saved), secretKey)),
    removeCard: ({ secretKey }, saved) => api.remove(pathOfCard(saved), secretKey),
  };
}

function pathOfCard({ customer, card }: SavedCard): string {
  return `/v2/customers/${encodeURIComponent(customer)}/mandates/${encodeURIComponent(card)}`;
}

function pathOf(payment: string): string {
  return `/v2/payments/${encodeURIComponent(payment)}`;
}

/**
 * Returns the parameters of a payment. Only cards can be authorised, and only cards are stored without a payment, by an
 * amount of 0. A payment that stores what it was paid with may also be one of a bank.
 *
 * @throws ProviderError
 */
function checkoutBody(checkout: NewCheckout): object {
  const { currency, title, orderId, successUrl, cancelUrl, notificationUrl } = checkout;
  const isManual = checkout.purpose === 'payment' && checkout.capture === 'manual';
  return {
    amount: toMollieAmount(checkout.purpose === 'payment' ? checkout.amount : 0n, currency),
    description: title,
    ...{ redirectUrl: successUrl, cancelUrl, webhookUrl: requireAddress(notificationUrl) },
    metadata: { order_id: orderId },
    ...((isManual || checkout.purpose === 'card') && { method: 'creditcard' }),
    ...(isManual && { captureMode: 'manual' }),
  };
}

/** @throws ProviderError */
function requireAddress(notificationUrl: string | null): string {
  if (notificationUrl !== null) return notificationUrl;
  throw new ProviderError('cannot notify this server, which does not know its address', 'misconfigured');
}

/** @throws ProviderError */
function toStartedCheckout({ id, _links: links, expiresAt }: JsonObject): StartedCheckout {
  const { checkout } = isObject(links) ? links : {};
  const { href: url } = isObject(checkout) ? checkout : {};
  if (typeof id !== 'string' || typeof url !== 'string') {
    throw new ProviderError('answered without a checkout', 'try_again');
  }
  if (!/^https?:\/\//.test(url)) throw new ProviderError('answered without an address', 'try_again');
  return { reference: id, url, expiresAt: typeof expiresAt === 'string' ? new Date(expiresAt) : null };
}

/** Reads a payment by a stored card. @throws ProviderError */
function toCharge({ id, status, details }: JsonObject): Charge {
  if (typeof id !== 'string') throw new ProviderError('answered without a payment', 'try_again');
  switch (status) {
    case 'paid':
      return { payment: id, state: 'paid' };
    case 'open':
    case 'pending':
      return { payment: id, state: 'pending' };
    default: {
      const reason = isObject(details) ? details['failureReason'] : undefined;
      if (reason === 'authentication_required') {
        throw new ProviderError('asks the customer to confirm the payment', 'needs_customer');
      }
      throw new ProviderError('refused the card', 'refused');
    }
  }
}
