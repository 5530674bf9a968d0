import ICAL from 'ical.js';
import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { deliverMessages, startReceivers } from '../support/messages.js';
import { type MimePart, parseMime, partsOf } from '../support/mime.js';
import { useOwnTestServer } from '../support/test-server.js';
import { linkTokenOf } from '../support/valid-input.js';

const mail = { from: 'book@example.com', fromDomains: ['salon.example'] };
const server = await useOwnTestServer({ config: { mail } });
const receivers = await disposeAfterAll(startReceivers());
const account = server.accountPerTest({ name: 'Salong', email: 'post@example.org' });
beforeEach(() => receivers.clear());

const kari = { name: 'Kari', email: 'kari@example.org' };
const everyone = {
  confirmation_send_email: true,
  modification_send_email: true,
  cancellation_send_email: true,
  decline_send_email: true,
};

interface Received {
  mail: MimePart;
  sender: string;
  /** The iCalendar part that mail programs read, and the file that people open. */
  alternative: MimePart | undefined;
  attachment: MimePart | undefined;
}

/** Sends what waits over SMTP, and returns the emails that arrived. */
async function receive(settings: object = { mail }): Promise<Received[]> {
  await deliverMessages(server, { smtpUrl: receivers.mail.url, ...settings });
  const received = receivers.mail.mails.map(({ from, text }) => {
    const parsed = parseMime(text);
    const parts = partsOf(parsed);
    return {
      mail: parsed,
      sender: from,
      alternative: parts.find(({ type }) => type.startsWith('text/calendar')),
      attachment: parts.find(({ type }) => type.startsWith('application/ics')),
    };
  });
  receivers.clear();
  return received;
}

async function receiveOne(settings?: object): Promise<Received> {
  const [received, ...others] = await receive(settings);
  if (!received || others.length > 0) throw new Error(`${others.length + (received ? 1 : 0)} emails`);
  return received;
}

/** Reads an iCalendar text with a parser that the server does not use. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const event = calendar.getFirstSubcomponent('vevent');
  if (!event) throw new Error('no event');
  const [organizer, attendee] = ['organizer', 'attendee'].map((name) => event.getFirstProperty(name));
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: String(event.getFirstPropertyValue('uid')),
    sequence: event.getFirstPropertyValue('sequence'),
    status: event.getFirstPropertyValue('status'),
    start: String(event.getFirstPropertyValue('dtstart')),
    stamp: String(event.getFirstPropertyValue('dtstamp')),
    organizer: [organizer?.getFirstParameter('cn'), organizer?.getFirstValue()],
    attendee: attendee && [
      ...['cn', 'partstat', 'rsvp', 'role', 'cutype'].map((name) => attendee.getFirstParameter(name)),
      String(attendee.getFirstValue()).toLowerCase(),
    ],
    attendees: event.getAllProperties('attendee').length,
  };
}

const book = async (attributes: object = {}, parameters: object = everyone) =>
  bookService(
    account,
    await createBookableService(account, { resource: { capacity: 9 } }),
    { person_attributes: kari, ...attributes },
    parameters,
  );

describe('an invitation', () => {
  it('is entered, updated and removed by one UID with rising sequences', async () => {
    const booking = await book();
    const first = await receiveOne();
    server.clock.advance(1);
    await account.put(`/bookings/${booking.id}`, {
      json: { booking: { booked_from: '2026-03-05 10:00', booked_to: '2026-03-05 11:00' }, ...everyone },
    });
    const second = await receiveOne();
    server.clock.advance(1);
    await account.put(`/bookings/${booking.id}/cancel`, { json: everyone });
    const last = await receiveOne();

    expect([first, second, last].map(({ alternative }) => alternative?.type)).toEqual([
      'text/calendar; charset=utf-8; method=REQUEST',
      'text/calendar; charset=utf-8; method=REQUEST',
      'text/calendar; charset=utf-8; method=CANCEL',
    ]);
    const shared = {
      uid: expect.stringMatching(`^booking-${account.credentials.id}-${booking.id}@`),
      organizer: ['Salong', 'mailto:book@example.com'],
      attendee: ['Kari', 'ACCEPTED', 'FALSE', 'REQ-PARTICIPANT', 'INDIVIDUAL', 'mailto:kari@example.org'],
      attendees: 1,
    };
    const files = [first, second, last].map(({ alternative }) => read(alternative?.text ?? ''));
    expect(files).toEqual([
      {
        ...{ ...shared, method: 'REQUEST', sequence: 0, status: 'CONFIRMED' },
        ...{ start: '2026-03-04T11:00:00Z', stamp: '2026-03-02T07:00:00Z' },
      },
      {
        ...{ ...shared, method: 'REQUEST', sequence: 1, status: 'CONFIRMED' },
        ...{ start: '2026-03-05T09:00:00Z', stamp: '2026-03-02T07:01:00Z' },
      },
      {
        ...{ ...shared, method: 'CANCEL', sequence: 2, status: 'CANCELLED' },
        ...{ start: '2026-03-05T09:00:00Z', stamp: '2026-03-02T07:02:00Z' },
        attendee: ['Kari', 'TENTATIVE', ...shared.attendee.slice(2)],
      },
    ]);
    expect(new Set(files.map(({ uid }) => uid)).size).toBe(1);
  });

  it('is the last alternative to the text, and a file', async () => {
    await book();
    const { mail: received, alternative, attachment } = await receiveOne();
    const [alternatives] = received.parts;
    expect(alternatives?.type).toMatch(/^multipart\/alternative/);
    expect(alternatives?.parts.map(({ type }) => type.split(';')[0])).toEqual([
      'text/plain',
      'text/html',
      'text/calendar',
    ]);
    expect(attachment?.headers.get('content-disposition')).toMatch(/^attachment; filename="?booking.ics"?$/);
    expect(attachment?.text).toBe(alternative?.text);
  });

  it('is tentative while staff have not confirmed, and goes to the address of the email', async () => {
    await server.configure(account, { confirm_manually: true });
    const booking = await book({}, { ...everyone, confirm: false });
    await receive();
    await account.put(`/bookings/${booking.id}`, { json: { booking: { notes: 'x' }, ...everyone } });
    const { alternative, mail: received } = await receiveOne();
    expect(received.headers.get('to')).toBe('kari@example.org');
    expect(read(alternative?.text ?? '')).toMatchObject({
      ...{ method: 'REQUEST', status: 'TENTATIVE' },
      attendee: ['Kari', 'TENTATIVE', 'FALSE', 'REQ-PARTICIPANT', 'INDIVIDUAL', 'mailto:kari@example.org'],
    });
  });

  it('of an event is that of the own booking, without other people', async () => {
    const event = await createEvent(account, { capacity: 5 });
    await account.create('/bookings', 'booking', { event_id: event.id, person_attributes: { name: 'Ola' } });
    const attributes = { event_id: event.id, person_attributes: kari };
    const own = await account.create('/bookings', 'booking', attributes, everyone);
    const { alternative } = await receiveOne();
    const text = alternative?.text ?? '';
    expect(read(text)).toMatchObject({ uid: expect.stringContaining(`-${own.id}@`), attendees: 1 });
    expect(text).toContain('SUMMARY:Yoga\r\n');
    expect(text).not.toContain('Ola');
  });

  it('is a file without attendees if the account wants files', async () => {
    await account.put('/client', { json: { client: { calendar_attachment: 'file' } } });
    const booking = await book();
    const added = read((await receiveOne()).alternative?.text ?? '');
    expect(added).toMatchObject({ method: 'PUBLISH', attendees: 0, organizer: ['Salong', 'mailto:book@example.com'] });
    await account.put(`/bookings/${booking.id}/cancel`, { json: everyone });
    const removed = read((await receiveOne()).alternative?.text ?? '');
    expect(removed).toMatchObject({ method: 'CANCEL', attendees: 0, uid: added.uid, sequence: 1 });
  });

  it.each([
    'K "Q"; X="1":mailto:evil@example.net, ^n \\',
    `${'Ærlig Øystein Åse '.repeat(12)}😀`.slice(0, 230),
    'END:VCALENDAR',
  ])('has lines of at most 75 octets and no lines of the name %s', async (name) => {
    await account.put('/client', { json: { client: { mail_from_name: name } } });
    await book({ person_attributes: { name, email: 'a?b&c%d@example.org' } });
    const { alternative, mail: received } = await receiveOne();
    const text = alternative?.text ?? '';
    const lines = text.split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const names = lines.filter((line) => !line.startsWith(' ')).map((line) => line.split(/[;:]/)[0]);
    expect(names).toEqual([
      ...['BEGIN', 'VERSION', 'PRODID', 'METHOD', 'BEGIN', 'UID', 'SEQUENCE', 'DTSTAMP', 'DTSTART', 'DTEND', 'SUMMARY'],
      ...['ORGANIZER', 'ATTENDEE', 'STATUS', 'LAST-MODIFIED', 'END', 'END', ''],
    ]);
    const shown = name.trim().replaceAll('"', "'").replaceAll('^', ' ');
    expect(read(text)).toMatchObject({
      organizer: [shown, 'mailto:book@example.com'],
      attendee: [shown, 'ACCEPTED', 'FALSE', 'REQ-PARTICIPANT', 'INDIVIDUAL', 'mailto:a%3fb%26c%25d@example.org'],
    });
    expect(received.headers.get('to')).toBe('a?b&c%d@example.org');
    expect(received.headers.has('bcc')).toBe(false);
  });
});

describe('the sender of emails', () => {
  const fromOf = async (settings?: object) => {
    await book();
    const { mail: received, alternative, sender } = await receiveOne(settings);
    const [name, organizer] = read(alternative?.text ?? '').organizer;
    const { headers } = received;
    return [headers.get('from'), headers.get('reply-to'), sender, `${name} <${String(organizer).slice(7)}>`];
  };
  const set = (client: object) => account.put('/client', { json: { client } });

  it('is the operator with the name of the account, or the account on a server without MAIL_FROM', async () => {
    const operator = 'Salong <book@example.com>';
    expect(await fromOf()).toEqual([operator, 'post@example.org', 'book@example.com', operator]);
    const own = 'Salong <post@example.org>';
    expect(await fromOf({ mail: {} })).toEqual([own, undefined, 'post@example.org', own]);
  });

  it('has the name and the address of the account while its domain is allowed', async () => {
    const answer = await set({
      mail_from: 'Hei@Salon.example',
      mail_from_name: 'Salon Åse',
      reply_to: 'svar@example.net',
    });
    expect(answer.body.client).toMatchObject({ mail_from: 'Hei@Salon.example', mail_from_name: 'Salon Åse' });
    expect(await fromOf()).toEqual([
      '=?UTF-8?Q?Salon_=C3=85se?= <Hei@salon.example>',
      'svar@example.net',
      'Hei@salon.example',
      'Salon Åse <Hei@Salon.example>',
    ]);
    const withoutDomains = await fromOf({ mail: { from: 'book@example.com', fromDomains: ['other.example'] } });
    expect(withoutDomains[2]).toBe('book@example.com');
    expect((await set({ mail_from: null, mail_from_name: null, reply_to: null })).status).toBe(200);
    expect((await fromOf())[0]).toBe('Salong <book@example.com>');
  });

  it.each([
    [
      { mail_from: 'a@example.org' },
      'mail_from',
      'must be in a domain that the operator of this server allows: salon.example',
    ],
    [{ mail_from: 'a@sub.salon.example' }, 'mail_from', 'is not allowed'],
    [{ mail_from: 'a@salon.example.net' }, 'mail_from', 'is not allowed'],
    [{ mail_from: 'a@salon.example\r\nBcc: b@example.net' }, 'mail_from', 'is invalid'],
    [{ mail_from: 'b@example.net, a@salon.example' }, 'mail_from', 'is invalid'],
    [{ mail_from: 'Salon <a@salon.example>' }, 'mail_from', 'is invalid'],
    [{ reply_to: 'a@example.org\nBcc: b@example.net' }, 'reply_to', 'is invalid'],
    [{ reply_to: 'nobody' }, 'reply_to', 'is invalid'],
    [{ mail_from_name: 'A\r\nBcc: b@example.net' }, 'mail_from_name', 'is invalid'],
    [{ calendar_attachment: 'none' }, 'calendar_attachment', 'is not included in the list'],
  ])('cannot be %j', async (client, attribute, message) => {
    const { status, body } = await set(client);
    expect([status, body[attribute]]).toEqual([400, expect.arrayContaining([message])]);
  });

  it('cannot have an address of the account on a server that allows no domains', async () => {
    await using web = await server.another({ mail: {} });
    const { status, body } = await account
      .at(web.origin)
      .put('/client', { json: { client: { mail_from: 'a@b.example' } } });
    expect([status, body]).toEqual([
      400,
      { mail_from: ['is not allowed', 'must be empty: the operator of this server allows no domains of accounts'] },
    ]);
  });

  it('is the organiser in feeds and in the file of the own page too', async () => {
    await set({ mail_from: 'hei@salon.example', mail_from_name: 'Salon' });
    await server.configure(account, { public_access: true });
    const { id, resource_id: resourceId } = await book();
    const { data } = await account.graphql(`mutation { createCalendarFeed(resourceId: ${resourceId}) { address } }`);
    const own = `/sites/${account.credentials.subdomain}/bookings/${await linkTokenOf(account, id)}/booking.ics`;
    for (const address of [data.createCalendarFeed.address, server.origin + own]) {
      const answer = await fetch(address, { headers: { accept: 'text/html' } });
      expect(read(await answer.text()).organizer).toEqual(['Salon', 'mailto:hei@salon.example']);
    }
  });

  it('is set over GraphQL', async () => {
    const { data } = await account.graphql(
      `mutation { updateAccount(input: { mailFromName: "S", replyTo: "r@example.net", calendarAttachment: FILE }) {
        mailFrom mailFromName replyTo calendarAttachment
      } }`,
    );
    expect(data.updateAccount).toEqual({
      ...{ mailFrom: null, mailFromName: 'S', replyTo: 'r@example.net', calendarAttachment: 'FILE' },
    });
  });
});
