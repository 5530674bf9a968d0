import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { startMailServer } from '../support/mail-server.js';
import { deliverMessages } from '../support/messages.js';
import { choose, signIn } from '../support/sign-in.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const mail = await disposeAfterAll(startMailServer());
const account = await server.account({ name: 'Studio', verification: 'email', publicAccess: true });

const bodyOf = async (bookingId: number): Promise<string | undefined> => {
  await deliverMessages(server);
  const messages = await server.sql<{ body: string }>(
    'select body from message where booking_id = ? order by id desc limit 1',
    bookingId,
  );
  return messages[0]?.body;
};

it('a template can use a booking with all related objects', async () => {
  await server.configure(account, { phone_number: '22334455', address: 'Storgata 1', currency: 'NOK' });
  const event = await createEvent(
    account,
    { title: 'Yoga', description: 'Slow', custom_data: { mats: 'yes' } },
    { title: 'Class', description: 'In the hall', terms: 'Be early', price: '115', custom_data: { level: '1' } },
  );
  await account.put(`/resources/${event.resource_id}`, {
    json: { resource: { title: 'Hall', custom_data: { floor: '2' } } },
  });
  const given: Record<string, string> = {
    'booking.booked_from': '2026-03-03 12:00:00 +0100',
    'booking.booked_to': '2026-03-03 13:00:00 +0100',
    'booking.booked_from_iso8601': '2026-03-03T12:00:00+01:00',
    'booking.booked_to_iso8601': '2026-03-03T13:00:00+01:00',
    'booking.time_range': '12:00–13:00',
    'booking.state': 'awaiting_verification',
    'booking.count': '2',
    'booking.notes': 'A note',
    'booking.title': 'Mine',
    'booking.price': '115.00',
    'booking.custom_data.colour': 'blue',
    'booking.person.name': 'Kari',
    'booking.person.email': 'kari@example.org',
    'booking.person.phone_number': '40612345',
    'booking.person.locale': 'sv',
    'booking.person.custom_data.vip': 'true',
    'booking.service.title': 'Class',
    'booking.service.description': 'In the hall',
    'booking.service.terms': 'Be early',
    'booking.service.price': '115.00',
    'booking.service.custom_data.level': '1',
    'booking.event.title': 'Yoga',
    'booking.event.description': 'Slow',
    'booking.event.starts_at': '2026-03-03 12:00:00 +0100',
    'booking.event.ends_at': '2026-03-03 13:00:00 +0100',
    'booking.event.custom_data.mats': 'yes',
    'booking.resource.title': 'Hall',
    'booking.resource.custom_data.floor': '2',
    'booking.client.name': 'Studio',
    'booking.client.email': 'acme@example.org',
    'booking.client.phone_number': '22334455',
    'booking.client.address': 'Storgata 1',
    'booking.client.subdomain': account.credentials.subdomain,
    'booking.client.currency': 'NOK',
    'booking.client.secret': '',
    'booking.client.google_merchant_key': '',
    'booking.person.national_id_no': '',
    locale: 'sv',
    'booking.booked_from | i18n_date': 'tisdag 3 mars 2026 kl. 12:00',
  };
  const names = [...Object.keys(given), 'booking.id', 'booking.verification_code'];
  names.push('booking.verification_link', 'booking.link');
  await server.configure(account, { mail_verification: names.map((name) => `${name}={{ ${name} }}`).join('\n') });
  const booking = await account.create(
    '/bookings',
    'booking',
    {
      ...{ event_id: event.id, count: 2, notes: 'A note', title: 'Mine', custom_data: { colour: 'blue' } },
      person_attributes: {
        ...{ name: 'Kari', email: 'kari@example.org', phone_number: '40612345', locale: 'sv' },
        ...{ custom_data: { vip: 'true' }, national_id_no: '01010112345' },
      },
    },
    { confirm: false },
  );
  const lines = (await bodyOf(booking.id))?.split('\n') ?? [];
  const site = `https://book.example.org/sites/${account.credentials.subdomain}`;
  const link = new RegExp(`^https://book\\.example\\.org/verify/${account.credentials.id}-${booking.id}-[\\w-]{43}$`);
  expect(Object.fromEntries(lines.map((line) => line.split(/=(.*)/s)))).toEqual({
    ...given,
    'booking.id': String(booking.id),
    'booking.verification_code': booking.verification_code,
    'booking.verification_link': expect.stringMatching(link),
    'booking.link': expect.stringMatching(`^${site}/bookings/${booking.id}-[\\w-]{22}$`),
  });
});

it.each([
  ['confirmation', 'nb', 'Din bestilling'],
  ['modification', 'sv', 'Din bokning'],
  ['cancellation', 'en', 'Your booking'],
])('the built-in %s has the link to the booking', async (kind, locale, introduction) => {
  const { serviceId, resourceId } = await createBookableService(account, { resource: { capacity: 2 } });
  const person_attributes = { name: 'Kari', email: `${kind}@example.org`, locale };
  const booking = await bookService(account, { serviceId, resourceId }, { person_attributes });
  const changes: Record<string, () => Promise<unknown>> = {
    modification: () => account.put(`/bookings/${booking.id}`, { json: { count: 2, modification_send_email: true } }),
    cancellation: () => account.put(`/bookings/${booking.id}/cancel`, { json: { cancellation_send_email: true } }),
  };
  await changes[kind]?.();
  const { body } = await account.get(`/bookings/${booking.id}/link`);
  expect(await bodyOf(booking.id)).toContain(
    `\n\n${introduction}: ${body.booking.link.replace(server.origin, 'https://book.example.org')}\n\nStudio\n`,
  );
});

it('an invitation sends the user a link to choose a password', async () => {
  await account.post('/client/users', { json: { user: { name: 'Eva', email: 'eva@example.org' } } });
  await deliverMessages(server, { smtpUrl: mail.url });
  expect(mail.mails.map(({ to }) => to)).toEqual([['eva@example.org']]);
  const text = mail.mails[0]?.text.replaceAll('=\r\n', '') ?? '';
  const link = /http:\S+\/password\/\S+/.exec(text)?.[0] ?? '';
  expect((await choose(link, 'correct horse battery')).status).toBe(200);
  expect((await signIn(account, 'eva@example.org', 'correct horse battery')).status).toBe(200);
  expect((await choose(link, 'another horse battery')).status).not.toBe(200);
});
