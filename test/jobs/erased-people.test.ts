import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { webHookEvents } from '../../src/domain/entities.js';
import { sendMessage } from '../../src/domain/messaging/delivery/message-delivery.actions.js';
import { queueMessage } from '../../src/domain/messaging/delivery/message-queue.actions.js';
import type { OutgoingMessage } from '../../src/domain/messaging/delivery/senders.js';
import { erasedTypes } from '../../src/domain/person-data/erased-changes.queries.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import type { JobContext } from '../../src/jobs/job-context.js';
import { enqueueDeliveries } from '../../src/jobs/web-hook.jobs.js';
import { type Cursor, startOfLog } from '../../src/outbox/cursor.js';
import { stream } from '../socket/subscriber.js';
import { startCalDavServer } from '../support/caldav-server.js';
import { bookableServicePerTest, bookService } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { carryOutErasures } from '../support/erasures.js';
import { findJob, jobContext, running } from '../support/job-context.js';
import { useOwnTestServer } from '../support/test-server.js';
import { relayEntries, settledChanges, writeCalendar } from '../support/write-calendars.js';
import { email } from './sendable-messages.js';
import { createWebHook, WebHookReceivers } from './web-hook-receiver.js';

const server = await useOwnTestServer({ config: { webhookPrivateTargets: true } });
const account = server.accountPerTest({ publicAccess: true });
const place = bookableServicePerTest(account);
const calendar = await disposeAfterAll(startCalDavServer());
const receivers = new WebHookReceivers();
afterAll(() => receivers.stop());

const data = /Kari|kari@|knee|40612345/i;

/** Makes the deliveries of the changes after a position in the log, with those that are due. @returns the new position */
async function deliver(webHookId: number, after: Cursor, context: JobContext = jobContext(server)): Promise<Cursor> {
  const changes = await settledChanges(server, account, after);
  for (const change of changes) await enqueueDeliveries(context, change);
  await findJob(context, 'deliver-web-hook').run({ accountId: account.credentials.id, webHookId }, running);
  return changes.at(-1) ?? after;
}

/** Creates a person with a booking and a place on the waitlist, which have data of the person. */
async function createPerson() {
  const name = { name: 'Kari', email: 'kari@example.org', phone_number: '40612345' };
  const { id } = await account.create('/people', 'person', { ...name, notes: 'Bad knee' });
  const booking = await bookService(account, place, {
    ...{ person_id: id, notes: 'Bad knee', title: 'Knee of Kari', location_url: 'https://example.org/knee' },
  });
  await account.put(`/bookings/${booking.id}`, { json: { booking: { notes: 'Worse knee' } } });
  await account.create('/waitlist', 'waitlist_entry', {
    ...{ service_id: place.serviceId, person_id: id, from: '2026-03-05', to: '2026-03-05', ...name },
  });
  return { id, bookingId: booking.id };
}

const erase = (id: number) => account.post(`/people/${id}/erase?cancel_bookings=true`);
const context = () => createBackgroundContext(server.database, server.clock, account.credentials.id);

describe('after the answer of an erasure, before its job', () => {
  it('a receiver that failed at first gets all changes without data', async () => {
    const { received, address } = await receivers.start((response, index) =>
      response.writeHead(index < failures ? 500 : 200).end(),
    );
    let failures = Number.POSITIVE_INFINITY;
    const { id: webHookId } = await createWebHook(account, `http://${address}/`);
    const { id } = await createPerson();
    const position = await deliver(webHookId, startOfLog);
    const before = received.length;
    expect(received.some(({ text }) => data.test(text))).toBe(true);

    expect((await erase(id)).status).toBe(200);
    failures = 0;
    server.clock.set('2026-03-02T08:00:00Z');
    await deliver(webHookId, position);
    const sent = received.slice(before);
    expect(sent.filter(({ text }) => data.test(text)).map(({ payload }) => payload)).toEqual([]);
    const events = sent.map(({ payload }) => payload.event);
    expect(events).toEqual(
      expect.arrayContaining([
        ...['person.created', 'booking.created', 'booking.modified', 'waitlist_entry.created'],
        ...['booking.cancelled', 'waitlist_entry.left', 'person.erased'],
      ]),
    );
    expect(new Set(events).size).toBe(events.length);

    // Until the job is done, the list of changes leaves out what the job then removes from the log.
    const shown = (await account.get('/changes?after=')).body;
    await carryOutErasures(server, account);
    expect((await account.get('/changes?after=')).body).toEqual(shown);
  });

  it('an attempt that read the person before the erasure sends the person after it', async () => {
    const { received, address } = await receivers.start();
    const { id: webHookId } = await createWebHook(account, `http://${address}/`, 'person.created');
    const { id } = await createPerson();
    const { webHooks, ...jobs } = jobContext(server);
    let shown = 0;
    const show: typeof webHooks.show = async (...request) => {
      const change = await webHooks.show(...request);
      shown += 1;
      if (shown === 1) await erase(id);
      return change;
    };
    await deliver(webHookId, startOfLog, { ...jobs, webHooks: { ...webHooks, show } });
    expect([shown, received.length, received[0]?.payload.person.name]).toEqual([2, 1, 'erased person']);
    expect(received[0]?.text).not.toMatch(data);
  });

  it('no list, history or subscription shows the data', async () => {
    const { id, bookingId } = await createPerson();
    await erase(id);
    const objects = `booking { notes title person { name } } person { name email notes phoneNumber }
      waitlistEntry { name email phoneNumber } message { recipient } order { id }`;
    const change = `name ${objects} previous { ${objects} }`;
    const { data: read, errors } = await account.graphql(
      `query ($id: Int!, $bookingId: Int!) {
        changes { items { ${change} } }
        personHistory(id: $id) { nodes { ${change} } }
        bookingHistory(id: $bookingId) { nodes { ${change} } }
        bookingTimeline(id: $bookingId) { nodes { change { ${change} } } }
      }`,
      { id, bookingId },
    );
    expect(errors).toBeUndefined();
    expect(read.changes.items.length).toBeGreaterThan(5);
    expect(JSON.stringify(read)).not.toMatch(data);

    const subscriber = stream(server.origin, { parameter: account.credentials.api_key });
    const followed = [
      subscriber.follow('changes', 'after: "0-0"', change),
      subscriber.follow('bookingChanged', 'after: "0-0"', 'name booking { notes title } previous { notes title }'),
      subscriber.follow('personChanged', 'after: "0-0"', 'name person { name email } previous { name email }'),
      subscriber.follow('waitlistEntryChanged', 'after: "0-0"', 'name waitlistEntry { name email }'),
    ];
    await Promise.all(followed.map((changes) => changes.take(2)));
    await subscriber.end();
    const messages = followed.flatMap((changes) => changes.messages);
    expect(messages.length).toBeGreaterThan(7);
    expect(JSON.stringify(messages)).not.toMatch(data);
  });

  it.each([
    ['of the person', { recipient: 'other@example.org' }, true],
    ['to an address of the person', { recipient: 'KARI@example.org' }, false],
  ])('a message %s is not sent', async (_which, content, isOfPerson) => {
    const { id } = await createPerson();
    const own = await context();
    const message = await own.db.transaction((tx) =>
      queueMessage(own, tx, { ...email, ...content, ...(isOfPerson && { personId: id }) }),
    );
    const other = await own.db.transaction((tx) => queueMessage(own, tx, { ...email, recipient: 'ola@example.org' }));
    await erase(id);
    const sent: OutgoingMessage[] = [];
    const senders = { email: async (one: OutgoingMessage) => void sent.push(one) };
    expect(await sendMessage(await context(), message.id, senders)).toBeUndefined();
    expect(await sendMessage(await context(), other.id, senders)).toBe('sent');
    expect(sent.map(({ to }) => to)).toEqual(['ola@example.org']);
    expect((await own.db.load(message.constructor as never, message.id)) as object).toMatchObject({ state: 'unsent' });
  });

  it('an entry of a calendar is written without the data', async () => {
    const { id: sourceId } = await account.create('/calendar_sources', 'calendar_source', {
      ...{ kind: 'caldav', username: 'ola', password: 'app-password-7', resource_id: place.resourceId },
      ...{ url: calendar.url, target: calendar.calendarUrl },
    });
    const { id, bookingId } = await createPerson();
    const relay = async () => relayEntries(server, await settledChanges(server, account));
    await relay();
    await writeCalendar(server, account, sourceId);
    expect([...calendar.objects.values()][0]).toMatch(data);
    // The booking is over, so that the erasure does not cancel it, and its entry is to be written again.
    server.clock.set('2026-03-04T13:00:00Z');
    await account.put(`/bookings/${bookingId}`, { json: { booking: { location_url: 'https://example.org/Kari' } } });
    await relay();
    await erase(id);
    await writeCalendar(server, account, sourceId);
    const files = [...calendar.objects.values()];
    expect(files).toHaveLength(1);
    expect(files[0]).not.toMatch(data);
  });
});

it('each record whose changes programs get loses the data of people, or has none', () => {
  const types = new Set(webHookEvents.map((event) => event.split('.')[0]));
  const shown = bookingSchema().getType('PreviousObject');
  const fields = shown && 'getFields' in shown ? Object.keys(shown.getFields()) : [];
  for (const field of fields) types.add(field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  expect([...types].filter((type) => !erasedTypes.some((erased) => erased === type))).toEqual(['event']);
});
