import { createBookableService } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { payOrder } from '../support/shop.js';
import { useTestServer } from '../support/test-server.js';
import { startVisitorSession } from '../support/visitor-session.js';

const server = await useTestServer({ now: '2026-03-01T07:00:00Z' });
const account = server.accountPerTest({ publicAccess: true });
const visitor = new HtmlVisitor(account, { 'accept-language': 'en' });
const fees = '24: 50 %, 0: 100 %, no-show: 80 %';
beforeEach(() => server.configure(account, { currency: 'NOK', allow_cancellation: true }));

/** Opens the form for a service at nine. */
async function openForm(service: object) {
  const { serviceId } = await createBookableService(account, { service: { title: 'Cut', price: 300, ...service } });
  const page = await visitor.open(`/services/${serviceId}?date=2026-03-03`);
  return visitor.follow(page, '09:00');
}

it.each([
  [{ cancellation_fees: fees }, 'Cancellation 150 kr if you cancel less than 24 hrs before'],
  [{ cancellation_fees: fees }, '240 kr if you do not come'],
  [{ cancellation_fees: fees, cancellation_policy: 'Call us.' }, 'Call us.'],
  // The number of people is not chosen yet.
  [{ cancellation_fees: fees, booking_capacity: 3 }, '50 % of the price if you cancel less than 24 hrs before'],
  [{ cancellation_fees: '48: 75', price: null }, '75 kr if you cancel less than 48 hrs before'],
])('the form for %j shows "%s"', async (service, text) => {
  expect((await openForm(service)).text.replaceAll(/\s+/g, ' ')).toContain(text);
});

it('the form without fees shows none', async () => {
  expect((await openForm({})).text).not.toContain('Cancellation');
  expect((await openForm({ cancellation_fees: 'none' })).text).not.toContain('Cancellation');
});

it('what cancelling costs is shown before, and what is owed after', async () => {
  const form = await openForm({ cancellation_fees: fees });
  const done = await visitor.submit(form, { name: 'Kari', email: 'kari@example.org' });
  const own = await visitor.follow(done, 'See or change the booking');
  expect(own.text).not.toContain('Cancelling now costs');
  server.clock.set('2026-03-02T08:00:01Z');
  const [{ order }] = (await account.get('/orders')).body;
  const id = order.order_line_items[0].booking_id;
  const { link } = (await account.get(`/bookings/${id}/link`)).body.booking;
  const path = `/bookings/${link.split('/').at(-1)}`;
  expect((await visitor.open(path)).text).toContain('Cancelling now costs 150 kr.');
  const question = await visitor.open(`${path}/cancel`);
  expect(question.text).toContain('Cancelling now costs 150 kr.');
  await visitor.submit(question, {});
  await account.graphql(`mutation { chargeCancellationFee(bookingId: ${id}) { id } }`);
  expect((await visitor.open(path)).text).toContain('Cancellation 150 kr, of which 150 kr is left to pay');
});

it('the fee for not coming is due now, and no more at the appointment, after a deposit', async () => {
  const deposit = { deposit_type: 'percentage', deposit_value: 30 };
  const form = await openForm({ cancellation_fees: fees, ...deposit });
  await visitor.submit(form, { name: 'Kari', email: 'kari@example.org' });
  const [{ order }] = (await account.get('/orders')).body;
  const id = order.order_line_items[0].booking_id;
  await payOrder(account, order.id, '90');
  const { link } = (await account.get(`/bookings/${id}/link`)).body.booking;
  const path = `/bookings/${link.split('/').at(-1)}`;
  expect((await visitor.open(path)).text).toContain('Left to pay 210 kr at the appointment');
  server.clock.set('2026-03-03T10:00:00Z');
  await account.put(`/bookings/${id}`, { json: { booking: { status: 'no_show' } } });
  await account.graphql(`mutation { chargeCancellationFee(bookingId: ${id}) { id } }`);
  const { text } = await visitor.open(path);
  expect(text).toContain('Cancellation 240 kr, of which 150 kr is left to pay');
  expect(text).not.toContain('at the appointment');
  const session = await startVisitorSession(server, account, 'kari@example.org');
  const cookie = `visitor_session=${session['authorization']?.replace('Bearer ', '')}`;
  const mine = new HtmlVisitor(account, { 'accept-language': 'en', cookie });
  const past = await mine.follow(await mine.open('/me'), 'Past and cancelled bookings');
  expect(past.text).toContain('150 kr now');
  expect(past.text).not.toContain('at the appointment');
});
