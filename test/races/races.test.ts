import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { pauseAccount } from '../../src/domain/account/pause.actions.js';
import { expireHold } from '../../src/domain/booking/states/booking-state.actions.js';
import type { RequestContext } from '../../src/domain/context.js';
import { databaseModel } from '../../src/domain/entities.js';
import { continueErasure } from '../../src/domain/person-data/continue-erasure.actions.js';
import { requestErasure } from '../../src/domain/person-data/request-erasure.actions.js';
import { claimDelivery, deliver } from '../../src/domain/web-hook/web-hook-delivery.actions.js';
import { enqueueDeliveries } from '../../src/jobs/web-hook.jobs.js';
import { startOfLog } from '../../src/outbox/cursor.js';
import type { Database } from '../../src/platform/database/database.js';
import { leaveCell } from '../../src/process/move/move.js';
import { createWebHook, WebHookReceivers } from '../jobs/web-hook-receiver.js';
import { createBookableService, createEvent } from '../support/catalog.js';
import { jobContext } from '../support/job-context.js';
import { createServiceWithNeeds } from '../support/needs.js';
import { addService } from '../support/shop.js';
import { TestAccount, useOwnTestServer } from '../support/test-server.js';
import { WaitlistJobs } from '../support/waitlist.js';
import { settledChanges } from '../support/write-calendars.js';
import { isSerial, runSchedules, type Schedule, Writer, waitingBy } from './schedules.js';

const server = await useOwnTestServer();
const webs = [await server.another(), await server.another(), await server.another()] as const;
const writers = await Promise.all(webs.map(({ database }) => Writer.of(database)));
const receivers = new WebHookReceivers();
afterAll(() => receivers.stop());
/** Created anew for each schedule. */
const account = new TestAccount(server.origin, undefined);

const findWaiting = waitingBy(server.database);

/** A way to send a request or run a job as one of the writers. */
interface Sender {
  account: TestAccount;
  database: Database;
  context(): Promise<RequestContext>;
}

const senderOf = ({ origin, database }: (typeof webs)[number]): Sender => ({
  account: account.at(origin),
  database,
  context: () => createBackgroundContext(database, server.clock, account.credentials.id),
});

type Send = (sender: Sender) => Promise<unknown>;

interface Prepared {
  send: readonly [Send, Send] | readonly [Send, Send, Send];
  /** Reads what the writers have left, if the answers do not say it. */
  left?: () => Promise<unknown>;
}

/** Two or three transactions that meet at a lock or another race point. */
interface Race {
  name: string;
  /** A lock for which one of them waits in some of the schedules, or `commit` for a row of another; null if none waits. */
  waitsFor: string | null;
  /** The race points that must be reached in some of the schedules, beside that of `waitsFor`. */
  passes?: readonly string[];
  /** An outcome of no order of the whole writers, which is right. */
  also?: string;
  prepare(): Promise<Prepared>;
}

const hour = (from: number) => ({ booked_from: `2026-03-03 ${from}:00`, booked_to: `2026-03-03 ${from + 1}:00` });
const book =
  (booking: object): Send =>
  ({ account: through }) =>
    through.post('/bookings', { json: { booking } });
const put =
  (path: string, json?: object): Send =>
  ({ account: through }) =>
    through.put(path, { json });
const stateOf = async (id: number): Promise<string> => (await account.get(`/bookings/${id}`)).body.booking.state;
const countBookings = async (): Promise<number> => (await account.get('/bookings')).body.length;

async function onePlace(resource: object = {}, service: object = {}) {
  const { serviceId, resourceId } = await createBookableService(account, { resource, service });
  return { service_id: serviceId, resource_id: resourceId };
}

const makeVisit =
  (items: readonly object[]): Send =>
  ({ account: through }) =>
    through.post('/visits', { json: { visit: { items } } });

/** Creates a massage with one of two therapists in the only room, and a cut by the first therapist. */
async function massages() {
  const { serviceId, resourceIds } = await createServiceWithNeeds(server, account, {
    service: { interval: 60 },
    resources: [{}, {}, {}],
    needs: [{ pool: [0, 1] }, { pool: [2] }],
  });
  const [first, second, room] = resourceIds;
  const { id } = await account.create('/services', 'service', { title: 'Cut', interval: 60 });
  await account.create('/providers', 'provider', { service_id: id, resource_id: first });
  return { massage: { service_id: serviceId }, therapists: [first, second], cut: { service_id: id }, room };
}

/** Returns the orders of a product that are paid. */
async function paidOrders(count: number): Promise<number[]> {
  const product = await addService(account, { title: 'Soap', booking_type: 'product', price: '100' });
  const ids: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const order = { order_line_items: [{ service_id: product }], person_attributes: { name: 'Kari' } };
    ids.push((await account.create('/orders', 'order', order)).id);
    await account.graphql(`mutation { recordPayment(orderId: ${ids.at(-1)}, amount: "100") { state } }`);
  }
  return ids;
}

const issue =
  (orderId: number | undefined, kind: string): Send =>
  ({ account: through }) =>
    through.post(`/orders/${orderId}/documents`, { json: { document: { kind } } });
const listDocuments = async (): Promise<string[]> =>
  (await account.get('/documents')).body
    .map(({ document }: { document: { kind: string; number: number } }) => `${document.kind} ${document.number}`)
    .toSorted();

/** Prepares a delivery about a person whose first attempt is answered by 500, and the erasure of the person. */
async function deliveryOfErased(): Promise<Prepared> {
  const { received, address } = await receivers.start((response, index) =>
    response.writeHead(index === 0 ? 500 : 200).end(),
  );
  const { id: hookId } = await createWebHook(account, `http://${address}/`, 'person.created');
  const { id: personId } = await account.create('/people', 'person', { name: 'Kari' });
  const jobs = jobContext(server);
  for (const change of await settledChanges(server, account, startOfLog)) await enqueueDeliveries(jobs, change);
  const attempt: Send = async ({ context }) => {
    const background = await context();
    const claimed = await claimDelivery(background, hookId);
    if (claimed) await deliver(background, claimed, jobs.webHooks);
    return claimed ? 'done' : 'nothing to deliver';
  };
  const erase: Send = async ({ context }) => requestErasure(await context(), personId).then(() => 'erased');
  /** Retries after the commit of the erasure, before its job has begun. */
  const left = async () => {
    server.clock.advance(60);
    await attempt({ account, database: server.database, context: contextOfServer });
    const [first, second] = received.map(({ text }) => text.includes('Kari'));
    const background = await contextOfServer();
    const [erasure] = await background.db.query<{ id: number }>('select id from person_erasure where account_id = $1');
    await continueErasure(background, erasure?.id ?? 0);
    const kept = await background.db.query(`select from web_hook_delivery where account_id = $1 and payload ~ 'Kari'`);
    // The first one was sent before the erasure was committed, or after it: both are right.
    return { attempts: received.length, wasNamed: first, isNamedAgain: second, kept: kept.length };
  };
  return { send: [attempt, erase], left };
}

const contextOfServer = () => createBackgroundContext(server.database, server.clock, account.credentials.id);

/** Prepares a place that one person has booked while another waits for it. @returns the job that offers it when it is free */
async function offeredPlace() {
  const jobs = new WaitlistJobs(server, account);
  const place = await onePlace();
  const { id } = await account.create('/bookings', 'booking', { ...place, ...hour(10) });
  await account.create('/waitlist', 'waitlist_entry', {
    ...{ service_id: place.service_id, from: '2026-03-03 10:00', to: '2026-03-03 11:00' },
    ...{ name: 'Ola', email: 'ola@example.org' },
  });
  await jobs.openings();
  await account.put(`/bookings/${id}/cancel`);
  const [opening = 0] = await jobs.openings();
  const offer: Send = ({ database }) => new WaitlistJobs({ ...server, database }, account).offer(opening);
  const left = async () => {
    const { body } = await account.get('/waitlist');
    return body.map(({ waitlist_entry }: { waitlist_entry: { state: string } }) => waitlist_entry.state);
  };
  return { place, offer, left };
}

async function unpaid(service: object = {}) {
  const place = await onePlace({}, { price: 100, payment_required: true, ...service });
  const { id: bookingId } = await account.create('/bookings', 'booking', { ...place, ...hour(10) }, { confirm: false });
  const orderId: number = (await account.get('/orders')).body.at(-1).order.id;
  return { bookingId, orderId, place };
}

async function askForTimeOff(resourceId?: number): Promise<number> {
  const resource_id = resourceId ?? (await onePlace()).resource_id;
  return (await account.create('/time_off', 'time_off', { resource_id, starts_on: '2026-03-03', state: 'asked' })).id;
}

/** Returns the changes of time off, and how much of it applies. */
const countTimeOff = async () => {
  const changes = (await server.changes(account)).filter((name) => name.startsWith('time_off.'));
  return [changes.toSorted(), (await account.get('/time_off?state=approved')).body.length];
};

const pay =
  (orderId: number): Send =>
  ({ account: through }) =>
    through.graphql('mutation ($orderId: Int!) { recordPayment(orderId: $orderId, amount: "100") { state } }', {
      orderId,
    });
const redeem =
  (orderId: number): Send =>
  ({ account: through }) =>
    through.graphql('mutation ($orderId: Int!) { redeemGiftCard(orderId: $orderId, code: "card") { state } }', {
      orderId,
    });

const races: Race[] = [
  {
    name: 'two bookings of one place',
    waitsFor: 'lock resource',
    prepare: async () => {
      const booking = { ...(await onePlace()), ...hour(10) };
      return { send: [book(booking), book(booking)] };
    },
  },
  {
    name: 'two visits for the last room, with different therapists',
    waitsFor: 'lock resource',
    prepare: async () => {
      const { massage, therapists, cut } = await massages();
      const visit = (therapist: number | undefined, order: 1 | -1) => {
        const items = [
          { ...massage, resource_id: therapist, ...hour(10) },
          { ...cut, ...hour(12) },
        ];
        return makeVisit(order === 1 ? items : items.toReversed());
      };
      const [first, second] = therapists;
      return { send: [visit(first, 1), visit(second, -1)], left: countBookings };
    },
  },
  {
    name: 'two visits whose items can have places only by a matching, for the same resources',
    waitsFor: 'lock resource',
    prepare: async () => {
      const { massage, cut } = await massages();
      const items = [
        { ...cut, ...hour(10) },
        { ...massage, ...hour(10) },
      ];
      return { send: [makeVisit(items), makeVisit(items.toReversed())], left: countBookings };
    },
  },
  {
    name: 'a visit and a booking of the room that it needs',
    waitsFor: 'lock resource',
    prepare: async () => {
      const { massage, room } = await massages();
      const items = [
        { ...massage, ...hour(10) },
        { ...massage, ...hour(11) },
      ];
      return { send: [makeVisit(items), book({ resource_id: room, ...hour(11) })], left: countBookings };
    },
  },
  {
    name: 'a visit and a booking of the only resource of one of its items, which another of its items prefers',
    waitsFor: 'lock resource',
    prepare: async () => {
      const { massage, therapists, cut } = await massages();
      const items = [
        { ...massage, ...hour(10) },
        { ...cut, ...hour(10) },
      ];
      const [, second] = therapists;
      return { send: [makeVisit(items), book({ resource_id: second, ...hour(10) })], left: countBookings };
    },
  },
  {
    name: 'two moves to one time',
    waitsFor: 'lock resource',
    prepare: async () => {
      const place = await onePlace();
      const one = await account.create('/bookings', 'booking', { ...place, ...hour(10) });
      const two = await account.create('/bookings', 'booking', { ...place, ...hour(12) });
      return { send: [put(`/bookings/${one.id}`, hour(14)), put(`/bookings/${two.id}`, hour(14))] };
    },
  },
  {
    name: 'a lower capacity and a booking',
    waitsFor: 'lock resource',
    prepare: async () => {
      const place = await onePlace({ capacity: 2 });
      await account.create('/bookings', 'booking', { ...place, ...hour(10) });
      const lower = put(`/resources/${place.resource_id}`, { resource: { capacity: 1 } });
      return { send: [lower, book({ ...place, ...hour(10) })], left: countBookings };
    },
  },
  {
    name: 'the last place of an event, twice',
    waitsFor: 'lock event',
    prepare: async () => {
      const { id } = await createEvent(account, { capacity: 1 });
      return { send: [book({ event_id: id }), book({ event_id: id })] };
    },
  },
  {
    name: 'the deletion of an event and a booking of it',
    waitsFor: 'lock event',
    prepare: async () => {
      const { id } = await createEvent(account);
      const remove: Send = ({ account: through }) => through.del(`/events/${id}`);
      return { send: [remove, book({ event_id: id })], left: countBookings };
    },
  },
  {
    name: 'a payment and the end of its hold',
    waitsFor: 'lock booking',
    prepare: async () => {
      const { bookingId, orderId } = await unpaid();
      server.clock.advance(21);
      const expire: Send = async ({ context }) => expireHold(await context(), bookingId);
      return { send: [pay(orderId), expire], left: () => stateOf(bookingId) };
    },
  },
  {
    name: 'a payment and the cancellation of its booking',
    waitsFor: 'lock booking',
    prepare: async () => {
      const { bookingId, orderId } = await unpaid();
      const left = async () => [await stateOf(bookingId), (await account.get(`/orders/${orderId}`)).body.order.state];
      return { send: [pay(orderId), put(`/bookings/${bookingId}/cancel`)], left };
    },
  },
  {
    name: 'two payments of one order without a booking',
    waitsFor: 'lock order',
    prepare: async () => {
      const { id: serviceId } = await account.create('/services', 'service', {
        title: 'Oil',
        booking_type: 'product',
        price: 100,
      });
      const order = { order_line_items: [{ service_id: serviceId }], person: { email: 'kari@example.org' } };
      const { id } = await account.create('/orders', 'order', order);
      const left = async () => (await account.get(`/orders/${id}`)).body.order.paid_amount;
      return { send: [pay(id), pay(id)], left };
    },
  },
  {
    name: 'the last use of a coupon, twice',
    waitsFor: 'lock coupon',
    prepare: async () => {
      const coupon = { title: 'Spring', code: 'SPRING', value_type: 'percentage', value: 10, availability: 1 };
      const { id: coupon_id } = await account.create('/coupons', 'coupon', coupon);
      const places = [await onePlace({}, { price: 100 }), await onePlace({}, { price: 100 })];
      const [one, two] = places.map((place) => book({ ...place, ...hour(10), coupon_id }));
      const left = async () => (await account.get(`/coupons/${coupon_id}`)).body.coupon.availability;
      return { send: [one ?? pay(0), two ?? pay(0)], left };
    },
  },
  {
    name: 'the last unit of a package, twice',
    waitsFor: 'lock package',
    prepare: async () => {
      const { id: person_id } = await account.create('/people', 'person', { name: 'Kari' });
      const { id: package_id } = await account.create('/packages', 'package', { title: 'One', units: 1, person_id });
      const places = [await onePlace({}, { price: 100 }), await onePlace({}, { price: 100 })];
      const [one, two] = places.map((place) => book({ ...place, ...hour(10), person_id, package_id }));
      const left = async () => (await account.get(`/packages/${package_id}`)).body.package.left;
      return { send: [one ?? pay(0), two ?? pay(0)], left };
    },
  },
  {
    name: 'the last two units of a package, for one visit and for two bookings',
    waitsFor: 'lock package',
    prepare: async () => {
      const { id: person_id } = await account.create('/people', 'person', { name: 'Kari' });
      const { id: package_id } = await account.create('/packages', 'package', { title: 'Two', units: 2, person_id });
      const paid = async () => ({ ...(await onePlace({}, { price: 100 })), ...hour(10), person_id, package_id });
      const [one, two] = [await paid(), await paid()];
      const left = async () => {
        const orders = (await account.get('/orders')).body.length;
        return [(await account.get(`/packages/${package_id}`)).body.package.left, await countBookings(), orders];
      };
      return { send: [makeVisit([await paid(), await paid()]), book(one), book(two)], left };
    },
  },
  {
    name: 'one gift card for two orders',
    waitsFor: 'lock gift_card',
    prepare: async () => {
      await account.create('/gift_cards', 'gift_card', { value: 150, code: 'card' });
      const [one, two] = [await unpaid(), await unpaid()];
      const left = async () => {
        const { body } = await account.get('/orders');
        return body.map(({ order }: { order: { paid_amount: string } }) => order.paid_amount).toSorted();
      };
      return { send: [redeem(one.orderId), redeem(two.orderId)], left };
    },
  },
  {
    name: 'the only booking that a person may have, twice',
    waitsFor: 'lock person',
    prepare: async () => {
      await server.configure(account, { max_active_per_person: 1 });
      const { id: person_id } = await account.create('/people', 'person', { name: 'Kari' });
      const [one, two] = [await onePlace(), await onePlace()];
      return { send: [book({ ...one, ...hour(10), person_id }), book({ ...two, ...hour(12), person_id })] };
    },
  },
  {
    name: 'the erasure of a person and a booking for the person',
    waitsFor: 'lock person',
    prepare: async () => {
      const { id: person_id } = await account.create('/people', 'person', { name: 'Kari' });
      const place = await onePlace();
      const erase: Send = async ({ context }) => requestErasure(await context(), person_id).then(() => 'erased');
      return { send: [erase, book({ ...place, ...hour(10), person_id })], left: countBookings };
    },
  },
  {
    name: 'a merge and a booking for the person that ends by it',
    waitsFor: 'lock person',
    prepare: async () => {
      const [kept, merged] = [
        await account.create('/people', 'person', { name: 'Kept' }),
        await account.create('/people', 'person', { name: 'Merged' }),
      ];
      const place = await onePlace();
      const merge: Send = ({ account: through }) =>
        through.post(`/people/${kept.id}/merge?merge_person_id=${merged.id}`);
      const left = async () => (await account.get(`/people/${kept.id}/bookings/all`)).body.length;
      return { send: [merge, book({ ...place, ...hour(10), person_id: merged.id })], left };
    },
  },
  {
    name: 'a new person with one email, twice',
    // The second waits for the unique index.
    waitsFor: 'commit',
    prepare: async () => {
      const [one, two] = [await onePlace(), await onePlace()];
      const person_attributes = { name: 'Kari', email: 'kari@example.org' };
      const left = async () => (await account.get('/people')).body.length;
      const send = [one, two].map((place) => book({ ...place, ...hour(10), person_attributes }));
      return { send: [send[0] ?? pay(0), send[1] ?? pay(0)], left };
    },
  },
  {
    name: 'the offer of a free place and a booking of it',
    waitsFor: 'lock resource',
    prepare: async () => {
      const { place, offer, left } = await offeredPlace();
      return { send: [offer, book({ ...place, ...hour(10) })], left };
    },
  },
  {
    name: 'one idempotency key, twice',
    // The lock of the key is that of a text.
    waitsFor: 'lock text',
    prepare: async () => {
      // The resource has room for both, so that only the key keeps the second from booking again.
      const booking = { ...(await onePlace({ capacity: 5 })), ...hour(10) };
      const send: Send = ({ account: through }) =>
        through.post('/bookings', { json: { booking }, headers: { 'Idempotency-Key': 'once' } });
      return { send: [send, send], left: countBookings };
    },
  },
  {
    name: 'the approval of time off, twice',
    waitsFor: 'lock time_off',
    prepare: async () => {
      const approve = put(`/time_off/${await askForTimeOff()}/approve`);
      return { send: [approve, approve], left: countTimeOff };
    },
  },
  {
    name: 'the approval of time off and its withdrawal',
    waitsFor: 'lock time_off',
    prepare: async () => {
      const path = `/time_off/${await askForTimeOff()}`;
      return { send: [put(`${path}/approve`), put(`${path}/withdraw`)], left: countTimeOff };
    },
  },
  {
    name: 'the approval of time off and a booking of a visitor in it',
    waitsFor: 'lock resource',
    prepare: async () => {
      const place = await onePlace();
      const approve = put(`/time_off/${await askForTimeOff(place.resource_id)}/approve`);
      return { send: [approve, book({ ...place, ...hour(10), public_booking: true })], left: countBookings };
    },
  },
  {
    name: 'two documents of one series',
    waitsFor: 'lock series',
    prepare: async () => {
      const [one, two] = await paidOrders(2);
      return { send: [issue(one, 'invoice'), issue(two, 'invoice')], left: listDocuments };
    },
  },
  {
    name: 'the receipt of one order, twice',
    waitsFor: 'lock series',
    prepare: async () => {
      const [order] = await paidOrders(1);
      return { send: [issue(order, 'receipt'), issue(order, 'receipt')], left: listDocuments };
    },
  },
  {
    name: 'a delivery about a person and the erasure of the person',
    waitsFor: null,
    passes: ['store payload', 'lock person', 'commit'],
    prepare: deliveryOfErased,
  },
  {
    name: 'the switch of an account to another cell, and a booking',
    waitsFor: null,
    passes: ['lock resource', 'commit'],
    // The pause gives up, because the booking has begun before it.
    also: 'stays | done | 1',
    prepare: async () => {
      const place = await onePlace();
      const { id } = account.credentials;
      const move: Send = async ({ database: { session } }) => {
        if (!(await pauseAccount(session, id, 0))) return 'stays';
        const transaction: Parameters<typeof leaveCell>[0]['transaction'] = (...statements) =>
          session.transaction(async (tx) => {
            for (const [sql, ...parameters] of statements) await tx.execute(sql, parameters);
            return 1;
          });
        await leaveCell({ transaction }, id, 'cell2');
        return 'left';
      };
      const left = async () => {
        const [row] = await server.database.session.execute<{ count: number }>(
          'select count(*)::integer as count from booking where account_id = $1',
          [id],
        );
        return row?.count;
      };
      const answered: Send = async (sender) => {
        const answer = await book({ ...place, ...hour(10) })(sender);
        // In another cell, or paused for the switch: the client repeats the request.
        return ['421', '503'].includes(describeStatus(answer)) ? 'refused' : answer;
      };
      return { send: [move, answered], left };
    },
  },
  {
    name: 'a payment, the end of its hold and a booking of its place',
    waitsFor: 'lock resource',
    prepare: async () => {
      const { bookingId, orderId, place } = await unpaid();
      server.clock.advance(21);
      const expire: Send = async ({ context }) => expireHold(await context(), bookingId);
      const left = async () => [await stateOf(bookingId), await countBookings()];
      return { send: [pay(orderId), expire, book({ ...place, ...hour(10) })], left };
    },
  },
  {
    name: 'the offer of a free place, a booking of it and a move to it',
    waitsFor: 'lock resource',
    prepare: async () => {
      const { place, offer, left } = await offeredPlace();
      const { id } = await account.create('/bookings', 'booking', { ...place, ...hour(14) });
      return { send: [offer, book({ ...place, ...hour(10) }), put(`/bookings/${id}`, hour(10))], left };
    },
  },
];

/** The kinds of locks that no race takes, by the reason. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  'rows of work: two runs of one job, as in the tests of the jobs': [
    ...['recurrence', 'message_request', 'planned_message', 'message', 'web_hook_delivery'],
    ...['calendar_source', 'calendar_source_entry', 'failed_job', 'person_erasure'],
  ],
  'the set-up, which no booking changes: one record of each kind, and unique constraints': [
    ...['account', 'user_link', 'user', 'category', 'message_template', 'provider', 'service', 'web_hook'],
    ...['rota', 'service_need', 'service_option', 'service_option_group', 'tax_rate', 'guardian'],
    ...['calendar_feed', 'identity_link', 'identity_provider', 'payment_settings'],
  ],
};

/** Says in a few words what a writer was answered. */
function describeAnswer(answer: unknown): string {
  if (answer instanceof Error) return answer.message;
  if (typeof answer !== 'object' || answer === null) return String(answer ?? 'done');
  if ('errors' in answer) return JSON.stringify(answer.errors, ['extensions', 'fields', 'state', 'orderId']);
  if (!('status' in answer) || answer.status === 200) return 'done';
  return JSON.stringify('body' in answer ? answer.body : answer.status);
}

const describeStatus = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'status' in answer ? String(answer.status) : '';

/** Runs a race in all orders. @returns the schedules */
async function run({ prepare }: Race): Promise<Schedule[]> {
  return runSchedules(
    writers,
    async () => {
      server.clock.set('2026-03-02T07:00:00Z');
      account.credentials = (await server.account()).credentials;
      const { send, left } = await prepare();
      return {
        works: send.map((each, index) => () => each(senderOf(webs[index] ?? webs[0]))),
        outcome: async (answers) =>
          [...answers.map(describeAnswer), ...(left ? [JSON.stringify(await left())] : [])].join(' | '),
      };
    },
    findWaiting,
  );
}

/** The kinds of locks that the writers have taken so far. */
const taken = new Set<string>();

/** Returns the kinds of a point such as `1 lock booking+resource`. */
const kindsOf = (point: string): string[] => point.split('lock ')[1]?.split('+') ?? [];

describe.each(races)('$name', (race) => {
  it('leave in each order of their statements what they leave one after the other', async () => {
    const schedules = await run(race);
    const right = [...schedules.filter(isSerial).map(({ outcome }) => outcome), race.also];
    expect(schedules.filter(({ outcome }) => !right.includes(outcome))).toEqual([]);
    const { waitsFor, passes = [] } = race;
    // A race whose writers never meet would prove nothing.
    const waits = schedules.flatMap((schedule) => [...schedule.waits]);
    const met = waits.flatMap((point) => [point, ...kindsOf(point).map((kind) => `lock ${kind}`)]);
    if (waitsFor) expect(met).toContain(waitsFor);
    const reached = schedules.flatMap(({ passed }) => passed.map((point) => point.slice(2)));
    expect(reached).toEqual(expect.arrayContaining([...passes]));
    for (const kind of schedules.flatMap(({ passed }) => passed.flatMap(kindsOf))) taken.add(kind);
  });
});

describe('the races', () => {
  it('take every kind of lock, but those that are listed with a reason', () => {
    const kinds = databaseModel.lockOrder.map(({ lockKind }) => lockKind);
    expect(kinds.filter((kind) => !taken.has(kind)).toSorted()).toEqual(Object.values(elsewhere).flat().toSorted());
  });

  it('find a coupon that is used twice if nothing is locked', async () => {
    await server.sql(
      `create or replace function lock_record(kind text, account_id integer, id integer) returns void language sql as ''`,
    );
    const race = races.find(({ name }) => name.includes('coupon'));
    const schedules = race ? await run(race) : [];
    const serial = schedules.filter(isSerial).map(({ outcome }) => outcome);
    expect(new Set(schedules.map(({ outcome }) => outcome).filter((outcome) => !serial.includes(outcome)))).toEqual(
      new Set(['done | done | 0']),
    );
  });
});
