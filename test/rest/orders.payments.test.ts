import { bookableServicePerTest } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const now = '2026-03-02T07:00:00Z';

const server = await useTestServer({ now });
const account = server.accountPerTest();
const offered = bookableServicePerTest(account, {
  service: { price: 100, payment_required: true },
  resource: { capacity: 1000 },
});

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const wanted = (attributes: object) => ({
  ...time,
  resource_id: offered.resourceId,
  service_id: offered.serviceId,
  ...attributes,
});
const book = (attributes: object = {}, confirm = false) =>
  account.create('/bookings', 'booking', wanted(attributes), { confirm });
const put = async (id: number, json: object) => {
  const { status, body } = await account.put(`/bookings/${id}`, { json });
  return status === 200 ? body.booking : { status, body };
};
const order = async () => (await account.get('/orders')).body.at(-1).order;

/** The attributes of a booking and its order that a payment changes. */
async function paid(id: number) {
  const { state, paid_at, paid_amount } = (await account.get(`/bookings/${id}`)).body.booking;
  const of = await order();
  return [state, paid_at, paid_amount, of.state, of.paid_amount, of.balance, of.settled_at];
}
const [at, atNow] = ['2026-03-02T08:05:00+01:00', '2026-03-02T08:00:00+01:00'];

describe('a booking that awaits its payment', () => {
  it('waits until the balance is 0', async () => {
    const { id } = await book();
    await put(id, { paid_amount: 40 });
    expect(await paid(id)).toEqual(['awaiting_payment', null, '40.0', 'pending', '40.0', '60.0', null]);
    await put(id, { paid_amount: '99.99', paid_at: at });
    expect(await paid(id)).toEqual(['awaiting_payment', at, '99.99', 'pending', '99.99', '0.01', null]);
    await put(id, { paid_amount: 100 });
    expect(await paid(id)).toEqual(['confirmed', at, '100.0', 'confirmed', '100.0', '0.0', at]);
  });

  it('is paid now if the whole amount is given without a time', async () => {
    const { id } = await book();
    await put(id, { paid_amount: 100 });
    expect(await paid(id)).toEqual(['confirmed', atNow, '100.0', 'confirmed', '100.0', '0.0', atNow]);
  });

  it('is paid in full if only a time is given', async () => {
    const { id } = await book({ paid_amount: 40 });
    await put(id, { paid_at: at });
    expect(await paid(id)).toEqual(['confirmed', at, '100.0', 'confirmed', '100.0', '0.0', at]);
  });

  it('still awaits payment if it was created as partly paid, also after its verification', async () => {
    await server.configure(account, { verification_method: 1 });
    const person_attributes = { email: 'kari@example.org' };
    const { id } = await book({ paid_amount: 40, paid_at: at, person_attributes });
    expect(await paid(id)).toEqual(['awaiting_verification', at, '40.0', 'pending', '40.0', '60.0', null]);
    await account.put(`/bookings/${id}/verify`);
    expect(await paid(id)).toEqual(['awaiting_payment', at, '40.0', 'pending', '40.0', '60.0', null]);
  });

  it('is confirmed if the price falls below the paid amount', async () => {
    const { id } = await book({ count: 2, paid_amount: 150 });
    expect((await paid(id))[0]).toBe('awaiting_payment');
    await put(id, { count: 1 });
    expect(await paid(id)).toEqual(['confirmed', atNow, '150.0', 'confirmed', '150.0', '-50.0', atNow]);
  });

  it('has nothing to pay at a price of 0', async () => {
    await account.put(`/services/${offered.serviceId}`, { json: { price: 0 } });
    const { id } = await book();
    expect(await paid(id)).toEqual(['confirmed', atNow, '0.0', 'confirmed', '0.0', '0.0', atNow]);
  });

  it('has an order, whichever request pays it', async () => {
    const { id } = await book({ service_id: null }, true);
    const statement = `update booking set state = 'awaiting_payment' where account_id = ? and id = ?`;
    const orderless = server.sql(statement, account.credentials.id, id);
    await expect(orderless).rejects.toMatchObject({ constraint: 'booking_has_order_to_be_paid' });
    const due = await book({}, true);
    await server.sql(statement, account.credentials.id, due.id);
    expect((await account.get(`/bookings/${due.id}`)).body.booking.state).toBe('awaiting_payment');
  });
});

describe('a reverted payment', () => {
  it.each([
    [{ paid_at: null }, [null, null, '0.0', '100.0']],
    [{ paid_at: null, paid_amount: '100.0' }, [null, null, '0.0', '100.0']],
    [{ paid_amount: null }, [null, null, '0.0', '100.0']],
    [{ paid_at: null, paid_amount: 40 }, [null, '40.0', '40.0', '60.0']],
    [{ paid_amount: 40 }, [at, '40.0', '40.0', '60.0']],
  ])(
    'by %j makes the order pending again; the booking stays confirmed',
    async (json, [paid_at, paid_amount, sum, balance]) => {
      const { id } = await book({ paid_at: at });
      expect(await paid(id)).toEqual(['confirmed', at, '100.0', 'confirmed', '100.0', '0.0', at]);
      await put(id, json);
      expect(await paid(id)).toEqual(['confirmed', paid_at, paid_amount, 'pending', sum, balance, null]);
      await put(id, { paid_at: atNow });
      expect(await paid(id)).toEqual(['confirmed', atNow, '100.0', 'confirmed', '100.0', '0.0', atNow]);
    },
  );

  it('is kept if a client sends back the whole booking', async () => {
    for (const attributes of [{ paid_amount: 40 }, { paid_at: at, paid_amount: 40 }, { paid_at: at }, {}]) {
      const booking = await book(attributes);
      const before = await paid(booking.id);
      await put(booking.id, { paid_at: booking.paid_at, paid_amount: booking.paid_amount });
      expect(await paid(booking.id)).toEqual(before);
    }
  });
});

describe('bad input', () => {
  it.each([
    [{ paid_amount: -1 }, { paid_amount: ['must be greater than or equal to 0'] }],
    [{ paid_amount: '-0.01', paid_at: at }, { paid_amount: ['must be greater than or equal to 0'] }],
    [{ paid_amount: '100.01' }, { paid_amount: ['must be less than or equal to 100.0'] }],
  ])('%j is rejected, on creation and on change', async (attributes, errors) => {
    const creation = await account.post('/bookings', { json: wanted(attributes) });
    expect([creation.status, creation.body]).toEqual([400, errors]);
    const { id } = await book();
    const before = await paid(id);
    expect(await put(id, attributes)).toEqual({ status: 400, body: errors });
    expect(await paid(id)).toEqual(before);
  });

  it('includes a negative amount without an order; other amounts of such a booking are not checked', async () => {
    const { id } = await book({ service_id: null }, true);
    expect(await put(id, { paid_amount: -1 })).toMatchObject({ status: 400 });
    expect(await put(id, { paid_amount: 115 })).toMatchObject({ paid_amount: '115.0', paid_at: null });
    expect(await put(id, { paid_at: at, paid_amount: null })).toMatchObject({ paid_amount: null, paid_at: at });
  });

  it('includes a payment of an expired hold or a cancelled order', async () => {
    const { id } = await book();
    server.clock.advance(21);
    expect(await put(id, { paid_amount: 40 })).toEqual({ status: 400, body: { state: ['has expired'] } });
    server.clock.set(now);
    await account.put(`/bookings/${id}/cancel`);
    const message = ["can't be changed when the order is cancelled"];
    expect(await put(id, { paid_at: at })).toEqual({ status: 400, body: { paid_at: message } });
    expect(await put(id, { paid_amount: 40 })).toEqual({ status: 400, body: { paid_amount: message } });
  });
});
