import { bookService, createBookableService } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { until } from '../support/until.js';
import { kari, MessageWorkers } from './message-workers.js';

const workers = await disposeAfterAll(MessageWorkers.start());
const { server } = workers;
const { gateway } = workers.receivers;
let serviceId: number;
let resourceId: number;

const account = server.accountPerTest({ name: 'Salong', email: 'post@salong.example.org' });
beforeEach(async () => {
  workers.receivers.clear();
  ({ serviceId, resourceId } = await createBookableService(account, { resource: { capacity: 9 } }));
});

const book = (parameters: object = {}, attributes: object = {}) =>
  bookService(account, { serviceId, resourceId }, { person_attributes: kari, ...attributes }, parameters);

/**
 * Sets the clock, and changes the booking. The queue has the real clock, so it has run the jobs of the booking before: too
 * early. Its change enqueues them again.
 */
async function reach(time: string, { id }: { id: number }): Promise<void> {
  server.clock.set(time);
  expect((await account.put(`/bookings/${id}`, { json: { booking: { notes: 'New' } } })).status).toBe(200);
}

describe('the verification link', () => {
  const follow = (link: string, method = 'GET') => fetch(server.origin + link, { method });
  const linkOf = async (booking: { id: number }): Promise<string> => {
    await workers.messagesOf(booking);
    const text = JSON.stringify(gateway.requests.map(({ body }) => body));
    return new RegExp(`https://book\\.example\\.org(/verify/\\d+-${booking.id}-[\\w-]+)`).exec(text)?.[1] ?? '';
  };

  it('shows a button that verifies, however often it is pressed', async () => {
    await server.configure(account, { verification_method: 2, locale: 'nb' });
    const booking = await book({ confirm: false });
    const link = await linkOf(booking);
    const page = await follow(link);
    const content = await page.text();
    expect([page.status, content]).toEqual([200, expect.stringContaining('<button>Bekreft</button>')]);
    expect(content).not.toContain(booking.verification_code);
    expect((await account.get(`/bookings/${booking.id}`)).body.booking.state).toBe('awaiting_verification');
    const answers = [await follow(link, 'POST'), await follow(link, 'POST'), await follow(link)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const answer of answers) expect(await answer.text()).toContain('<p>Bestillingen er bekreftet.</p>');
    expect((await account.get(`/bookings/${booking.id}`)).body.booking).toMatchObject({
      ...{ state: 'confirmed', revision_count: 1 },
    });
    await account.put(`/bookings/${booking.id}/cancel`);
    expect([(await follow(link, 'POST')).status, (await follow(link)).status]).toEqual([410, 410]);
  });

  it('is valid only for its booking and until it expires', async () => {
    await server.configure(account, { verification_method: 2 });
    const [one, other] = [await book({ confirm: false }), await book({ confirm: false })];
    await linkOf(one);
    const link = await linkOf(other);
    const statuses = async (...links: string[]) => Promise.all(links.map(async (of) => (await follow(of)).status));
    const wrong = [
      link.replace(`-${other.id}-`, `-${one.id}-`),
      `${link.slice(0, -2)}${link.endsWith('AA') ? 'AE' : 'AA'}`,
      '/verify/1-1-x',
      '/verify/x',
    ];
    expect(await statuses(...wrong)).toEqual([404, 404, 404, 404]);
    await account.put(`/bookings/${other.id}/cancel`);
    expect(await statuses(link)).toEqual([410]);
    await workers.messagesOf(other);
  });
});

it('a worker sends message templates when they are due, including those created after the booking', async () => {
  const early = await book({ add_messages: true });
  await account.create('/message_templates', 'message_template', {
    message_type: 'reminder',
    delivery_type: 'sms',
    delivery_timing: '2 hours ago',
    template: 'Until soon, {{ booking.person.name }}',
  });
  await until(async () => (await server.sql('select from planned_message where booking_id = ?', early.id)).length > 0);
  await reach('2026-03-04T09:00:00Z', early);
  await until(async () => (await workers.messagesOf(early)).length > 0);
  expect(await workers.messagesOf(early)).toMatchObject([{ kind: 'reminder', channel: 'sms', state: 'sent' }]);
  await account.create('/message_templates', 'message_template', {
    message_type: 'confirmation',
    delivery_type: 'sms',
    template: 'Welcome {{ booking.person.name }}',
  });
  const booking = await book({ add_messages: true });
  await until(async () => (await workers.messagesOf(booking)).length > 0);
  await until(async () => (await workers.messagesOf(booking)).length === 2);
  expect((await workers.messagesOf(booking)).map(({ kind }) => kind).toSorted()).toEqual(['confirmation', 'reminder']);
  expect(gateway.requests.map(({ body }) => body)).toContainEqual(expect.objectContaining({ text: 'Welcome Kari' }));
});

it('an SMS in French has no space that its alphabet lacks, as an email has before a colon', async () => {
  await server.configure(account, { locale: 'fr' });
  const booking = await book({ confirmation_send_sms: true, confirmation_send_email: true });
  await until(async () => (await workers.messagesOf(booking)).length === 2);
  const text = 'Votre réservation chez Salong est confirmée';
  expect(gateway.requests.map(({ body }) => body)).toEqual([
    expect.objectContaining({ text: expect.stringMatching(new RegExp(`^${text} : [^\\u00a0\\u202f]+$`)) }),
  ]);
  const [email] = await server.sql<{ body: string }>(
    `select body from message where booking_id = ? and channel = 'email'`,
    booking.id,
  );
  expect(email?.body).toContain(`${text}\u00a0: `);
}, 60_000);

describe('recurring bookings', () => {
  it('cause a message for each one that ends', async () => {
    const { body } = await account.post('/bookings/recurring', {
      json: {
        booking: {
          service_id: serviceId,
          resource_id: resourceId,
          booked_from: '2026-03-04 12:00',
          booked_to: '2026-03-04 13:00',
          person_attributes: kari,
        },
        recurring: { rrule: 'FREQ=DAILY;COUNT=1' },
        confirmation_send_sms: true,
      },
    });
    const path = `/bookings/recurring/${body.collection_id}`;
    const { body: bookings } = await account.get(path);
    await account.put(`${path}/cancel`, { json: { cancellation_send_sms: true } });
    await account.del(`${path}?cancellation_send_sms=true`);
    expect((await workers.sentMessages(bookings[0].booking)).toSorted()).toEqual([
      'cancellation by sms: sent',
      'confirmation by sms: sent',
    ]);
  });
});

const reminders = (booking: { id: number }) =>
  workers.messagesOf(booking).then((messages) => messages.filter(({ kind }) => kind === 'reminder'));

describe('a reminder', () => {
  it('is sent once, by SMS, and sets reminded_at of the booking', async () => {
    const booking = await book({ add_reminder_sms: true });
    expect(booking.reminder_at).toBe('2026-03-03T12:00:00+01:00');
    await reach('2026-03-03T11:00:00Z', booking);
    await until(async () => (await reminders(booking)).length > 0);
    const { body } = await account.get(`/bookings/${booking.id}`);
    expect(body.booking.reminded_at).not.toBeNull();
    expect(await reminders(booking)).toMatchObject([{ channel: 'sms', state: 'sent', recipient: '+4740612345' }]);
  });

  it('is sent by email to a person without a phone number', async () => {
    const booking = await book({ add_reminder_sms: true }, { person_attributes: { email: 'ola@example.org' } });
    await reach('2026-03-03T11:00:00Z', booking);
    await until(async () => (await reminders(booking)).length > 0);
    expect(await reminders(booking)).toMatchObject([{ channel: 'email', recipient: 'ola@example.org' }]);
  });
});
