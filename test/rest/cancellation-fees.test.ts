import { bookableServicePerTest, bookService, createBookableService } from '../support/catalog.js';
import { messagesOf, payOrder } from '../support/shop.js';
import { useTestServer } from '../support/test-server.js';
import { linkTokenOf } from '../support/valid-input.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer({ now: '2026-03-01T07:00:00Z' });
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);
const offered = bookableServicePerTest(account, { service: { price: '300' }, resource: { capacity: 1000 } });
const fees = '24: 50 %, 0: 100 %, no-show: 100 %';
const setService = (service: object) => account.put(`/services/${offered.serviceId}`, { json: { service } });
const setAccount = (client: object) => account.put('/client', { json: { client } });
beforeEach(async () => {
  await server.configure(account, { currency: 'NOK', allow_cancellation: true });
  await setAccount({ cancellation_fees: fees });
});

const kari = { name: 'Kari', email: 'kari@example.org' };
/** Books 2026-03-04 from 12:00 to 13:00 in Oslo as the public does, so that its person agrees. */
const book = (attributes: object = {}) =>
  bookService(account, offered, { person_attributes: kari, ...attributes }, { confirm: false });
const limit = '2026-03-03T11:00:00Z';
const second = '2026-03-03T11:00:01Z';
const byLink = async (id: number) => `/bookings/${await linkTokenOf(account, id)}`;
const cancel = async (id: number) => visitor.post(`${await byLink(id)}/cancel`);
const cancelLate = async (id: number) => {
  server.clock.set(second);
  expect((await cancel(id)).status).toBe(200);
};
const feeFields = '{ fees text ifCancelledNow noShow state chargeable charged owed waiverReason }';
const feeOf = async (id: number) =>
  (await account.graphql(`query ($id: Int!) { booking(id: $id) { cancellationFee ${feeFields} } }`, { id })).data
    .booking.cancellationFee;
const charge = (id: number, amount?: string) =>
  account.graphql(
    `mutation ($id: Int!, $amount: Decimal) {
      booking: chargeCancellationFee(bookingId: $id, amount: $amount) { cancellationFee ${feeFields} }
    }`,
    { id, amount },
  );
const waive = (id: number, reason = 'She was ill') =>
  account.graphql(
    `mutation ($id: Int!, $reason: String!) {
      booking: waiveCancellationFee(bookingId: $id, reason: $reason) { cancellationFee ${feeFields} }
    }`,
    { id, reason },
  );
const errorsOf = ({ errors = [] }: { errors?: { extensions: { fields: object } }[] }) =>
  errors.map(({ extensions }) => extensions.fields);
const orderOf = async (id: number) =>
  (
    await account.graphql(
      `query ($id: Int!) { booking(id: $id) { order { id state total balance paidAmount refundable
         lineItems { bookingId title quantity amount taxPercentage taxAmount } } } }`,
      { id },
    )
  ).data.booking.order;
const line = { bookingId: null, title: 'Cancellation fee', quantity: 1, taxPercentage: null, taxAmount: null };

describe('the fees of an account and of a service', () => {
  it.each([['24'], ['24: 50 %, 24: 20'], ['24: 101 %'], ['0: 9.999']])('%s are refused', async (cancellation_fees) => {
    for (const set of [setService, setAccount]) {
      const { status, body } = await set({ cancellation_fees });
      expect([status, Object.keys(body)]).toEqual([400, ['cancellation_fees']]);
    }
  });

  it('are shown to visitors, and are not in answers of those without', async () => {
    const shown = async () => (await visitor.get(`/services/${offered.serviceId}`)).body.service.cancellation_terms;
    await setAccount({ cancellation_policy: 'Call us.' });
    expect(await shown()).toEqual({ fees, text: 'Call us.' });
    await setService({ cancellation_fees: '48:10%', cancellation_policy: 'Write to us.' });
    expect(await shown()).toEqual({ fees: '48: 10 %', text: 'Write to us.' });
    await setService({ cancellation_fees: 'none' });
    expect(await shown()).toBeUndefined();
    await setService({ cancellation_fees: null, cancellation_policy: null });
    await setAccount({ cancellation_fees: null, cancellation_policy: null });
    expect((await account.get('/client')).body.client).not.toHaveProperty('cancellation_fees');
    const { id } = await book();
    expect((await visitor.get(await byLink(id))).body.booking).not.toHaveProperty('cancellation_fee');
  });
});

describe('cancelling by the link', () => {
  it('exactly at the limit costs nothing', async () => {
    const { id } = await book();
    server.clock.set(limit);
    await cancel(id);
    expect(await feeOf(id)).toMatchObject({ state: null, chargeable: null });
    expect(errorsOf(await charge(id))).toEqual([{ state: ['has no fee to charge'] }]);
  });

  it('a second later costs the fee, which the page shows before', async () => {
    const { id } = await book();
    server.clock.set(second);
    const shown = (await visitor.get(await byLink(id))).body.booking.cancellation_fee;
    expect(shown).toEqual({
      ...{ fees, text: null, if_cancelled_now: '150.0', no_show: '300.0', charged: null, owed: null },
    });
    await cancel(id);
    expect(await feeOf(id)).toMatchObject({ state: 'DUE', chargeable: '150.0', ifCancelledNow: '0.0' });
    expect(await orderOf(id)).toMatchObject({ state: 'CANCELLED' });
  });

  it('after a move within the hours counts from the time before', async () => {
    const { id } = await book();
    server.clock.set(second);
    const move = { booking: { booked_from: '2026-03-11 12:00' } };
    expect((await visitor.put(await byLink(id), { json: move })).status).toBe(200);
    await cancel(id);
    expect(await feeOf(id)).toMatchObject({ chargeable: '150.0' });
  });

  it('after a move before the hours counts from the time after', async () => {
    const { id } = await book();
    server.clock.set(limit);
    await visitor.put(await byLink(id), { json: { booking: { booked_from: '2026-03-11 12:00' } } });
    server.clock.set(second);
    await cancel(id);
    expect(await feeOf(id)).toMatchObject({ chargeable: null });
  });

  it('costs what was agreed, whatever the account changes', async () => {
    const { id } = await book();
    await setAccount({ cancellation_fees: '24: 100 %' });
    await setService({ price: 900 });
    await account.put(`/bookings/${id}`, { json: { booking: { booked_from: '2026-03-04 12:30' } } });
    server.clock.set('2026-03-03T11:30:01Z');
    await cancel(id);
    expect(await feeOf(id)).toMatchObject({ fees, chargeable: '150.0' });
  });

  it('costs less after fewer people come, and no more after more do', async () => {
    await setAccount({ cancellation_fees: '24: 50 %, no-show: 200' });
    await setService({ booking_capacity: 5 });
    const { id } = await book({ count: 3 });
    const change = (booking: object) => account.put(`/bookings/${id}`, { json: { booking } });
    const agreed = async () => {
      const { if_cancelled_now, no_show } = (await visitor.get(await byLink(id))).body.booking.cancellation_fee;
      return [if_cancelled_now, no_show];
    };
    server.clock.set(second);
    expect(await agreed()).toEqual(['450.0', '200.0']);
    await change({ count: 5 });
    expect(await agreed()).toEqual(['450.0', '200.0']);
    await change({ count: 1 });
    expect(await agreed()).toEqual(['150.0', '200.0']);
    const { serviceId, resourceId } = await createBookableService(account, { service: { price: 100 } });
    await change({ service_id: serviceId, resource_id: resourceId });
    expect(await agreed()).toEqual(['50.0', '100.0']);
    await change({ notes: 'By the window' });
    expect(await agreed()).toEqual(['50.0', '100.0']);
  });
});

it('has no fee for a booking that staff made, cancelled or declined', async () => {
  const { id: made } = await bookService(account, offered, { person_attributes: kari });
  const { id: cancelled } = await book();
  await setService({ confirm_manually: true });
  const { id: declined } = await book();
  server.clock.set(second);
  await cancel(made);
  for (const path of [`/bookings/${cancelled}/cancel`, `/bookings/${declined}/decline`]) {
    expect((await account.put(path)).status).toBe(200);
  }
  expect(await feeOf(made)).toBeNull();
  for (const id of [cancelled, declined])
    expect(errorsOf(await charge(id))).toEqual([{ state: ['has no fee to charge'] }]);
});

describe('a fee', () => {
  it('that is charged five times at once is one line of the order, and the person is asked to pay', async () => {
    const { id } = await book();
    await cancelLate(id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => charge(id)));
    expect(answers.flatMap(errorsOf)).toEqual([]);
    expect(await orderOf(id)).toMatchObject({
      ...{ state: 'PENDING', total: '150.0', balance: '150.0', lineItems: [{ ...line, amount: '150.0' }] },
    });
    expect(await feeOf(id)).toMatchObject({ state: 'CHARGED', charged: '150.0', owed: '150.0', chargeable: null });
    const asked = (await messagesOf(server, account)).filter(({ kind }) => kind === 'order');
    expect(asked).toMatchObject([{ recipient: kari.email, body: expect.stringMatching(/1 × Cancellation fee/) }]);
    await payOrder(account, (await orderOf(id)).id, '150');
    expect(await orderOf(id)).toMatchObject({ state: 'CONFIRMED', refundable: '0.0' });
    expect(await feeOf(id)).toMatchObject({ owed: '0.0' });
  });

  it('is refused by the database a second time', async () => {
    const { id } = await book();
    await cancelLate(id);
    await charge(id);
    const again = server.sql(
      `insert into order_line_item (account_id, created_at, updated_at, order_id, fee_booking_id, quantity, amount)
       select account_id, created_at, updated_at, order_id, fee_booking_id, 1, 1 from order_line_item where fee_booking_id = ?`,
      id,
    );
    await expect(again).rejects.toThrow('order_line_item_fee_unique');
  });

  it('is at most what was agreed', async () => {
    const { id } = await book();
    await cancelLate(id);
    expect(errorsOf(await charge(id, '150.01'))).toEqual([{ amount: ['must be less than or equal to 150.0'] }]);
    expect(errorsOf(await charge(id, '0'))).toEqual([{ amount: ['must be greater than 0'] }]);
    await charge(id, '99.50');
    expect(await orderOf(id)).toMatchObject({ total: '99.5', lineItems: [{ amount: '99.5' }] });
  });

  it('can be charged up to 14 days after', async () => {
    const { id } = await book();
    await cancelLate(id);
    server.clock.set('2026-03-17T11:00:02Z');
    expect(errorsOf(await charge(id))).toEqual([{ state: ['has no fee to charge'] }]);
    server.clock.set('2026-03-17T11:00:01Z');
    expect((await charge(id)).data.booking.cancellationFee.state).toBe('CHARGED');
  });

  it('is paid by the deposit, of which the rest can be refunded', async () => {
    await setAccount({ deposit_type: 'amount', deposit_value: 200 });
    const { id } = await book();
    await payOrder(account, (await orderOf(id)).id, '200');
    await cancelLate(id);
    expect(await orderOf(id)).toMatchObject({ state: 'CANCELLED', refundable: '200.0' });
    await charge(id);
    expect(await orderOf(id)).toMatchObject({ state: 'CONFIRMED', paidAmount: '200.0', refundable: '50.0' });
    expect((await messagesOf(server, account)).filter(({ kind }) => kind === 'order')).toEqual([]);
  });

  it('of a service without a price is an amount on an order of its own', async () => {
    await setService({ price: null, cancellation_fees: '24: 75' });
    const { id } = await book();
    await cancelLate(id);
    await charge(id);
    const order = await orderOf(id);
    expect(order).toMatchObject({ state: 'PENDING', total: '75.0' });
    await payOrder(account, order.id, '75');
    expect((await account.get(`/bookings/${id}`)).body.booking).toMatchObject({
      state: 'cancelled',
      paid_amount: '75.0',
    });
  });

  it('has the tax rate of what was sold', async () => {
    const { id: taxRate } = await account.create('/tax_rates', 'tax_rate', { name: 'VAT', percentage: 25 });
    await setService({ tax_rate_id: taxRate });
    const { id } = await book();
    await cancelLate(id);
    await charge(id);
    expect((await orderOf(id)).lineItems).toMatchObject([
      { amount: '150.0', taxPercentage: '25.0', taxAmount: '30.0' },
    ]);
  });
});

describe('a no-show', () => {
  const miss = async (id: number) => {
    server.clock.set('2026-03-04T13:00:00Z');
    await account.put(`/bookings/${id}`, { json: { booking: { status: 'no_show' } } });
  };

  it('owes its fee in place of the price', async () => {
    await setAccount({ cancellation_fees: '24: 50 %, no-show: 80 %' });
    const { id } = await book();
    await miss(id);
    expect(await feeOf(id)).toMatchObject({ state: 'DUE', chargeable: '240.0' });
    await charge(id);
    expect(await orderOf(id)).toMatchObject({
      ...{ state: 'PENDING', total: '240.0', lineItems: [{ title: 'No-show fee', amount: '240.0' }] },
    });
    await payOrder(account, (await orderOf(id)).id, '240');
    expect((await account.get(`/bookings/${id}`)).body.booking).toMatchObject({ paid_amount: '240.0' });
    const change = (booking: object) => account.put(`/bookings/${id}`, { json: { booking } });
    expect(await change({ status: 'completed' })).toMatchObject({
      ...{ status: 400, body: { status: ["can't be changed after a fee was charged"] } },
    });
    expect(await change({ count: 2 })).toMatchObject({ status: 400 });
    await waive(id);
    expect((await change({ status: 'completed' })).status).toBe(200);
    expect(await orderOf(id)).toMatchObject({ state: 'CANCELLED', refundable: '240.0' });
  });

  it('that came after all owes none', async () => {
    const { id } = await book();
    await miss(id);
    await account.put(`/bookings/${id}`, { json: { booking: { status: 'completed' } } });
    expect(await feeOf(id)).toMatchObject({ state: null, chargeable: null });
  });
});

describe('waiving a fee', () => {
  it('needs a reason', async () => {
    const { id } = await book();
    expect(errorsOf(await waive(id))).toEqual([{ state: ['has no fee'] }]);
    await cancelLate(id);
    expect(errorsOf(await waive(id, ' '))).toEqual([{ reason: ["can't be blank"] }]);
    await waive(id);
    expect(await feeOf(id)).toMatchObject({ state: 'WAIVED', waiverReason: 'She was ill', chargeable: null });
    expect(errorsOf(await charge(id))).toEqual([{ state: ['has no fee to charge'] }]);
  });

  it('that was paid leaves all to refund, and nothing to pay', async () => {
    const { id } = await book();
    await cancelLate(id);
    await charge(id);
    const { id: orderId } = await orderOf(id);
    await payOrder(account, orderId, '150');
    await waive(id);
    const refund = 'mutation ($id: Int!) { recordRefund(orderId: $id, amount: "150") { state balance } }';
    expect(await orderOf(id)).toMatchObject({ state: 'CANCELLED', refundable: '150.0', lineItems: [] });
    expect((await account.graphql(refund, { id: orderId })).errors).toBeUndefined();
    expect(await orderOf(id)).toMatchObject({
      state: 'CANCELLED',
      paidAmount: '0.0',
      balance: '0.0',
      refundable: '0.0',
    });
  });
});

describe('a visit', () => {
  const item = (from: string, to: string) => ({
    ...{ service_id: offered.serviceId, resource_id: offered.resourceId },
    ...{ booked_from: `2026-03-04T${from}:00+01:00`, booked_to: `2026-03-04T${to}:00+01:00` },
  });
  const made = async (ofSecond: object = {}, person: object = { person_attributes: kari }): Promise<number[]> => {
    const visit = { ...person, items: [item('10:00', '11:00'), { ...item('11:00', '12:00'), ...ofSecond }] };
    const { body } = await account.post('/visits', { json: { visit, confirm: false } });
    return body.visit.bookings.map(({ id }: { id: number }) => id);
  };

  it('has the fee of a cancelled booking beside the price of the others, until those are cancelled, too', async () => {
    const [first = 0, second = 0] = await made();
    server.clock.set('2026-03-03T09:30:00Z');
    await cancel(first);
    expect(await orderOf(second)).toMatchObject({ total: '300.0' });
    await charge(first);
    expect(await orderOf(second)).toMatchObject({
      ...{ state: 'PENDING', total: '450.0' },
      lineItems: [
        { bookingId: second, amount: '300.0' },
        { bookingId: null, amount: '150.0' },
      ],
    });
    await payOrder(account, (await orderOf(second)).id, '450');
    server.clock.set('2026-03-03T10:30:00Z');
    await cancel(second);
    expect(await orderOf(second)).toMatchObject({ state: 'CONFIRMED', total: '150.0', refundable: '300.0' });
    await charge(second);
    expect(await orderOf(second)).toMatchObject({ state: 'CONFIRMED', total: '300.0', refundable: '150.0' });
    await waive(first);
    expect(await orderOf(first)).toMatchObject({ state: 'CONFIRMED', total: '150.0', refundable: '300.0' });
    await waive(second);
    expect(await orderOf(first)).toMatchObject({ state: 'CANCELLED', refundable: '450.0', lineItems: [] });
  });

  it('goes on after the fee of one is waived, also if a package pays for the others', async () => {
    const { id: person_id } = await account.create('/people', 'person', kari);
    const { id: package_id } = await account.create('/packages', 'package', { title: 'Cuts', person_id, units: 3 });
    const [first = 0, second = 0] = await made({ package_id }, { person_id });
    server.clock.set('2026-03-03T09:30:00Z');
    await cancel(first);
    await charge(first);
    expect(await orderOf(second)).toMatchObject({ state: 'PENDING', total: '150.0' });
    await waive(first);
    expect(await orderOf(second)).toMatchObject({ state: 'CONFIRMED', total: '0.0', lineItems: [] });
  });

  it('that is cancelled as a whole has the fees of those that are late', async () => {
    const [first = 0, second = 0] = await made();
    server.clock.set('2026-03-03T09:30:00Z');
    expect((await visitor.post(`${await byLink(first)}/visit/cancel`, {})).status).toBe(200);
    expect([await feeOf(first), await feeOf(second)]).toMatchObject([{ chargeable: '150.0' }, { chargeable: null }]);
    await charge(first);
    expect(await orderOf(first)).toMatchObject({ state: 'PENDING', total: '150.0', lineItems: [{ bookingId: null }] });
  });
});
