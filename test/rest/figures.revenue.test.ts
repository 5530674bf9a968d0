import { bookService, createBookableService } from '../support/catalog.js';
import { addCoupon } from '../support/shop.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const nothing = {
  orders: 0,
  ordered: '0.0',
  discounted: '0.0',
  net: null,
  vat: null,
  vat_prepaid: null,
  outstanding: '0.0',
  paid: '0.0',
  refunded: '0.0',
  gift_cards_sold: '0.0',
  gift_cards_spent: '0.0',
  gift_cards_open: '0.0',
};
const without = { id: null, name: null, label: null, from: null, to: null };
interface ListedOrder {
  order: { id: number; order_line_items: { booking_id: number }[] };
}
const orderOf = (orders: ListedOrder[], bookingId: number): number =>
  orders.find(({ order }) => order.order_line_items[0]?.booking_id === bookingId)?.order.id ?? 0;
const pay = (id = 0, amount: string) =>
  account.graphql(`mutation { recordPayment(orderId: ${id}, amount: "${amount}") { id } }`);

describe('GET /figures/revenue', () => {
  it('has what was ordered and paid by month and service, each at its own time', async () => {
    const cut = await createBookableService(account, { service: { price: 100 }, resource: { capacity: 9 } });
    const coupon = { title: 'Spring', code: 'SPRING', value_type: 'percentage', value: 25 };
    const { id: coupon_id } = await account.create('/coupons', 'coupon', coupon);
    const card = await account.create('/gift_cards', 'gift_card', { value: 80 });
    const { id: expired } = await account.create('/gift_cards', 'gift_card', { value: 40, valid_until: '2026-03-02' });
    await bookService(account, cut, { coupon_id });
    const second = await bookService(account, cut);
    const cancelled = await bookService(account, cut);
    const { body: orders } = await account.get('/orders');
    const [two, three] = [second.id, cancelled.id].map((id) => orderOf(orders, id));
    await pay(three, '100');
    await account.put(`/bookings/${cancelled.id}/cancel`);
    server.clock.set('2026-04-01T06:00:00Z');
    await account.graphql(`mutation { recordRefund(orderId: ${three}, amount: "30") { id } }`);
    await account.graphql(`mutation { redeemGiftCard(orderId: ${two}, code: "${card.code}", amount: "60.5") { id } }`);
    await pay(two, '10.25');
    expect(expired).toBeGreaterThan(card.id);

    const { status, body } = await account.get('/figures/revenue?from=2026-03-01&to=2026-05-01&group_by=month,service');
    const march = {
      ...without,
      dimension: 'month',
      label: '2026-03',
      from: '2026-03-01T00:00:00+01:00',
      to: '2026-04-01T00:00:00+02:00',
    };
    const april = {
      ...without,
      dimension: 'month',
      label: '2026-04',
      from: '2026-04-01T00:00:00+02:00',
      to: '2026-05-01T00:00:00+02:00',
    };
    const service = { ...without, dimension: 'service', id: cut.serviceId, label: 'Cut' };
    const none = { ...without, dimension: 'service' };
    const inMarch = { orders: 2, ordered: '200.0', discounted: '25.0', outstanding: '104.25', paid: '100.0' };
    const inApril = { paid: '70.75', refunded: '30.0', gift_cards_spent: '60.5' };
    const cards = { gift_cards_sold: '120.0', gift_cards_open: '19.5' };
    expect([status, body]).toEqual([
      200,
      {
        revenue_figures: {
          groups: [
            { keys: [march, service], figure: { ...nothing, ...inMarch }, previous: null },
            { keys: [march, none], figure: { ...nothing, ...cards }, previous: null },
            { keys: [april, service], figure: { ...nothing, ...inApril }, previous: null },
            { keys: [april, none], figure: nothing, previous: null },
          ],
          total: { ...nothing, ...inMarch, ...inApril, ...cards, paid: '170.75' },
          previous_total: null,
        },
      },
    ]);
  });

  it('has zeros for another account, and the total of a compared year', async () => {
    const other = await server.account();
    await bookService(other, await createBookableService(other, { service: { price: 100 } }));
    const { body } = await account.get('/figures/revenue?from=2026-03-01&to=2026-04-01&compare=previous_year');
    expect(body).toEqual({
      revenue_figures: {
        groups: [{ keys: [], figure: nothing, previous: nothing }],
        total: nothing,
        previous_total: nothing,
      },
    });
  });

  it.each([
    ['', { from: ["can't be blank"], to: ["can't be blank"] }],
    ['from=2026-03-02&to=2026-03-01', { to: ['must be after from'] }],
    ['from=2026-01-01&to=2027-01-03', { to: ['must be within 366 days of from'] }],
    ['from=2026-03-01&to=2026-04-01&group_by=coupon,coupon', { group_by: ['must not contain a dimension twice'] }],
    [
      'from=2026-03-01&to=2026-04-01&group_by=weekday',
      { group_by: ['is not included in the list', 'must be one of day, week, month, service, person, coupon'] },
    ],
  ])('rejects ?%s', async (query, expected) => {
    const { status, body } = await account.get(`/figures/revenue?${query}`);
    expect([status, body]).toEqual([400, expected]);
  });

  it('requires the permission for sales', async () => {
    const [staff, manager] = [await server.withRole(account, 'staff'), await server.withRole(account, 'manager')];
    const path = '/figures/revenue?from=2026-03-01&to=2026-04-01';
    expect([(await staff.get(path)).status, (await manager.get(path)).status]).toEqual([403, 200]);
  });

  it('has VAT, and what single-purpose gift cards have paid of it before', async () => {
    const { id: tax_rate_id } = await account.create('/tax_rates', 'tax_rate', { name: 'VAT', percentage: 25 });
    const sell = async (service: object) => {
      const { id: service_id } = await account.create('/services', 'service', { title: 'Sold', ...service });
      return (await account.create('/orders', 'order', { order_line_items: [{ service_id }] })).id;
    };
    const product = { booking_type: 'product', price: 100 };
    const single = await sell({ booking_type: 'gift_card', price: 50, tax_rate_id });
    const multiple = await sell({ booking_type: 'gift_card', price: 50 });
    const soap = await sell({ ...product, tax_rate_id });
    await sell(product);
    const vat = async () => {
      const { total } = (await account.get('/figures/revenue?from=2026-03-01&to=2026-05-01')).body.revenue_figures;
      return [total.ordered, total.net, total.vat, total.vat_prepaid];
    };
    expect(await vat()).toEqual(['300.0', '270.0', '30.0', null]);
    await pay(single, '50');
    await pay(multiple, '50');
    for (const { gift_card: card } of (await account.get('/gift_cards')).body) {
      await account.graphql(`mutation { redeemGiftCard(orderId: ${soap}, code: "${card.code}", amount: "40") { id } }`);
    }
    expect(await vat()).toEqual(['300.0', '270.0', '30.0', '8.0']);
  });

  it('splits the order of a visit by the services of its items, and counts it once in the total', async () => {
    const { id: tax_rate_id } = await account.create('/tax_rates', 'tax_rate', { name: 'VAT', percentage: 25 });
    const colour = await createBookableService(account, { service: { title: 'Colour', price: 300, tax_rate_id } });
    const cut = await createBookableService(account, { service: { title: 'Cut', price: 200 } });
    const { id: coupon_id } = await addCoupon(account, { value_type: 'percentage', value: 10, availability: 5 });
    const items = [
      { service_id: colour.serviceId, resource_id: colour.resourceId, from: '10:00', to: '11:00' },
      { service_id: cut.serviceId, resource_id: cut.resourceId, from: '11:00', to: '12:00', coupon_id },
    ].map(({ from, to, ...item }) => ({
      ...item,
      ...{ booked_from: `2026-03-04T${from}:00+01:00`, booked_to: `2026-03-04T${to}:00+01:00` },
    }));
    const visit = { items, person_attributes: { name: 'Kari', email: 'kari@example.org' } };
    const made = await account.post('/visits', { json: { visit } });
    const [{ order }] = (await account.get('/orders')).body;
    await pay(order.id, '240');
    const byService = async (more = '') => {
      const path = `/figures/revenue?from=2026-03-01&to=2026-04-01&group_by=service${more}`;
      const { groups, total } = (await account.get(path)).body.revenue_figures;
      const figures = groups.map(({ keys, figure }: { keys: { label: string }[]; figure: object }) => [
        keys[0]?.label,
        figure,
      ]);
      return { ...Object.fromEntries(figures), total };
    };
    const inOrder = { ...nothing, orders: 1 };
    const ofColour = { ...inOrder, ordered: '300.0', net: '240.0', vat: '60.0', outstanding: '150.0', paid: '150.0' };
    const ofCut = { ...inOrder, ordered: '200.0', discounted: '20.0', outstanding: '90.0', paid: '90.0' };
    const vat = { net: '420.0', vat: '60.0' };
    const both = { ordered: '500.0', discounted: '20.0', outstanding: '240.0', paid: '240.0', ...vat };
    expect(await byService()).toEqual({
      ...{ Colour: ofColour, Cut: ofCut },
      total: { ...inOrder, ...both },
    });
    await pay(order.id, '240');
    await account.put(`/bookings/${made.body.visit.bookings[1].id}/cancel`);
    await account.graphql(`mutation { recordRefund(orderId: ${order.id}, amount: "180") { id } }`);
    // All that is left in the order is the colour.
    expect(await byService()).toEqual({
      Cut: nothing,
      Colour: { ...ofColour, outstanding: '0.0', paid: '480.0', refunded: '180.0' },
      total: { ...ofColour, outstanding: '0.0', paid: '480.0', refunded: '180.0' },
    });
  });

  it('splits an order of products whose lines have no discount of their own, and its refund, without a rest', async () => {
    const { id: coupon_id } = await addCoupon(account, { value_type: 'amount', value: 10, availability: 5 });
    const sold = [];
    for (const title of ['Soap', 'Comb', 'Wax']) {
      const product = { title, booking_type: 'product', price: 10 };
      sold.push((await account.create('/services', 'service', product)).id);
    }
    const order_line_items = sold.map((service_id) => ({ service_id, quantity: 1 }));
    const { id } = await account.create('/orders', 'order', { order_line_items, coupon_id });
    await pay(id, '20');
    await account.put(`/orders/${id}/cancel`);
    await account.graphql(`mutation { recordRefund(orderId: ${id}, amount: "10") { id } }`);
    const { body } = await account.get('/figures/revenue?from=2026-03-01&to=2026-04-01&group_by=service');
    const { groups, total } = body.revenue_figures;
    const money = ({ paid, refunded }: { paid: string; refunded: string }) => [paid, refunded];
    expect(groups.map(({ figure }: { figure: { paid: string; refunded: string } }) => money(figure))).toEqual([
      ['6.67', '3.33'],
      ['6.66', '3.34'],
      ['6.67', '3.33'],
    ]);
    expect([money(total), total.orders]).toEqual([['20.0', '10.0'], 0]);
  });
});
