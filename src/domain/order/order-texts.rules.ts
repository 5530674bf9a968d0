import type { Wording } from '../../platform/language.js';
import { localeOf } from '../../platform/time/localized.js';
import { textsIn } from '../../texts/texts.js';
import { formatMoney } from '../money.rules.js';
import { taxAmountOf } from './order-tax.rules.js';

/** A sold item, as the message of a paid order lists it. */
interface SoldItem {
  title: string;
  quantity: number;
  /** The price of one unit. */
  amount: string;
  /** The name of its rate, and the tax in the item; null without a rate. */
  taxName: string | null;
  taxAmount: string | null;
}

/** A gift card, as the message of a paid order lists it. */
interface IssuedCard {
  code: string;
  remaining: string;
}

/** An order, as messages about it list it. */
interface OrderFacts {
  accountName: string;
  orderId: number;
  currency: string | null;
  /** Of the account, ISO 3166-1 alpha-2. */
  countryCode: string;
  items: readonly SoldItem[];
}

/** An order with the amount left to pay. */
interface OrderBalance extends OrderFacts {
  balance: string;
}

/** A payment of an order by its customer. */
export interface PaidOrder extends OrderBalance {
  /** A payment, or a refund that failed. */
  subject: 'payment' | 'refundFailed';
  buyer: string | null;
  amount: string;
  /** The tip beside the amount; `0` without one. */
  tip: string;
  /** The amount that the account may refund, because the order is cancelled or paid twice; `0` otherwise. */
  refundable: string;
}

/** A message to the account, by email and by SMS. */
export interface NotificationText {
  subject: string;
  body: string;
  sms: string;
}

interface Sale extends OrderFacts {
  cards: readonly IssuedCard[];
  paidAmount: string;
}

/** The email about a paid order, with the codes of its gift cards. */
export function orderText(
  language: Wording,
  { accountName, orderId, cards, paidAmount, ...facts }: Sale,
): { subject: string; body: string } {
  const { punctuation, messages } = textsIn(language);
  const { labelled } = punctuation;
  const { subject, thanks, paid, cards: cardsTitle } = messages.order;
  const money = moneyIn(language, facts);
  const lines = [
    thanks({ account: accountName, order: orderId }),
    '',
    ...itemLines(language, facts.items, money),
    labelled({ label: paid, value: money(paidAmount) }),
    ...(cards.length > 0
      ? ['', cardsTitle, ...cards.map(({ code, remaining }) => labelled({ label: code, value: money(remaining) }))]
      : []),
    '',
  ];
  return { subject: subject({ account: accountName }), body: lines.join('\n') };
}

/**
 * The email to a visitor whose order is not paid yet.
 *
 * @param link the page of the order; empty if the address of this server is unknown
 */
export function receivedOrderText(
  language: Wording,
  { accountName, orderId, balance, ...facts }: OrderBalance,
  link: string,
): { subject: string; body: string } {
  const { punctuation, messages } = textsIn(language);
  const { labelled } = punctuation;
  const { subject, received, toPay, link: linkTitle } = messages.order;
  const money = moneyIn(language, facts);
  const lines = [
    received({ account: accountName, order: orderId }),
    '',
    ...itemLines(language, facts.items, money),
    labelled({ label: toPay, value: money(balance) }),
    ...(link ? ['', labelled({ label: linkTitle, value: link })] : []),
    '',
  ];
  return { subject: subject({ account: accountName }), body: lines.join('\n') };
}

/**
 * The email to a person about a fee for a booking.
 *
 * @param link the page of the booking; empty if it has none
 */
export function feeText(
  language: Wording,
  { accountName, balance, ...facts }: Omit<OrderBalance, 'orderId'>,
  link: string,
): { subject: string; body: string } {
  const { punctuation, messages } = textsIn(language);
  const { labelled } = punctuation;
  const { feeSubject, feeCharged, toPay, payHere } = messages.order;
  const money = moneyIn(language, facts);
  const lines = [
    feeCharged({ account: accountName }),
    '',
    ...itemLines(language, facts.items, money),
    labelled({ label: toPay, value: money(balance) }),
    ...(link ? ['', labelled({ label: payHere, value: link })] : []),
    '',
  ];
  return { subject: feeSubject({ account: accountName }), body: lines.join('\n') };
}

/** The message to the account about a new order, of one line as SMS. */
export function newOrderText(
  language: Wording,
  { orderId, balance, buyer, ...facts }: OrderBalance & { buyer: string | null },
): NotificationText {
  const { punctuation, messages } = textsIn(language);
  const { labelled } = punctuation;
  const { newOrder, toPay, buyer: buyerTitle } = messages.order;
  const money = moneyIn(language, facts);
  return notificationText(newOrder({ order: orderId }), [
    ...itemLines(language, facts.items, money),
    labelled({ label: toPay, value: money(balance) }),
    ...(buyer ? [labelled({ label: buyerTitle, value: buyer })] : []),
  ]);
}

/** The message to the account about a payment of an order by its customer, of one line as SMS. */
export function paidOrderText(
  language: Wording,
  { orderId, amount, tip, balance, refundable, buyer, subject, ...facts }: PaidOrder,
): NotificationText {
  const { punctuation, messages } = textsIn(language);
  const { labelled } = punctuation;
  const {
    payment,
    refundFailed,
    notRefunded,
    paid,
    tip: tipTitle,
    toPay,
    toRefund,
    buyer: buyerTitle,
  } = messages.order;
  const isPayment = subject === 'payment';
  const money = moneyIn(language, facts);
  const sums = [
    [isPayment ? paid : notRefunded, amount],
    [tipTitle, tip],
    [toPay, balance],
    [toRefund, refundable],
  ] as const;
  return notificationText((isPayment ? payment : refundFailed)({ order: orderId }), [
    ...itemLines(language, facts.items, money),
    ...sums.filter(([, sum]) => Number(sum) > 0).map(([title, sum]) => labelled({ label: title, value: money(sum) })),
    ...(buyer ? [labelled({ label: buyerTitle, value: buyer })] : []),
  ]);
}

function notificationText(subject: string, lines: readonly string[]): NotificationText {
  return { subject, body: `${subject}\n\n${lines.join('\n')}\n`, sms: `${subject}. ${lines.join('. ')}` };
}

type Money = (amount: string) => string;

function moneyIn(language: Wording, { currency, countryCode }: Pick<OrderFacts, 'currency' | 'countryCode'>): Money {
  const locale = localeOf(language, countryCode);
  return (amount) => formatMoney(amount, currency, locale);
}

/** The items, and the tax in them by rate. */
function itemLines(language: Wording, items: readonly SoldItem[], money: Money): string[] {
  const { messages, punctuation } = textsIn(language);
  const rates = Map.groupBy(items, ({ taxName }) => taxName);
  return [
    ...items.map(({ title, quantity, amount }) =>
      punctuation.labelled({ label: `${quantity} × ${title}`, value: money(amount) }),
    ),
    ...[...rates].flatMap(([rate, ofRate]) => {
      const tax = taxAmountOf(ofRate);
      if (rate === null || tax === null) return [];
      return [punctuation.labelled({ label: messages.order.tax({ rate }), value: money(tax) })];
    }),
  ];
}
