import { createBookableService } from '../support/catalog.js';
import { addCoupon, payOrder } from '../support/shop.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);
interface Offered {
  serviceId: number;
  resourceId: number;
}
let colour: Offered;
let cut: Offered;
beforeEach(async () => {
  colour = await createBookableService(account, { service: { title: 'Colour', price: '300' } });
  cut = await createBookableService(account, { service: { title: 'Cut', price: '200' } });
});

const kari = { name: 'Kari', email: 'kari@example.org' };
const item = ({ serviceId, resourceId }: Offered, from: string, to: string, attributes: object = {}) => ({
  ...{ service_id: serviceId, resource_id: resourceId, ...attributes },
  ...{ booked_from: `2026-03-04T${from}:00+01:00`, booked_to: `2026-03-04T${to}:00+01:00` },
});
const both = () => [item(colour, '10:00', '11:00'), item(cut, '11:00', '12:00')];
const made = async (visit: object = {}, beside: object = {}) => {
  const json = { visit: { person_attributes: kari, items: both(), ...visit }, ...beside };
  const { status, body } = await account.post('/visits', { json });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.visit;
};
const onlyOrder = async () => {
  const { body } = await account.get('/orders');
  expect(body.length).toBe(1);
  return body[0].order;
};
const change = async (id: number, booking: object) => {
  const { status, body } = await account.put(`/bookings/${id}`, { json: { booking } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.booking;
};
const bookingsOf = async ({ id }: { id: number }) => (await account.get(`/visits/${id}`)).body.visit.bookings;
const paidOf = async (visit: { id: number }): Promise<(string | null)[]> =>
  (await bookingsOf(visit)).map(({ paid_amount }: { paid_amount: string | null }) => paid_amount);
const statesOf = async (visit: { id: number }): Promise<string[]> =>
  (await bookingsOf(visit)).map(({ state }: { state: string }) => state);
const orderIdsOf = async (visit: { bookings: { id: number }[] }): Promise<number[]> => {
  const rows = await server.sql<{ order_id: number }>(
    'select order_id from booking where account_id = ? and visit_id is not null order by id',
    account.credentials.id,
  );
  expect(rows.length).toBe(visit.bookings.length);
  return rows.map(({ order_id }) => order_id);
};
const refund = (orderId: number, amount: string) =>
  account.graphql(`mutation { recordRefund(orderId: ${orderId}, amount: "${amount}") { refundable } }`);

describe('the order of a visit', () => {
  it('has the lines of all its bookings', async () => {
    const visit = await made({ items: [{ ...both()[0], count: 1 }, both()[1]] });
    const order = await onlyOrder();
    expect(order).toMatchObject({ state: 'pending', total: '500.0', balance: '500.0', person_id: expect.any(Number) });
    expect(order.order_line_items.map((line: { booking_id: number }) => line.booking_id)).toEqual(
      visit.bookings.map(({ id }: { id: number }) => id),
    );
    expect(await orderIdsOf(visit)).toEqual([order.id, order.id]);
    const changes = await server.changes(account);
    expect(changes.filter((name) => name.startsWith('order.'))).toEqual(['order.created']);
    expect(changes.filter((name) => name.startsWith('booking.'))).toEqual(['booking.created', 'booking.created']);
  });

  it('has bookings without a price, which have no line', async () => {
    const free = await createBookableService(account, { service: { title: 'Talk' } });
    const visit = await made({ items: [item(free, '09:00', '10:00'), ...both()] });
    const order = await onlyOrder();
    expect(order.order_line_items.length).toBe(2);
    expect(await orderIdsOf(visit)).toEqual(Array(3).fill(order.id));
    expect(await made({ items: [item(free, '12:00', '13:00')] })).toMatchObject({ bookings: [{ state: 'confirmed' }] });
    await onlyOrder();
  });

  it('is settled at once if its bookings are made as paid', async () => {
    const visit = await made({ items: both().map((one) => ({ ...one, paid_at: '2026-03-01 12:00' })) });
    expect(await onlyOrder()).toMatchObject({ state: 'confirmed', paid_amount: '500.0' });
    expect(await paidOf(visit)).toEqual(['300.0', '200.0']);
  });

  it('has the discount of each coupon, on the booking that names it', async () => {
    const { id: coupon_id } = await addCoupon(account, { value_type: 'percentage', value: 10, availability: 5 });
    const [first, second] = both();
    const visit = await made({ items: [first, { ...second, coupon_id }] });
    expect(await onlyOrder()).toMatchObject({ total: '500.0', discount_amount: '20.0', coupon_id });
    await change(visit.bookings[0].id, { count: 1, coupon_id });
    expect(await onlyOrder()).toMatchObject({ discount_amount: '50.0' });
    await account.put(`/bookings/${visit.bookings[1].id}/cancel`);
    expect(await onlyOrder()).toMatchObject({ total: '300.0', discount_amount: '30.0' });
    expect((await account.get(`/coupons/${coupon_id}`)).body.coupon.availability).toBe(4);
  });

  it('has options with their bookings', async () => {
    const gloss = { title: 'Gloss', price: '50', maximum: 3 };
    const json = { service_option: gloss };
    const { body } = await account.post(`/services/${colour.serviceId}/options`, { json });
    const options = [{ option_id: body.service_option.id, quantity: 1 }];
    const visit = await made({
      items: [
        { ...both()[0], options },
        { ...item(colour, '13:00', '14:00'), options },
      ],
    });
    expect(await onlyOrder()).toMatchObject({ total: '700.0' });
    await change(visit.bookings[1].id, { options: [{ ...options[0], quantity: 2 }] });
    const order = await onlyOrder();
    expect(order.total).toBe('750.0');
    const quantities = order.order_line_items.map(({ quantity }: { quantity: number }) => quantity).sort();
    expect(quantities).toEqual([1, 1, 1, 2]);
    await account.put(`/bookings/${visit.bookings[1].id}/cancel`);
    const left = await onlyOrder();
    expect([left.total, left.order_line_items.length]).toEqual(['350.0', 2]);
  });

  it('has the tax of each booking, and one receipt', async () => {
    const rate = { name: 'VAT', percentage: '25' };
    const { id: tax_rate_id } = await account.create('/tax_rates', 'tax_rate', rate);
    await account.put(`/services/${colour.serviceId}`, { json: { service: { tax_rate_id } } });
    await made();
    const order = await onlyOrder();
    expect(order).toMatchObject({ total: '500.0', tax_amount: '60.0' });
    expect(order.order_line_items.map((line: { payable_amount: string }) => line.payable_amount)).toEqual([
      '300.0',
      '200.0',
    ]);
    await payOrder(account, order.id, '500');
    const { body } = await account.post(`/orders/${order.id}/documents`, { json: { document: { kind: 'receipt' } } });
    expect(body.document).toMatchObject({ amount: '500.0', content: { total: '500.00', tax: '60.00' } });
    expect(body.document.content.lines.map(({ title }: { title: string }) => title)).toEqual(['Colour', 'Cut']);
    await account.post(`/orders/${order.id}/documents`, { json: { document: { kind: 'receipt' } } });
  });

  it('is that of the guardian who pays', async () => {
    const { id: mother } = await account.create('/people', 'person', kari);
    const children: number[] = [];
    for (const name of ['Ola', 'Per']) {
      const { id } = await account.create('/people', 'person', { name });
      await account.create(`/people/${id}/guardians`, 'guardian', { person_id: mother, pays: true });
      children.push(id);
    }
    const items = both().map((one, index) => ({ ...one, person_id: children[index] }));
    await made({ items, person_attributes: undefined });
    expect(await onlyOrder()).toMatchObject({ person_id: mother });
  });

  it('counts once in figures', async () => {
    const visit = await made();
    const figures = async () => {
      const { data } = await account.graphql(`{
        bookingFigures(during: { from: "2026-03-01", to: "2026-04-01" }) { total { value } }
      }`);
      return data.bookingFigures.total.value;
    };
    expect(await figures()).toBe('500.0');
    await account.put(`/bookings/${visit.bookings[0].id}/cancel`);
    expect(await figures()).toBe('200.0');
  });
});

describe('paying for a visit', () => {
  it('fills its bookings one after the other, and settles them together', async () => {
    const visit = await made();
    const { id } = await onlyOrder();
    await payOrder(account, id, '350');
    expect(await paidOf(visit)).toEqual(['300.0', '50.0']);
    expect((await bookingsOf(visit)).map(({ paid_at }: { paid_at: string }) => paid_at)).toEqual([null, null]);
    await payOrder(account, id, '150');
    expect(await paidOf(visit)).toEqual(['300.0', '200.0']);
    expect(await onlyOrder()).toMatchObject({ state: 'confirmed', balance: '0.0' });
    for (const { paid_at } of await bookingsOf(visit)) expect(paid_at).not.toBeNull();
  });

  it('by the statement of one booking pays its part', async () => {
    const visit = await made();
    await change(visit.bookings[1].id, { paid_at: '2026-03-01 12:00' });
    expect(await onlyOrder()).toMatchObject({ state: 'pending', paid_amount: '200.0', balance: '300.0' });
    expect(await paidOf(visit)).toEqual([null, '200.0']);
    expect(
      await account.put(`/bookings/${visit.bookings[0].id}`, { json: { booking: { paid_amount: '301' } } }),
    ).toMatchObject({ status: 400, body: { paid_amount: ['must be less than or equal to 300.0'] } });
    await change(visit.bookings[0].id, { paid_amount: '300' });
    expect(await onlyOrder()).toMatchObject({ state: 'confirmed' });
    await change(visit.bookings[1].id, { paid_at: null });
    expect(await onlyOrder()).toMatchObject({ state: 'pending', paid_amount: '300.0' });
    expect(await paidOf(visit)).toEqual(['300.0', null]);
  });

  it('confirms all that were held for it, at once', async () => {
    await account.put(`/services/${colour.serviceId}`, { json: { service: { payment_required: true } } });
    const visit = await made({}, { confirm: false });
    expect(await statesOf(visit)).toEqual(['awaiting_payment', 'awaiting_payment']);
    const { id } = await onlyOrder();
    await payOrder(account, id, '100');
    expect(await statesOf(visit)).toEqual(['awaiting_payment', 'awaiting_payment']);
    await payOrder(account, id, '400');
    expect(await statesOf(visit)).toEqual(['confirmed', 'confirmed']);
    const changes = await server.changes(account);
    expect(changes.filter((name) => name === 'booking.confirmed').length).toBe(2);
    expect(changes.filter((name) => name === 'order.settled').length).toBe(1);
  });

  it('is asked of the whole visit after its code, too', async () => {
    await account.put('/client', { json: { client: { verification_method: 1 } } });
    await account.put(`/services/${cut.serviceId}`, { json: { service: { payment_required: true } } });
    const { body } = await visitor.post('/visits', { json: { visit: { person_attributes: kari, items: both() } } });
    const [{ verification_code }] = await bookingsOf(body.visit);
    const [, second] = body.visit.bookings;
    await visitor.put(`/bookings/${second.id}/verify_code`, { json: { verification_code } });
    expect(await statesOf(body.visit)).toEqual(['awaiting_payment', 'awaiting_payment']);
    await payOrder(account, (await onlyOrder()).id, '500');
    expect(await statesOf(body.visit)).toEqual(['confirmed', 'confirmed']);
  });
});

describe('cancelling a booking of a visit', () => {
  it('takes its line out of the order, and cancels the order with the last one', async () => {
    const visit = await made();
    await account.put(`/bookings/${visit.bookings[0].id}/cancel`);
    const order = await onlyOrder();
    expect(order).toMatchObject({ state: 'pending', total: '200.0' });
    expect(order.order_line_items.map((line: { booking_id: number }) => line.booking_id)).toEqual([
      visit.bookings[1].id,
    ]);
    await account.put(`/bookings/${visit.bookings[1].id}/cancel`);
    expect(await onlyOrder()).toMatchObject({ state: 'cancelled', total: '200.0' });
  });

  it('as a whole cancels the order with all its lines', async () => {
    const visit = await made();
    await account.put(`/visits/${visit.id}/cancel`);
    expect(await onlyOrder()).toMatchObject({ state: 'cancelled', total: '500.0' });
    expect((await onlyOrder()).order_line_items.length).toBe(2);
  });

  it('leaves what was paid for it to refund', async () => {
    const visit = await made();
    const { id } = await onlyOrder();
    await payOrder(account, id, '500');
    await account.put(`/bookings/${visit.bookings[0].id}/cancel`);
    expect(await onlyOrder()).toMatchObject({ state: 'confirmed', total: '200.0', paid_amount: '500.0' });
    expect(await paidOf(visit)).toEqual(['300.0', '200.0']);
    expect((await refund(id, '300')).data.recordRefund.refundable).toBe('0.0');
    expect(await paidOf(visit)).toEqual([null, '200.0']);
    expect(await account.put(`/bookings/${visit.bookings[0].id}`, { json: { booking: { paid_amount: '1' } } })).toEqual(
      expect.objectContaining({ status: 400 }),
    );
  });

  it('passes what was paid on to the others, and settles them if it is enough', async () => {
    await account.put(`/services/${colour.serviceId}`, { json: { service: { payment_required: true } } });
    const visit = await made({}, { confirm: false });
    await payOrder(account, (await onlyOrder()).id, '250');
    await account.put(`/bookings/${visit.bookings[0].id}/cancel`);
    expect(await onlyOrder()).toMatchObject({ state: 'confirmed', total: '200.0', paid_amount: '250.0' });
    expect(await statesOf(visit)).toEqual(['cancelled', 'confirmed']);
    expect(await paidOf(visit)).toEqual(['50.0', '200.0']);
  });

  it('returns what a gift card has paid above the new price', async () => {
    const card = await account.create('/gift_cards', 'gift_card', { code: 'SPRING', value: 400 });
    const visit = await made();
    const { id } = await onlyOrder();
    await account.graphql(`mutation { redeemGiftCard(orderId: ${id}, code: "SPRING") { id } }`);
    const remaining = async () => (await account.get(`/gift_cards/${card.id}`)).body.gift_card.value;
    expect(await remaining()).toBe(0);
    await account.put(`/bookings/${visit.bookings[0].id}/cancel`);
    expect(await remaining()).toBe(200);
    expect(await onlyOrder()).toMatchObject({ state: 'confirmed', paid_amount: '200.0' });
    expect(await paidOf(visit)).toEqual([null, '200.0']);
    await account.put(`/visits/${visit.id}/cancel`);
    expect(await remaining()).toBe(400);
  });

  it('at the same time as another leaves the order right', async () => {
    const visit = await made({ items: [...both(), item(cut, '12:00', '13:00')] });
    const cancelled = await Promise.all(
      visit.bookings.slice(0, 2).map(({ id }: { id: number }) => account.put(`/bookings/${id}/cancel`)),
    );
    expect(cancelled.map(({ status }) => status)).toEqual([200, 200]);
    expect(await onlyOrder()).toMatchObject({ state: 'pending', total: '200.0' });
  });
});

it('changes of bookings of a visit that one request makes add up in its order', async () => {
  const visit = await made();
  await account.put(`/resources/${colour.resourceId}`, { json: { resource: { capacity: 5 } } });
  await account.put(`/resources/${cut.resourceId}`, { json: { resource: { capacity: 5 } } });
  const items = visit.bookings.map(({ id }: { id: number }) => `{ id: ${id}, input: { count: 2 } }`).join(', ');
  const { data } = await account.graphql(
    `mutation { updateBookings(items: [${items}]) { items { error { fields } } } }`,
  );
  expect(data.updateBookings.items.length).toBe(2);
  expect(await onlyOrder()).toMatchObject({ total: '1000.0' });
});
