import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { expireHold } from '../../src/domain/booking/states/booking-state.actions.js';
import { createBookableService } from '../support/catalog.js';
import { paymentSeconds, paymentTime, successUrl, usePaymentWorld } from '../support/payment-world.js';
import { paidEvent } from '../support/stripe-double.js';
import { Visitor } from '../support/visitor.js';

const { world, setProvider, checkout, lastSession, tell, order, payments } = usePaymentWorld();

describe('a booking that awaits its payment', () => {
  const hold = async () => {
    await setProvider();
    const { serviceId, resourceId } = await createBookableService(world.account, {
      service: { price: 100, payment_required: true },
    });
    const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    const wanted = { ...time, service_id: serviceId, resource_id: resourceId };
    const { id } = await world.account.create('/bookings', 'booking', wanted, { confirm: false });
    const orderId = (await world.account.get('/orders')).body.at(-1).order.id;
    await checkout(orderId);
    return { id, orderId };
  };
  const state = async (id: number) => (await world.account.get(`/bookings/${id}`)).body.booking.state;

  it('is confirmed by the notification', async () => {
    const { id } = await hold();
    await tell(paidEvent(lastSession()));
    expect(await state(id)).toBe('confirmed');
  });

  it('is paid by its link until it expires', async () => {
    const { id } = await hold();
    const visitor = new Visitor(world.account);
    const { link } = (await world.account.get(`/bookings/${id}/link`)).body.booking;
    const path = `/bookings/${link.split('/').at(-1)}`;
    const payable = async () => (await visitor.get(path)).body.booking.payable_online;
    expect(await payable()).toBe('100.0');
    await setProvider({ active: false });
    expect(await payable()).toBeNull();
    await setProvider();
    const { status, body } = await visitor.post(`${path}/checkout`, { json: { return_url: successUrl } });
    expect([status, body]).toEqual([200, { checkout: { url: `${world.stripe.url}/pay/${lastSession().id}` } }]);
    expect((await visitor.post(`${path}x/checkout`)).status).toBe(404);
    world.server.clock.advance(21);
    expect(await payable()).toBeNull();
    world.server.clock.set(paymentTime);
    await tell(paidEvent(lastSession()));
    expect(await payable()).toBeNull();
    const again = await visitor.post(`${path}/checkout`);
    expect([again.status, again.body]).toEqual([400, { order_id: ['is settled'] }]);
  });

  it('does not come back if it has expired; the payment can be refunded', async () => {
    const { id, orderId } = await hold();
    world.server.clock.advance(21);
    await tell(paidEvent(lastSession()), { time: paymentSeconds + 21 * 60 });
    const context = await createBackgroundContext(
      world.server.database,
      world.server.clock,
      world.account.credentials.id,
    );
    await expireHold(context, id);
    expect(await state(id)).toBe('cancelled');
    expect(await order(orderId)).toMatchObject({ state: 'cancelled', paid_amount: '100.0' });
    expect((await payments(orderId)).refundable).toBe('100.0');
  });
});

describe('a booking that awaits its deposit', () => {
  it('is paid at the provider in two parts, the deposit first', async () => {
    await setProvider();
    const service = { price: '333.33', deposit_type: 'percentage', deposit_value: 30 };
    const { serviceId, resourceId } = await createBookableService(world.account, { service });
    const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    const wanted = { ...time, service_id: serviceId, resource_id: resourceId };
    const { id } = await world.account.create('/bookings', 'booking', wanted, { confirm: false });
    const { id: orderId } = (await world.account.get('/orders')).body.at(-1).order;
    const booked = async () => (await world.account.get(`/bookings/${id}`)).body.booking;
    const { link } = (await world.account.get(`/bookings/${id}/link`)).body.booking;
    const payable = async () => {
      const { body } = await new Visitor(world.account).get(`/bookings/${link.split('/').at(-1)}`);
      return body.booking.payable_online;
    };
    expect(await payable()).toBe('100.0');
    await checkout(orderId);
    const deposit = lastSession();
    expect(deposit.amount).toBe(10_000);
    await Promise.all([1, 2, 3].map(() => tell(paidEvent(deposit))));
    expect(await booked()).toMatchObject({ state: 'confirmed', paid_amount: '100.0' });
    expect(await order(orderId)).toEqual({ state: 'pending', paid_amount: '100.0', balance: '233.33' });
    expect(await payable()).toBeNull();
    // The second page asks for the rest; the first one, which repeats its notification, changes nothing.
    await checkout(orderId);
    expect(lastSession().amount).toBe(23_333);
    await tell(paidEvent(deposit));
    await tell(paidEvent(lastSession()));
    expect(await order(orderId)).toEqual({ state: 'confirmed', paid_amount: '333.33', balance: '0.0' });
  });
});
