import { formatMoney } from '../formatted-money.rules.js';

/** A sold item, as the message of a paid order lists it. */
export interface SoldItem {
  title: string;
  quantity: number;
  /** The price of one unit. */
  amount: string;
}

/** A gift card, as the message of a paid order lists it. */
export interface IssuedCard {
  code: string;
  remaining: string;
}

/** An order, as messages about it list it. */
export interface OrderFacts {
  accountName: string;
  orderId: number;
  currency: string | null;
  items: readonly SoldItem[];
}

/** An order that was placed, but not paid. */
interface PlacedSale extends OrderFacts {
  balance: string;
}

interface Sale extends OrderFacts {
  cards: readonly IssuedCard[];
  paidAmount: string;
}

interface Words {
  subject: (account: string) => string;
  thanks: (account: string, order: number) => string;
  received: (account: string, order: number) => string;
  placed: (order: number) => string;
  paid: string;
  toPay: string;
  link: string;
  buyer: string;
  cards: string;
}

const words = {
  en: {
    subject: (account) => `Your order from ${account}`,
    thanks: (account, order) => `Thank you for your order ${order} from ${account}.`,
    received: (account, order) => `We have received your order ${order} from ${account}.`,
    placed: (order) => `New order ${order}`,
    paid: 'Paid',
    toPay: 'Left to pay',
    link: 'Your order',
    buyer: 'Buyer',
    cards: 'Your gift cards. Keep the codes: they are used to pay.',
  },
  sv: {
    subject: (account) => `Din beställning från ${account}`,
    thanks: (account, order) => `Tack för din beställning ${order} från ${account}.`,
    received: (account, order) => `Vi har tagit emot din beställning ${order} från ${account}.`,
    placed: (order) => `Ny beställning ${order}`,
    paid: 'Betalt',
    toPay: 'Kvar att betala',
    link: 'Din beställning',
    buyer: 'Köpare',
    cards: 'Dina presentkort. Spara koderna, som du betalar med.',
  },
  nb: {
    subject: (account) => `Bestillingen din fra ${account}`,
    thanks: (account, order) => `Takk for bestilling ${order} fra ${account}.`,
    received: (account, order) => `Vi har mottatt bestilling ${order} fra ${account}.`,
    placed: (order) => `Ny bestilling ${order}`,
    paid: 'Betalt',
    toPay: 'Igjen å betale',
    link: 'Bestillingen din',
    buyer: 'Kjøper',
    cards: 'Gavekortene dine. Ta vare på kodene, som du betaler med.',
  },
} satisfies Record<string, Words>;

/** The email about a paid order, with the codes of its gift cards. In English for unknown locales. */
export function orderText(
  locale: string,
  { accountName, orderId, currency, items, cards, paidAmount }: Sale,
): { subject: string; body: string } {
  const { subject, thanks, paid, cards: cardsTitle } = wordsOf(locale);
  const money = (amount: string): string => formatMoney(amount, currency, locale);
  const lines = [
    thanks(accountName, orderId),
    '',
    ...itemLines(locale, items, currency),
    `${paid}: ${money(paidAmount)}`,
    ...(cards.length > 0
      ? ['', cardsTitle, ...cards.map(({ code, remaining }) => `${code}: ${money(remaining)}`)]
      : []),
    '',
  ];
  return { subject: subject(accountName), body: lines.join('\n') };
}

/**
 * The email to a visitor whose order is not paid yet.
 *
 * @param link the page of the order; empty if the address of this server is unknown
 */
export function receivedOrderText(
  locale: string,
  { accountName, orderId, currency, items, balance }: PlacedSale,
  link: string,
): { subject: string; body: string } {
  const { subject, received, toPay, link: linkTitle } = wordsOf(locale);
  const lines = [
    received(accountName, orderId),
    '',
    ...itemLines(locale, items, currency),
    `${toPay}: ${formatMoney(balance, currency, locale)}`,
    ...(link ? ['', `${linkTitle}: ${link}`] : []),
    '',
  ];
  return { subject: subject(accountName), body: lines.join('\n') };
}

/** The message to the account about a new order, of one line as SMS. */
export function newOrderText(
  locale: string,
  { orderId, currency, items, balance, buyer }: PlacedSale & { buyer: string | null },
): { subject: string; body: string; sms: string } {
  const { placed, toPay, buyer: buyerTitle } = wordsOf(locale);
  const subject = placed(orderId);
  const lines = [
    ...itemLines(locale, items, currency),
    `${toPay}: ${formatMoney(balance, currency, locale)}`,
    ...(buyer ? [`${buyerTitle}: ${buyer}`] : []),
  ];
  return { subject, body: `${subject}\n\n${lines.join('\n')}\n`, sms: `${subject}. ${lines.join('. ')}` };
}

/** Returns the words of a language, in English for unknown locales. */
function wordsOf(locale: string): Words {
  return Object.entries(words).find(([known]) => known === locale)?.[1] ?? words.en;
}

function itemLines(locale: string, items: readonly SoldItem[], currency: string | null): string[] {
  return items.map(({ title, quantity, amount }) => `${quantity} × ${title}: ${formatMoney(amount, currency, locale)}`);
}
