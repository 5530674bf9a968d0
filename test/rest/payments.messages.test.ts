import { createBookableService } from '../support/catalog.js';
import { usePaymentWorld } from '../support/payment-world.js';
import { messagesOf, payOrder } from '../support/shop.js';
import { paidEvent } from '../support/stripe-double.js';
import { Visitor } from '../support/visitor.js';

const { world, setProvider, newOrder, checkout, lastSession, tell } = usePaymentWorld();

const notified = { email_notification: true, sms_notification: true, phone_number: '+4740612345', locale: 'nb' };
const toAccount = async () =>
  (await messagesOf(world.server, world.account)).filter(({ kind }) => kind.endsWith('notification'));
const subjects = async () => (await toAccount()).map(({ subject }) => subject);

beforeEach(async () => {
  await setProvider();
  await world.account.put('/client', { json: notified });
});

it('the account gets one message by each of its channels when an order is paid at the provider', async () => {
  const id = await newOrder();
  await checkout(id);
  const event = paidEvent(lastSession());
  await Promise.all([tell(event), tell(event), tell({ ...event, id: 'evt_other' })]);
  const [, , email, sms, ...more] = await toAccount();
  expect(email).toMatchObject({
    ...{ kind: 'order_notification', recipient: 'acme@example.org', subject: `Betaling av ordre ${id}` },
  });
  expect(email?.body).toBe(`Betaling av ordre ${id}\n\n1 × Gift card: 100 kr\nBetalt: 100 kr\nKjøper: Kari\n`);
  expect(sms).toMatchObject({ recipient: '+4740612345', subject: null });
  expect(sms?.body).toContain(`Betaling av ordre ${id}. 1 × Gift card`);
  expect(more).toEqual([]);
});

it('the message says what is to be refunded if the order is cancelled', async () => {
  const id = await newOrder();
  await checkout(id);
  await world.account.put(`/orders/${id}/cancel`);
  await tell(paidEvent(lastSession()));
  const email = (await toAccount()).find(({ subject }) => subject === `Betaling av ordre ${id}`);
  expect(email?.body).toContain('Å betale tilbake: 100 kr');
});

it('an account without notifications, or that records a payment itself, gets none', async () => {
  const recorded = await newOrder();
  await payOrder(world.account, recorded, '100');
  await world.account.put('/client', { json: { email_notification: false, sms_notification: false } });
  const id = await newOrder();
  await checkout(id);
  await tell(paidEvent(lastSession()));
  expect(await subjects()).toEqual([`Ny ordre ${recorded}`, null]);
});

it('the payment that confirms a booking sends the messages of the booking, a later one that of the order', async () => {
  const { serviceId } = await createBookableService(world.account, {
    service: { price: 100, payment_required: true },
  });
  const book = async (time: string, confirm: boolean): Promise<number> => {
    const booking = { service_id: serviceId, booked_from: `2026-03-03 ${time}:00`, booked_to: `2026-03-03 ${time}:30` };
    await world.account.create('/bookings', 'booking', booking, { confirm });
    return (await world.account.get('/orders')).body.at(-1).order.id;
  };
  await checkout(await book('10', false));
  await tell(paidEvent(lastSession()));
  expect(await toAccount()).toEqual([]);
  const id = await book('12', true);
  await checkout(id);
  await tell(paidEvent(lastSession()));
  expect(await subjects()).toEqual([`Betaling av ordre ${id}`, null]);
});

it.each(['nn', 'no', 'nb-NO'])(
  'the buyer gets emails about the order in Norwegian with the locale %s',
  async (locale) => {
    await world.account.put('/client', { json: { locale: 'en' } });
    const { body } = await new Visitor(world.account).post('/orders', {
      json: {
        person_attributes: { name: 'Kari', email: 'kari@example.org', locale },
        order_line_items: [{ service_id: world.giftCard, amount: 100 }],
      },
    });
    await payOrder(world.account, body.order.id, '100');
    const toBuyer = (await messagesOf(world.server, world.account)).filter(
      ({ kind }) => !kind.endsWith('notification'),
    );
    expect(toBuyer.map(({ subject }) => subject)).toEqual(Array(2).fill('Ordren din fra Acme'));
  },
);
