import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { composeMessages, sendReminder } from '../../src/domain/messaging/composing/compose-messages.actions.js';
import { bookableServicePerTest, bookService } from '../support/catalog.js';
import { payOrder } from '../support/shop.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = server.accountPerTest();
const deposit = { deposit_type: 'amount', deposit_value: 300 };
const offered = bookableServicePerTest(account, { service: { price: 900, ...deposit }, resource: { capacity: 9 } });
beforeEach(() => server.configure(account, { currency: 'NOK' }));

const reminderAt = '2026-03-03T11:00:00.000Z';
const context = () => createBackgroundContext(server.database, server.clock, account.credentials.id);
const person = { name: 'Kari', email: 'kari@example.org' };

/** Books with a deposit, and pays an amount. @returns the emails with the confirmation and the reminder */
async function sentAfter(
  paid: string | null,
  options: object = { confirm: false },
  by: object = { person_attributes: person },
) {
  const attributes = { ...by, reminder_at: '2026-03-03 12:00' };
  const { id } = await bookService(account, offered, attributes, { ...options, confirmation_send_email: true });
  const { data } = await account.graphql('query ($id: Int!) { booking(id: $id) { orderId } }', { id });
  if (paid !== null) await payOrder(account, data.booking.orderId, paid);
  const requests = await server.sql<{ id: number }>('select id from message_request where booking_id = ?', id);
  for (const request of requests) await composeMessages(await context(), request.id);
  server.clock.set(reminderAt);
  await sendReminder(await context(), id, reminderAt);
  return server.sql<{ kind: string; body: string; html: string | null }>(
    `select kind, body, html from message where booking_id = ? and kind in ('confirmation', 'reminder') order by id`,
    id,
  );
}

it.each([
  ['en', /600 kr is due at the appointment\./],
  ['nb', /600 kr betales ved timen\./],
  ['da', /600 (kr\.|NOK) betales ved besøget\./],
  ['sv', /600 Nkr betalas vid besöket\./],
  ['de', /600 (kr|NOK) sind beim Termin zu zahlen\./],
  ['fr', /600 (kr|NOK) à régler lors du rendez-vous\./],
])('a confirmation and a reminder in %s say what is due at the appointment', async (locale, text) => {
  await server.configure(account, { locale });
  const sent = await sentAfter('300');
  expect(sent.map(({ kind }) => kind)).toEqual(['confirmation', 'reminder']);
  for (const { body, html } of sent) {
    expect(body).toMatch(text);
    expect(html).toMatch(text);
  }
});

it('they say nothing when all is paid', async () => {
  for (const { body, html } of await sentAfter('900')) expect(body + html).not.toContain('at the appointment');
});

it('they say nothing of what is owed without a deposit', async () => {
  for (const { body, html } of await sentAfter('300', { confirm: true })) {
    expect(body + html).not.toContain('at the appointment');
  }
});

it.each([
  ['en', 'Ten cuts: 1 of 10 used.'],
  ['nb', 'Ten cuts: 1 av 10 brukt.'],
  ['da', 'Ten cuts: 1 af 10 brugt.'],
  ['sv', 'Ten cuts: 1 av 10 använda.'],
  ['de', 'Ten cuts: 1 von 10 verbraucht.'],
  ['fr', 'Ten cuts\u00a0: 1 sur 10 utilisés.'],
])('they say in %s what is used of the package that pays', async (locale, text) => {
  await server.configure(account, { locale });
  const { id: person_id } = await account.create('/people', 'person', person);
  const { id: package_id } = await account.create('/packages', 'package', { title: 'Ten cuts', units: 10, person_id });
  const sent = await sentAfter(null, {}, { person_id, package_id });
  expect(sent.map(({ kind }) => kind)).toEqual(['confirmation', 'reminder']);
  for (const { body, html } of sent) {
    expect(body).toContain(text);
    expect(html).toContain(text);
  }
});
