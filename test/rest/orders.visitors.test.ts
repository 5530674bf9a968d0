import { addCoupon, messagesOf, openShop, payOrder } from '../support/shop.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const now = '2026-03-02T07:00:00Z';
const kari = { name: 'Kari', email: 'kari@example.org' };

const server = await useTestServer({ now });
let account: TestAccount;
let giftCard: number;
let visitor: Visitor;
beforeEach(async () => {
  server.clock.set(now);
  ({ account, giftCard } = await openShop(server));
  visitor = new Visitor(account);
});

describe('a visitor', () => {
  const buy = (attributes: object = {}) =>
    visitor.post('/orders', {
      json: { person_attributes: kari, order_line_items: [{ service_id: giftCard, amount: 100 }], ...attributes },
    });

  it('places an order and sees it by its secret token, with the gift cards once it is paid', async () => {
    await addCoupon(account, { applies_to: { services: [giftCard] } });
    const { status, body } = await buy({ coupon_code: 'spring' });
    expect(status).toBe(200);
    const placed = {
      id: expect.any(Number),
      token: expect.stringMatching(/^\d+-[\w-]{43}$/),
      created_at: '2026-03-02T08:00:00+01:00',
      state: 'pending',
      total: '100.0',
      discount_amount: '10.0',
      payable_amount: '90.0',
      tax_amount: null,
      paid_amount: '0.0',
      balance: '90.0',
      ...{ due_now: null, due_later: null },
      can_pay_online: false,
      order_line_items: [{ service_id: giftCard, title: 'Gift card', quantity: 1, amount: '100.0' }],
      gift_cards: [],
    };
    expect(body).toEqual({ order: placed });
    await payOrder(account, body.order.id, '90');
    const seen = await visitor.get(`/orders/${body.order.token}`);
    expect(seen.body).toEqual({
      order: {
        ...placed,
        state: 'confirmed',
        paid_amount: '90.0',
        balance: '0.0',
        documents: [],
        gift_cards: [{ code: expect.stringMatching(/^[A-Z]{4}-\d{4}-[A-Z]{4}$/), value: '100.0' }],
      },
    });
    const link = `/sites/${account.credentials.subdomain}/shop/orders/${body.order.token}`;
    expect(await messagesOf(server, account)).toMatchObject([
      { kind: 'order_received', recipient: 'kari@example.org', body: expect.stringContaining(link) },
      { kind: 'order', recipient: 'kari@example.org' },
    ]);
  });

  it('gets the gift card at the address of the order, not at that of a known person', async () => {
    await account.create('/people', 'person', { ...kari, phone_number: '+4799999999' });
    const ola = { name: 'Ola', email: 'ola@example.org', phone_number: '+4799999999' };
    const { body } = await buy({ person_attributes: ola });
    await payOrder(account, body.order.id, '100');
    expect(await messagesOf(server, account)).toMatchObject([
      { recipient: 'ola@example.org' },
      { recipient: 'ola@example.org' },
    ]);
  });

  it('needs a name and an email address, and sees no order of others', async () => {
    expect((await buy({ person_attributes: {} })).body).toEqual({
      person: ['is invalid'],
      person_attributes: { name: ["can't be blank"], email: ["can't be blank"] },
    });
    const other = new Visitor(await server.account({ publicAccess: true }));
    const { body } = await buy();
    expect((await other.get(`/orders/${body.order.token}`)).status).toBe(404);
    expect((await visitor.get(`/orders/${account.credentials.id}-${'x'.repeat(43)}`)).status).toBe(404);
    expect((await visitor.get(`/orders/${body.order.id}`)).status).toBe(404);
  });

  it('and the account get a message when an order is placed', async () => {
    const notified = { email_notification: true, sms_notification: true, phone_number: '+4740612345', locale: 'nb' };
    await account.put('/client', { json: { ...notified, currency: 'NOK' } });
    const order_line_items = [{ service_id: giftCard, amount: 100, quantity: 2 }];
    const { body } = await buy({ order_line_items, person_attributes: { ...kari, locale: 'sv' } });
    const { id } = body.order;
    const [email, sms, toBuyer] = await messagesOf(server, account);
    expect(email).toMatchObject({ kind: 'order_notification', subject: `Ny ordre ${id}` });
    expect(email?.body).toBe(`Ny ordre ${id}\n\n2 × Gift card: 100 kr\nIgjen å betale: 200 kr\nKjøper: Kari\n`);
    expect(sms).toMatchObject({ kind: 'order_notification', recipient: '+4740612345', subject: null });
    expect(sms?.body).toMatch(new RegExp(`^Ny ordre ${id}\\. 2 × Gift card: .* Kjøper: Kari$`));
    expect(toBuyer).toMatchObject({ kind: 'order_received', subject: expect.stringContaining('Din beställning från') });
    expect(toBuyer?.body).toContain('Kvar att betala');
  });

  it('places three orders in 10 minutes', async () => {
    for (let count = 0; count < 3; count += 1) expect((await buy()).status).toBe(200);
    expect((await buy()).status).toBe(429);
  });
});
