import { createEvent } from '../support/catalog.js';
import { holdLock, untilBlocked } from '../support/held-lock.js';
import { statementsOf } from '../support/statements.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const person = (name: string) => ({ person_attributes: { name, email: `${name}@example.org` } });
const attend = (event: { id: number }, attributes: object = {}, parameters: object = {}) =>
  account.create('/bookings', 'booking', { event_id: event.id, ...attributes }, parameters);
const bookingOf = async ({ id }: { id: number }) => (await account.get(`/bookings/${id}`)).body.booking;
const historyOf = async ({ id }: { id: number }): Promise<string[]> => {
  const { body } = await account.get(`/bookings/${id}/changes`);
  return body.map(({ change }: { change: { name: string } }) => change.name);
};
const remove = async (event: { id: number }) => {
  const { status, body } = await account.del(`/events/${event.id}`);
  expect([status, body.event.active]).toEqual([200, false]);
};

describe('the deletion of an event', () => {
  it('cancels its active bookings, and expires holds whose time has passed', async () => {
    const paid = { price: 100, payment_required: true };
    const event = await createEvent(account, { capacity: 20 }, paid);
    const hold = { confirm: false };
    const expiredPayment = await attend(event, {}, hold);
    await server.configure(account, { verification_method: 1 });
    const expired = await attend(event, person('expired'), hold);
    server.clock.advance(20);
    const held = await attend(event, person('held'), hold);
    await server.configure(account, { verification_method: 0 });
    const awaitingPayment = await attend(event, {}, hold);
    const confirmed = await attend(event, { count: 3 });
    const ended = { cancelled: await attend(event), deleted: await attend(event) };
    await account.put(`/bookings/${ended.cancelled.id}/cancel`);
    await account.del(`/bookings/${ended.deleted.id}`);
    const before = { ended: [await bookingOf(ended.cancelled), await bookingOf(ended.deleted)] };
    const other = await attend(await createEvent(account));

    server.clock.advance(1);
    await remove(event);
    for (const booking of [held, awaitingPayment, confirmed]) {
      expect(await bookingOf(booking)).toEqual({
        ...booking,
        state: 'cancelled',
        active: false,
        expires_at: null,
        revision_count: 1,
        updated_at: '2026-03-02T08:21:00+01:00',
      });
      expect(await historyOf(booking)).toEqual(['booking.created', 'booking.cancelled']);
    }
    expect(await bookingOf(expired)).toMatchObject({ state: 'verification_expired', revision_count: 1 });
    expect(await historyOf(expired)).toEqual(['booking.created', 'booking.modified']);
    expect(await bookingOf(expiredPayment)).toMatchObject({ state: 'cancelled', revision_count: 1 });
    expect([await bookingOf(ended.cancelled), await bookingOf(ended.deleted)]).toEqual(before.ended);
    expect((await bookingOf(other)).state).toBe('confirmed');
  });

  it('frees the time of its resource for appointments', async () => {
    const event = await createEvent(account);
    const { id } = await attend(event);
    const { resource_id } = event;
    const appointment = { resource_id, booked_from: '2026-03-03 12:00', booked_to: '2026-03-03 13:00' };
    const book = () => account.post('/bookings', { json: appointment });
    expect((await book()).body).toEqual({ resource_id: ['is not available'] });
    await remove(event);
    expect((await book()).status).toBe(200);
    expect(
      (await account.get('/bookings')).body.map(({ booking }: { booking: { id: number } }) => booking.id),
    ).not.toContain(id);
  });

  it('returns coupons and cancels orders, with one entry in the log for a shared object', async () => {
    const event = await createEvent(account, { capacity: 9 }, { price: 100 });
    const coupon = { title: 'Spring', code: 'SPRING', value_type: 'percentage', value: 10, availability: 5 };
    const { id: coupon_id } = await account.create('/coupons', 'coupon', coupon);
    const bookings = [await attend(event, { coupon_id }), await attend(event, { coupon_id }), await attend(event)];
    const left = async () => (await account.get(`/coupons/${coupon_id}`)).body.coupon.availability;
    expect(await left()).toBe(3);
    const logged = (await server.changes(account)).length;
    await remove(event);
    expect(await left()).toBe(5);
    const states = (await account.get('/orders')).body.map(({ order }: { order: { state: string } }) => order.state);
    expect(states).toEqual(bookings.map(() => 'cancelled'));
    expect((await server.changes(account)).slice(logged)).toEqual([
      'booking.cancelled',
      'coupon.returned',
      'order.cancelled',
      'booking.cancelled',
      'order.cancelled',
      'booking.cancelled',
      'order.cancelled',
      'event.deleted',
    ]);
  });

  it('returns to a gift card what it has paid for several bookings', async () => {
    const event = await createEvent(account, { capacity: 9 }, { price: 30 });
    for (const _ of [1, 2]) await attend(event);
    const card = await account.create('/gift_cards', 'gift_card', { value: 100 });
    const redeem =
      'mutation ($orderId: Int!, $code: String!) { redeemGiftCard(orderId: $orderId, code: $code) { state } }';
    for (const { order } of (await account.get('/orders')).body) {
      await account.graphql(redeem, { orderId: order.id, code: card.code });
    }
    const worthOfCard = async () => (await account.get(`/gift_cards/${card.id}`)).body.gift_card.value;
    expect(await worthOfCard()).toBe(40);
    await remove(event);
    expect(await worthOfCard()).toBe(100);
    const { body } = await account.get('/orders');
    expect(body.map(({ order }: { order: object }) => order)).toMatchObject([
      { state: 'cancelled', paid_amount: '0.0' },
      { state: 'cancelled', paid_amount: '0.0' },
    ]);
  });

  it('changes nothing if it is repeated', async () => {
    const event = await createEvent(account);
    await attend(event);
    await remove(event);
    const logged = await server.changes(account);
    const before = (await account.get(`/events/${event.id}`)).body;
    server.clock.advance(1);
    await remove(event);
    expect(await server.changes(account)).toEqual(logged);
    expect((await account.get(`/events/${event.id}`)).body).toEqual(before);
  });

  it('takes as many statements for many bookings as for one', async () => {
    const counts = [];
    for (const people of [1, 20]) {
      const event = await createEvent(account, { capacity: people }, { price: 100 });
      for (let number = 0; number < people; number += 1) await attend(event, person(`p${people}-${number}`));
      counts.push((await statementsOf(server.database, () => remove(event))).statements.length);
    }
    expect(counts[1]).toBe(counts[0]);
  });

  it('cancels a booking that was created during its wait, and rejects those that waited for it', async () => {
    const event = await createEvent(account, { capacity: 50 });
    await using lock = await holdLock(server, account, 'event', event.id);
    const book = () => account.post('/bookings', { json: { event_id: event.id } });
    const early = book();
    await untilBlocked(server, 1, early);
    const removal = account.del(`/events/${event.id}`);
    await untilBlocked(server, 2, removal);
    const late = book();
    await untilBlocked(server, 3, late);
    await lock.release();
    const { body } = await early;
    expect((await removal).status).toBe(200);
    expect((await bookingOf(body.booking)).state).toBe('cancelled');
    expect(await late).toMatchObject({ status: 400, body: { event_id: ['does not exist'] } });
  });
});
