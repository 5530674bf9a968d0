import { createBookableService, createEvent } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { deliverMessages, startReceivers } from '../support/messages.js';
import { statementsOf } from '../support/statements.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const receivers = await disposeAfterAll(startReceivers());
const { mail, gateway } = receivers;
const account = server.accountPerTest({ verification: 'email' });
beforeEach(() => receivers.clear());

const tell = (testEnvironment = false) =>
  deliverMessages(server, { smtpUrl: mail.url, smsGatewayUrl: gateway.url, testEnvironment });
/** Returns the recipients and subjects of the mails since the last call. */
async function mailed(): Promise<string[]> {
  await tell();
  return mail.mails
    .splice(0)
    .map(({ to, text }) => `${to[0]}: ${/^Subject: (.*)/m.exec(text)?.[1]}`)
    .toSorted();
}
const attend = (event: { id: number }, name: string, parameters: object = {}) =>
  account.create(
    '/bookings',
    'booking',
    { event_id: event.id, ...(name && { person_attributes: { name, email: `${name}@example.org` } }) },
    { confirmation_send_email: false, ...parameters },
  );
const changeEvent = async ({ id }: { id: number }, attributes: object) => {
  const { status } = await account.put(`/events/${id}`, { json: { event: attributes } });
  expect(status).toBe(200);
};
const later = { starts_at: '2026-03-10 12:00', ends_at: '2026-03-10 13:00' };

describe('a deleted event', () => {
  it('causes one message to each upcoming attendee, by the defaults of the account', async () => {
    const event = await createEvent(account, { capacity: 9 });
    for (const name of ['kari', 'ola', '']) await attend(event, name);
    const cancelled = await attend(event, 'eva');
    await account.put(`/bookings/${cancelled.id}/cancel`, { json: { cancellation_send_email: false } });
    await attend(event, 'per', { confirm: false, verification_send_email: false });
    server.clock.advance(60);
    await account.del(`/events/${event.id}`);
    await account.del(`/events/${event.id}`);
    const sent = await mailed();
    expect(sent.map((line) => line.split(':')[0])).toEqual(['kari@example.org', 'ola@example.org']);
    expect(sent.every((line) => /cancelled/i.test(line))).toBe(true);
  });

  it('causes no message if it is over', async () => {
    const event = await createEvent(account);
    await attend(event, 'kari');
    server.clock.set('2026-03-04T08:00:00Z');
    await account.del(`/events/${event.id}`);
    expect(await mailed()).toEqual([]);
  });
});

describe('a changed event', () => {
  it('at another time causes one message with a calendar file to each upcoming attendee', async () => {
    const event = await createEvent(account, { capacity: 9 }, { title: 'Yoga' });
    const [kari] = [await attend(event, 'kari'), await attend(event, 'ola'), await attend(event, '')];
    const cancelled = await attend(event, 'eva');
    await account.put(`/bookings/${cancelled.id}/cancel`, { json: { cancellation_send_email: false } });
    const expired = await attend(event, 'per', { confirm: false, verification_send_email: false });
    server.clock.advance(60);
    expect(expired.state).toBe('awaiting_verification');
    await changeEvent(event, later);
    await tell();
    const [toKari] = mail.mails.filter(({ to }) => to[0] === 'kari@example.org');
    expect(toKari?.text.replaceAll('=\r\n', '')).toContain('It is now Tuesday, March 10, 2026 at 12:00 PM.');
    expect(toKari?.text).toContain('Content-Type: text/calendar; charset=utf-8; method=PUBLISH');
    const [stored] = await server.sql<{ calendar: string }>(
      'select calendar from message where booking_id = ?',
      kari.id,
    );
    expect(stored?.calendar.split('\r\n')).toEqual(
      expect.arrayContaining(['SEQUENCE:1', 'DTSTART:20260310T110000Z', 'DTEND:20260310T120000Z']),
    );
    expect(await mailed()).toEqual([
      'kari@example.org: Your booking of Yoga has changed',
      'ola@example.org: Your booking of Yoga has changed',
    ]);
    expect(await mailed()).toEqual([]);
  });

  it('at another resource causes messages; other changes and unchanged values cause none', async () => {
    const event = await createEvent(account);
    await attend(event, 'kari');
    await changeEvent(event, { description: 'New', capacity: 4 });
    await changeEvent(event, { starts_at: event.starts_at, ends_at: event.ends_at });
    expect(await mailed()).toEqual([]);
    const { resourceId } = await createBookableService(account);
    await changeEvent(event, { resource_id: resourceId });
    expect(await mailed()).toHaveLength(1);
  });

  it('causes no message if it is over at its new time', async () => {
    const event = await createEvent(account);
    await attend(event, 'kari');
    await changeEvent(event, { starts_at: '2026-03-01 12:00', ends_at: '2026-03-01 13:00' });
    expect(await mailed()).toEqual([]);
  });

  it('causes messages over the channel of verification', async () => {
    const event = await createEvent(account);
    await attend(event, 'kari');
    await server.configure(account, { verification_method: 0 });
    await changeEvent(event, later);
    expect(await mailed()).toEqual([]);
    await server.configure(account, { verification_method: 2 });
    await account.create(
      '/bookings',
      'booking',
      { event_id: event.id, person_attributes: { phone_number: '40612345' } },
      { confirmation_send_sms: false },
    );
    await changeEvent(event, { starts_at: '2026-03-10 12:30' });
    await tell();
    expect(gateway.requests.map(({ body }) => body)).toEqual([
      expect.objectContaining({ to: '+4740612345', text: expect.stringContaining('It is now Tuesday, March 10') }),
    ]);
  });

  it('takes one more statement for each recipient', async () => {
    const statementsFor = async (people: number): Promise<number> => {
      const event = await createEvent(account, { capacity: 9 });
      for (let count = 0; count < people; count += 1) await attend(event, `p${people}${count}`);
      const { statements } = await statementsOf(server.database, () => changeEvent(event, later));
      return statements.length;
    };
    const few = await statementsFor(2);
    expect((await statementsFor(7)) - few).toBeLessThanOrEqual(5);
    expect(await mailed()).toHaveLength(9);
  });
});
