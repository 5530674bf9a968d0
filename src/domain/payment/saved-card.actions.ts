import { randomUUID } from 'node:crypto';
import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { invalid } from '../../platform/errors.js';
import { type Charge, ProviderError, type SavedCard } from '../../platform/payments/payment-provider.js';
import { Booking } from '../booking/booking.entity.js';
import { reliesOnCard } from '../booking/fees/agreed-fees.rules.js';
import { askForFee, chargeFee } from '../booking/fees/cancellation-fee.actions.js';
import { lockOrder, recordReceivedPayment } from '../booking/sale/payment.actions.js';
import { changedBy, type RequestContext } from '../context.js';
import { toAmount, toDecimal } from '../money.rules.js';
import { Order, OrderPayment, OrderState } from '../order/order.entity.js';
import { balanceDue } from '../order/order.rules.js';
import { CheckoutState, PaymentCheckout } from './payment.entity.js';
import { findPaymentSettings, notificationAddress, openCredentials } from './payment-settings.actions.js';

/**
 * Charges the fee of a booking, then the card that was stored when the booking was paid, if there is one. Whatever the provider
 * answers, the fee stays owed until it is paid: the person gets a link to pay it. A card that was removed at the provider is
 * forgotten then.
 *
 * @throws DomainError like `chargeFee`
 */
export async function chargeFeeByCard(context: RequestContext, id: number, amount?: string | null): Promise<Booking> {
  const { booking, isNew } = await chargeFee(context, id, amount);
  if (booking.orderId === null) return booking;
  const result = await chargeSavedCard(context, booking.orderId);
  if (isNew && (result === 'refused' || result === 'unanswered')) await askForFee(context, id);
  return booking;
}

/** `none`: nothing is owed, or no card is stored. `unanswered`: it may have been charged; a call repeats it. */
type ChargeResult = 'none' | Charge['state'] | 'refused' | 'unanswered';

/**
 * Charges what is left to pay of an order to the card of an earlier payment of it. Calls at the same time, and one after a process
 * died, send the same idempotency key. The request to the provider is made outside of transactions.
 *
 * @param onlyOpen whether only a charge that has no answer yet is repeated
 */
export async function chargeSavedCard(
  context: RequestContext,
  orderId: number,
  { onlyOpen = false }: { onlyOpen?: boolean } = {},
): Promise<ChargeResult> {
  const [known] = await context.db.rows(PaymentCheckout, {
    orderId,
    ...(onlyOpen ? { isCharge: true, state: CheckoutState.OPEN } : { savedCard: { $ne: null } }),
  });
  const settings = known ? await findPaymentSettings(context) : null;
  const provider = settings && context.paymentProviders?.get(settings.provider);
  if (!settings || !provider) return 'none';
  const claimed = await context.db.transaction((tx) => claimCharge(context, tx, orderId, settings.provider));
  if (!claimed) return 'none';
  const { charge, saved } = claimed;
  const credentials = openCredentials(context, settings);
  try {
    const made = await provider.chargeSaved(credentials, {
      ...{ saved, orderId, title: context.account.name, amount: toAmount(charge.amount), currency: charge.currency },
      ...{ idempotencyKey: charge.idempotencyKey, notificationUrl: notificationAddress(context, settings.provider) },
    });
    await context.db.transaction((tx) => recordCharge(context, tx, charge, made));
    return made.state;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.problem === 'try_again') return 'unanswered';
    const isKept = await provider.hasCard(credentials, saved).catch((failure: unknown) => {
      if (failure instanceof ProviderError) return true;
      throw failure;
    });
    await context.db.transaction(async (tx) => {
      await tx.lock([Order, orderId]);
      await closeCharge(context, tx, charge.id, { state: CheckoutState.EXPIRED });
      if (!isKept) await forgetCards(context, tx, await tx.list(PaymentCheckout, { orderId, savedCard: saved.card }));
    });
    return 'refused';
  }
}

interface ClaimedCharge {
  charge: PaymentCheckout;
  saved: SavedCard;
}

/** Finds the open charge of an order, or stores one in place of an open page. Null if nothing is owed, or no card is stored. */
async function claimCharge(
  context: RequestContext,
  tx: AccountTransaction,
  orderId: number,
  provider: string,
): Promise<ClaimedCharge | null> {
  const { order } = await lockOrder(context, tx, orderId, [Order, orderId]);
  const { currency } = context.account;
  const balance = balanceDue(order);
  if (order.state !== OrderState.PENDING || balance <= 0n || currency === null) return null;
  const rows = await tx.list(PaymentCheckout, { orderId, provider });
  const card = rows.findLast(({ savedCard }) => savedCard !== null);
  if (!card?.savedCustomer || !card.savedCard) return null;
  const saved = { customer: card.savedCustomer, card: card.savedCard };
  const open = rows.find(({ state }) => state === CheckoutState.OPEN);
  if (open?.isCharge) return { charge: open, saved };
  if (open) await closeCharge(context, tx, open.id, { state: CheckoutState.EXPIRED });
  const charge = Object.assign(tx.create(PaymentCheckout, context.clock.now()), {
    ...{ orderId, provider, currency, amount: toDecimal(balance), isCharge: true },
    ...{ successUrl: '', cancelUrl: '', idempotencyKey: randomUUID() },
  });
  await recordChange(tx, 'payment_checkout.created', charge, changedBy(context));
  return { charge, saved };
}

async function recordCharge(
  context: RequestContext,
  tx: AccountTransaction,
  { id, orderId, amount }: PaymentCheckout,
  { payment, state }: Charge,
): Promise<void> {
  if (state === 'pending') {
    await tx.lock([Order, orderId]);
    // A notification finds it by this reference.
    return closeCharge(context, tx, id, { reference: payment });
  }
  const isNew = async (): Promise<boolean> => (await tx.rows(OrderPayment, { reference: payment })).length === 0;
  await recordReceivedPayment(context, tx, orderId, { amount: toAmount(amount), reference: payment, isNew });
  await closeCharge(context, tx, id, { state: CheckoutState.PAID, reference: payment, paymentReference: payment });
}

/** Changes an open charge or page. Call it under the lock of the order. */
async function closeCharge(
  context: RequestContext,
  tx: AccountTransaction,
  id: number,
  change: Partial<Pick<PaymentCheckout, 'state' | 'reference' | 'paymentReference'>>,
): Promise<void> {
  const stored = await tx.find(PaymentCheckout, id);
  if (stored?.state !== CheckoutState.OPEN) return;
  Object.assign(stored, change);
  await recordChange(tx, 'payment_checkout.modified', stored, changedBy(context));
}

/**
 * Removes the cards that were stored with the order of a booking, at the provider and here.
 *
 * @throws DomainError INVALID on `card` while a fee may still be charged to it, and on `provider` if that does not answer; NOT_FOUND
 */
export async function removeSavedCard(context: RequestContext, bookingId: number): Promise<Booking> {
  const booking = await context.db.get(Booking, bookingId);
  const { orderId } = booking;
  if (orderId === null) throw invalid({ card: ['is not stored'] });
  const stored = await context.db.transaction((tx) => listRemovable(context, tx, orderId));
  await removeAtProvider(context, stored);
  await context.db.transaction(async (tx) => forgetCards(context, tx, await listRemovable(context, tx, orderId)));
  return booking;
}

/** Call it under the lock of the order. */
async function forgetCards(context: RequestContext, tx: AccountTransaction, pages: PaymentCheckout[]): Promise<void> {
  for (const page of pages) {
    Object.assign(page, { savedCustomer: null, savedCard: null });
    await recordChange(tx, 'payment_checkout.modified', page, changedBy(context));
  }
}

/** Removes cards at the provider of the account. Those of a provider that it no longer has are only forgotten here. */
async function removeAtProvider(context: RequestContext, stored: readonly PaymentCheckout[]): Promise<void> {
  const settings = await findPaymentSettings(context);
  const provider = settings && context.paymentProviders?.get(settings.provider);
  if (!settings || !provider) return;
  const credentials = openCredentials(context, settings);
  for (const { provider: name, savedCustomer: customer, savedCard: card } of stored) {
    if (name !== settings.provider || customer === null || card === null) continue;
    await provider.removeCard(credentials, { customer, card }, randomUUID()).catch((error: unknown) => {
      throw error instanceof ProviderError ? invalid({ provider: [error.message] }) : error;
    });
  }
}

/** Returns the pages and charges with a card of an order on whose card no booking relies. */
async function listRemovable(
  context: RequestContext,
  tx: AccountTransaction,
  orderId: number,
): Promise<PaymentCheckout[]> {
  const { order, bookings, now } = await lockOrder(context, tx, orderId, [Order, orderId]);
  const stored = (await tx.list(PaymentCheckout, { orderId })).filter(({ savedCard }) => savedCard !== null);
  if (stored.length === 0) throw invalid({ card: ['is not stored'] });
  const owed = order.state === OrderState.PENDING ? balanceDue(order) : 0n;
  if (bookings.some((booking) => reliesOnCard(booking, owed, now))) {
    throw invalid({ card: ['is needed until no fee of a booking can be charged any more'] });
  }
  return stored;
}
