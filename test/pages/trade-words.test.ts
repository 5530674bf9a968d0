import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { composeMessages } from '../../src/domain/messaging/composing/compose-messages.actions.js';
import { bookableServicePerTest, bookService } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = server.accountPerTest({ publicAccess: true, name: 'Fjord' });
const offered = bookableServicePerTest(account, {});
const kari = { name: 'Kari', email: 'kari@example.org' };

it.each([
  [null, 'en', 'Your booking is confirmed', 'My bookings'],
  ['other', 'en', 'Your booking is confirmed', 'My bookings'],
  ['studio', 'en', 'Your booking is confirmed', 'My bookings'],
  ['salon', 'en', 'Your appointment is confirmed', 'My appointments'],
  ['rental', 'en', 'Your reservation is confirmed', 'My reservations'],
  ['salon', 'de', 'Ihr Termin ist bestätigt', 'Meine Termine'],
  ['clinic', 'fr', 'Votre rendez-vous est confirmé', 'Mes rendez-vous'],
] as const)('the booking page says what is booked as the trade does: %s, %s', async (trade, language, heading, all) => {
  await server.configure(account, { trade });
  const visitor = new HtmlVisitor(account, { 'accept-language': language });
  const times = await visitor.open(`/services/${offered.serviceId}?date=2026-03-03`);
  const done = await visitor.submit(await visitor.follow(times, '10:00'), kari);
  expect(done.heading).toBe(heading);
  expect(done.text).toContain(all);
  expect(done.html).toContain(`<html lang="${language}">`);
});

it.each([
  [null, 'en', 'Your booking of Cut is confirmed', 'New booking of Cut'],
  ['clinic', 'en', 'Your appointment for Cut is confirmed', 'New appointment for Cut'],
  ['salon', 'nb', 'Avtalen om Cut er bekreftet', 'Ny avtale om Cut'],
  ['rental', 'de', 'Ihre Reservierung ist bestätigt: Cut', 'Neue Reservierung: Cut'],
] as const)(
  'messages to customers and to the business do, too: %s, %s',
  async (trade, locale, toCustomer, toBusiness) => {
    await server.configure(account, { trade, locale, email_notification: true });
    const { id } = await bookService(account, offered, { person_attributes: kari }, { confirmation_send_email: true });
    const context = await createBackgroundContext(server.database, server.clock, account.credentials.id);
    const requests = await server.sql<{ id: number }>('select id from message_request where booking_id = ?', id);
    for (const request of requests) await composeMessages(context, request.id);
    const sent = await server.sql<{ subject: string }>(
      'select subject from message where account_id = ? order by id',
      account.credentials.id,
    );
    expect(sent.map(({ subject }) => subject)).toEqual([toCustomer, toBusiness]);
  },
);
