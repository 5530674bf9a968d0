import { orderText, paidOrderText } from '../../../src/domain/order/order-texts.rules.js';
import { type Language, languageOf } from '../../../src/platform/language.js';

const facts = {
  accountName: 'Acme',
  orderId: 7,
  currency: 'NOK',
  countryCode: 'NO',
  items: [{ title: 'Shampoo', quantity: 2, amount: '99.5', taxName: null, taxAmount: null }],
};
const paid = {
  subject: 'payment' as const,
  ...facts,
  amount: '199.0',
  tip: '0.0',
  balance: '0.0',
  refundable: '0.0',
  buyer: 'Kari',
};

it.each<[Language, object, string]>([
  ['en', {}, 'Payment of order 7. 2 × Shampoo: 99,50 kr. Paid: 199 kr. Buyer: Kari'],
  ['nb', {}, 'Betaling av ordre 7. 2 × Shampoo: 99,50 kr. Betalt: 199 kr. Kjøper: Kari'],
  ['sv', {}, 'Betalning av beställning 7. 2 × Shampoo: 99,50 Nkr. Betalt: 199 Nkr. Köpare: Kari'],
  ['en', { balance: '-0.5', buyer: null }, 'Payment of order 7. 2 × Shampoo: 99,50 kr. Paid: 199 kr'],
  [
    'en',
    { amount: '100.0', balance: '99.0' },
    'Payment of order 7. 2 × Shampoo: 99,50 kr. Paid: 100 kr. Left to pay: 99 kr. Buyer: Kari',
  ],
  ['en', { tip: '20.0' }, 'Payment of order 7. 2 × Shampoo: 99,50 kr. Paid: 199 kr. Tip: 20 kr. Buyer: Kari'],
  [
    'de',
    { amount: '0.0', tip: '20.0' },
    'Zahlung der Bestellung 7. 2 × Shampoo: 99,50 NOK. Trinkgeld: 20 NOK. Käufer: Kari',
  ],
  [
    'en',
    { refundable: '199.0' },
    'Payment of order 7. 2 × Shampoo: 99,50 kr. Paid: 199 kr. To be refunded: 199 kr. Buyer: Kari',
  ],
])('the message about a payment in %s with %j is: %s', (language, more, sms) => {
  const text = paidOrderText(language, { ...paid, ...more });
  expect(text.sms).toBe(sms);
  expect(text.body.replace('\n\n', '. ').trim().replaceAll('\n', '. ')).toBe(sms);
});

it.each([
  ['nn', 'Ordren din fra Acme'],
  ['no', 'Ordren din fra Acme'],
  ['sv', 'Din beställning från Acme'],
  ['de', 'Ihre Bestellung bei Acme'],
  ['it', 'Your order from Acme'],
])('the email about a paid order to a buyer with the locale %s has the subject %s', (locale, subject) => {
  expect(orderText(languageOf(locale), { ...facts, cards: [], paidAmount: '199.0' }).subject).toBe(subject);
});

it('the messages about an order name the tax in its items by rate', () => {
  const items = [
    { title: 'Shampoo', quantity: 1, amount: '100', taxName: 'VAT 25 %', taxAmount: '20' },
    { title: 'Comb', quantity: 1, amount: '50', taxName: 'VAT 15 %', taxAmount: '6.52' },
    { title: 'Card', quantity: 1, amount: '10', taxName: null, taxAmount: null },
  ];
  const { sms } = paidOrderText('en', { ...paid, items });
  expect(sms).toContain('1 × Card: 10 kr. Of which VAT 25 %: 20 kr. Of which VAT 15 %: 6,52 kr. Paid');
});
