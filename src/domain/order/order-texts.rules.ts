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

interface Sale {
  accountName: string;
  orderId: number;
  currency: string | null;
  items: readonly SoldItem[];
  cards: readonly IssuedCard[];
  paidAmount: string;
}

interface Words {
  subject: (account: string) => string;
  thanks: (account: string, order: number) => string;
  paid: string;
  cards: string;
}

const words = {
  en: {
    subject: (account) => `Your order from ${account}`,
    thanks: (account, order) => `Thank you for your order ${order} from ${account}.`,
    paid: 'Paid',
    cards: 'Your gift cards. Keep the codes: they are used to pay.',
  },
  sv: {
    subject: (account) => `Din beställning från ${account}`,
    thanks: (account, order) => `Tack för din beställning ${order} från ${account}.`,
    paid: 'Betalt',
    cards: 'Dina presentkort. Spara koderna, som du betalar med.',
  },
  nb: {
    subject: (account) => `Bestillingen din fra ${account}`,
    thanks: (account, order) => `Takk for bestilling ${order} fra ${account}.`,
    paid: 'Betalt',
    cards: 'Gavekortene dine. Ta vare på kodene, som du betaler med.',
  },
} satisfies Record<string, Words>;

/** The email about a paid order, with the codes of its gift cards. In English for unknown locales. */
export function orderText(
  locale: string,
  { accountName, orderId, currency, items, cards, paidAmount }: Sale,
): { subject: string; body: string } {
  const {
    subject,
    thanks,
    paid,
    cards: cardsTitle,
  } = Object.entries(words).find(([known]) => known === locale)?.[1] ?? words.en;
  const money = (amount: string): string => formatMoney(amount, currency, locale);
  const lines = [
    thanks(accountName, orderId),
    '',
    ...items.map(({ title, quantity, amount }) => `${quantity} × ${title}: ${money(amount)}`),
    `${paid}: ${money(paidAmount)}`,
    ...(cards.length > 0
      ? ['', cardsTitle, ...cards.map(({ code, remaining }) => `${code}: ${money(remaining)}`)]
      : []),
    '',
  ];
  return { subject: subject(accountName), body: lines.join('\n') };
}
