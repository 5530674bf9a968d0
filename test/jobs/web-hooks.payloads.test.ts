import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { systemClock } from '../../src/platform/time/clock.js';
import { createBookableService, openDaily } from '../support/catalog.js';
import { until } from '../support/until.js';
import { createWebHook, type ReceivedDelivery } from './web-hook-receiver.js';
import { useWebHookServer } from './web-hook-server.js';

const { receivers, server } = useWebHookServer();

describe('a webhook', () => {
  it('receives the changes of the waitlist as REST shows them', async () => {
    const account = await server().account();
    const { received, address } = await receivers.start();
    await createWebHook(account, `http://${address}/`, 'waitlist_entry.*');
    // Never open: the worker would offer a free time, because the service and the resource are new.
    const { serviceId } = await createBookableService(account, { resource: openDaily() });
    const [day] = new Date(systemClock.now().getTime() + 7 * 86_400_000).toISOString().split('T');
    const entry = await account.create('/waitlist', 'waitlist_entry', {
      ...{ service_id: serviceId, from: day, to: day, name: 'Ola', email: 'ola@example.org' },
    });
    await until(() => received.length === 1);
    const { body } = await account.del(`/waitlist/${entry.id}`);
    await until(() => received.length === 2);
    expect(received.map(({ payload: { event, waitlist_entry } }) => [event, waitlist_entry])).toEqual([
      ['waitlist_entry.created', entry],
      ['waitlist_entry.left', body.waitlist_entry],
    ]);
  });

  it('receives the changes of orders as REST shows them', async () => {
    const account = await server().account();
    const { received, address } = await receivers.start();
    await createWebHook(account, `http://${address}/`, 'order.*');
    const service = await account.create('/services', 'service', { title: 'Soap', booking_type: 'product', price: 40 });
    const order = await account.create('/orders', 'order', {
      person_attributes: { name: 'Ola' },
      order_line_items: [{ service_id: service.id, quantity: 2 }],
    });
    await until(() => received.length === 1);
    await account.graphql(`mutation { recordPayment(orderId: ${order.id}, amount: "80") { id } }`);
    await until(() => received.length === 2);
    const paid = (await account.get(`/orders/${order.id}`)).body.order;
    expect(received.map(({ payload }) => [payload.event, payload.order])).toEqual([
      ['order.created', order],
      ['order.settled', paid],
    ]);
    expect([order.balance, paid.balance, order.order_line_items.length]).toEqual(['80.0', '0.0', 1]);
  });

  it('receives the erasure of a person without data, and its deliveries so far lose theirs', async () => {
    const account = await server().account();
    const { received, address } = await receivers.start();
    await createWebHook(account, `http://${address}/`, 'person.*');
    const { id } = await account.create('/people', 'person', { name: 'Dagny', email: 'dagny@example.org' });
    await until(() => received.length === 1);
    const { erased_at, ...shown } = (await account.post(`/people/${id}/erase`)).body.person;
    await until(() => received.length === 2);
    const [, { payload, text }] = received as [ReceivedDelivery, ReceivedDelivery];
    expect([payload.event, payload.person, payload.data.previous]).toEqual(['person.erased', shown, null]);
    expect([shown.name, shown.email, shown.active]).toEqual(['erased person', null, false]);
    expect(text).not.toContain('Dagny');
    const statement = `select 1 from web_hook_delivery where payload ilike '%dagny%'`;
    const left = () => server().test.database.session.execute(statement);
    await until(async () => (await left()).length === 0);
  });

  it('receives a change as REST shows it, signed in both ways', async () => {
    const account = await server().account();
    const { received, address } = await receivers.start();
    await createWebHook(account, `http://user:pass@${address}/hook?secret=1`, 'booking.*');
    const { serviceId, resourceId } = await createBookableService(account);
    const booking = await account.create('/bookings', 'booking', {
      service_id: serviceId,
      resource_id: resourceId,
      booked_from: '2099-03-04 09:00',
      booked_to: '2099-03-04 10:00',
      person_attributes: { name: 'Ola' },
    });
    await until(() => received.length === 1);
    const [{ headers, url, text, payload }] = received as [ReceivedDelivery];
    const { verification_code: _code, overlapping_bookings: _overlaps, ...shown } = booking;
    expect(payload).toEqual({
      event: 'booking.created',
      idempotency_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      generated_at: expect.stringMatching(/^\d{4}(-\d\d){2}T[\d:]{8}\+\d\d:00$/),
      performed_by: { kind: 'api_key', name: 'api' },
      object: 'booking',
      id: booking.id,
      booking: shown,
      data: { object: 'booking', id: booking.id, booking: shown, previous: null },
    });
    expect(url).toBe('/hook?secret=1');
    expect(headers.authorization).toBe(`Basic ${Buffer.from('user:pass').toString('base64')}`);
    const { secret } = account.credentials;
    expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', secret).update(text).digest('hex')}`);
    expect(headers['webhook-id']).toBe(payload.idempotency_id);
    const signed = headers as Record<string, string>;
    expect(new Webhook(secret, { format: 'raw' }).verify(text, signed)).toEqual(payload);
  });

  it('receives the values before a change of exactly the attributes that changed, in the form of the booking', async () => {
    const account = await server().account();
    const { received, address } = await receivers.start();
    await createWebHook(account, `http://${address}/`, 'booking.modified');
    const { serviceId, resourceId } = await createBookableService(account);
    const other = await account.create('/resources', 'resource', { title: 'Other', ...openDaily() });
    await account.post('/providers', { json: { provider: { resource_id: other.id, service_id: serviceId } } });
    const booking = await account.create('/bookings', 'booking', {
      ...{ service_id: serviceId, resource_id: resourceId, custom_data: { size: 'M' } },
      ...{ booked_from: '2099-03-04 09:00', booked_to: '2099-03-04 10:00' },
      person_attributes: { name: 'Ola' },
    });
    const { verification_code: _code, overlapping_bookings: _overlaps, ...before } = booking;
    const change = { resource_id: other.id, booked_from: '2099-03-05 11:00', booked_to: '2099-03-05 12:00' };
    await account.put(`/bookings/${before.id}`, { json: { booking: { ...change, custom_data: { size: 'L' } } } });
    await account.put(`/bookings/${before.id}`, { json: { booking: { notes: 'By the window' } } });
    await until(() => received.length === 2);
    const [moved, noted] = received.map(({ payload }) => payload.data);
    // Two changes within a second differ in milliseconds, which are not shown.
    const differing = Object.keys(before).filter(
      (key) => key === 'updated_at' || JSON.stringify(before[key]) !== JSON.stringify(moved.booking[key]),
    );
    expect(differing).toEqual(expect.arrayContaining(['resource_id', 'resource', 'booked_from', 'custom_data']));
    expect(moved.previous).toEqual(Object.fromEntries(differing.map((key) => [key, before[key]])));
    const { revision_count, updated_at } = moved.booking;
    expect(noted.previous).toEqual({ notes: null, revision_count, updated_at });
  });

  it('receives the state of a message without its text', async () => {
    const account = await server().account();
    const { received, address } = await receivers.start();
    await createWebHook(account, `http://${address}/`, 'message.processed');
    const { serviceId, resourceId } = await createBookableService(account);
    const booking = await account.create(
      '/bookings',
      'booking',
      {
        ...{ service_id: serviceId, resource_id: resourceId },
        ...{ booked_from: '2099-03-04 09:00', booked_to: '2099-03-04 10:00' },
        person_attributes: { name: 'Ola', email: 'ola@example.org' },
      },
      { confirmation_send_email: true },
    );
    await until(() => received.length === 1);
    const { event, data } = received[0]?.payload ?? {};
    const message = {
      id: expect.any(Number),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      ...{ kind: 'confirmation', channel: 'email', recipient: 'ola@example.org' },
      subject: 'Your booking of Cut is confirmed',
      ...{ state: 'unsent', failure: null, sent_at: null },
      ...{ person_id: booking.person_id, booking_id: booking.id },
    };
    const previous = { state: 'queued', updated_at: expect.any(String) };
    expect([event, data]).toEqual(['message.processed', { object: 'message', id: data.message.id, message, previous }]);
  });
});
