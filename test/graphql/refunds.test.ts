import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { expireHold } from '../../src/domain/booking/states/booking-state.actions.js';
import { type BookableService, createBookableService } from '../support/catalog.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const now = '2026-03-02T07:00:00Z';

const server = await useTestServer({ now });
let account: TestAccount;
let offered: BookableService;
beforeEach(async () => {
  server.clock.set(now);
  account = await server.account();
  await server.configure(account, { confirm_manually: true });
  offered = await createBookableService(account, {
    service: { price: 100, payment_required: true },
    resource: { capacity: 1000 },
  });
});

const whole = 'state paidAmount refundable payments { amount giftCardId reference }';

async function run(mutation: string, variables: object) {
  const { data, errors = [] } = await account.graphql(mutation, variables);
  return Object.values(data ?? {})[0] ?? errors.map(({ extensions }) => extensions.fields ?? extensions.code);
}
const pay = (orderId: number, amount: unknown, reference?: string) =>
  run(
    `mutation ($orderId: Int!, $amount: Decimal!, $reference: String) {
      recordPayment(orderId: $orderId, amount: $amount, reference: $reference) { ${whole} } }`,
    { orderId, amount, reference },
  );
const redeem = (orderId: number, amount?: string) =>
  run(
    `mutation ($orderId: Int!, $amount: Decimal) {
      redeemGiftCard(orderId: $orderId, code: "card", amount: $amount) { ${whole} } }`,
    { orderId, amount },
  );
const refund = (orderId: number, amount: unknown, reference?: string) =>
  run(
    `mutation ($orderId: Int!, $amount: Decimal!, $reference: String) {
      recordRefund(orderId: $orderId, amount: $amount, reference: $reference) { ${whole} } }`,
    { orderId, amount, reference },
  );
const orderOf = (id: number) => run(`query ($id: Int!) { order(id: $id) { ${whole} } }`, { id });
const cardOf = async (id: number) => (await account.get(`/gift_cards/${id}`)).body.gift_card;
const addCard = (value = 100) => account.create('/gift_cards', 'gift_card', { value, code: 'card' });

interface Due {
  id: number;
  orderId: number;
}

/** Creates a booking that awaits its payment. @returns its id and that of its order */
async function due(attributes: object = {}): Promise<Due> {
  const { resourceId, serviceId } = offered;
  const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
  const booking = { ...time, resource_id: resourceId, service_id: serviceId, ...attributes };
  const { id } = await account.create('/bookings', 'booking', booking, { confirm: false });
  return { id, orderId: (await account.get('/orders')).body.at(-1).order.id };
}

async function expire(id: number): Promise<void> {
  server.clock.advance(21);
  await expireHold(await createBackgroundContext(server.database, server.clock, account.credentials.id), id);
}

describe('a booking that ends', () => {
  it.each(['decline', 'cancel', 'delete'])(
    'when it was paid, returns what its card paid, and keeps the rest to refund, by %s',
    async (step) => {
      const card = await addCard(60);
      const { id, orderId } = await due();
      await redeem(orderId);
      await pay(orderId, 40, 'p-1');
      expect((await account.get(`/bookings/${id}`)).body.booking.state).toBe('awaiting_confirmation');
      expect(await cardOf(card.id)).toMatchObject({ value: 0, active: false });

      const path = `/bookings/${id}`;
      const { status, body } = step === 'delete' ? await account.del(path) : await account.put(`${path}/${step}`);
      expect([status, body.booking.paid_amount]).toEqual([200, '40.0']);
      await account.del(path);
      expect(await orderOf(orderId)).toEqual({
        state: 'CANCELLED',
        paidAmount: '40.0',
        refundable: '40.0',
        payments: [
          { amount: '60.0', giftCardId: card.id, reference: null },
          { amount: '40.0', giftCardId: null, reference: 'p-1' },
          { amount: '-60.0', giftCardId: card.id, reference: null },
        ],
      });
      expect(await cardOf(card.id)).toMatchObject({ value: 60, active: true });
      const names = await server.changes(account);
      expect(names.filter((name) => name === 'gift_card.returned' || name === 'order.cancelled')).toHaveLength(2);
    },
  );

  it('because its hold expires returns the paid part to the card', async () => {
    const card = await addCard(60);
    const { id, orderId } = await due();
    await redeem(orderId);
    await expire(id);
    expect(await orderOf(orderId)).toMatchObject({ state: 'CANCELLED', paidAmount: '0.0', refundable: '0.0' });
    const { booking } = (await account.get(`/bookings/${id}`)).body;
    expect(booking).toMatchObject({ state: 'cancelled', paid_at: null, paid_amount: null });
    expect((await cardOf(card.id)).value).toBe(60);
  });

  it('with its collection returns to a card what it has paid for several bookings', async () => {
    const card = await addCard(150);
    const { body } = await account.post('/bookings/recurring', {
      json: {
        booking: {
          resource_id: offered.resourceId,
          service_id: offered.serviceId,
          booked_from: '2026-03-03 10:00',
          booked_to: '2026-03-03 11:00',
        },
        recurring: { rrule: 'FREQ=DAILY;COUNT=2' },
      },
    });
    await createAllOccurrences(server, account, body.collection_id);
    const orders: number[] = (await account.get('/orders')).body.map(
      ({ order }: { order: { id: number } }) => order.id,
    );
    expect(orders).toHaveLength(2);
    for (const id of orders) await redeem(id);
    expect((await cardOf(card.id)).value).toBe(0);
    await account.put(`/bookings/recurring/${body.collection_id}/cancel`);
    expect((await cardOf(card.id)).value).toBe(150);
    for (const id of orders) expect(await orderOf(id)).toMatchObject({ state: 'CANCELLED', refundable: '0.0' });
  });

  it('leaves an amount to refund that exceeds the maximum of a topped-up card', async () => {
    const card = await addCard(100);
    const { id, orderId } = await due();
    await redeem(orderId);
    await account.put(`/gift_cards/${card.id}`, { json: { value: 9_970 } });
    await account.put(`/bookings/${id}/cancel`);
    expect((await cardOf(card.id)).value).toBe(10_000);
    expect(await orderOf(orderId)).toMatchObject({ paidAmount: '70.0', refundable: '70.0' });
  });
});

describe('a payment that a change of the booking reverts', () => {
  it('reduces the recorded payments first, then returns to the card', async () => {
    const card = await addCard(60);
    const { id, orderId } = await due();
    await redeem(orderId);
    await pay(orderId, 40);
    await account.put(`/bookings/${id}`, { json: { paid_amount: 50 } });
    expect((await cardOf(card.id)).value).toBe(10);
    await account.put(`/bookings/${id}`, { json: { paid_at: null } });
    expect((await cardOf(card.id)).value).toBe(60);
    expect(await orderOf(orderId)).toMatchObject({
      state: 'PENDING',
      paidAmount: '0.0',
      payments: [
        { amount: '60.0', giftCardId: card.id },
        { amount: '40.0', giftCardId: null },
        { amount: '-10.0', giftCardId: card.id },
        { amount: '-40.0', giftCardId: null },
        { amount: '-50.0', giftCardId: card.id },
      ],
    });
  });
});

describe('a refund', () => {
  async function cancelled(): Promise<Due> {
    const booked = await due();
    await pay(booked.orderId, 100);
    await account.put(`/bookings/${booked.id}/cancel`);
    return booked;
  }

  it('repays the paid amount in parts, and never more', async () => {
    const { id, orderId } = await cancelled();
    expect(await refund(orderId, '30.5', 'r-1')).toMatchObject({ paidAmount: '69.5', refundable: '69.5' });
    expect((await account.get(`/bookings/${id}`)).body.booking.paid_amount).toBe('69.5');
    expect(await refund(orderId, '69.51')).toEqual([{ amount: ['must be less than or equal to 69.5'] }]);
    expect(await refund(orderId, '69.5')).toEqual({
      state: 'CANCELLED',
      paidAmount: '0.0',
      refundable: '0.0',
      payments: [
        { amount: '100.0', giftCardId: null, reference: null },
        { amount: '-30.5', giftCardId: null, reference: 'r-1' },
        { amount: '-69.5', giftCardId: null, reference: null },
      ],
    });
    expect(await refund(orderId, 1)).toEqual([{ orderId: ['has nothing to refund'] }]);
    const { booking } = (await account.get(`/bookings/${id}`)).body;
    expect(booking).toMatchObject({ state: 'cancelled', paid_at: null, paid_amount: null });
    expect((await server.changes(account)).slice(-2)).toEqual(['order.refunded', 'booking.modified']);
  });

  it('is recorded once per reference', async () => {
    const [one, another] = [await cancelled(), await cancelled()];
    await refund(one.orderId, 10, 'r-1');
    const taken = [{ reference: ['has already been taken'] }];
    expect(await refund(one.orderId, 10, 'r-1')).toEqual(taken);
    expect(await refund(another.orderId, 10, 'r-1')).toEqual(taken);
    expect(await refund(one.orderId, 10, 'x'.repeat(256))).toEqual([
      { reference: ['is too long (maximum is 255 characters)'] },
    ]);
    expect(await orderOf(one.orderId)).toMatchObject({ refundable: '90.0' });
  });

  it('never exceeds the paid amount, even if several are recorded at once', async () => {
    const { orderId } = await cancelled();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refund(orderId, 40)));
    expect(answers.filter((answer) => !Array.isArray(answer))).toHaveLength(2);
    expect(await orderOf(orderId)).toMatchObject({ refundable: '20.0' });
  });

  it('repays the amount paid above the price', async () => {
    const { id, orderId } = await due({ count: 2 });
    await pay(orderId, 150);
    await account.put(`/bookings/${id}`, { json: { count: 1 } });
    expect(await orderOf(orderId)).toMatchObject({ state: 'CONFIRMED', refundable: '50.0' });
    expect(await refund(orderId, '50.01')).toEqual([{ amount: ['must be less than or equal to 50.0'] }]);
    expect(await refund(orderId, 50)).toMatchObject({ state: 'CONFIRMED', paidAmount: '100.0', refundable: '0.0' });
  });

  it.each([
    ['0', { amount: ['must be greater than 0'] }],
    ['-1', { amount: ['must be greater than 0'] }],
    ['much', { amount: ['is invalid'] }],
    [null, { amount: ["can't be blank"] }],
  ])('of %j is rejected', async (amount, fields) => {
    expect(await refund((await cancelled()).orderId, amount)).toEqual([fields]);
  });

  it('requires an order of the account with an amount to refund', async () => {
    const { orderId } = await due();
    expect(await refund(orderId, 1)).toEqual([{ orderId: ['has nothing to refund'] }]);
    expect(await refund(2_000_000_000, 1)).toEqual(['NOT_FOUND']);
    const theirs = (await cancelled()).orderId;
    account = await server.account();
    expect(await refund(theirs, 1)).toEqual(['NOT_FOUND']);
  });
});
