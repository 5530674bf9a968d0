import { randomUUID } from 'node:crypto';
import { Field, ObjectType } from 'type-graphql';
import { recordChange } from '../../outbox/change-log.js';
import { noAddress } from '../../platform/addresses.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, hasErrors, invalid } from '../../platform/errors.js';
import { ProviderError } from '../../platform/payments/payment-provider.js';
import { siteAddress } from '../account/site-address.rules.js';
import { getBookingByLink } from '../booking/link/booking-link.actions.js';
import { awaitsCard, type LockedOrder, lockOrder, rejectUnpayable } from '../booking/sale/payment.actions.js';
import { orderForTip } from '../booking/sale/tip.actions.js';
import { isVerified } from '../booking/states/booking-state.rules.js';
import { changedBy, type RequestContext } from '../context.js';
import { type Amount, toAmount, toDecimal } from '../money.rules.js';
import { Order, OrderState } from '../order/order.entity.js';
import { amountError, payableNow } from '../order/order.rules.js';
import { maxTip } from '../order/tip.rules.js';
import { Person } from '../person/person.entity.js';
import { findOrderOfToken } from '../shop/public-order.actions.js';
import { CheckoutState, isForCard, PaymentCheckout } from './payment.entity.js';
import type { CheckoutArguments } from './payment.input.js';
import { canPayOnline, getOwnProvider, notificationAddress } from './payment-settings.actions.js';
import { chargeSavedCard } from './saved-card.actions.js';

@ObjectType({ simpleResolvers: true, description: 'A page of the payment provider on which a customer pays an order.' })
export class Checkout {
  @Field(() => String, { description: 'The address of the page. It ends when the order is paid or the page expires.' })
  url!: string;
}

const maxUrlLength = 2_048;
/** In milliseconds. A page that expires sooner is replaced, so that the customer has time to pay. */
const shortestTime = 5 * 60_000;

/**
 * Returns a page of the provider on which a customer pays the deposit of an order, or what is left once that is paid, or stores
 * the card for which its booking is held. A tip comes with that, or alone once the order is paid. While that page is open and the amounts
 * unchanged, repeated calls return the same one. The request to the provider is made outside of transactions; if the
 * process dies before the answer is stored, the next call sends the same idempotency key.
 *
 * @throws DomainError INVALID on `orderId`, `state`, `currency`, `tip`, `successUrl`, `cancelUrl`, and on `provider` if there is
 * none or it does not answer; NOT_FOUND
 */
export async function startCheckout(context: RequestContext, { tip, ...order }: CheckoutArguments): Promise<Checkout> {
  return askForPayment(context, order, parseTip(context, tip));
}

async function askForPayment(
  context: RequestContext,
  { orderId, successUrl: given, cancelUrl: givenCancelUrl }: Omit<CheckoutArguments, 'tip'>,
  tip: Amount,
): Promise<Checkout> {
  const successUrl = given ?? '';
  const cancelUrl = givenCancelUrl ?? successUrl;
  await context.db.get(Order, orderId);
  const { provider, settings, credentials } = await getOwnProvider(context);
  if (!settings.active) throw invalid({ provider: ['is not active'] });
  const { currency, name } = context.account;
  if (currency === null) throw invalid({ currency: ["can't be blank"] });
  const errors = { ...urlErrors('successUrl', successUrl), ...(givenCancelUrl && urlErrors('cancelUrl', cancelUrl)) };
  if (hasErrors(errors)) throw invalid(errors);
  // A charge without an answer may have been taken: it is repeated before another payment is asked for.
  if ((await chargeSavedCard(context, orderId, { onlyOpen: true })) === 'unanswered') {
    throw invalid({ provider: ['did not answer'] });
  }
  const canSave = provider.capabilities.savesCards;
  const { checkout, email } = await context.db.transaction((tx) =>
    openCheckout(context, tx, orderId, tip, canSave, { provider: settings.provider, currency, successUrl, cancelUrl }),
  );
  if (checkout.url !== null) return { url: checkout.url };
  const started = await provider
    .createCheckout(credentials, {
      ...(isForCard(checkout)
        ? { purpose: 'card' }
        : { purpose: 'payment', amount: toAmount(checkout.amount), capture: 'automatic', save: checkout.savesCard }),
      ...{ orderId, title: name, customerEmail: email, currency },
      ...{ successUrl: checkout.successUrl, cancelUrl: checkout.cancelUrl, idempotencyKey: checkout.idempotencyKey },
      notificationUrl: notificationAddress(context, settings.provider),
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      if (error.problem !== 'try_again') await discardCheckout(context, checkout);
      throw invalid({ provider: [error.message] });
    });
  await context.db.transaction(async (tx) => {
    await tx.lock([Order, orderId]);
    const stored = await tx.find(PaymentCheckout, checkout.id);
    if (!stored || stored.reference !== null) return;
    Object.assign(stored, started);
    await recordChange(tx, 'payment_checkout.modified', stored, changedBy(context));
  });
  return { url: started.url };
}

/** Closes a checkout that the provider refused: it would answer the same to its idempotency key. */
function discardCheckout(context: RequestContext, { id, orderId }: PaymentCheckout): Promise<void> {
  return context.db.transaction(async (tx) => {
    await tx.lock([Order, orderId]);
    const stored = await tx.find(PaymentCheckout, id);
    if (stored?.state !== CheckoutState.OPEN || stored.reference !== null) return;
    stored.state = CheckoutState.EXPIRED;
    await recordChange(tx, 'payment_checkout.modified', stored, changedBy(context));
  });
}

function urlErrors(attribute: string, url: string): FieldErrors {
  if (url === '') return { [attribute]: ["can't be blank"] };
  const isUrl = URL.canParse(url) && /^https?:\/\//.test(url);
  return isUrl && url.length <= maxUrlLength ? {} : { [attribute]: ['is invalid'] };
}

type Page = Pick<PaymentCheckout, 'provider' | 'currency' | 'successUrl' | 'cancelUrl'>;

/** Finds the open checkout of an order, or stores a new one, which replaces one of another amount. */
async function openCheckout(
  context: RequestContext,
  tx: AccountTransaction,
  orderId: number,
  tip: Amount,
  canSave: boolean,
  page: Page,
): Promise<{ checkout: PaymentCheckout; email: string | null }> {
  const locked = await lockOrder(context, tx, orderId, [Order, orderId]);
  const { order, bookings } = locked;
  if (tip > 0n) rejectTip(locked);
  const storesCard = awaitsCard(locked);
  const isTipOnly = tip > 0n && order.state === OrderState.CONFIRMED;
  if (!storesCard && !isTipOnly) rejectUnpayable(locked);
  if (storesCard && !canSave) throw invalid({ provider: ['stores no cards'] });
  const email = await emailOf(tx, order);
  const due = storesCard || isTipOnly ? 0n : payableNow(order);
  const amount = toDecimal(due + tip);
  const tipAmount = tip > 0n ? toDecimal(tip) : null;
  const [open] = await tx.list(PaymentCheckout, { orderId, state: CheckoutState.OPEN });
  if (open) {
    const latest = context.serverClock.now().getTime() + shortestTime;
    const isLasting = open.expiresAt === null || open.expiresAt.getTime() > latest;
    const isSameAmount = toAmount(open.amount) === due + tip && toAmount(open.tipAmount ?? '0') === tip;
    const isSame = isSameAmount && open.currency === page.currency && open.provider === page.provider;
    if (isLasting && isSame && !open.isCharge) return { checkout: open, email };
    open.state = CheckoutState.EXPIRED;
    await recordChange(tx, 'payment_checkout.modified', open, changedBy(context));
  }
  // A fee may still become due.
  const savesCard =
    canSave && !isTipOnly && bookings.some(({ agreedFees, fee }) => agreedFees !== null && fee === null);
  const checkout = tx.create(PaymentCheckout, context.clock.now());
  Object.assign(checkout, { ...page, orderId, amount, tipAmount, savesCard, idempotencyKey: randomUUID() });
  await recordChange(tx, 'payment_checkout.created', checkout, changedBy(context));
  return { checkout, email };
}

/** Returns the tip that a customer adds, 0 for none. @throws DomainError INVALID on `tip` */
function parseTip({ account }: RequestContext, given: string | null | undefined): Amount {
  if (given === null || given === undefined || toAmount(given) === 0n) return 0n;
  if (account.tipPercentages === null) throw invalid({ tip: ['is not possible in this account'] });
  const errors = amountError(given, maxTip, account.currency);
  if (errors) throw invalid({ tip: errors });
  return toAmount(given);
}

/** @throws DomainError INVALID on `tip` if no booking of the order can have one */
function rejectTip(locked: LockedOrder): void {
  const { bookings, now } = locked;
  if (!bookings.some((booking) => isVerified(booking, now))) throw invalid({ tip: ['needs an active booking'] });
  if (awaitsCard(locked)) throw invalid({ tip: ['is possible after a card is stored'] });
}

async function emailOf(tx: AccountTransaction, { recipient, personId }: Order): Promise<string | null> {
  if (recipient !== null || personId === null) return recipient;
  return (await tx.find(Person, personId))?.email ?? null;
}

/**
 * Opens a page on which a visitor pays an order.
 *
 * @param givenTip that the customer adds
 * @param returnUrl to which the customer returns; by default the page of the order on the public site, which shows
 * the result of the payment
 * @throws DomainError like `startCheckout`; INVALID on `returnUrl` if none is given and the server does not know its
 * address; NOT_FOUND for an unknown token
 */
export async function startPublicCheckout(
  context: RequestContext,
  token: string,
  givenTip: string | null | undefined,
  returnUrl: string | null | undefined,
): Promise<Checkout> {
  const tip = parseTip(context, givenTip);
  const orderId = await findOrderOfToken(context, token);
  return askForPayment(context, { orderId, ...returnUrls(context, `/shop/orders/${token}`, returnUrl) }, tip);
}

/**
 * Opens a page on which a person pays the booking of a link. A booking that costs nothing gets an order for its tip.
 *
 * @param givenTip that the person adds
 * @param returnUrl to which the person returns; by default the page of the booking
 * @throws DomainError like `startCheckout`; NOT_FOUND if the token is unknown, revoked or has expired
 */
export async function startCheckoutByLink(
  context: RequestContext,
  token: string,
  givenTip: string | null | undefined,
  returnUrl: string | null | undefined,
): Promise<Checkout> {
  const tip = parseTip(context, givenTip);
  const { id, orderId: sold } = await getBookingByLink(context, token);
  if (sold === null && tip === 0n) throw invalid({ orderId: ["can't be blank"] });
  if (sold === null && !(await canPayOnline(context))) throw invalid({ provider: ['is not active'] });
  const urls = returnUrls(context, `/bookings/${token}`, returnUrl);
  const orderId = sold ?? (await context.db.transaction((tx) => orderForTip(context, tx, id)));
  return askForPayment(context, { orderId, ...urls }, tip);
}

/** Returns where a customer returns. A page of the public site gets the result, which it shows until the payment is recorded. */
function returnUrls(
  context: RequestContext,
  path: string,
  given: string | null | undefined,
): { successUrl: string; cancelUrl: string } {
  if (given) return { successUrl: given, cancelUrl: given };
  if (context.address === '') throw invalid({ returnUrl: [noAddress] });
  const url = siteAddress(context.address, context.account, context) + path;
  return { successUrl: `${url}?returned=paid`, cancelUrl: `${url}?returned=cancelled` };
}
