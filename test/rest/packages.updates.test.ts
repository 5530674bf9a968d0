import { bookableServicePerTest, bookService } from '../support/catalog.js';
import { payOrder } from '../support/shop.js';
import { useTestServer } from '../support/test-server.js';

const now = '2026-03-02T07:00:00Z';

const server = await useTestServer({ now });
const account = server.accountPerTest({ publicAccess: true });
const offer = bookableServicePerTest(account, { service: { price: 100 }, resource: { capacity: 50 } });
let kari: number;
beforeEach(async () => {
  server.clock.set(now);
  kari = (await account.create('/people', 'person', { name: 'Kari', email: 'kari@example.org' })).id;
});

const give = async (attributes: object = {}): Promise<number> =>
  (await account.create('/packages', 'package', { title: 'Ten cuts', units: 10, person_id: kari, ...attributes })).id;
const left = async (id: number) => (await account.get(`/packages/${id}`)).body.package.left;
const book = (attributes: object = {}, parameters: object = {}) =>
  bookService(account, offer, { person_id: kari, ...attributes }, parameters);
const change = async (id: number, json: object) => {
  const { status, body } = await account.put(`/bookings/${id}`, { json });
  return status === 200 ? body.booking : [status, body];
};
const orderOf = async ({ id }: { id: number }) => {
  const query =
    'query ($id: Int!) { booking(id: $id) { order { id state payableAmount paidAmount balance refundable } } }';
  return (await account.graphql(query, { id })).data.booking.order;
};
const feesOf = async ({ id }: { id: number }) => {
  const [row] = await server.sql<{ fees: object }>('select agreed_fees as fees from booking where id = ?', id);
  return row?.fees;
};

describe('a package that is chosen for a booking', () => {
  it('pays for it, and leaves nothing due', async () => {
    const id = await give();
    const booking = await book({ count: 2 });
    expect(await change(booking.id, { package_id: id })).toMatchObject({ package_id: id, package_units: 2 });
    expect(await left(id)).toBe(8);
    expect(await orderOf(booking)).toMatchObject({ state: 'CONFIRMED', payableAmount: '0.0', balance: '0.0' });
  });

  it('leaves options to pay, and what was paid to refund', async () => {
    const { id: option_id } = await account.create(`/services/${offer.serviceId}/options`, 'service_option', {
      ...{ title: 'Wash', price: 30 },
    });
    const id = await give();
    const booking = await book({ options: [{ option_id, quantity: 1 }] });
    const { id: orderId } = await orderOf(booking);
    await payOrder(account, orderId, '130');
    await change(booking.id, { package_id: id });
    const order = { payableAmount: '30.0', paidAmount: '130.0', refundable: '100.0', state: 'CONFIRMED' };
    expect(await orderOf(booking)).toMatchObject(order);
  });

  it('confirms one that awaits its payment', async () => {
    await account.put(`/services/${offer.serviceId}`, { json: { payment_required: true } });
    const booking = await book({}, { confirm: false });
    expect(booking).toMatchObject({ state: 'awaiting_payment' });
    expect(await change(booking.id, { package_id: await give() })).toMatchObject({ state: 'confirmed' });
  });

  it('is taken back, and the booking costs what its service costs', async () => {
    const id = await give();
    for (const booking of [await book({ package_id: id }), await book()]) {
      await change(booking.id, { package_id: id });
      expect(await change(booking.id, { package_id: null })).not.toHaveProperty('package_id');
      expect(await left(id)).toBe(10);
      expect(await orderOf(booking)).toMatchObject({ state: 'PENDING', payableAmount: '100.0', balance: '100.0' });
    }
  });

  it('gives way to another, which takes the units', async () => {
    const one = await give();
    const other = await give();
    const booking = await book({ package_id: one, count: 3 });
    expect(await change(booking.id, { package_id: other, count: 2 })).toMatchObject({ package_units: 2 });
    expect([await left(one), await left(other)]).toEqual([10, 8]);
    expect(await change(booking.id, { package_id: other })).toMatchObject({ package_units: 2 });
    expect(await left(other)).toBe(8);
  });

  it('takes the percentage of its price from the fees for cancelling, and gives it back', async () => {
    const fees = { cancellation_fees: '24: 50 %, no-show: 100 %' };
    await account.put(`/services/${offer.serviceId}`, { json: fees });
    const booking = await book({}, { confirm: false });
    const agreed = (step: string, noShow: string) => ({ steps: [{ hours: 24, amount: step }], noShow });
    expect(await feesOf(booking)).toMatchObject(agreed('50.00', '100.00'));
    await change(booking.id, { package_id: await give() });
    expect(await feesOf(booking)).toMatchObject(agreed('0.00', '0.00'));
    await change(booking.id, { package_id: null });
    expect(await feesOf(booking)).toMatchObject(agreed('50.00', '100.00'));
  });

  it('is refused if it cannot pay, and changes nothing', async () => {
    const { id: ola } = await account.create('/people', 'person', { name: 'Ola' });
    const { id: other } = await account.create('/services', 'service', { title: 'Wash' });
    const booking = await book({ count: 2 });
    const refusal = async (attributes: object) => change(booking.id, { package_id: await give(attributes) });
    const error = (message: string) => [400, { package_id: [message] }];
    expect(await change(booking.id, { package_id: 0 })).toEqual(error('does not exist'));
    expect(await refusal({ person_id: ola })).toEqual(error('is not of the person'));
    expect(await refusal({ active: false })).toEqual(error('is not active'));
    expect(await refusal({ service_ids: [other] })).toEqual(error('is not for that service'));
    expect(await refusal({ valid_until: '2026-03-03' })).toEqual(error('is not valid on that date'));
    expect(await refusal({ units: 1 })).toEqual(error('has too few units left (1)'));
    expect(await orderOf(booking)).toMatchObject({ payableAmount: '200.0' });
    const unit = await give();
    const used = await book({ package_id: unit });
    await account.put(`/bookings/${used.id}/cancel`);
    await account.put(`/bookings/${booking.id}/cancel`);
    expect(await change(booking.id, { package_id: unit })).toEqual(error('needs an active booking'));
    expect(await change(used.id, { package_id: null })).toEqual(error('needs an active booking'));
    expect(await left(unit)).toBe(10);
  });

  it('pays for a booking of a visit, whose order loses that price', async () => {
    const id = await give();
    const item = (hour: number) => ({
      ...{ service_id: offer.serviceId, resource_id: offer.resourceId },
      ...{ booked_from: `2026-03-04 ${hour}:00`, booked_to: `2026-03-04 ${hour + 1}:00` },
    });
    const visit = { person_id: kari, items: [item(10), item(12)] };
    const { status, body } = await account.post('/visits', { json: { visit } });
    expect([status, body]).toEqual([200, expect.anything()]);
    const [first] = body.visit.bookings;
    await change(first.id, { package_id: id });
    expect(await orderOf(first)).toMatchObject({ payableAmount: '100.0', balance: '100.0' });
    await change(first.id, { package_id: null });
    expect(await orderOf(first)).toMatchObject({ payableAmount: '200.0', balance: '200.0' });
    expect(await left(id)).toBe(10);
  });
});
