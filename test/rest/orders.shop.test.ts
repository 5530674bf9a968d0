import { accepted, accountAcrossProcesses, refusals } from '../support/concurrent-requests.js';
import { addCoupon, addService, messagesOf, openShop, payOrder } from '../support/shop.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const now = '2026-03-02T07:00:00Z';

const server = await useTestServer({ now });
let account: TestAccount;
let shampoo: number;
let giftCard: number;
beforeEach(async () => {
  server.clock.set(now);
  ({ account, shampoo, giftCard } = await openShop(server));
});

/** The attributes of a line without a tax rate. */
const untaxed = { tax_name: null, tax_percentage: null, tax_amount: null, payable_amount: null };
const kari = { name: 'Kari', email: 'kari@example.org' };
const order = (attributes: object) => account.post('/orders', { json: { order: attributes } });
const ordered = (attributes: object) => account.create('/orders', 'order', attributes);
const refusal = async (attributes: object) => {
  const { status, body } = await order(attributes);
  return [status, body];
};
const pay = (id: number, amount: string, reference?: string) => payOrder(account, id, amount, reference);
const giftCards = async () =>
  (await account.get('/gift_cards')).body.map(({ gift_card }: { gift_card: object }) => gift_card);
const messages = () => messagesOf(server, account);

describe('an order without a booking', () => {
  it('has the prices of its products and the chosen values of its gift cards', async () => {
    const order_line_items = [
      { service_id: shampoo, quantity: 2 },
      { service_id: giftCard, amount: 500 },
    ];
    const { body } = await order({ person_attributes: kari, order_line_items });
    expect(body).toEqual({
      order: {
        id: expect.any(Number),
        created_at: '2026-03-02T08:00:00+01:00',
        updated_at: '2026-03-02T08:00:00+01:00',
        person_id: expect.any(Number),
        state: 'pending',
        total: '699.0',
        discount_amount: '0.0',
        coupon_id: null,
        paid_amount: '0.0',
        settled_at: null,
        payable_amount: '699.0',
        tax_amount: null,
        balance: '699.0',
        ...{ deposit: null, due_now: null, due_later: null },
        person: { id: expect.any(Number), ...kari },
        order_line_items: [
          {
            id: expect.any(Number),
            service_id: shampoo,
            quantity: 2,
            amount: '99.5',
            ...untaxed,
            gift_card_id: null,
            booking_id: null,
          },
          {
            id: expect.any(Number),
            service_id: giftCard,
            quantity: 1,
            amount: '500.0',
            ...untaxed,
            gift_card_id: null,
            booking_id: null,
          },
        ],
        issued_gift_cards: [],
      },
    });
    expect((await account.get(`/orders/${body.order.id}`)).body).toEqual(body);
    expect((await account.get('/orders')).body).toEqual([body]);
    expect(await giftCards()).toEqual([]);
    expect(await messages()).toEqual([]);
  });

  it('issues its gift cards and writes to the buyer when it is paid', async () => {
    const { id } = await ordered({
      person_attributes: kari,
      order_line_items: [{ service_id: giftCard, quantity: 2, amount: 250 }],
    });
    await pay(id, '499.99');
    expect(await giftCards()).toEqual([]);
    expect((await pay(id, '0.01')).data.recordPayment).toEqual({ state: 'CONFIRMED', balance: '0.0' });
    const cards = await giftCards();
    const card = { value: 250, initial_value: 250, active: true, person_id: null, valid_until: null };
    expect(cards).toEqual([expect.objectContaining(card), expect.objectContaining(card)]);
    const [message, ...others] = await messages();
    expect(others).toEqual([]);
    expect(message).toMatchObject({ kind: 'order', recipient: 'kari@example.org' });
    for (const { code } of cards) expect(message?.body).toContain(code);
    const redeemed = await ordered({ order_line_items: [{ service_id: shampoo }] });
    const { data } = await account.graphql(
      'mutation ($id: Int!, $code: String!) { redeemGiftCard(orderId: $id, code: $code) { state } }',
      { id: redeemed.id, code: cards[0].code.replaceAll('-', ' ').toLowerCase() },
    );
    expect(data.redeemGiftCard).toEqual({ state: 'CONFIRMED' });
  });

  it('names the gift cards that it issued, also those that are spent or archived', async () => {
    const order_line_items = [
      { service_id: giftCard, quantity: 2, amount: 250 },
      { service_id: shampoo },
      { service_id: giftCard, amount: 40 },
    ];
    const { id } = await ordered({ order_line_items });
    await ordered({ order_line_items: [{ service_id: giftCard, amount: 1 }] });
    await pay(id, '639.5');
    const card = (value: number) => ({ value, initial_value: value, active: true });
    const { issued_gift_cards: cards } = (await account.get(`/orders/${id}`)).body.order;
    expect(cards).toMatchObject([card(250), card(250), card(40)]);
    expect(await giftCards()).toMatchObject(cards);
    expect(cards[0]).not.toHaveProperty('code');
    await account.del(`/gift_cards/${cards[0].id}`);
    const [{ order: listed }, { order: other }] = (await account.get('/orders')).body;
    expect(listed.issued_gift_cards).toMatchObject([{ id: cards[0].id, active: false }, cards[1], cards[2]]);
    expect(other.issued_gift_cards).toEqual([]);
  });

  it('is settled and delivered at once if it is free', async () => {
    await addCoupon(account, { value: 100, applies_to: { services: [giftCard] } });
    const { state } = await ordered({
      coupon_code: 'SPRING',
      order_line_items: [{ service_id: giftCard, amount: 100 }],
    });
    expect(state).toBe('confirmed');
    expect(await giftCards()).toEqual([expect.objectContaining({ value: 100 })]);
  });

  it('takes a coupon, for the services of its scope', async () => {
    const { id } = await addCoupon(account, { applies_to: { services: [shampoo] }, availability: 1 });
    const order_line_items = [
      { service_id: shampoo, quantity: 2 },
      { service_id: giftCard, amount: 500 },
    ];
    expect(await ordered({ coupon_code: 'spring', order_line_items })).toMatchObject({
      coupon_id: id,
      total: '699.0',
      discount_amount: '19.9',
    });
    expect(await refusal({ coupon_code: 'spring', order_line_items })).toEqual([400, { coupon_code: ['is used up'] }]);
    expect((await account.get(`/coupons/${id}`)).body.coupon.availability).toBe(0);
  });

  it('does not discount gift cards by a coupon that does not name them', async () => {
    const { id } = await addCoupon(account, { value: 100, min_order_amount: 200, availability: 2 });
    const card = { service_id: giftCard, amount: 10_000 };
    expect(await refusal({ coupon_id: id, order_line_items: [card] })).toEqual([
      400,
      { coupon_id: ['needs an amount of at least 200.0', 'is not for gift cards'] },
    ]);
    expect(await refusal({ coupon_id: id, order_line_items: [card, { service_id: shampoo, quantity: 2 }] })).toEqual([
      400,
      { coupon_id: ['needs an amount of at least 200.0'] },
    ]);
    const order_line_items = [card, { service_id: shampoo, quantity: 3 }];
    expect(await ordered({ coupon_id: id, order_line_items })).toMatchObject({
      ...{ state: 'pending', total: '10298.5', discount_amount: '298.5' },
    });
    expect(await giftCards()).toEqual([]);
    expect((await account.get(`/coupons/${id}`)).body.coupon.availability).toBe(1);
  });

  it.each([
    [{ applies_to: { services: [] }, min_order_amount: 100 }, ['needs an amount of at least 100.0']],
    [{ min_count: 2 }, ['needs a count of at least 2']],
    [{ allowed_booking_start_at: '2026-03-01 08:00' }, ['is only for bookings']],
    [{ active: false }, ['is not active']],
  ])('does not take a coupon with %j', async (coupon, messages_) => {
    const { id } = await addCoupon(account, coupon);
    const order_line_items = [{ service_id: shampoo }];
    expect(await refusal({ coupon_code: 'SPRING', order_line_items })).toEqual([400, { coupon_code: messages_ }]);
    expect(await refusal({ coupon_id: id, order_line_items })).toEqual([400, { coupon_id: messages_ }]);
  });
});

describe('an order is rejected', () => {
  const items = (errors: object) => [400, { order_line_items: errors }];

  it('without items, or with items that are not sold', async () => {
    const appointment = await addService(account, { title: 'Cut', booking_type: 'appointment', price: 100 });
    const free = await addService(account, { title: 'Sample', booking_type: 'product' });
    expect((await refusal({}))[0]).toBe(400);
    expect((await refusal({ order_line_items: [] }))[0]).toBe(400);
    const one = (item: object) => refusal({ order_line_items: [item] });
    expect(await one({ service_id: 2_000_000_000 })).toEqual(items({ service_id: ['does not exist'] }));
    expect(await one({ service_id: appointment })).toEqual(
      items({ service_id: ['is not a product, a gift card or a package'] }),
    );
    expect(await one({ service_id: free })).toEqual(items({ service_id: ['has no price'] }));
    expect(await one({ service_id: free, amount: 5 })).toEqual(items({ service_id: ['has no price'] }));
    expect(await one({ service_id: giftCard })).toEqual(items({ amount: ["can't be blank"] }));
    expect(await one({ service_id: shampoo, amount: 5 })).toEqual(items({ amount: ['must be 99.5'] }));
    expect(await one({ service_id: shampoo, quantity: 0 })).toEqual(items({ quantity: ['must be greater than 0'] }));
    expect(await one({ service_id: giftCard, amount: '0.99' })).toEqual(
      items({ amount: ['must be greater than or equal to 1'] }),
    );
    expect(await one({ service_id: giftCard, amount: 10_001 })).toEqual(
      items({ amount: ['must be less than or equal to 10000.0'] }),
    );
    expect(await refusal({ order_line_items: [{ service_id: shampoo }, { service_id: free }] })).toEqual(
      items({ service_id: ['has no price', 'in item 2'] }),
    );
    expect((await account.get('/orders')).body).toEqual([]);
  });

  it('with services and people of another account', async () => {
    const other = await server.account();
    const { id } = await other.create('/services', 'service', { title: 'Soap', booking_type: 'product', price: 1 });
    expect(await refusal({ order_line_items: [{ service_id: id }] })).toEqual(
      items({ service_id: ['does not exist'] }),
    );
    const person = await other.create('/people', 'person', kari);
    expect(await refusal({ person_id: person.id, order_line_items: [{ service_id: shampoo }] })).toEqual([
      400,
      { person_id: ['does not exist'] },
    ]);
  });
});

describe('a cancelled order', () => {
  const cancel = (id: number) => account.put(`/orders/${id}/cancel`);

  it('returns its coupon and archives its gift cards; the payment stays to be refunded', async () => {
    const coupon = await addCoupon(account, { availability: 1, applies_to: { services: [giftCard] } });
    const { id } = await ordered({
      coupon_code: 'SPRING',
      order_line_items: [{ service_id: giftCard, amount: 100 }],
    });
    await pay(id, '90');
    expect(await giftCards()).toHaveLength(1);
    expect((await cancel(id)).body.order).toMatchObject({ state: 'cancelled', paid_amount: '90.0', settled_at: null });
    expect(await giftCards()).toEqual([]);
    expect((await account.get(`/coupons/${coupon.id}`)).body.coupon.availability).toBe(1);
    expect((await cancel(id)).body).toEqual({ state: ["can't be cancelled when cancelled"] });
    const { data } = await account.graphql(
      'mutation ($id: Int!) { recordRefund(orderId: $id, amount: "90") { paidAmount refundable } }',
      { id },
    );
    expect(data.recordRefund).toEqual({ paidAmount: '0.0', refundable: '0.0' });
  });

  it('is not one whose gift cards are used', async () => {
    const { id } = await ordered({ order_line_items: [{ service_id: giftCard, amount: 100 }] });
    await pay(id, '100');
    const [{ id: cardId }] = await giftCards();
    await account.put(`/gift_cards/${cardId}`, { json: { value: 60 } });
    expect((await cancel(id)).body).toEqual({ state: ["can't be cancelled when its gift cards are used"] });
  });

  it('is not one of a booking', async () => {
    const { id: resource_id } = await account.create('/resources', 'resource', { title: 'Room' });
    const service_id = await addService(account, { title: 'Cut', price: 100 });
    await account.create('/providers', 'provider', { resource_id, service_id });
    const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    await account.create('/bookings', 'booking', { ...time, resource_id, service_id });
    const [{ order: of }] = (await account.get('/orders')).body;
    expect((await cancel(of.id)).body).toEqual({ order_id: ['is of a booking'] });
  });
});

describe('at the same time', () => {
  let origins: string[];
  beforeAll(async () => {
    origins = [server.origin, (await server.another()).origin];
  });

  it('the last use of a coupon goes to one of 10 orders', async () => {
    const { account: shared, concurrently } = await accountAcrossProcesses(server, origins);
    const product = { title: 'Soap', booking_type: 'product', price: 10 };
    const { id: service_id } = await shared.create('/services', 'service', product);
    const coupon = await shared.create('/coupons', 'coupon', { title: 'x', code: 'LAST', value: 5, availability: 1 });
    const json = { coupon_code: 'LAST', order_line_items: [{ service_id }] };
    const answers = await concurrently(10, (through) => through.post('/orders', { json }));
    expect(accepted(answers)).toHaveLength(1);
    expect(refusals(answers)).toEqual([{ status: 400, coupon_code: ['is used up'] }]);
    expect((await shared.get(`/coupons/${coupon.id}`)).body.coupon.availability).toBe(0);
  });

  it('payments of one order issue its gift cards once', async () => {
    const { id } = await ordered({
      person_attributes: kari,
      order_line_items: [{ service_id: giftCard, amount: 100 }],
    });
    const through = origins.map((origin) => account.at(origin));
    const paid = await Promise.all(
      [0, 1, 2, 3].map((index) => payOrder(through[index % 2] ?? account, id, '100', `pi_${index}`)),
    );
    expect(paid.filter(({ errors }) => !errors)).toHaveLength(1);
    expect(await giftCards()).toHaveLength(1);
    expect(await messages()).toHaveLength(1);
  });

  it('a card is issued once although the payment is taken back and made again', async () => {
    const { id } = await ordered({ order_line_items: [{ service_id: giftCard, amount: 100 }] });
    const issued = async () => {
      const query = `{ order(id: ${id}) { lineItems { issuedGiftCards { nodes { id code } } } } }`;
      return (await account.graphql(query)).data.order.lineItems[0].issuedGiftCards.nodes;
    };
    expect(await issued()).toEqual([]);
    await pay(id, '100', 'pi_1');
    const [{ id: card, code }] = await giftCards();
    expect(await issued()).toEqual([{ id: card, code }]);
    const again = await pay(id, '100', 'pi_1');
    expect(again.errors?.[0].extensions.fields).toEqual({ orderId: ['is settled'] });
    const doubled = server.sql(
      `insert into gift_card (account_id, created_at, updated_at, active, code, remaining, initial_value,
         order_line_item_id, order_line_item_unit)
       select account_id, created_at, updated_at, true, 'OTHER', 1, 1, order_line_item_id, order_line_item_unit
       from gift_card where account_id = ?`,
      account.credentials.id,
    );
    await expect(doubled).rejects.toMatchObject({ constraint: 'gift_card_of_unit' });
  });
});
