import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { expireHold } from '../../src/domain/booking/states/booking-state.actions.js';
import { bookableServicePerTest, bookService, createBookableService } from '../support/catalog.js';
import { addCoupon, payOrder } from '../support/shop.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);
const offered = bookableServicePerTest(account, { service: { price: '333.33' }, resource: { capacity: 1000 } });
beforeEach(() => server.configure(account, { currency: 'NOK' }));

const kari = { name: 'Kari', email: 'kari@example.org' };
const third = { deposit_type: 'percentage', deposit_value: 30 };
const setService = (service: object) => account.put(`/services/${offered.serviceId}`, { json: { service } });
const setAccount = (client: object) => account.put('/client', { json: { client } });
/** Books as the public does, so that the booking awaits what it needs. */
const book = (attributes: object = {}) =>
  bookService(account, offered, { person_attributes: kari, ...attributes }, { confirm: false });
/** Returns the last order. */
const lastOrder = async () => (await account.get('/orders')).body.at(-1).order;
const dueOf = async () => {
  const { state, deposit, due_now, due_later, paid_amount } = await lastOrder();
  return { state, deposit, due_now, due_later, paid_amount };
};
const stateOf = async (id: number) => (await account.get(`/bookings/${id}`)).body.booking.state;
const pay = async (amount: string) => payOrder(account, (await lastOrder()).id, amount);
const query = async (document: string) => (await account.graphql(document)).data;

describe('the deposit of an account and of a service', () => {
  it.each([
    [{ deposit_type: 'percentage' }, { deposit_value: ["can't be blank"] }],
    [{ ...third, deposit_value: 0 }, { deposit_value: ['must be greater than 0'] }],
    [{ ...third, deposit_value: '100.5' }, { deposit_value: ['must be less than or equal to 100'] }],
    [
      { deposit_type: 'amount', deposit_value: '0.001' },
      { deposit_value: ['is invalid', 'must have at most 2 decimals, as amounts of NOK'] },
    ],
    [{ ...third, deposit_from: -1 }, { deposit_from: ['must be greater than or equal to 0'] }],
  ])('with %j is refused with %j', async (attributes, errors) => {
    for (const set of [setService, setAccount]) {
      expect(await set(attributes)).toMatchObject({ status: 400, body: errors });
    }
  });

  it('is shown to visitors, and hides nothing else of the account', async () => {
    const shown = async () => (await visitor.get(`/services/${offered.serviceId}`)).body.service.deposit;
    expect(await shown()).toBeNull();
    await setAccount({ ...third, deposit_from: 500, deposit_for: 'new_people' });
    expect(await shown()).toEqual({ type: 'percentage', value: '30.0', from: '500.0', for: 'new_people' });
    await setService({ deposit_type: 'amount', deposit_value: 50 });
    expect(await shown()).toEqual({ type: 'amount', value: '50.0', from: null, for: 'always' });
    await setService({ deposit_type: 'none', deposit_value: null });
    expect(await shown()).toBeNull();
  });
});

describe('a booking with a deposit', () => {
  it('is held until the deposit is paid; the rest is due at the appointment', async () => {
    await setAccount(third);
    const { id, state } = await book();
    expect(state).toBe('awaiting_payment');
    const due = { state: 'pending', deposit: '100.0', due_now: '100.0', due_later: '233.33', paid_amount: '0.0' };
    expect(await dueOf()).toEqual(due);
    await pay('60');
    expect([await stateOf(id), await dueOf()]).toEqual([
      'awaiting_payment',
      { ...due, due_now: '40.0', paid_amount: '60.0' },
    ]);
    await pay('40');
    expect([await stateOf(id), await dueOf()]).toEqual(['confirmed', { ...due, due_now: '0.0', paid_amount: '100.0' }]);
    expect((await server.changes(account)).slice(-2)).toEqual(['order.paid', 'booking.confirmed']);
    await pay('233.33');
    expect(await dueOf()).toEqual({
      ...{ state: 'confirmed', deposit: '100.0', due_now: '0.0', due_later: '0.0', paid_amount: '333.33' },
    });
  });

  it('is confirmed once by a payment that is recorded five times at once', async () => {
    await setAccount(third);
    const { id } = await book();
    const { id: orderId } = await lastOrder();
    const answers = await Promise.all(Array.from({ length: 5 }, () => payOrder(account, orderId, '100', 'receipt 17')));
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
    expect([await stateOf(id), await dueOf()]).toMatchObject(['confirmed', { due_now: '0.0', paid_amount: '100.0' }]);
    expect((await server.changes(account)).filter((name) => name === 'booking.confirmed')).toHaveLength(1);
  });

  it('of JPY has whole units', async () => {
    await setAccount({ currency: 'JPY', ...third });
    await setService({ price: 999 });
    await book();
    expect(await dueOf()).toMatchObject({ deposit: '300.0', due_later: '699.0' });
  });

  it('is confirmed by a payment that staff state on the booking', async () => {
    await setAccount(third);
    const { id } = await book();
    await account.put(`/bookings/${id}`, { json: { booking: { paid_amount: 100 } } });
    expect([await stateOf(id), await dueOf()]).toMatchObject(['confirmed', { due_now: '0.0', due_later: '233.33' }]);
  });

  it('has none if staff confirm it at once, if it is free, and below the price from which one is asked for', async () => {
    await setAccount({ ...third, deposit_from: '333.34' });
    expect((await book()).state).toBe('confirmed');
    expect(await dueOf()).toMatchObject({ deposit: null, due_now: null, due_later: null });
    await setAccount({ deposit_from: '333.33' });
    expect((await book()).state).toBe('awaiting_payment');
    await bookService(account, offered, { person_attributes: kari });
    expect(await dueOf()).toMatchObject({ deposit: null });
    await setService({ price: 0 });
    await setAccount({ deposit_from: null });
    expect((await book()).state).toBe('confirmed');
    expect(await dueOf()).toMatchObject({ state: 'confirmed', deposit: null });
  });

  it('is paid in full if the service asks for that', async () => {
    await setAccount(third);
    await setService({ payment_required: true });
    const { id } = await book();
    expect(await dueOf()).toMatchObject({ deposit: null });
    await pay('100');
    expect(await stateOf(id)).toBe('awaiting_payment');
  });

  it('has a deposit on what it costs after the coupon', async () => {
    await setAccount(third);
    await addCoupon(account);
    await book({ coupon_code: 'SPRING' });
    expect(await dueOf()).toMatchObject({ deposit: '90.0', due_later: '210.0' });
  });

  it('is confirmed by a gift card that pays the deposit or more', async () => {
    await setAccount(third);
    const { id } = await book();
    await account.create('/gift_cards', 'gift_card', { value: 300, code: 'ABCD-1234-EFGH' });
    const { id: orderId } = await lastOrder();
    await query(`mutation { redeemGiftCard(orderId: ${orderId}, code: "ABCD-1234-EFGH") { id } }`);
    expect([await stateOf(id), await dueOf()]).toMatchObject(['confirmed', { due_now: '0.0', due_later: '33.33' }]);
  });

  it('keeps what was agreed, whatever the owner changes, and a move asks for nothing again', async () => {
    await setAccount(third);
    const { id } = await book();
    await setAccount({ deposit_value: 50 });
    await setService({ price: 900, deposit_type: 'amount', deposit_value: 400, payment_required: true });
    expect(await dueOf()).toMatchObject({ deposit: '100.0', due_now: '100.0' });
    await pay('100');
    expect(await stateOf(id)).toBe('confirmed');
    const booking = { booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 13:00' };
    await account.put(`/bookings/${id}`, { json: { booking } });
    expect([await stateOf(id), await dueOf()]).toMatchObject([
      'confirmed',
      { deposit: '100.0', due_now: '0.0', due_later: '233.33' },
    ]);
    await account.put(`/bookings/${id}`, { json: { booking: { count: 2 } } });
    expect(await dueOf()).toMatchObject({ deposit: '100.0', due_now: '0.0', due_later: '566.66' });
  });

  it('that costs less than its deposit later needs no more than its price', async () => {
    await setAccount({ deposit_type: 'amount', deposit_value: 500 });
    const { id } = await book({ count: 2 });
    await account.put(`/bookings/${id}`, { json: { booking: { count: 1 } } });
    expect(await dueOf()).toMatchObject({ deposit: '500.0', due_now: '333.33', due_later: '0.0' });
    await pay('333.33');
    expect(await stateOf(id)).toBe('confirmed');
  });

  it('is verified first, and has the deposit that it was made with', async () => {
    await server.configure(account, { verification_method: 1 });
    await setAccount(third);
    const { id, state } = await book();
    expect(state).toBe('awaiting_verification');
    await setAccount({ deposit_type: null, deposit_value: null });
    await account.put(`/bookings/${id}/verify`);
    expect([await stateOf(id), await dueOf()]).toMatchObject(['awaiting_payment', { due_now: '100.0' }]);
    await pay('100');
    expect(await stateOf(id)).toBe('confirmed');
  });

  it('that expires unpaid is cancelled, and its order owes nothing', async () => {
    await setAccount(third);
    const { id } = await book();
    await pay('10');
    server.clock.advance(21);
    await expireHold(await createBackgroundContext(server.database, server.clock, account.credentials.id), id);
    expect([await stateOf(id), await dueOf()]).toMatchObject([
      'cancelled',
      { state: 'cancelled', due_now: '0.0', due_later: '0.0', paid_amount: '10.0' },
    ]);
  });

  it('that staff decline gives all back', async () => {
    await setAccount({ ...third, confirm_manually: true });
    const { id } = await book();
    await pay('100');
    expect(await stateOf(id)).toBe('awaiting_confirmation');
    await account.put(`/bookings/${id}/decline`);
    const { id: orderId } = await lastOrder();
    const { order } = await query(`{ order(id: ${orderId}) { state refundable dueNow dueLater } }`);
    expect(order).toEqual({ state: 'CANCELLED', refundable: '100.0', dueNow: '0.0', dueLater: '0.0' });
  });

  it('is shown by its link with what is due', async () => {
    await setAccount(third);
    const { id } = await book();
    const { link } = (await account.get(`/bookings/${id}/link`)).body.booking;
    const shown = async () => (await visitor.get(`/bookings/${link.split('/').at(-1)}`)).body.booking;
    expect(await shown()).toMatchObject({ due_now: '100.0', due_later: '233.33' });
    await pay('100');
    expect(await shown()).toMatchObject({ due_now: '0.0', due_later: '233.33' });
  });
});

it('figures count what was paid of a deposit, and the rest as outstanding', async () => {
  await setAccount(third);
  await book();
  await pay('100');
  const { body } = await account.get('/figures/revenue?from=2026-03-01&to=2026-04-01');
  expect(JSON.stringify(body)).toContain('"outstanding":"233.33","paid":"100.0"');
});

describe('a deposit', () => {
  it('of new people is asked of those who have not been there', async () => {
    await setAccount({ ...third, deposit_for: 'new_people' });
    const first = await book();
    // The second one of the same person, who still has not been there.
    expect([first.state, (await book()).state]).toEqual(['awaiting_payment', 'awaiting_payment']);
    await pay('100');
    await account.put(`/bookings/${first.id}`, { json: { booking: { paid_amount: 100 } } });
    server.clock.set('2026-03-04T11:00:00Z');
    const later = { booked_from: '2026-03-06 12:00', booked_to: '2026-03-06 13:00' };
    expect((await book(later)).state).toBe('confirmed');
    expect((await book({ ...later, person_attributes: { name: 'Ola', email: 'ola@example.org' } })).state).toBe(
      'awaiting_payment',
    );
    expect((await book({ ...later, person_attributes: undefined })).state).toBe('awaiting_payment');
    // A person who missed the only one has not been there.
    for (const { booking } of (await account.get('/bookings')).body) {
      await account.put(`/bookings/${booking.id}/status`, { json: { status: 'no_show' } });
    }
    expect((await book(later)).state).toBe('awaiting_payment');
  });

  it('of people with a no-show is asked of no others', async () => {
    await setAccount({ ...third, deposit_for: 'no_shows' });
    const { id, state } = await book();
    expect(state).toBe('confirmed');
    server.clock.set('2026-03-04T13:00:00Z');
    const later = { booked_from: '2026-03-06 12:00', booked_to: '2026-03-06 13:00' };
    expect((await book(later)).state).toBe('confirmed');
    await account.put(`/bookings/${id}/status`, { json: { status: 'no_show' } });
    expect((await book(later)).state).toBe('awaiting_payment');
    expect((await book({ ...later, person_attributes: undefined })).state).toBe('confirmed');
  });

  describe('of a visit', () => {
    /** Books the offered service and another one after it. @returns the ids of the bookings */
    async function visit(service: object): Promise<number[]> {
      const other = await createBookableService(account, { service: { title: 'Colour', price: 999, ...service } });
      const item = (
        { serviceId, resourceId }: { serviceId: number; resourceId: number },
        from: string,
        to: string,
      ) => ({
        ...{ service_id: serviceId, resource_id: resourceId },
        ...{ booked_from: `2026-03-04 ${from}`, booked_to: `2026-03-04 ${to}` },
      });
      const items = [item(offered, '12:00', '13:00'), item(other, '13:00', '14:00')];
      const { bookings } = await account.create(
        '/visits',
        'visit',
        { person_attributes: kari, items },
        { confirm: false },
      );
      return bookings.map(({ id }: { id: number }) => id);
    }
    const states = (ids: readonly number[]) => Promise.all(ids.map(stateOf));

    it('is the sum of those of its bookings, whose payment confirms all', async () => {
      await setAccount(third);
      const ids = await visit({});
      expect((await account.get('/orders')).body).toHaveLength(1);
      expect(await dueOf()).toMatchObject({ deposit: '399.7', due_now: '399.7', due_later: '932.63' });
      await pay('399');
      expect(await states(ids)).toEqual(['awaiting_payment', 'awaiting_payment']);
      await pay('0.7');
      expect(await states(ids)).toEqual(['confirmed', 'confirmed']);
      expect(await dueOf()).toMatchObject({ state: 'pending', due_now: '0.0', due_later: '932.63' });
    });

    it('counts the whole price of a service that demands it', async () => {
      await setAccount(third);
      const ids = await visit({ payment_required: true });
      expect(await dueOf()).toMatchObject({ deposit: '1099.0', due_now: '1099.0', due_later: '233.33' });
      await pay('1098.99');
      expect(await states(ids)).toEqual(['awaiting_payment', 'awaiting_payment']);
      await pay('0.01');
      expect(await states(ids)).toEqual(['confirmed', 'confirmed']);
    });

    it('is none if all of it is demanded, and if nothing is', async () => {
      await setService({ payment_required: true });
      await visit({ payment_required: true });
      expect(await dueOf()).toMatchObject({ deposit: null, due_now: null });
      await setService({ payment_required: false });
      expect(await states(await visit({}))).toEqual(['confirmed', 'confirmed']);
    });

    it('loses the part of a booking that is cancelled, and keeps what was agreed', async () => {
      await setAccount(third);
      const [first = 0, second = 0] = await visit({});
      await setAccount({ deposit_value: 90 });
      await account.put(`/bookings/${second}/cancel`);
      expect(await dueOf()).toMatchObject({ deposit: '100.0', due_now: '100.0', due_later: '233.33' });
      await account.put(`/bookings/${first}`, {
        json: { booking: { booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 13:00' } },
      });
      expect(await dueOf()).toMatchObject({ deposit: '100.0', due_now: '100.0' });
      await pay('100');
      expect(await stateOf(first)).toBe('confirmed');
    });
  });
});
