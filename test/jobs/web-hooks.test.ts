import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { createAccount } from '../../src/domain/account/account.actions.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { killAll, type ServerProcess, startMain } from '../process/server-process.js';
import { createBookableService, openDaily } from '../support/catalog.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { acme, TestAccount } from '../support/test-server.js';
import { until } from './change-writer.js';
import { createWebHook, listDeliveries, type ReceivedDelivery, WebHookReceivers } from './web-hook-receiver.js';

let test: TestDatabase;
let server: ServerProcess;
let accounts = 0;
const receivers = new WebHookReceivers();
beforeAll(async () => {
  test = await createTestDatabase();
  server = await start();
});
afterAll(async () => {
  killAll();
  receivers.stop();
  await test[Symbol.asyncDispose]();
});

const start = (settings: Record<string, string> = {}): Promise<ServerProcess> =>
  startMain({
    DATABASE_URL: test.url,
    DEMO: 'off',
    WEBHOOK_PRIVATE_TARGETS: 'allow',
    WEBHOOK_RETRY_BASE_MS: '50',
    ...settings,
  }).ready();

async function newAccount(): Promise<TestAccount> {
  accounts += 1;
  const credentials = await createAccount(test.database, systemClock, {
    ...acme,
    subdomain: `hooks-${accounts}`,
  });
  return new TestAccount(server.origin, credentials);
}

afterEach(() => expect(receivers.takeDifferences()).toEqual([]));

describe('a webhook', () => {
  it('receives the changes of the waitlist as REST shows them', async () => {
    const account = await newAccount();
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
    const account = await newAccount();
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

  it('receives a change as REST shows it, signed in both ways', async () => {
    const account = await newAccount();
    const { received, address } = await receivers.start();
    await createWebHook(account, `http://user:pass@${address}/hook?secret=1`, 'booking.*');
    const { serviceId, resourceId } = await createBookableService(account);
    const booking = await account.create('/bookings', 'booking', {
      service_id: serviceId,
      resource_id: resourceId,
      booked_from: '2030-03-04 09:00',
      booked_to: '2030-03-04 10:00',
      person_attributes: { name: 'Ola' },
    });
    await until(() => received.length === 1);
    const [{ headers, url, text, payload }] = received as [ReceivedDelivery];
    const { verification_code: _, ...shown } = booking;
    expect(payload).toEqual({
      event: 'booking.created',
      idempotency_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      generated_at: expect.stringMatching(/^\d{4}(-\d\d){2}T[\d:]{8}\+\d\d:00$/),
      performed_by: { kind: 'api_key', name: 'api' },
      object: 'booking',
      id: booking.id,
      booking: shown,
      data: { object: 'booking', id: booking.id, booking: shown },
    });
    expect(url).toBe('/hook?secret=1');
    expect(headers.authorization).toBe(`Basic ${Buffer.from('user:pass').toString('base64')}`);
    const { secret } = account.credentials;
    expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', secret).update(text).digest('hex')}`);
    expect(headers['webhook-id']).toBe(payload.idempotency_id);
    const signed = headers as Record<string, string>;
    expect(new Webhook(secret, { format: 'raw' }).verify(text, signed)).toEqual(payload);
  });

  it('receives the events to which it subscribes, and no others', async () => {
    const account = await newAccount();
    const subscriptions = ['person.created', 'person.*', '*', 'booking.*'];
    const told = await Promise.all(subscriptions.map(() => receivers.start()));
    for (const [index, event] of subscriptions.entries())
      await createWebHook(account, `http://${told[index]?.address}/`, event);
    const { id } = await account.create('/people', 'person', { name: 'Ola' });
    await account.put(`/people/${id}`, { json: { person: { name: 'Kari' } } });
    await account.del(`/people/${id}`);
    const everything = ['person.created', 'person.deleted', 'person.modified'];
    await until(() => told[1]?.received.length === 3 && told[2]?.received.length === 3);
    const events = told.map(({ received }) => received.map(({ payload }) => payload.event).sort());
    expect(events).toEqual([['person.created'], everything, everything, []]);
  });

  it('receives the state of a message without its text', async () => {
    const account = await newAccount();
    const { received, address } = await receivers.start();
    await createWebHook(account, `http://${address}/`, 'message.processed');
    const { serviceId, resourceId } = await createBookableService(account);
    const booking = await account.create(
      '/bookings',
      'booking',
      {
        ...{ service_id: serviceId, resource_id: resourceId },
        ...{ booked_from: '2030-03-04 09:00', booked_to: '2030-03-04 10:00' },
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
    expect([event, data]).toEqual(['message.processed', { object: 'message', id: data.message.id, message }]);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['500', (response) => response.writeHead(500).end('no')],
    ['404', (response) => response.writeHead(404).end('no')],
    ['302', (response) => response.writeHead(302, { location: '/' }).end('no')],
    ['a broken connection', (response) => response.socket?.resetAndDestroy()],
  ])('receives a delivery again after %s, with the same id and body', async (_name, refuse) => {
    const account = await newAccount();
    const { received, address } = await receivers.start((response, index) =>
      index < 2 ? refuse(response) : response.end('yes'),
    );
    await createWebHook(account, `http://${address}/`);
    await account.create('/people', 'person', { name: 'Ola' });
    await until(async () => (await listDeliveries(account))[0]?.state === 'DELIVERED');
    expect(new Set(received.map(({ text }) => text)).size).toBe(1);
    expect(received.length).toBe(3);
    const [delivery] = await listDeliveries(account);
    expect(delivery).toMatchObject({ event: 'person.created', attemptCount: 3, nextTryAt: null });
    expect(delivery.attempts.at(-1)).toEqual({ status: 200, answer: 'yes', failure: null });
  });

  it('receives a delivery six times at most, and again when it is resent', async () => {
    const account = await newAccount();
    let isWell = false;
    const { received, address } = await receivers.start((response) => response.writeHead(isWell ? 200 : 503).end());
    await createWebHook(account, `http://${address}/`);
    await account.create('/people', 'person', { name: 'Ola' });
    await until(async () => (await listDeliveries(account))[0]?.state === 'FAILED');
    expect(received.length).toBe(6);
    isWell = true;
    const [{ id, idempotencyId }] = await listDeliveries(account);
    const { data } = await account.graphql('mutation ($id: Int!) { resendWebHookDelivery(id: $id) { state } }', { id });
    expect(data.resendWebHookDelivery).toEqual({ state: 'PENDING' });
    await until(async () => (await listDeliveries(account))[0]?.state === 'DELIVERED');
    expect(received.at(-1)?.payload.idempotency_id).toBe(idempotencyId);
    expect(received.length).toBe(7);
  });

  it('receives the events of one object one after the other, and those of other objects at the same time', async () => {
    const account = await newAccount();
    const unanswered: ServerResponse[] = [];
    const { received, address } = await receivers.start((response) => void unanswered.push(response));
    await createWebHook(account, `http://${address}/`);
    const [ola, kari] = [
      await account.create('/people', 'person', { name: 'Ola' }),
      await account.create('/people', 'person', { name: 'Kari' }),
    ];
    for (const notes of ['1', '2', '3']) await account.put(`/people/${ola.id}`, { json: { person: { notes } } });
    await account.del(`/people/${ola.id}`);
    const isRelayed = async () => (await listDeliveries(account)).length === 6;
    await until(isRelayed);
    await until(() => received.length === 2);
    const eventsOf = (id: number): string[] =>
      received.filter(({ payload }) => payload.id === id).map(({ payload }) => payload.event);
    expect([eventsOf(ola.id), eventsOf(kari.id)]).toEqual([['person.created'], ['person.created']]);
    for (let answered = 1; answered <= 6; answered++) {
      await until(() => unanswered.length > 0);
      expect(unanswered.length).toBeLessThanOrEqual(2);
      unanswered.shift()?.end();
    }
    await until(async () =>
      (await listDeliveries(account)).every(({ state }: { state: string }) => state === 'DELIVERED'),
    );
    const modified = 'person.modified';
    expect(eventsOf(ola.id)).toEqual(['person.created', modified, modified, modified, 'person.deleted']);
    const notes = received
      .filter(({ payload }) => payload.event === modified)
      .map(({ payload }) => payload.person.notes);
    expect(notes).toEqual(['1', '2', '3']);
  });

  it('receives later events of an object while an earlier one is to be retried', async () => {
    const account = await newAccount();
    const { received, address } = await receivers.start((response, index) =>
      index === 0 ? response.writeHead(503, { 'retry-after': '3600' }).end() : response.end(),
    );
    await createWebHook(account, `http://${address}/`);
    const { id } = await account.create('/people', 'person', { name: 'Ola' });
    await account.del(`/people/${id}`);
    await until(async () => (await listDeliveries(account))[0]?.state === 'DELIVERED');
    expect(received.map(({ payload }) => payload.event)).toEqual(['person.created', 'person.deleted']);
    expect((await listDeliveries(account))[1]).toMatchObject({
      event: 'person.created',
      state: 'PENDING',
      attemptCount: 1,
    });
  });

  it('receives nothing while it is inactive, and only new events afterwards', async () => {
    const account = await newAccount();
    const other = await receivers.start();
    const { received, address } = await receivers.start((response, index) =>
      index === 0 ? response.writeHead(503, { 'retry-after': '3600' }).end() : response.end(),
    );
    await createWebHook(account, `http://${other.address}/`);
    const { id } = await createWebHook(account, `http://${address}/`);
    const add = (name: string) => account.create('/people', 'person', { name });
    const turn = (active: boolean) => account.put(`/web_hooks/${id}`, { json: { web_hook: { active } } });
    await add('refused');
    await until(() => received.length === 1 && other.received.length === 1);
    await turn(false);
    const dropped = (await listDeliveries(account)).find(({ state }: { state: string }) => state === 'FAILED');
    expect(dropped).toMatchObject({ event: 'person.created', nextTryAt: null });
    const resend = 'mutation ($id: Int!) { resendWebHookDelivery(id: $id) { state } }';
    const { errors } = await account.graphql(resend, { id: dropped.id });
    expect(errors?.[0].extensions.fields).toEqual({ state: ['is of a webhook that is switched off'] });
    await add('while it is off');
    await turn(true);
    await add('on again');
    await until(() => received.length === 2 && other.received.length === 3);
    expect(received.map(({ payload }) => payload.person.name)).toEqual(['refused', 'on again']);
    expect((await listDeliveries(account)).map(({ state }: { state: string }) => state).sort()).toEqual([
      'DELIVERED',
      'DELIVERED',
      'DELIVERED',
      'DELIVERED',
      'FAILED',
    ]);
  });

  it('receives a delivery whose job was lost', async () => {
    const account = await newAccount();
    const { received, address } = await receivers.start();
    await createWebHook(account, `http://${address}/`);
    await account.create('/people', 'person', { name: 'Ola' });
    await until(async () => (await listDeliveries(account))[0]?.state === 'DELIVERED');
    const sql = (statement: string) => test.database.orm.em.fork().execute(statement);
    await sql(`update web_hook_delivery set state = 'pending', next_try_at = now() - interval '31 seconds'
      where account_id = ${account.credentials.id}`);
    await sql(`update agenda_jobs set next_run_at = now() where name = 'resume-stuck-work'`);
    await until(() => received.length === 2);
    expect(received[1]?.text).toBe(received[0]?.text);
  });

  it('does not delay other webhooks while it is slow', async () => {
    const [account, other] = [await newAccount(), await newAccount()];
    const slow = await receivers.start(() => {});
    const quick = await receivers.start();
    const others = await receivers.start();
    await createWebHook(account, `http://${slow.address}/`, 'person.created');
    await createWebHook(account, `http://${quick.address}/`, 'person.created');
    await createWebHook(other, `http://${others.address}/`, 'person.created');
    for (let index = 0; index < 30; index++) await account.create('/people', 'person', { name: `Person ${index}` });
    await other.create('/people', 'person', { name: 'Ola' });
    await until(() => quick.received.length === 30 && others.received.length === 1);
    expect(slow.received.length).toBeLessThanOrEqual(5);
  });

  it('receives nothing at a private address, unless that is allowed', async () => {
    await server.end('SIGKILL');
    server = await start({ WEBHOOK_PRIVATE_TARGETS: 'deny' });
    const account = await newAccount();
    const { received, address } = await receivers.start();
    await createWebHook(account, `http://${address}/`);
    await account.create('/people', 'person', { name: 'Ola' });
    await until(async () => (await listDeliveries(account))[0]?.attemptCount >= 1);
    const [delivery] = await listDeliveries(account);
    expect(delivery.attempts[0]).toEqual({ status: null, answer: null, failure: 'the address is not a public one' });
    expect(received).toEqual([]);
    expect(server.lines.join('\n')).not.toContain(address);
  });
});
