import { createBookableService } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { HtmlVisitor, type OpenedPage } from '../support/html-visitor.js';
import { deliverMessages } from '../support/messages.js';
import { rawRequest } from '../support/raw-request.js';
import { payOrder } from '../support/shop.js';
import { notify, paidEvent, secretKey, startStripeDouble, webhookSecret } from '../support/stripe-double.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';

const now = '2026-03-02T07:00:00Z';

const stripe = await disposeAfterAll(startStripeDouble());
const server = await useOwnTestServer({ now, config: { paymentProviderUrls: { stripe: stripe.url } } });
let account: TestAccount;
let visitor: HtmlVisitor;
let giftCard: number;
let soap: number;
beforeEach(async () => {
  server.clock.set(now);
  stripe.fail = undefined;
  account = await server.account({ publicAccess: true, name: 'Fjord Studio' });
  await server.configure(account, { currency: 'NOK' });
  visitor = new HtmlVisitor(account);
  const add = async (service: object) => (await account.create('/services', 'service', service)).id;
  giftCard = await add({ title: 'Gift card', booking_type: 'gift_card' });
  soap = await add({ title: '<b>Soap</b>', booking_type: 'product', price: 50 });
});

const kari = { name: 'Kari Nordmann', email: 'kari@example.org' };
const quantity = (id: number) => `quantity_${id}`;
const amount = (id: number) => `amount_${id}`;
const buy = async (values: Record<string, string> = {}, through = visitor): Promise<OpenedPage> =>
  through.submit(await through.open('/shop'), { [amount(giftCard)]: '500', ...kari, ...values });
const orders = async () => (await account.get('/orders')).body.map(({ order }: { order: object }) => order);
const setProvider = () =>
  account.graphql('mutation ($input: PaymentSettingsInput!) { setPaymentProvider(input: $input) { id } }', {
    input: { provider: 'stripe', secretKey, webhookSecret },
  });

it('a gift card has a preview with the name of the account, and its amount once it is typed', async () => {
  const preview = (html: string) => /<figure class="gift-card".*?<\/figure>/s.exec(html)?.[0] ?? '';
  const shop = await visitor.open('/shop');
  expect(preview(shop.html)).toMatch(/Fjord Studio.*Gift card/s);
  expect(shop.html.match(/<figure/g)).toHaveLength(1);
  const refused = await visitor.submit(shop, { [amount(giftCard)]: '500', [quantity(giftCard)]: '1' });
  expect([refused.status, preview(refused.html)]).toEqual([400, expect.stringContaining('500 kr')]);
});

describe('a gift card is bought without JavaScript', () => {
  it('and paid later if the account has no payment provider', async () => {
    const page = await buy();
    expect([page.status, page.heading]).toEqual([200, `Order ${(await orders())[0].id}`]);
    expect(page.text).toContain('Fjord Studio will tell you how to pay');
    expect(await orders()).toMatchObject([{ state: 'pending', total: '500.0', person: kari }]);
    await account.graphql('mutation ($id: Int!) { recordPayment(orderId: $id, amount: "500") { id } }', {
      id: (await orders())[0].id,
    });
    const paid = await visitor.load(page.url);
    expect(paid.text).toContain('Your order is paid');
    expect(paid.text).toMatch(/[A-Z]{4}-\d{4}-[A-Z]{4} 500 kr/);
  });

  it('and paid at the payment provider', async () => {
    await setProvider();
    const page = await buy();
    const [, link = ''] = /<a class="button primary" href="([^"]+)" target="_top">Pay 500 kr</.exec(page.html) ?? [];
    const { status, headers } = await rawRequest(new URL(link, page.url).href, { headers: { accept: 'text/html' } });
    const session = stripe.sessions.at(-1);
    expect([status, headers['location']]).toEqual([303, `${stripe.url}/pay/${session?.id}`]);
    const back = stripe.requests.at(-1)?.form ?? {};
    expect((await visitor.load(back['cancel_url'] ?? '')).text).toContain('The payment was not completed');
    expect((await visitor.load(back['success_url'] ?? '')).text).toContain('waiting for the confirmation');
    const time = Date.parse(now) / 1_000;
    if (session) await notify(server.origin, account.credentials.subdomain, { event: paidEvent(session), time });
    expect((await visitor.load(back['success_url'] ?? '')).text).toContain('Your order is paid');
  });

  it('and kept if the payment provider cannot be reached', async () => {
    await setProvider();
    const page = await buy();
    stripe.fail = (response) => void response.destroy();
    const failed = await visitor.load(`${page.url}/pay`);
    expect([failed.status, failed.text]).toEqual([503, expect.stringContaining('cannot be reached at the moment')]);
    expect(failed.text).toContain('Pay 500 kr');
    expect(await orders()).toMatchObject([{ state: 'pending' }]);
  });

  it('once, although the form is sent twice', async () => {
    const form = await visitor.open('/shop');
    const values = { [amount(giftCard)]: '500', ...kari };
    const [one, other] = await Promise.all([visitor.submit(form, values), visitor.submit(form, values)]);
    expect(one.url).toBe(other.url);
    expect(await orders()).toHaveLength(1);
  });
});

describe('a booking that awaits its payment', () => {
  const time = { from: '2026-03-04T10:00:00+01:00', to: '2026-03-04T11:00:00+01:00' };
  const payLink = (page: OpenedPage): string | undefined =>
    /<a class="button primary" href="([^"]+)" target="_top">Pay 650 kr</.exec(page.html)?.[1];

  /** Books on the page. @returns the page after that */
  async function book(): Promise<OpenedPage> {
    const { serviceId } = await createBookableService(account, {
      service: { title: 'Cut', price: 650, payment_required: true },
    });
    const slot = new URLSearchParams({ service_id: String(serviceId), slot: `${time.from}/${time.to}` });
    return visitor.submit(await visitor.open(`/bookings/new?${slot}`), kari);
  }

  it('is paid at the payment provider from the page after it and from its own page', async () => {
    await setProvider();
    const done = await book();
    expect([done.heading, done.text]).toEqual([
      'The time is held until it is paid',
      expect.stringContaining('held for you until'),
    ]);
    const { status, headers } = await rawRequest(new URL(payLink(done) ?? '', done.url).href, {
      headers: { accept: 'text/html' },
    });
    const session = stripe.sessions.at(-1);
    expect([status, headers['location']]).toEqual([303, `${stripe.url}/pay/${session?.id}`]);
    const back = stripe.requests.at(-1)?.form ?? {};
    const cancelled = await visitor.load(back['cancel_url'] ?? '');
    expect([cancelled.text, payLink(cancelled)]).toEqual([
      expect.stringContaining('The payment was not completed'),
      payLink(done),
    ]);
    const awaiting = await visitor.load(back['success_url'] ?? '');
    expect([awaiting.text, payLink(awaiting)]).toEqual([
      expect.stringContaining('waiting for the confirmation'),
      undefined,
    ]);
    if (session) {
      const event = { event: paidEvent(session), time: Date.parse(now) / 1_000 };
      await notify(server.origin, account.credentials.subdomain, event);
    }
    const paid = await visitor.load(back['success_url'] ?? '');
    expect([paid.heading, payLink(paid)]).toEqual(['Your booking is confirmed', undefined]);
    expect(paid.text).not.toContain('waiting for the confirmation');
    expect((await visitor.load(`${paid.url.split('?')[0]}/pay`)).heading).toBe('Your booking is confirmed');
  });

  it('is kept if the payment provider cannot be reached, and not paid after it has expired', async () => {
    await setProvider();
    const done = await book();
    const link = new URL(payLink(done) ?? '', done.url).href;
    stripe.fail = (response) => void response.destroy();
    const failed = await visitor.load(link);
    expect([failed.status, failed.text]).toEqual([503, expect.stringContaining('cannot be reached at the moment')]);
    expect(payLink(failed)).toBe(payLink(done));
    stripe.fail = undefined;
    server.clock.advance(60);
    expect(payLink(await visitor.load(link))).toBeUndefined();
  });

  it('has no such link if the account has no payment provider', async () => {
    const done = await book();
    expect([done.heading, payLink(done)]).toEqual(['The time is held until it is paid', undefined]);
  });

  const promises: Record<string, string> = {
    en: 'You get a message when the payment has been received.',
    sv: 'Du får ett meddelande när betalningen har kommit in.',
    nb: 'Du får en melding når betalingen er mottatt.',
  };

  /** Pays the only booking of the account, and sends its messages. @returns the kinds and recipients of those after the payment */
  async function pay(): Promise<object[]> {
    await server.sql('delete from message_request where account_id = ?', account.credentials.id);
    const [{ id }] = await orders();
    await payOrder(account, id, '650');
    expect((await account.get('/bookings')).body).toMatchObject([{ booking: { state: 'confirmed' } }]);
    await deliverMessages(server);
    return server.sql(
      `select kind, recipient from message where account_id = ? and kind <> 'verification'`,
      account.credentials.id,
    );
  }

  it.each(Object.entries(promises))(
    'promises a message about the payment, which is sent: %s',
    async (language, text) => {
      account = await server.account({ publicAccess: true, verification: 'email' });
      visitor = new HtmlVisitor(account, { 'accept-language': language });
      const held = await book();
      const [row] = await server.sql<{ code: string }>(
        'select verification_code as code from booking where account_id = ?',
        account.credentials.id,
      );
      const done = await visitor.submit(held, { verification_code: row?.code ?? '' });
      expect(done.text).toContain(text);
      expect(await pay()).toEqual([{ kind: 'confirmation', recipient: kari.email }]);
    },
  );

  it.each(Object.entries(promises))('promises no message if none is sent: %s', async (language, text) => {
    visitor = new HtmlVisitor(account, { 'accept-language': language });
    const done = await book();
    expect([done.url, done.text]).toEqual([
      expect.stringContaining('/bookings/done?token='),
      expect.not.stringContaining(text),
    ]);
    expect(await pay()).toEqual([]);
  });
});

it('a product with a coupon shows its discount, and titles as text', async () => {
  await account.create('/coupons', 'coupon', { title: 'Spring', code: 'SPRING', value_type: 'percentage', value: 10 });
  expect((await visitor.open('/shop')).html).toContain('&lt;b>Soap&lt;/b>');
  const page = await buy({ [amount(giftCard)]: '', [quantity(soap)]: '2', coupon_code: 'spring' });
  expect(page.text).toContain('Left to pay');
  expect(await orders()).toMatchObject([{ total: '100.0', discount_amount: '10.0', balance: '90.0' }]);
});

it('a rejected form shows its errors and keeps the entered values', async () => {
  const page = await buy({ [amount(giftCard)]: '', name: 'Kari', coupon_code: 'NONE' });
  expect([page.status, page.problems]).toEqual([400, { items: 'Please enter how many you would like to buy.' }]);
  const again = await visitor.submit(page, {
    [amount(giftCard)]: '0',
    email: 'nobody',
    [quantity(giftCard)]: 'x',
  });
  expect([again.status, again.problems]).toEqual([400, { [quantity(giftCard)]: 'This quantity is not possible.' }]);
  expect(again.forms[0]?.values).toMatchObject({ name: 'Kari', coupon_code: 'NONE', [amount(giftCard)]: '0' });
  const coupon = await visitor.submit(again, {
    [amount(giftCard)]: '1 000',
    email: kari.email,
    [quantity(giftCard)]: '1',
  });
  expect(coupon.problems).toEqual({ coupon_code: 'Coupon code does not exist.' });
  expect((await visitor.submit(coupon, { coupon_code: '' })).status).toBe(200);
  expect(await orders()).toMatchObject([{ total: '1000.0' }]);
});

it('several things are bought in one order, and a wrong one has its own sentence', async () => {
  const wrong = await buy({ [quantity(soap)]: '3', [amount(giftCard)]: '20000' });
  expect(wrong.problems).toEqual({ [amount(giftCard)]: 'Please enter an amount from 1 to 10,000.' });
  const page = await visitor.submit(wrong, { [amount(giftCard)]: '500', [quantity(giftCard)]: '2' });
  expect(page.text).toContain('3 × <b>Soap</b> 150 kr');
  const [order] = await orders();
  expect(order).toMatchObject({ total: '1150.0' });
  expect(order.order_line_items).toMatchObject([
    { service_id: soap, quantity: 3, amount: '50.0' },
    { service_id: giftCard, quantity: 2, amount: '500.0' },
  ]);
});

it('the thing of a link is chosen already', async () => {
  const { forms } = await visitor.open(`/shop?service_id=${soap}`);
  expect(forms[0]?.values).toMatchObject({ [quantity(soap)]: '1', [quantity(giftCard)]: '0' });
});

it.each([
  ['sv', 'Vad vill du köpa?', 'Vi har tagit emot din beställning.'],
  ['nb', 'Hva vil du kjøpe?', 'Vi har mottatt ordren din.'],
])('is in %s', async (language, question, received) => {
  const through = new HtmlVisitor(account, { 'accept-language': language });
  expect((await through.open('/shop')).text).toContain(question);
  expect((await buy({}, through)).text).toContain(received);
});

it.each([
  ['nb', 'Rabattkode finnes ikke.'],
  ['de', 'Rabattcode existiert nicht.'],
])('says in %s why a coupon is refused', async (language, sentence) => {
  const through = new HtmlVisitor(account, { 'accept-language': language });
  expect((await buy({ coupon_code: 'NONE' }, through)).problems).toEqual({ coupon_code: sentence });
});

it('an order that does not exist has a page', async () => {
  expect((await visitor.open('/shop/orders/1-nothing')).status).toBe(404);
});
