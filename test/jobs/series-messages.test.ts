import { createBookableService } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { until } from '../support/until.js';
import { kari, MessageWorkers } from './message-workers.js';

const workers = await disposeAfterAll(MessageWorkers.start());
const { server } = workers;
const { mail, gateway } = workers.receivers;
let serviceId: number;
let resourceId: number;

const account = server.accountPerTest({ name: 'Salong', email: 'post@salong.example.org' });
beforeEach(async () => {
  workers.receivers.clear();
  ({ serviceId, resourceId } = await createBookableService(account));
});

interface Series {
  path: string;
  collectionId: string;
  /** By time. */
  ids: number[];
}

/** Books a series from March 4 at 12:00 to 13:00, and waits until all dates were created or left out. */
async function bookSeries(
  parameters: object = {},
  rrule = 'FREQ=DAILY;COUNT=4',
  attributes: object = {},
): Promise<Series> {
  const times = { booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' };
  const booking = { service_id: serviceId, resource_id: resourceId, ...times, person_attributes: kari, ...attributes };
  const { body } = await account.post('/bookings/recurring', {
    json: { booking, recurring: { rrule }, ...parameters },
  });
  const { collection_id: collectionId } = body;
  await until(async () => (await account.get(`/series/${collectionId}`)).body.series.is_finished);
  const path = `/bookings/recurring/${collectionId}`;
  const { body: bookings } = await account.get(path);
  return { path, collectionId, ids: bookings.map((one: { booking: { id: number } }) => one.booking.id) };
}

/** Waits until everything that was requested of a series was composed and sent. */
async function messagesOf({ ids }: Series): Promise<string[]> {
  await until(async () => {
    const [open] = await server.sql<{ count: number }>(
      `select (select count(*) from message_request where composed_at is null)
            + (select count(*) from planned_message)
            + (select count(*) from message where state in ('queued', 'sending')) as count`,
    );
    return Number(open?.count) === 0;
  });
  const rows = await server.sql<{ kind: string; channel: string; state: string; bookingId: number }>(
    'select kind, channel, state, booking_id as "bookingId" from message where booking_id = any (?::integer[]) order by id',
    `{${ids.join(',')}}`,
  );
  return rows.map(
    ({ kind, channel, state, bookingId }) => `${kind} by ${channel} of ${ids.indexOf(bookingId)}: ${state}`,
  );
}

/** Takes the resource at noon of a day. */
async function take(day: string): Promise<void> {
  const times = { booked_from: `${day} 12:00`, booked_to: `${day} 13:00` };
  await account.create('/bookings', 'booking', { resource_id: resourceId, ...times });
}

/** Returns the text of the only email. */
function onlyMail(): string {
  expect(mail.mails).toHaveLength(1);
  return bodyOf(mail.mails[0]?.text ?? '');
}

/** Decodes quoted-printable text of a mail. */
function bodyOf(text: string): string {
  const joined = text.replace(/=\r\n/g, '');
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  )
    .toString()
    .replaceAll('\r\n', '\n');
}

const confirmed = { confirmation_send_email: true };
const zone = 'CET';

describe('a series', () => {
  it('sends one confirmation with all dates, those that were left out, and one calendar file', async () => {
    await take('2026-03-05');
    const series = await bookSeries({ ...confirmed, notification_send_email: true });
    expect(series.ids).toHaveLength(3);
    expect(await messagesOf(series)).toEqual(['confirmation by email of 0: sent', 'notification by email of 0: sent']);
    const [toKari, toAccount] = mail.mails.toSorted((one) => (one.to[0] === 'kari@example.org' ? -1 : 1));
    expect(bodyOf(toKari?.text ?? '')).toContain(
      `Hello Kari,

Your bookings of Cut at Salong are confirmed:

- Wednesday, 4 March 2026 at 12:00 CET
- Friday, 6 March 2026 at 12:00 CET
- Saturday, 7 March 2026 at 12:00 CET

These dates could not be booked:
- Thursday, 5 March 2026 at 12:00: the time was already taken

Salong
`,
    );
    expect(toKari?.text).toContain('Subject: Your bookings of Cut are confirmed');
    expect(bodyOf(toAccount?.text ?? '')).toContain('New bookings of Cut: Kari\n\n- Wednesday, 4 March');
    const [stored] = await server.sql<{ calendar: string }>(
      `select calendar from message where kind = 'confirmation' and booking_id = ?`,
      series.ids[0] ?? 0,
    );
    expect(stored?.calendar).toContain('\r\nMETHOD:PUBLISH\r\n');
    expect(stored?.calendar.match(/^DTSTART.*$/gm)).toEqual([
      'DTSTART:20260304T110000Z',
      'DTSTART:20260306T110000Z',
      'DTSTART:20260307T110000Z',
    ]);
  });

  it('sends one message for all batches, in the language of the person, with at most 100 dates', async () => {
    const series = await bookSeries(confirmed, 'FREQ=DAILY;COUNT=120', {
      person_attributes: { ...kari, locale: 'nb' },
    });
    expect(await messagesOf(series)).toEqual(['confirmation by email of 0: sent']);
    const text = onlyMail();
    expect(text.match(/^- .*2026 kl\. 12:00 CES?T$/gm)).toHaveLength(100);
    expect(text).toContain('- og 20 til');
  });

  it('sends a message as of one booking if it has only one date', async () => {
    const series = await bookSeries(confirmed, 'FREQ=DAILY;COUNT=1');
    expect(await messagesOf(series)).toEqual(['confirmation by email of 0: sent']);
    expect(onlyMail()).toContain(
      `Your booking of Cut at Salong, Wednesday, 4 March 2026 at 12:00 ${zone}, is confirmed.`,
    );
  });

  it('says that all other dates were left out', async () => {
    for (const day of ['2026-03-05', '2026-03-06', '2026-03-07']) await take(day);
    const series = await bookSeries({ confirmation_send_sms: true });
    expect(await messagesOf(series)).toEqual(['confirmation by sms of 0: sent']);
    expect(gateway.requests[0]?.body).toMatchObject({
      text: 'Your bookings of Cut at Salong are confirmed: Wednesday, 4 March 2026 at 12:00. These dates could not be booked: Thursday, 5 March 2026 at 12:00: the time was already taken; Friday, 6 March 2026 at 12:00: the time was already taken; Saturday, 7 March 2026 at 12:00: the time was already taken.',
    });
  });

  it('sends one message when all dates are moved, and one of the date if one is', async () => {
    const series = await bookSeries();
    const moved = { modification_send_email: true };
    await account.put(series.path, {
      json: { booking: { booked_from: '2026-03-04 14:00', booked_to: '2026-03-04 15:00' }, ...moved },
    });
    expect(await messagesOf(series)).toEqual(['modification by email of 0: sent']);
    expect(onlyMail()).toContain(
      `have changed. They are now:\n\n- Wednesday, 4 March 2026 at 14:00 ${zone}\n- Thursday, 5 March 2026 at 14:00 ${zone}`,
    );
    workers.receivers.clear();
    await account.put(`/bookings/${series.ids[2]}`, {
      json: { booking: { booked_from: '2026-03-06 15:00', booked_to: '2026-03-06 16:00' }, ...moved },
    });
    expect((await messagesOf(series)).slice(1)).toEqual(['modification by email of 2: sent']);
    expect(onlyMail()).toContain(
      `Your booking of Cut at Salong has changed. It is now Friday, 6 March 2026 at 15:00 ${zone}.`,
    );
  });

  it('sends one cancellation for several dates and for the rest of it', async () => {
    const series = await bookSeries();
    const answer = await account.graphql(
      'mutation ($items: [Int!]!) { cancelBookings(items: $items, messages: { cancellationEmail: true }) { written } }',
      { items: series.ids.slice(0, 2) },
    );
    expect(answer).toMatchObject({ data: { cancelBookings: { written: 2 } } });
    expect(await messagesOf(series)).toEqual(['cancellation by email of 0: sent']);
    expect(onlyMail()).toContain(
      `are cancelled:\n\n- Wednesday, 4 March 2026 at 12:00 ${zone}\n- Thursday, 5 March 2026 at 12:00 ${zone}\n\nSalong`,
    );
    workers.receivers.clear();
    await account.put(`${series.path}/cancel`, { json: { cancellation_send_email: true } });
    expect((await messagesOf(series)).slice(1)).toEqual(['cancellation by email of 2: sent']);
    expect(onlyMail()).toContain(
      `- Friday, 6 March 2026 at 12:00 ${zone}\n- Saturday, 7 March 2026 at 12:00 ${zone}\n\nSalong`,
    );
  });

  it('reminds of each date', async () => {
    const series = await bookSeries({ add_reminder_sms: true }, 'FREQ=DAILY;COUNT=2');
    const reminders = await server.sql(
      'select reminder_at from booking where id = any (?::integer[]) and reminder_at is not null',
      `{${series.ids.join(',')}}`,
    );
    expect(reminders).toHaveLength(2);
  });
});

describe('the text of an account', () => {
  it('for one booking is sent for the first date, with the list of all after it', async () => {
    await server.configure(account, { mail_confirmation: 'See you {{ booking.booked_from | i18n_date }}!' });
    const series = await bookSeries(confirmed, 'FREQ=DAILY;COUNT=2');
    expect(await messagesOf(series)).toHaveLength(1);
    expect(onlyMail()).toContain(
      `See you Wednesday, 4 March 2026 at 12:00!\n\n- Wednesday, 4 March 2026 at 12:00 ${zone}\n- Thursday, 5 March 2026 at 12:00 ${zone}\n`,
    );
  });

  it('in HTML gets the list in HTML', async () => {
    await server.configure(account, { mail_confirmation: '<body><p>Welcome</p></body>' });
    const series = await bookSeries(confirmed, 'FREQ=DAILY;COUNT=2');
    expect(await messagesOf(series)).toHaveLength(1);
    expect(onlyMail()).toContain(
      `<p>Welcome</p><ul>\n<li>Wednesday, 4 March 2026 at 12:00 ${zone}</li>\n<li>Thursday, 5 March 2026 at 12:00 ${zone}</li>\n</ul>\n</body>`,
    );
  });

  it('lists the dates itself if it reads them', async () => {
    await server.configure(account, {
      mail_confirmation:
        '{% if series %}{{ series.count }}: {% for date in series.bookings %}{{ date.booked_from | date: "%d.%m." }} {% endfor %}{% endif %}',
    });
    const series = await bookSeries(confirmed, 'FREQ=DAILY;COUNT=2');
    expect(await messagesOf(series)).toHaveLength(1);
    expect(onlyMail()).toContain('2: 04.03. 05.03.');
    expect(onlyMail()).not.toContain('- Wednesday');
  });
});

it('a template of confirmations is sent once for a series, and reminders for each date', async () => {
  const template = (attributes: object) =>
    account.create('/message_templates', 'message_template', { delivery_type: 'sms', ...attributes });
  await template({ message_type: 'confirmation', template: 'Welcome {{ booking.person.name }}.' });
  await take('2026-03-05');
  const series = await bookSeries({ add_messages: true }, 'FREQ=DAILY;COUNT=3');
  expect(await messagesOf(series)).toEqual(['confirmation by sms of 0: sent']);
  expect(gateway.requests.map(({ body }) => body)).toMatchObject([
    {
      text: 'Welcome Kari. Wednesday, 4 March 2026 at 12:00; Friday, 6 March 2026 at 12:00. These dates could not be booked: Thursday, 5 March 2026 at 12:00: the time was already taken.',
    },
  ]);
  // A later change of a date plans no confirmation of its own.
  await account.put(`/bookings/${series.ids[1]}`, { json: { booking: { notes: 'New' } } });
  await template({ message_type: 'reminder', delivery_timing: '2 hours ago', template: 'Until soon' });
  await until(async () => (await server.sql('select from planned_message')).length === 2);
  expect(await server.sql('delete from planned_message')).toEqual([]);
  expect(await messagesOf(series)).toHaveLength(1);
});
