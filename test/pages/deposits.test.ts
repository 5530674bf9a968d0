import { createBookableService } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { payOrder } from '../support/shop.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new HtmlVisitor(account, { 'accept-language': 'en' });
beforeEach(() => server.configure(account, { currency: 'NOK' }));

const third = { price: '333.33', deposit_type: 'percentage', deposit_value: 30 };
/** Opens the form for a service at nine. */
async function openForm(service: object) {
  const { serviceId } = await createBookableService(account, { service: { title: 'Cut', ...service } });
  const page = await visitor.open(`/services/${serviceId}?date=2026-03-03`);
  return visitor.follow(page, '09:00');
}

it('a deposit is shown before one books, after that, and with the booking until all is paid', async () => {
  const form = await openForm(third);
  expect(form.text).toContain('Deposit 100 kr now, 233,33 kr at the appointment');
  const done = await visitor.submit(form, { name: 'Kari', email: 'kari@example.org' });
  expect(done.text).toContain('Left to pay 100 kr now, 233,33 kr at the appointment');
  const [{ order }] = (await account.get('/orders')).body;
  await payOrder(account, order.id, '100');
  const own = await visitor.follow(done, 'See or change the booking');
  expect(own.text).toContain('Left to pay 233,33 kr at the appointment');
  await payOrder(account, order.id, '233.33');
  const { link } = (await account.get(`/bookings/${order.order_line_items[0].booking_id}/link`)).body.booking;
  expect((await visitor.open(`/bookings/${link.split('/').at(-1)}`)).text).not.toContain('Left to pay');
});

it.each([
  [{ price: 100, deposit_type: 'amount', deposit_value: 100 }, 'Deposit 100 kr now'],
  [{ ...third, deposit_for: 'new_people' }, 'For your first time here: 100 kr now, 233,33 kr at the appointment'],
  [
    { ...third, deposit_for: 'no_shows' },
    'If you have missed a booking here: 100 kr now, 233,33 kr at the appointment',
  ],
  // The number of people is not chosen yet.
  [{ ...third, booking_capacity: 3 }, 'Deposit 30 % of the price now, the rest at the appointment'],
  [
    { price: 300, booking_capacity: 3, deposit_type: 'amount', deposit_value: 50, deposit_from: 500 },
    'Deposit From a price of 500 kr: 50 kr now, the rest at the appointment',
  ],
])('the form for %j shows "%s"', async (service, text) => {
  expect((await openForm(service)).text).toContain(text);
});

it.each([
  [{ ...third, deposit_from: 334 }],
  [{ price: 100 }],
  [{ ...third, payment_required: true }],
  [{ ...third, price: 0 }],
])('the form for %j shows no deposit', async (service) => {
  expect((await openForm(service)).text).not.toContain('Deposit');
});
