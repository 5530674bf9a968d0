import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { composeMessages } from '../../src/domain/messaging/composing/compose-messages.actions.js';
import { bookableServicePerTest, bookService } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { Visitor } from '../support/visitor.js';

const server = await useOwnTestServer();
const account = server.accountPerTest({ publicAccess: true, name: 'Salon' });
const offered = bookableServicePerTest(account, {});
const kari = { name: 'Kari', email: 'kari@example.org' };
const formal = /\b(?:Sie|Ihre?|Ihnen)\b/;
const informal = /\b(?:[Dd]u|[Dd]ir|[Dd]eine?)\b/;

it.each([
  [false, ['Ihre Angaben', 'Bitte füllen Sie dieses Feld aus.'], informal],
  [true, ['Deine Angaben', 'Bitte fülle dieses Feld aus.'], formal],
] as const)(
  'pages in German address customers informally if the account wishes it: %s',
  async (isInformal, texts, other) => {
    await server.configure(account, { informal_german: isInformal });
    const visitor = new HtmlVisitor(account, { 'accept-language': 'de' });
    const times = await visitor.open(`/services/${offered.serviceId}?date=2026-03-03`);
    const form = await visitor.follow(times, '10:00');
    const again = await visitor.submit(form, { name: '', email: 'kari@example.org' });
    const done = await visitor.submit(again, kari);
    for (const text of texts) expect(again.text).toContain(text);
    expect(done.heading).toBe(isInformal ? 'Deine Buchung ist bestätigt' : 'Ihre Buchung ist bestätigt');
    for (const { text } of [times, form, again, done]) expect(text).not.toMatch(other);
    expect(form.html).toContain('<html lang="de">');
    expect((await account.get('/people')).body).toMatchObject([{ person: { locale: 'de' } }]);
  },
);

it('pages in other languages have one form', async () => {
  await server.configure(account, { informal_german: true });
  const visitor = new HtmlVisitor(account, { 'accept-language': 'sv' });
  expect((await visitor.open('/me')).html).toContain('<html lang="sv">');
});

it('messages in German do, too, and those to the business do not', async () => {
  const ofAccount = { email_notification: true, locale: 'de', informal_german: true };
  await server.configure(account, ofAccount);
  const { id } = await bookService(account, offered, { person_attributes: kari }, { confirmation_send_email: true });
  const context = await createBackgroundContext(server.database, server.clock, account.credentials.id);
  const requests = await server.sql<{ id: number }>('select id from message_request where booking_id = ?', id);
  for (const request of requests) await composeMessages(context, request.id);
  await new Visitor(account).post('/me/code', { json: { visitor: { email: kari.email } } });
  const messages = () =>
    server.sql<{ kind: string; subject: string; body: string; html: string | null }>(
      'select kind, subject, body, html from message where account_id = ? order by id',
      account.credentials.id,
    );
  await until(async () => (await messages()).length === 3);
  const sent = await messages();
  expect(sent.map(({ kind, subject }) => [kind, subject.replace(/: .*/, '')])).toEqual([
    ['confirmation', 'Deine Buchung ist bestätigt'],
    ['notification', 'Neue Buchung'],
    ['visitor_code', 'Dein Code für Salon'],
  ]);
  expect(sent[0]?.body).toMatch(/^Hallo Kari,\n\nDeine Buchung von /);
  expect(sent[0]?.html).toContain('<html lang="de">');
  for (const { body, html } of sent) expect(body + html).not.toMatch(formal);
});

it('templates have the language without a form of address', async () => {
  await server.configure(account, { informal_german: true, sms_confirmation: '{{ locale }}' });
  const { data } = await account.graphql(
    '{ messageSource(input: { kind: CONFIRMATION, channel: SMS }, locale: "de") { locale builtInBody } }',
  );
  expect(data.messageSource).toMatchObject({ locale: 'de', builtInBody: expect.stringMatching(/^Deine Buchung/) });
});
