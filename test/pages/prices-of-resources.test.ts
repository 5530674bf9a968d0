import { createBookableService } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new HtmlVisitor(account, { 'accept-language': 'en' });

/** A junior, 60 minutes for 600, and a senior by other terms. */
async function openService(senior: object) {
  const providers = [{ priority_value: 1 }, { priority_value: 2, ...senior }];
  const { serviceId, resourceIds } = await createBookableService(account, { service: { price: 600 }, providers });
  return {
    serviceId,
    seniorId: resourceIds[1] ?? 0,
    page: await visitor.open(`/services/${serviceId}?date=2026-03-03`),
  };
}

const lineOf = async (bookingId: number) => {
  const { data } = await account.graphql(`{ booking(id: ${bookingId}) { orderLineItem { amount } } }`);
  return data['booking'];
};

it('a service with different prices costs "from" the lowest, in the catalogue, on its page and in its form', async () => {
  const { page } = await openService({ price: 900 });
  expect((await visitor.open('/')).text).toContain('1 hr from 600');
  expect(page.text).toContain('1 hr from 600');
  const form = await visitor.follow(page, '09:00 from 600');
  expect(form.text).toContain('Price from 600');
});

it('times of different lengths are told apart, and each has its price', async () => {
  const { page, seniorId } = await openService({ interval: 90, price: 900 });
  expect(page.text).toContain('1 hr – 1 hr 30 mins from 600');
  expect(page.text).toContain('09:00 1 hr 600 09:00 1 hr 30 mins 900 10:00 1 hr 600');
  const form = await visitor.follow(page, '09:00 1 hr 30 mins 900');
  expect(form.text).toContain('Price 900');
  const done = await visitor.submit(form, { name: 'Kari', email: 'kari@example.org' });
  expect(done.text).toContain('900');
  const { body } = await account.get('/bookings');
  expect(body[0].booking).toMatchObject({ resource_id: seniorId, price: '900.0' });
  expect(await lineOf(body[0].booking.id)).toEqual({ orderLineItem: { amount: '900.0' } });
});

it('a price that changes while the form is open is shown before anything is booked', async () => {
  const { serviceId } = await createBookableService(account, { service: { price: 600 } });
  const page = await visitor.open(`/services/${serviceId}?date=2026-03-03`);
  const form = await visitor.follow(page, '09:00');
  await account.put(`/services/${serviceId}`, { json: { service: { price: 700 } } });
  const again = await visitor.submit(form, { name: 'Kari', email: 'kari@example.org' });
  expect(again.status).toBe(409);
  expect(again.text).toContain('The price has changed.');
  expect(again.text).toContain('Price 700');
  expect((await account.get('/bookings/all')).body).toEqual([]);
  await visitor.submit(again, {});
  expect((await account.get('/bookings/all')).body).toHaveLength(1);
});
