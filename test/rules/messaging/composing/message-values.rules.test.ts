import { Account } from '../../../../src/domain/account/account.entity.js';
import { messageValues } from '../../../../src/domain/messaging/composing/message-values.rules.js';
import { sampleBooking } from '../../../../src/domain/messaging/composing/preview-template.queries.js';
import { renderMessage } from '../../../../src/domain/messaging/composing/rendered-message.rules.js';
import { MessageChannel } from '../../../../src/domain/messaging/delivery/message.entity.js';
import { newOrderText } from '../../../../src/domain/order/order-texts.rules.js';
import { zoneOf } from '../../../../src/platform/time/zone.js';

const now = new Date('2026-03-02T07:00:00Z');
const zone = zoneOf('Europe/Oslo');

function pricesOf(price: string | null, currency: string | null): unknown[] {
  const account = { ...new Account(), currency, suspendedAt: null };
  const context = { account, zone, address: '', siteDomain: undefined, clock: { now: () => now } };
  const { service, ...sample } = sampleBooking('en', now);
  const { booking } = messageValues(context, { ...sample, service: service && { ...service, price } }, 'en');
  return [booking['price'], booking['service']];
}

it.each([
  ['1000', 'JPY', '1000', '¥1,000'],
  ['1000.0000', 'JPY', '1000', '¥1,000'],
  ['1000.5', 'JPY', '1000.5', '¥1,000.5'],
  ['1.5', 'KWD', '1.500', 'KWD 1.500'],
  ['1.2345', 'CLF', '1.2345', 'CLF 1.2345'],
  ['115', 'NOK', '115.00', 'NOK 115'],
  ['115.50', 'HUF', '115.50', 'HUF 115.50'],
  ['115', null, '115.00', '115'],
  ['0', 'JPY', '0', '¥0'],
])('the price %s of %s is %s in templates and %s in the texts of orders', (price, currency, written, formatted) => {
  expect(pricesOf(price, currency)).toEqual([written, expect.objectContaining({ price: written })]);
  const order = { accountName: 'Acme', orderId: 7, buyer: null, balance: '0', currency, countryCode: 'US' };
  const { body } = newOrderText('en', {
    ...order,
    items: [{ title: 'Cut', quantity: 1, amount: price, taxName: null, taxAmount: null }],
  });
  expect(body).toContain(`1 × Cut: ${formatted}\n`);
});

it('no price has none', () => {
  expect(pricesOf(null, 'JPY')).toEqual([null, expect.objectContaining({ price: null })]);
});

it.each([
  [MessageChannel.SMS, '{{ booking.verification_code }} is yours', '12345 is yours\n\n@book.example.org #12345'],
  [MessageChannel.SMS, 'See you', 'See you'],
  [MessageChannel.EMAIL, '{{ booking.verification_code }} is yours', '12345 is yours'],
])('the code in a message by channel %s with the text “%s” is bound to the site', async (channel, body, sent) => {
  const account = {
    ...new Account(),
    subdomain: 'acme',
    countryCode: 'NO',
    linkSecret: 'secret',
    publicAccess: true,
    suspendedAt: null,
  };
  const context = {
    account,
    zone,
    address: 'https://book.example.org',
    siteDomain: undefined,
    clock: { now: () => now },
  };
  const rendered = await renderMessage(context, sampleBooking('en', now), channel, { subject: '', body }, 'en');
  expect(rendered.body).toBe(sent);
});
