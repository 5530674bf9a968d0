import { Metrics } from '../../src/observability/metrics.js';
import { startJobs } from '../../src/process/background-jobs.js';
import type { Component } from '../../src/process/component.js';
import { readConfig } from '../../src/process/config.js';
import { type BookableService, bookService, createBookableService } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { startReceivers } from '../support/messages.js';
import { useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { silent } from './change-writer.js';

const workers: Component[] = [];
// In the future, so that the job queue, which has the real clock, does nothing by itself that is due later.
const server = await useOwnTestServer({ now: '2099-03-02T07:00:00Z' });
const receivers = await disposeAfterAll(startReceivers());
const account = server.accountPerTest({ sandbox: true });
let offered: BookableService;
beforeEach(async () => {
  await server.configure(account, { verification_method: 1 });
  offered = await createBookableService(account, { resource: { capacity: 9 } });
});
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())));

/** Starts a worker with connections of its own. Its clock is that of the test, its mail server a real one. */
async function startWorker(): Promise<Component> {
  const { database, signal } = await server.another();
  const dependencies = {
    ...{ database, signal, clock: server.clock, logger: silent, metrics: new Metrics(database) },
    config: readConfig({ SMTP_URL: receivers.mail.url, SMS_GATEWAY_URL: receivers.gateway.url }),
    ...{ abort: new AbortController().signal, findUnreadiness: async () => undefined },
  };
  const worker = await startJobs(dependencies, server.clock);
  workers.push(worker);
  return worker;
}

const isAdvancing = async (): Promise<boolean> => (await account.get('/test_clock')).body.test_clock.is_advancing;
async function advance(json: object): Promise<void> {
  expect((await account.put('/test_clock', { json })).status).toBe(200);
  await until(async () => !(await isAdvancing()));
}

const personAttributes = { name: 'Kari', phone_number: '40612345', email: 'kari@example.org' };
const time = { booked_from: '2099-03-04 12:00', booked_to: '2099-03-04 13:00' };
const quietly = { confirmation_send_email: false, confirmation_send_sms: false };
const book = (attributes: object = {}, parameters: object = {}) =>
  bookService(
    account,
    offered,
    { person_attributes: personAttributes, ...time, ...attributes },
    { ...quietly, ...parameters },
  );
const addTemplate = (attributes: object) =>
  account.create('/message_templates', 'message_template', {
    ...{ delivery_type: 'email', template: '{{ booking.service.title }}' },
    ...attributes,
  });
/** The composed messages, in order, by the account's clock. */
const messages = async (as = account) =>
  (await as.graphql('{ messages { edges { node { kind state createdAt body } } } }')).data.messages.edges
    .map(({ node }: { node: object }) => node)
    .reverse();

it('runs the work that becomes due in between, in order, each at its time, and sends nothing', async () => {
  await startWorker();
  await startWorker();
  await addTemplate({ message_type: 'reminder', delivery_timing: '3 hours ago' });
  await addTemplate({ message_type: 'follow_up', delivery_timing: '1 day' });
  const hold = await book({}, { confirm: false, verification_send_email: false });
  const later = { booked_from: '2099-03-05 10:00', booked_to: '2099-03-05 11:00' };
  const first = await book({ reminder_at: '2099-03-03 10:00' }, { add_messages: true });
  await book(later, { add_messages: true });
  await advance({ by: '10 days' });
  expect((await account.get('/test_clock')).body.test_clock.now).toBe('2099-03-12T08:00:00+01:00');
  const expired = (await account.get(`/bookings/${hold.id}`)).body.booking;
  expect([expired.state, expired.updated_at]).toEqual(['verification_expired', '2099-03-02T08:20:00+01:00']);
  expect(await messages()).toEqual([
    { kind: 'reminder', state: 'UNSENT', createdAt: '2099-03-03T10:00:00+01:00', body: expect.stringMatching(/Cut/) },
    { kind: 'reminder', state: 'UNSENT', createdAt: '2099-03-04T09:00:00+01:00', body: 'Cut' },
    { kind: 'reminder', state: 'UNSENT', createdAt: '2099-03-05T07:00:00+01:00', body: 'Cut' },
    { kind: 'follow_up', state: 'UNSENT', createdAt: '2099-03-05T13:00:00+01:00', body: 'Cut' },
    { kind: 'follow_up', state: 'UNSENT', createdAt: '2099-03-06T11:00:00+01:00', body: 'Cut' },
  ]);
  const reminded = (await account.get(`/bookings/${first.id}`)).body.booking.reminded_at;
  expect(reminded).toBe('2099-03-03T10:00:00+01:00');
  const staff = await messages(await server.withRole(account, 'staff'));
  expect(staff.map(({ body }: { body: unknown }) => body)).toEqual([null, null, null, null, null]);
  expect([receivers.mail.mails, receivers.gateway.requests]).toEqual([[], []]);
});

it('is continued by another worker if one stops in between', async () => {
  const holds = [];
  for (const hour of [9, 10, 11]) {
    holds.push(await book({ expires_at: `2099-03-03 ${hour}:00` }, { confirm: false }));
  }
  await startWorker();
  await account.put('/test_clock', { json: { by: '3 days' } });
  await workers.shift()?.stop();
  await startWorker();
  await until(async () => !(await isAdvancing()));
  for (const [index, { id }] of holds.entries()) {
    const { state, updated_at } = (await account.get(`/bookings/${id}`)).body.booking;
    expect([state, updated_at]).toEqual([
      'verification_expired',
      `2099-03-03T${['09', '10', '11'][index]}:00:00+01:00`,
    ]);
  }
});

it('advances twice, and continues recurring series', async () => {
  await startWorker();
  const recurring = { rrule: 'FREQ=DAILY;COUNT=5' };
  const booking = { service_id: offered.serviceId, ...time };
  expect((await account.post('/bookings/recurring', { json: { booking, recurring } })).status).toBe(200);
  await advance({ by: '1 hour' });
  const { body } = await account.get('/bookings');
  expect(body).toHaveLength(5);
  await advance({ to: '2099-03-20 12:00' });
  expect((await account.get('/test_clock')).body.test_clock).toEqual({
    ...{ now: '2099-03-20T12:00:00+01:00', is_advancing: false, advancing_to: null },
  });
});

it('offers a place to the next on the waitlist if an offer expires in between', async () => {
  const { id } = await book({ count: 9 });
  const entries: { id: number }[] = [];
  for (const name of ['ola', 'kari']) {
    entries.push(
      await account.create('/waitlist', 'waitlist_entry', {
        ...{ service_id: offered.serviceId, from: '2099-03-04 12:00', to: '2099-03-04 13:00', places: 9 },
        ...{ name, email: `${name}@example.org` },
      }),
    );
  }
  await account.put(`/bookings/${id}/cancel`);
  await startWorker();
  const read = async () =>
    Promise.all(
      entries.map(async (entry) => {
        const { body } = await account.get(`/waitlist/${entry.id}`);
        return [body.waitlist_entry.state, body.waitlist_entry.offer_expires_at];
      }),
    );
  await until(async () => (await read())[0]?.[0] === 'offered');
  await advance({ by: '90 minutes' });
  expect(await read()).toEqual([
    ['waiting', null],
    ['offered', '2099-03-02T10:00:00+01:00'],
  ]);
  await advance({ by: '3 days' });
  expect(await read()).toEqual([
    ['expired', null],
    ['expired', null],
  ]);
});

it('offers a day to the waitlist when it comes within the bookable period, once and at its time', async () => {
  await account.put('/client', { json: { future_bookable_period: '1 week', waitlist_hold_minutes: 2880 } });
  const wait = async (name: string, day: string): Promise<number> => {
    const entry = await account.create('/waitlist', 'waitlist_entry', {
      ...{ service_id: offered.serviceId, from: `${day} 09:00`, to: `${day} 10:00`, places: 9 },
      ...{ name, email: `${name}@example.org` },
    });
    return entry.id;
  };
  const ids = [await wait('ola', '2099-03-11'), await wait('kari', '2099-03-12'), await wait('per', '2099-06-01')];
  await startWorker();
  await startWorker();
  await advance({ by: '74 hours' });
  const offers = await server.sql<{ id: number; at: string; start: string }>(
    `select entry_id as id, (offered_at at time zone 'Europe/Oslo')::text as at,
       (booked_from at time zone 'Europe/Oslo')::text as start
     from waitlist_offer
     join booking on booking.account_id = waitlist_offer.account_id and booking.id = waitlist_offer.booking_id
     where booking.account_id = ? order by offered_at`,
    account.credentials.id,
  );
  expect(offers).toEqual([
    { id: ids[0], at: '2099-03-04 09:00:00', start: '2099-03-11 09:00:00' },
    { id: ids[1], at: '2099-03-05 09:00:00', start: '2099-03-12 09:00:00' },
  ]);
});
