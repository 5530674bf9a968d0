import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { expireHold } from '../../src/domain/booking/states/booking-state.actions.js';
import { bookableServicePerTest } from '../support/catalog.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();
const offered = bookableServicePerTest(account, {
  service: { price: '115.25', payment_required: true },
  resource: { capacity: 1000 },
});

/** Creates a booking that awaits its payment. @returns its id and that of its order */
async function due(attributes: object = {}): Promise<{ bookingId: number; orderId: number }> {
  const { resourceId, serviceId } = offered;
  const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
  const booking = { ...time, resource_id: resourceId, service_id: serviceId, ...attributes };
  const { id: bookingId } = await account.create('/bookings', 'booking', booking, { confirm: false });
  const { data } = await account.graphql('query ($id: Int!) { booking(id: $id) { order { id } } }', { id: bookingId });
  return { bookingId, orderId: data.booking.order.id };
}

const whole = 'state paidAmount balance settledAt payments { amount giftCardId reference } lineItems { giftCardId }';
const run = async (field: string, mutation: string, variables: object, of: TestAccount) => {
  const { data, errors = [] } = await of.graphql(mutation, variables);
  return data?.[field] ?? errors.map(({ extensions }) => extensions.fields ?? extensions.code);
};
const pay = (orderId: number, amount: unknown, reference?: string, of = account) =>
  run(
    'recordPayment',
    `mutation ($orderId: Int!, $amount: Decimal!, $reference: String) {
      recordPayment(orderId: $orderId, amount: $amount, reference: $reference) { ${whole} } }`,
    { orderId, amount, reference },
    of,
  );
const redeem = (orderId: number, code: string, amount?: string) =>
  run(
    'redeemGiftCard',
    `mutation ($orderId: Int!, $code: String!, $amount: Decimal) {
      redeemGiftCard(orderId: $orderId, code: $code, amount: $amount) { ${whole} } }`,
    { orderId, code, amount },
    account,
  );
const addCard = (attributes: object) => account.create('/gift_cards', 'gift_card', { value: 100, ...attributes });
const bookingOf = async (id: number) => (await account.get(`/bookings/${id}`)).body.booking;
const cardOf = async (id: number) => (await account.get(`/gift_cards/${id}`)).body.gift_card;

describe('a recorded payment', () => {
  it('of the balance settles the order and confirms the booking', async () => {
    const { orderId, bookingId } = await due();
    expect(await pay(orderId, '15.25', 'a-1')).toMatchObject({
      state: 'PENDING',
      paidAmount: '15.25',
      balance: '100.0',
    });
    expect(await bookingOf(bookingId)).toMatchObject({
      state: 'awaiting_payment',
      paid_at: null,
      paid_amount: '15.25',
    });
    expect(await pay(orderId, 100)).toEqual({
      state: 'CONFIRMED',
      paidAmount: '115.25',
      balance: '0.0',
      settledAt: '2026-03-02T08:00:00+01:00',
      payments: [
        { amount: '15.25', giftCardId: null, reference: 'a-1' },
        { amount: '100.0', giftCardId: null, reference: null },
      ],
      lineItems: [{ giftCardId: null }],
    });
    expect(await bookingOf(bookingId)).toMatchObject({
      state: 'confirmed',
      expires_at: null,
      paid_at: '2026-03-02T08:00:00+01:00',
      paid_amount: '115.25',
    });
    const names = (await server.changes(account)).slice(-4);
    expect(names).toEqual(['order.paid', 'booking.modified', 'order.settled', 'booking.confirmed']);
  });

  it('does not confirm a booking that awaits manual confirmation', async () => {
    await server.configure(account, { confirm_manually: true });
    const { orderId, bookingId } = await due();
    await pay(orderId, '115.25');
    expect((await bookingOf(bookingId)).state).toBe('awaiting_confirmation');
  });

  it('can precede the verification, after which nothing is left to pay', async () => {
    const person_attributes = { email: 'kari@example.org' };
    await server.configure(account, { verification_method: 1 });
    const { orderId, bookingId } = await due({ person_attributes });
    await pay(orderId, '115.25');
    expect((await bookingOf(bookingId)).state).toBe('awaiting_verification');
    await account.put(`/bookings/${bookingId}/verify`);
    expect((await bookingOf(bookingId)).state).toBe('confirmed');
  });

  it.each([
    ['0', { amount: ['must be greater than 0'] }],
    ['-1', { amount: ['must be greater than 0'] }],
    ['115.26', { amount: ['must be less than or equal to 115.25'] }],
    ['much', { amount: ['is invalid'] }],
    [null, { amount: ["can't be blank"] }],
  ])('of %j is rejected', async (amount, fields) => {
    const { orderId } = await due();
    expect(await pay(orderId, amount)).toEqual([fields]);
  });

  it('is recorded once per reference of the account', async () => {
    const [one, another] = [await due(), await due()];
    await pay(one.orderId, 1, 'a-1');
    const taken = [{ reference: ['has already been taken'] }];
    expect(await pay(one.orderId, 1, 'a-1')).toEqual(taken);
    expect(await pay(another.orderId, 1, 'a-1')).toEqual(taken);
    expect(await pay(another.orderId, 1, 'x'.repeat(256))).toEqual([
      { reference: ['is too long (maximum is 255 characters)'] },
    ]);
  });

  it('is rejected for an order that does not await it', async () => {
    const { orderId, bookingId } = await due();
    await account.put(`/bookings/${bookingId}/cancel`);
    expect(await pay(orderId, 1)).toEqual([{ orderId: ['is cancelled'] }]);
    const settled = await due();
    await pay(settled.orderId, '115.25');
    expect(await pay(settled.orderId, 1)).toEqual([{ orderId: ['is settled'] }]);
    const late = await due();
    server.clock.advance(21);
    expect(await pay(late.orderId, 1)).toEqual([{ state: ['has expired'] }]);
    expect(await pay(2_000_000_000, 1)).toEqual(['NOT_FOUND']);
    expect(await pay(late.orderId, 1, undefined, await server.account())).toEqual(['NOT_FOUND']);
  });
});

describe('a gift card', () => {
  it('pays the balance, and keeps the exact rest', async () => {
    const card = await addCard({ value: 200, code: 'Birthday' });
    const { orderId, bookingId } = await due();
    expect(await redeem(orderId, ' BIRTHDAY')).toMatchObject({
      state: 'CONFIRMED',
      payments: [{ amount: '115.25', giftCardId: card.id }],
      lineItems: [{ giftCardId: card.id }],
    });
    expect((await bookingOf(bookingId)).state).toBe('confirmed');
    expect(await cardOf(card.id)).toMatchObject({ value: 84, initial_value: 200 });
    await account.put(`/gift_cards/${card.id}`, { json: { value: 84 } });

    const second = await due();
    expect(await redeem(second.orderId, 'birthday')).toMatchObject({ state: 'PENDING', balance: '30.5' });
    expect(await cardOf(card.id)).toMatchObject({ value: 0, active: false });
    expect(await redeem(second.orderId, 'birthday')).toEqual([{ code: ['is used up'] }]);
    expect((await account.put(`/gift_cards/${card.id}`, { json: { value: 0, active: true } })).status).toBe(200);
    expect(await pay(second.orderId, '30.5')).toMatchObject({ state: 'CONFIRMED' });
    expect(await server.changes(account)).toContain('gift_card.redeemed');
  });

  it('pays the given amount, at most its value', async () => {
    const { orderId } = await due();
    await addCard({ code: 'a' });
    expect(await redeem(orderId, 'a', '40')).toMatchObject({ balance: '75.25' });
    expect(await redeem(orderId, 'a', '60.01')).toEqual([{ amount: ['must be less than or equal to 60.0'] }]);
    expect(await redeem(orderId, 'a', '0')).toEqual([{ amount: ['must be greater than 0'] }]);
  });

  it.each([
    [{ active: false }, 'is not active'],
    [{ valid_until: '2026-03-01' }, 'has expired'],
  ])('with %j is rejected: %s', async (attributes, message) => {
    const { orderId } = await due();
    await addCard({ code: 'a', ...attributes });
    expect(await redeem(orderId, 'a')).toEqual([{ code: [message] }]);
  });

  it('must belong to the account', async () => {
    const { orderId } = await due();
    const other = await server.account();
    await other.create('/gift_cards', 'gift_card', { value: 100, code: 'theirs' });
    expect(await redeem(orderId, 'theirs')).toEqual([{ code: ['does not exist'] }]);
  });

  it('can be deleted without a change of the orders that it paid', async () => {
    const { orderId } = await due();
    const card = await addCard({ code: 'a' });
    await redeem(orderId, 'a');
    const archived = { ...card, value: 0, active: false };
    const { status, body } = await account.del(`/gift_cards/${card.id}`);
    expect([status, body]).toEqual([200, { gift_card: archived }]);
    expect((await account.get('/gift_cards')).body).toEqual([]);
    expect(await cardOf(card.id)).toEqual(archived);
    expect(await redeem(orderId, 'a')).toEqual([{ code: ['does not exist'] }]);
    expect(await pay(orderId, '15.25')).toMatchObject({
      state: 'CONFIRMED',
      payments: [{ amount: '100.0', giftCardId: card.id }, { amount: '15.25' }],
      lineItems: [{ giftCardId: card.id }],
    });
  });
});

it('an unpaid order expires with its booking', async () => {
  const { bookingId, orderId } = await due();
  server.clock.advance(21);
  await expireHold(await createBackgroundContext(server.database, server.clock, account.credentials.id), bookingId);
  expect(await pay(orderId, 1)).toEqual([{ orderId: ['is cancelled'] }]);
});

it('lists have orders with their bookings', async () => {
  await due();
  await due();
  const { data } = await account.graphql(
    '{ bookings { edges { node { order { total } } } } orders(filter: { state: PENDING }) { totalCount edges { node { payableAmount lineItems { quantity } } } } }',
  );
  expect(data.bookings.edges).toEqual([
    { node: { order: { total: '115.25' } } },
    { node: { order: { total: '115.25' } } },
  ]);
  expect(data.orders).toMatchObject({ totalCount: 2, edges: [{}, { node: { payableAmount: '115.25' } }] });
});
