import { bookService, createBookableService } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { Visitor } from '../support/visitor.js';
import { kari, MessageWorkers } from './message-workers.js';

const workers = await disposeAfterAll(MessageWorkers.start());
const { server } = workers;
const { mail, gateway } = workers.receivers;
let serviceId: number;
let resourceId: number;

const account = server.accountPerTest({ name: 'Salong', email: 'post@salong.example.org' });
beforeEach(async () => {
  workers.receivers.clear();
  ({ serviceId, resourceId } = await createBookableService(account, { resource: { capacity: 9 } }));
});

const book = (parameters: object = {}, attributes: object = {}) =>
  bookService(account, { serviceId, resourceId }, { person_attributes: kari, ...attributes }, parameters);

describe('a booking', () => {
  it('causes no message unless the request or the account asks for it', async () => {
    expect(await workers.sentMessages(await book())).toEqual([]);
  });

  it('causes the requested messages, with a calendar file', async () => {
    const booking = await book({
      confirmation_send_email: true,
      confirmation_send_sms: true,
      notification_send_email: 1,
    });
    expect(await workers.sentMessages(booking)).toEqual([
      'confirmation by email: sent',
      'confirmation by sms: sent',
      'notification by email: sent',
    ]);
    const [toKari, toAccount] = mail.mails.toSorted((one) => (one.to[0] === 'kari@example.org' ? -1 : 1));
    expect([toKari?.to, toAccount?.to]).toEqual([['kari@example.org'], ['post@salong.example.org']]);
    expect(toKari?.text).toContain('Subject: Your booking of Cut is confirmed');
    expect(toKari?.text).toContain('Content-Type: text/calendar; charset=utf-8; method=REQUEST');
    expect(toAccount?.text).not.toContain('text/calendar');
    const [body, notification] = [toKari, toAccount].map((sent) => sent?.text.replaceAll('=\r\n', ''));
    expect(body).toContain('4 March 2026 at 12:00 CET, is confirmed.');
    expect(notification).toContain('4 March 2026 at 12:00: Kari');
    expect(gateway.requests[0]?.body).toEqual({
      to: '+4740612345',
      from: 'Salong',
      text: 'Your booking of Cut at Salong, Wednesday, 4 March 2026 at 12:00, is confirmed.',
    });
    const [stored] = await server.sql<{ calendar: string }>(
      `select calendar from message where booking_id = ? and kind = 'confirmation' and channel = 'email'`,
      booking.id,
    );
    expect(stored?.calendar.split('\r\n')).toEqual(
      expect.arrayContaining([
        'METHOD:REQUEST',
        expect.stringMatching(`^UID:booking-${account.credentials.id}-${booking.id}@[0-9a-f-]{36}$`),
        'SEQUENCE:0',
        'DTSTART:20260304T110000Z',
        'DTEND:20260304T120000Z',
        'SUMMARY:Cut',
        'STATUS:CONFIRMED',
      ]),
    );
  });

  it('causes messages by the settings of the account, unless the request forbids them', async () => {
    await server.configure(account, { verification_method: 1, email_notification: true });
    expect(await workers.sentMessages(await book())).toEqual([
      'confirmation by email: sent',
      'notification by email: sent',
    ]);
    const silence = { confirmation_send_email: false, notification_send_email: false };
    expect(await workers.sentMessages(await book(silence))).toEqual([]);
    await server.configure(account, { verification_method: 2, email_notification: false });
    expect(await workers.sentMessages(await book())).toEqual(['confirmation by sms: sent']);
  });

  it('causes no message without a service or a person who can be reached', async () => {
    const all = { confirmation_send_email: true, confirmation_send_sms: true };
    expect(await workers.sentMessages(await book(all, { service_id: null }))).toEqual([]);
    expect(await workers.sentMessages(await book(all, { person_attributes: null }))).toEqual([]);
    expect(
      await workers.sentMessages(await book(all, { person_attributes: { name: 'Ola', phone_number: '1' } })),
    ).toEqual([]);
  });

  it('causes a message for each transition', async () => {
    const booking = await book();
    const both = (kind: string) => ({ json: { [`${kind}_send_email`]: true, [`${kind}_send_sms`]: 'true' } });
    await account.put(`/bookings/${booking.id}`, {
      json: { booking: { notes: 'New' }, ...both('modification').json },
    });
    await workers.messagesOf(booking);
    await account.put(`/bookings/${booking.id}/cancel`, both('cancellation'));
    const other = await book();
    await account.del(`/bookings/${other.id}?cancellation_send_sms=1`);
    const waiting = async () => {
      await server.configure(account, { confirm_manually: true });
      return book({ confirm: false, ...both('confirmation').json });
    };
    const declined = await waiting();
    await account.put(`/bookings/${declined.id}/decline`, both('decline'));
    const confirmed = await waiting();
    await account.put(`/bookings/${confirmed.id}/confirm`, both('confirmation'));
    expect((await workers.sentMessages(booking)).toSorted()).toEqual([
      'cancellation by email: sent',
      'cancellation by sms: sent',
      'modification by email: sent',
      'modification by sms: sent',
    ]);
    expect(await workers.sentMessages(other)).toEqual(['cancellation by sms: sent']);
    expect((await workers.sentMessages(declined)).toSorted()).toEqual([
      'awaiting_confirmation by email: sent',
      'awaiting_confirmation by sms: sent',
      'decline by email: sent',
      'decline by sms: sent',
    ]);
    expect(
      (await workers.sentMessages(confirmed)).filter((message) => message.startsWith('confirmation')),
    ).toHaveLength(2);
    expect(mail.mails.map(({ text }) => /method=(\w+)/.exec(text)?.[1]).toSorted()).toEqual([
      ...['CANCEL', 'CANCEL', 'REQUEST', 'REQUEST'],
      ...[undefined, undefined],
    ]);
  });

  it('sends its code to the person, and the log does not contain it', async () => {
    await server.configure(account, { verification_method: 1 });
    const booking = await book({ confirm: false });
    expect(await workers.sentMessages(booking)).toEqual(['verification by email: sent']);
    const code: string = booking.verification_code;
    expect(mail.mails[0]?.text).toContain(code);
    const changes = await server.sql<{ snapshot: object }>(
      'select snapshot from change where account_id = ?',
      account.credentials.id,
    );
    const alone = new RegExp(`\\b${code}\\b`);
    expect(JSON.stringify(changes)).not.toMatch(alone);
    const jobs = await server.sql<{ data: object }>('select data from agenda_jobs');
    expect(JSON.stringify(jobs)).not.toMatch(alone);
  });

  it('of a visitor causes the code over the channel of verification, and then the confirmation', async () => {
    await server.configure(account, { public_access: true, verification_method: 2 });
    const visitor = new Visitor(account);
    const { body } = await visitor.post('/bookings', {
      json: {
        booking: {
          service_id: serviceId,
          booked_from: '2026-03-04 12:00',
          booked_to: '2026-03-04 13:00',
          person_attributes: kari,
        },
      },
    });
    expect(await workers.sentMessages(body.booking)).toEqual(['verification by sms: sent']);
    const [, code] = /: (\d{6})\./.exec(JSON.stringify(gateway.requests[0]?.body)) ?? [];
    const { status } = await visitor.put(`/bookings/${body.booking.id}/verify_code`, {
      json: { verification_code: code },
    });
    expect(status).toBe(200);
    expect(await workers.sentMessages(body.booking)).toEqual([
      'verification by sms: sent',
      'confirmation by sms: sent',
    ]);
  });

  it('succeeds even if a stored text is not a valid template', async () => {
    await server.sql(
      'update service set mail_confirmation = ?, sms_confirmation = ? where account_id = ? and id = ?',
      '{{ booking.title | nope }}',
      '{% for i in (1..9999999) %}x',
      account.credentials.id,
      serviceId,
    );
    const booking = await book({ confirmation_send_email: true, confirmation_send_sms: true });
    expect(booking.state).toBe('confirmed');
    const messages = await workers.messagesOf(booking);
    expect(messages.map(({ state, failure }) => [state, failure])).toEqual([
      ['failed', 'body: undefined filter: nope, line:1, col:1'],
      ['failed', 'body: tag {% for i in (1..9999999) %} not closed, line:1, col:1'],
    ]);
    expect((await server.changes(account)).filter((name) => name === 'message.processed')).toHaveLength(2);
  });

  it.each(['email', 'sms'])('whose %s could not be composed is composed when it is resent', async (channel) => {
    const setText = (text: string) =>
      server.sql(
        'update service set mail_confirmation = ?, sms_confirmation = ? where account_id = ? and id = ?',
        ...[text, text, account.credentials.id, serviceId],
      );
    await setText('<b>{{ booking.count | nope }}</b>');
    const booking = await book({ [`confirmation_send_${channel}`]: true });
    expect(await workers.sentMessages(booking)).toEqual([`confirmation by ${channel}: failed`]);
    const [{ id } = { id: 0 }] = await server.sql<{ id: number }>(
      'select id from message where booking_id = ?',
      booking.id,
    );
    const resend = () => account.graphql(`mutation { resendMessage(id: ${id}) { state } }`);
    const reason = expect.stringMatching(/undefined filter: nope, line:1, col:4$/);
    expect(await resend()).toMatchObject({
      errors: [{ extensions: { fields: { state: ['has nothing to send', reason] } } }],
    });
    expect(await workers.messagesOf(booking)).toMatchObject([{ state: 'failed', failure: reason }]);
    await setText('<b>For {{ booking.count }}</b>');
    expect((await resend()).data).toEqual({ resendMessage: { state: 'QUEUED' } });
    expect(await workers.messagesOf(booking)).toMatchObject([{ state: 'sent', failure: null }]);
    const sent = channel === 'email' ? mail.mails.map(({ text }) => text) : gateway.requests.map(({ body }) => body);
    expect(JSON.stringify(sent)).toContain('<b>For 1</b>');
    expect(JSON.stringify(sent).includes('text/calendar')).toBe(channel === 'email');
  });

  it('causes a message even if its text renders characters that cannot be stored', async () => {
    await server.configure(account, { sms_confirmation: '{{ "a%00b" | url_decode }}' });
    const booking = await book({ confirmation_send_sms: true });
    expect(await workers.sentMessages(booking)).toEqual(['confirmation by sms: sent']);
    expect(gateway.requests[0]?.body).toMatchObject({ text: 'ab' });
  });

  it('causes a message to the account in its language', async () => {
    await server.configure(account, { locale: 'sv' });
    const person_attributes = { ...kari, locale: 'nb' };
    const booking = await book({ confirmation_send_email: true, notification_send_email: true }, { person_attributes });
    expect((await workers.messagesOf(booking)).map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['kari@example.org', 'Bestillingen av Cut er bekreftet'],
      ['post@salong.example.org', 'Ny bokning av Cut'],
    ]);
  });

  it('uses the texts of its service before those of the account', async () => {
    await server.configure(account, {
      sms_confirmation: 'A {{ booking.client.name }}',
      mail_confirmation_subject: 'Code {{ booking.verification_code }} {{ booking.service.title }}',
    });
    await book({ confirmation_send_sms: true }).then((booking) => workers.messagesOf(booking));
    await account.put(`/services/${serviceId}`, {
      json: { service: { sms_confirmation: "S {{ booking.booked_from | i18n_date: '%d.%m %H:%M' }}" } },
    });
    const [message] = await workers.messagesOf(
      await book({ confirmation_send_email: true, confirmation_send_sms: true }),
    );
    expect(gateway.requests.map(({ body }) => (body as { text: string }).text)).toEqual(['A Salong', 'S 04.03 12:00']);
    expect(message?.subject).toBe('Code Cut');
  });
});
