import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { notFound } from '../../platform/errors.js';
import type {
  ProviderNotification,
  ReceivedNotification,
  SavedCard,
} from '../../platform/payments/payment-provider.js';
import { askForFees } from '../booking/fees/cancellation-fee.actions.js';
import { awaitsCard, followCard, lockOrder, recordReceivedPayment } from '../booking/sale/payment.actions.js';
import { changedBy, type RequestContext } from '../context.js';
import { toAmount } from '../money.rules.js';
import { Order, OrderPayment } from '../order/order.entity.js';
import { CheckoutState, isForCard, PaymentCheckout } from './payment.entity.js';
import { findPaymentSettings, openCredentials } from './payment-settings.actions.js';
import { failRefunds } from './provider-refund.actions.js';

/** The result of processing a notification. */
export type NotificationOutcome =
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
  switch (notification.kind) {
    case 'paid': {
      const outcome = await context.db.transaction((tx) => processNotification(context, tx, name, notification));
      const { failedRefunds } = notification;
      return failedRefunds.length > 0 ? failRefunds(context, name, failedRefunds) : outcome;
    }
    case 'saved':
    case 'expired':
      return context.db.transaction((tx) => processNotification(context, tx, name, notification));
    case 'refund_failed':
      return failRefunds(context, name, notification.failedRefunds);
    // Nothing authorises payments.
    case 'authorised':
    case 'other':
      return 'ignored';
  }
}

type Concerned = Extract<ProviderNotification, { kind: 'paid' | 'saved' | 'expired' }>;

async function processNotification(
  context: RequestContext,
  tx: AccountTransaction,
  provider: string,
  notification: Concerned,
): Promise<NotificationOutcome> {
  const row = await findCheckout(tx, provider, notification.checkout);
  if (!row) return 'unknown';
  if (notification.kind === 'expired') return endPage(context, tx, row);
  if (notification.kind === 'saved') return storeCard(context, tx, row, notification.saved);
  const { payment, amount, currency, eventId, saved } = notification;
  if (currency !== row.currency) return 'ignored';
  const isNew = async (): Promise<boolean> => {
    const first = await tx.query(
      `insert into payment_notification (account_id, provider, event_id, received_at) values ($1, $2, $3, $4)
       on conflict do nothing returning event_id`,
      [provider, eventId, context.serverClock.now()],
    );
    const [known] = await tx.rows(OrderPayment, { reference: payment }, { limit: 1 });
    // A payment of a tip alone is none of the order.
    const page = await tx.find(PaymentCheckout, row.id);
    return first.length > 0 && known === undefined && page?.paymentReference !== payment;
  };
  const { tipAmount: tip } = row;
  const asked = tip === null ? undefined : { amount: toAmount(row.amount), tip: toAmount(tip) };
  const received = { amount, reference: payment, isNew, ...(asked && { asked }) };
  const order = await recordReceivedPayment(context, tx, row.orderId, received);
  if (!order) return 'repeated';
  await closeCheckout(context, tx, row.id, {
    ...{ state: CheckoutState.PAID, paymentReference: payment },
    ...(saved && { savedCustomer: saved.customer, savedCard: saved.card }),
  });
  return 'recorded';
}

/** Ends a page that nobody paid, or a charge that a card refused later: then the person is asked to pay. */
async function endPage(
  context: RequestContext,
  tx: AccountTransaction,
  { id, orderId, isCharge }: PaymentCheckout,
): Promise<NotificationOutcome> {
  const locked = await lockOrder(context, tx, orderId, [Order, orderId]);
  const checkout = await tx.find(PaymentCheckout, id);
  if (checkout?.state !== CheckoutState.OPEN) return 'repeated';
  checkout.state = CheckoutState.EXPIRED;
  await recordChange(tx, 'payment_checkout.modified', checkout, changedBy(context));
  if (isCharge) await askForFees(context, tx, locked);
  return 'recorded';
}

/** Stores the card of a page, also if the page has expired here or its booking has ended: then it can be removed. */
async function storeCard(
  context: RequestContext,
  tx: AccountTransaction,
  { id, orderId }: PaymentCheckout,
  saved: SavedCard,
): Promise<NotificationOutcome> {
  const locked = await lockOrder(context, tx, orderId, [Order, orderId]);
  const checkout = await tx.find(PaymentCheckout, id);
  if (!checkout || !isForCard(checkout)) return 'ignored';
  if (checkout.state === CheckoutState.PAID) return 'repeated';
  Object.assign(checkout, { state: CheckoutState.PAID, savedCustomer: saved.customer, savedCard: saved.card });
  await recordChange(tx, 'payment_checkout.modified', checkout, changedBy(context));
  if (awaitsCard(locked)) await followCard(context, tx, locked);
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
