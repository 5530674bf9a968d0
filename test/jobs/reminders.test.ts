import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { sendReminder } from '../../src/domain/messaging/composing/compose-messages.actions.js';
import { bookableServicePerTest, bookService } from '../support/catalog.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { useOwnTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useOwnTestServer();
const account = server.accountPerTest();
const offered = bookableServicePerTest(account, { resource: { capacity: 9 } });

const context = () => createBackgroundContext(server.database, server.clock, account.credentials.id);

const personAttributes = { name: 'Kari', phone_number: '40612345', email: 'kari@example.org' };
const book = (parameters: object = {}, attributes: object = {}) =>
  bookService(account, offered, { person_attributes: personAttributes, ...attributes }, parameters);

const noonBefore = '2026-03-03T11:00:00.000Z';
/** Runs the job of a reminder, which the queue does no earlier than at its time. */
async function remind(id: number, at = noonBefore): Promise<void> {
  if (server.clock.now() < new Date(at)) server.clock.set(at);
  await sendReminder(await context(), id, at);
}
const change = async (id: number, attributes: object) =>
  (await account.put(`/bookings/${id}`, { json: { booking: attributes } })).body.booking;

interface Sent {
  kind: string;
  channel: string;
  body: string;
  subject: string | null;
  state: string;
}
const sent = (id: number): Promise<Sent[]> =>
  server.sql<Sent>('select kind, channel, body, subject, state from message where booking_id = ? order by id', id);

describe('a reminder', () => {
  it('is sent once by several workers', async () => {
    const { id } = await book({ add_reminder_sms: true });
    await Promise.all([remind(id), remind(id), remind(id), remind(id)]);
    await remind(id);
    const body = 'Reminder of your booking of Cut at Acme, Wednesday, 4 March 2026 at 12:00.';
    expect(await sent(id)).toEqual([{ kind: 'reminder', channel: 'sms', body, subject: null, state: 'queued' }]);
    const { body: after } = await account.get(`/bookings/${id}`);
    expect([after.booking.reminded_at, after.booking.revision_count]).toEqual(['2026-03-03T12:00:00+01:00', 1]);
  });

  it('moves with its booking if the settings set its time, and is then sent again', async () => {
    const { id } = await book({ add_reminder_sms: true });
    await remind(id);
    const moved = await change(id, { booked_from: '2026-03-06 12:00', booked_to: '2026-03-06 13:00' });
    expect([moved.reminder_at, moved.reminded_at]).toEqual(['2026-03-05T12:00:00+01:00', null]);
    await remind(id);
    expect(await sent(id)).toHaveLength(1);
    await remind(id, '2026-03-05T11:00:00.000Z');
    expect(await sent(id)).toHaveLength(2);
  });

  it('keeps a time that was set by hand', async () => {
    const { id } = await book({}, { reminder_at: '2026-03-03 10:00' });
    const moved = await change(id, { booked_from: '2026-03-06 12:00', booked_to: '2026-03-06 13:00' });
    expect(moved.reminder_at).toBe('2026-03-03T10:00:00+01:00');
  });

  it('moves with the event of its booking', async () => {
    const { id: service_id } = await account.create('/services', 'service', {
      title: 'Yoga',
      booking_type: 'attendance',
    });
    const event = await account.create('/events', 'event', {
      ...{ service_id, resource_id: offered.resourceId, capacity: 3 },
      ...{ starts_at: '2026-03-10 12:00', ends_at: '2026-03-10 13:00' },
    });
    const { id } = await account.create(
      '/bookings',
      'booking',
      { event_id: event.id, person_attributes: { email: 'a@example.org' } },
      { add_reminder_sms: true },
    );
    await account.put(`/events/${event.id}`, {
      json: { event: { starts_at: '2026-03-12 12:00', ends_at: '2026-03-12 13:00' } },
    });
    const { body } = await account.get(`/bookings/${id}`);
    expect(body.booking.reminder_at).toBe('2026-03-11T12:00:00+01:00');
  });

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['cancelled', (id) => account.put(`/bookings/${id}/cancel`)],
    ['deleted', (id) => account.del(`/bookings/${id}`)],
    ['over', async () => server.clock.set('2026-03-05T07:00:00Z')],
    ['changed to have no reminder', (id) => change(id, { reminder_at: null })],
    ['marked as reminded by a client', (id) => change(id, { reminded_at: '2026-03-02 08:00' })],
    ['without a person', (id) => change(id, { person_id: null })],
    ['without a service', (id) => change(id, { service_id: null })],
  ])('is dropped if the booking is %s', async (_, end) => {
    const { id } = await book({ add_reminder_sms: true });
    await end(id);
    await remind(id);
    expect(await sent(id)).toEqual([]);
  });

  it('is set by the account, unless the booking sets it', async () => {
    await server.configure(account, { reminder_sms: true });
    const reminderOf = async (parameters: object = {}, attributes: object = {}) =>
      (await book(parameters, attributes)).reminder_at;
    const bySettings = '2026-03-03T12:00:00+01:00';
    expect(await reminderOf()).toBe(bySettings);
    expect(await reminderOf({ add_reminder_sms: null })).toBe(bySettings);
    expect(await reminderOf({ add_reminder_sms: false })).toBeNull();
    expect(await reminderOf({}, { reminder_at: '2026-03-04 10:00' })).toBe('2026-03-04T10:00:00+01:00');
    expect(await reminderOf({ add_reminder_sms: true }, { reminder_at: '2026-03-04 10:00' })).toBe(bySettings);
    expect(await reminderOf({}, { booked_from: '2026-03-02 12:00' })).toBeNull();
    const form = 'add_reminder_sms=0&booking[booked_from]=2026-03-04 12:00&booking[booked_to]=2026-03-04 13:00';
    const { body } = await account.post('/bookings', { form: `${form}&booking[resource_id]=${offered.resourceId}` });
    expect(body.booking.reminder_at).toBeNull();
    const silent = await book({ add_reminder_sms: false });
    expect((await change(silent.id, { notes: 'New' })).reminder_at).toBeNull();
    await server.configure(account, { reminder_sms: false });
    expect(await reminderOf()).toBeNull();
  });

  it('is set by the account for bookings of visitors and of a pattern', async () => {
    await server.configure(account, { reminder_sms: true, public_access: true });
    const of = { service_id: offered.serviceId, booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' };
    const booking = { ...of, person_attributes: { name: 'Kari', phone_number: '40612345' } };
    const visitor = new Visitor(account);
    const { body } = await visitor.post('/bookings', { json: { booking } });
    const { body: own } = await account.get(`/bookings/${body.booking.id}`);
    expect(own.booking.reminder_at).toBe('2026-03-03T12:00:00+01:00');
    const remindersOf = async (parameters: object) => {
      const recurring = { rrule: 'FREQ=DAILY;COUNT=2' };
      const { body } = await account.post('/bookings/recurring', { json: { booking, recurring, ...parameters } });
      await createAllOccurrences(server, account, body.collection_id);
      const { body: made } = await account.get(`/bookings/recurring/${body.collection_id}`);
      return made.map(({ booking: { reminder_at } }: { booking: { reminder_at: string | null } }) => reminder_at);
    };
    expect(await remindersOf({})).toEqual(['2026-03-03T12:00:00+01:00', '2026-03-04T12:00:00+01:00']);
    expect(await remindersOf({ add_reminder_sms: false })).toEqual([null, null]);
  });

  it('has the text of the service', async () => {
    await account.put(`/services/${offered.serviceId}`, {
      json: { service: { sms_reminder: 'See you {{ booking.time_range }}' } },
    });
    const { id } = await book({ add_reminder_sms: true });
    await remind(id);
    expect(await sent(id)).toMatchObject([{ body: 'See you 12:00–13:00' }]);
  });
});
