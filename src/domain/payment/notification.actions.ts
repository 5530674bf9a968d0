import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { notFound } from '../../platform/errors.js';
import type { ProviderNotification, ReceivedNotification } from '../../platform/payments/payment-provider.js';
import { recordReceivedPayment } from '../booking/sale/payment.actions.js';
import { changedBy, type RequestContext } from '../context.js';
import { Order, OrderPayment } from '../order/order.entity.js';
import { CheckoutState, PaymentCheckout } from './payment.entity.js';
import { findPaymentSettings, openCredentials } from './payment-settings.actions.js';

/** The result of processing a notification. */
type NotificationOutcome =
  | 'recorded'
  /** It, or another about the same payment, was processed before. */
  | 'repeated'
  /** Its checkout is not known here. */
  | 'unknown'
  /** It needs no action. */
  | 'ignored';

/**
 * Processes a notification of a provider. Idempotent: the event and the payment are stored once, in the transaction that
 * records the payment.
 *
 * @throws NotificationError if it is not authentic; DomainError NOT_FOUND if the account does not use the provider
 */
export async function receiveNotification(
  context: RequestContext,
  name: string,
  received: Omit<ReceivedNotification, 'isKnown'>,
): Promise<NotificationOutcome> {
  const settings = await findPaymentSettings(context);
  const provider = context.paymentProviders?.get(name);
  if (!provider || settings?.provider !== name) throw notFound();
  const notification = await provider.readNotification(openCredentials(context, settings), {
    ...received,
    isKnown: async (reference) => (await findCheckout(context.db, name, reference)) !== undefined,
  });
  if (!isConcern(notification)) return 'ignored';
  return context.db.transaction((tx) => processNotification(context, tx, name, notification));
}

type Concerned = Extract<ProviderNotification, { kind: 'paid' | 'expired' }>;

/** Nothing authorises payments, or stores cards without one, so notifications of these are of no concern. */
function isConcern(notification: ProviderNotification): notification is Concerned {
  return notification.kind === 'paid' || notification.kind === 'expired';
}

async function processNotification(
  context: RequestContext,
  tx: AccountTransaction,
  provider: string,
  notification: Concerned,
): Promise<NotificationOutcome> {
  const row = await findCheckout(tx, provider, notification.checkout);
  if (!row) return 'unknown';
  if (notification.kind === 'expired') {
    await tx.lock([Order, row.orderId]);
    await closeCheckout(context, tx, row.id, { state: CheckoutState.EXPIRED });
    return 'recorded';
  }
  const { payment, amount, currency, eventId, saved } = notification;
  if (currency !== row.currency) return 'ignored';
  const isNew = async (): Promise<boolean> => {
    const first = await tx.query(
      `insert into payment_notification (account_id, provider, event_id, received_at) values ($1, $2, $3, $4)
       on conflict do nothing returning event_id`,
      [provider, eventId, context.serverClock.now()],
    );
    const [known] = await tx.rows(OrderPayment, { reference: payment }, { limit: 1 });
    return first.length > 0 && known === undefined;
  };
  const order = await recordReceivedPayment(context, tx, row.orderId, { amount, reference: payment, isNew });
  if (!order) return 'repeated';
  await closeCheckout(context, tx, row.id, {
    ...{ state: CheckoutState.PAID, paymentReference: payment },
    ...(saved && { savedCustomer: saved.customer, savedCard: saved.card }),
  });
  return 'recorded';
}

async function findCheckout(
  db: Pick<AccountTransaction, 'rows'>,
  provider: string,
  reference: string,
): Promise<PaymentCheckout | undefined> {
  const [row] = await db.rows(PaymentCheckout, { provider, reference }, { limit: 1 });
  return row;
}

/** A paid checkout stays paid. */
async function closeCheckout(
  context: RequestContext,
  tx: AccountTransaction,
  id: number,
  change: Partial<Pick<PaymentCheckout, 'state' | 'paymentReference' | 'savedCustomer' | 'savedCard'>>,
): Promise<void> {
  const checkout = await tx.find(PaymentCheckout, id);
  if (!checkout || checkout.state === CheckoutState.PAID) return;
  Object.assign(checkout, change);
  await recordChange(tx, 'payment_checkout.modified', checkout, changedBy(context));
}
