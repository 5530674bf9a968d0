import { createBookableService } from '../support/catalog.js';
import { successUrl, usePaymentWorld } from '../support/payment-world.js';
import { messagesOf } from '../support/shop.js';
import { Visitor } from '../support/visitor.js';

const { world, setProvider, checkout, lastSession, tell, order, payments } = usePaymentWorld();

/** Returns a booking whose deposit of 90 was paid, with the card stored, and that was cancelled late: 150 are due. */
async function cancelledLate(): Promise<{ id: number; orderId: number; path: string }> {
  await setProvider();
  await world.server.configure(world.account, { allow_cancellation: true });
  const { serviceId, resourceId } = await createBookableService(world.account, {
    service: { price: 300, deposit_type: 'percentage', deposit_value: 30, cancellation_fees: '8760: 50 %' },
  });
  const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
  const person_attributes = { name: 'Kari', email: 'kari@example.org' };
  const wanted = { ...time, service_id: serviceId, resource_id: resourceId, person_attributes };
  const { id } = await world.account.create('/bookings', 'booking', wanted, { confirm: false });
  const orderId = (await world.account.get('/orders')).body.at(-1).order.id;
  await checkout(orderId);
  await tell(world.stripe.complete(lastSession()));
  const { link } = (await world.account.get(`/bookings/${id}/link`)).body.booking;
  const path = `/bookings/${link.split('/').at(-1)}`;
  expect((await new Visitor(world.account).post(`${path}/cancel`)).status).toBe(200);
  return { id, orderId, path };
}
const charge = (id: number) =>
  world.account.graphql('mutation ($id: Int!) { chargeCancellationFee(bookingId: $id) { cancellationFee { owed } } }', {
    id,
  });
const owedAfter = async (id: number) => (await charge(id)).data.chargeCancellationFee.cancellationFee.owed;
const charges = () => world.stripe.requests.filter(({ path }) => path === '/v1/payment_intents');
const asked = async () => (await messagesOf(world.server, world.account)).filter(({ kind }) => kind === 'order');

describe('a fee of a booking whose card was stored with its deposit', () => {
  it('is charged to the card without the customer, and can be refunded there', async () => {
    const { id, orderId } = await cancelledLate();
    expect(world.stripe.requests[0]?.form).toMatchObject({
      'payment_intent_data[setup_future_usage]': 'off_session',
    });
    expect(await owedAfter(id)).toBe('0.0');
    expect(charges()).toMatchObject([{ form: { amount: '6000', off_session: 'true', confirm: 'true' } }]);
    expect(await order(orderId)).toEqual({ state: 'confirmed', paid_amount: '150.0', balance: '0.0' });
    expect(await asked()).toEqual([]);
    await world.account.graphql(`mutation { waiveCancellationFee(bookingId: ${id}, reason: "Ill") { id } }`);
    const { errors } = await world.account.graphql(
      `mutation { refundByProvider(orderId: ${orderId}, amount: "150") { id } }`,
    );
    expect(errors).toBeUndefined();
    expect(world.stripe.refunds.map(({ amount }) => amount)).toEqual([9_000, 6_000]);
  });

  it('is charged once by five at once, and one after them', async () => {
    const { id, orderId } = await cancelledLate();
    await Promise.all(Array.from({ length: 5 }, () => charge(id)));
    expect(await owedAfter(id)).toBe('0.0');
    expect(new Set(charges().map(({ key }) => key)).size).toBe(1);
    expect((await payments(orderId)).payments.map(({ amount }: { amount: string }) => amount)).toEqual([
      '90.0',
      '60.0',
    ]);
  });

  it.each(['declines', 'wants the customer'] as const)(
    'stays owed if the bank %s, with a link to pay',
    async (bank) => {
      const { id, orderId, path } = await cancelledLate();
      world.stripe.bank = bank;
      expect(await owedAfter(id)).toBe('60.0');
      expect(await asked()).toMatchObject([{ body: expect.stringContaining(path) }]);
      const visitor = new Visitor(world.account);
      expect((await visitor.get(path)).body.booking.payable_online).toBe('60.0');
      await visitor.post(`${path}/checkout`, { json: { return_url: successUrl } });
      await tell(world.stripe.complete(lastSession()));
      expect(await order(orderId)).toEqual({ state: 'confirmed', paid_amount: '150.0', balance: '0.0' });
    },
  );

  it('whose answer was lost is paid by the next attempt with the same key, such as when the customer opens the page', async () => {
    const { id, orderId, path } = await cancelledLate();
    world.stripe.losesAnswers = true;
    expect(await owedAfter(id)).toBe('60.0');
    world.stripe.losesAnswers = false;
    const { status, body } = await new Visitor(world.account).post(`${path}/checkout`, {
      json: { return_url: successUrl },
    });
    expect([status, body]).toEqual([400, { order_id: ['is settled'] }]);
    expect(new Set(charges().map(({ key }) => key)).size).toBe(1);
    expect(await order(orderId)).toEqual({ state: 'confirmed', paid_amount: '150.0', balance: '0.0' });
  });
});
