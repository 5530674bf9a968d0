import { createLinkToken } from '../../src/domain/booking/link/booking-link.rules.js';
import { createResendToken } from '../../src/domain/booking/states/booking-state.rules.js';
import { createBookableService } from '../support/catalog.js';
import { sendRequest } from '../support/send-request.js';
import { choose, newestLink } from '../support/sign-in.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();

async function linkSecretOf({ credentials: { id } }: TestAccount): Promise<{ linkSecret: string }> {
  const [stored] = await server.sql<{ secret: string }>('select link_secret as secret from account where id = ?', id);
  return { linkSecret: stored?.secret ?? '' };
}

const password = 'correct horse';
const invite = 'mutation ($id: Int!) { inviteClientUser(id: $id) { invitationLink user { email } } }';

/** Reads what the pages and answers say that was sent. */
async function say(account: TestAccount) {
  const { origin, credentials } = account;
  const own = { origin, 'content-type': 'application/json' };
  const post = async (path: string, body: object, headers: Record<string, string> = own) => {
    const { status, text } = await sendRequest(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return status === 200 ? JSON.parse(text) : { status, text };
  };
  const user = { name: 'Kari', email: 'kari@example.org', role: 'admin' };
  const { id } = (await account.post('/client/users', { json: { user } })).body.client_user_link;
  const invited = (await account.graphql(invite, { id })).data.inviteClientUser;
  const link = await newestLink(server, account);
  const listed = await account.graphql('query ($id: Int!) { clientUser(id: $id) { invitationLink } }', { id });
  await choose(link, password);
  const of = { subdomain: credentials.subdomain, email: user.email };
  const session = await post('/dashboard/session', { ...of, password });
  const { sends_email: reset } = await post('/dashboard/password', of);
  const { serviceId } = await createBookableService(account);
  const visitor = new Visitor(account);
  const hold = async (hour: number) => {
    const time = { booked_from: `2026-03-03 ${hour}:00`, booked_to: `2026-03-03 ${hour + 1}:00` };
    const booking = { service_id: serviceId, ...time, person_attributes: { name: 'Ola', email: 'ola@example.org' } };
    return (await visitor.post('/bookings', { json: { booking } })).body.booking;
  };
  const held = await hold(10);
  const query = new URLSearchParams({ id: held.id, token: createResendToken(await linkSecretOf(account), held.id) });
  const openPage = (path: string, language: string) => {
    const headers = { accept: 'text/html', 'accept-language': language };
    return sendRequest(`${origin}/sites/${credentials.subdomain}${path}`, { method: 'GET', headers, body: undefined });
  };
  const texts = await Promise.all(
    ['en', 'sv', 'nb'].map(async (language) => (await openPage(`/bookings/verify?${query}`, language)).text),
  );
  const sentences = texts.map((text) => text.match(/We sent a code|Vi har skickat en kod|Vi har sendt en kode/)?.[0]);
  const resend = texts.map((text) => text.match(/Send the code again|Skicka koden igen|Send koden på nytt/)?.[0]);
  const openDone = async (state: string, hour: number): Promise<string> => {
    const { id } = await hold(hour);
    const expiry = state === 'awaiting_payment' ? 'expires_at' : 'null';
    await server.sql(`update booking set state = '${state}', expires_at = ${expiry} where id = ?`, id);
    const token = createLinkToken(await linkSecretOf(account), { id, linkVersion: 0 });
    return (await openPage(`/bookings/done?token=${token}`, 'en')).text;
  };
  const received = await openDone('awaiting_confirmation', 11);
  await account.put(`/services/${serviceId}`, { json: { service: { price: 100, payment_required: true } } });
  const done = received + (await openDone('awaiting_payment', 12));
  const { text: shop } = await openPage('/shop', 'en');
  const unsent = texts.map((text) => text.match(/could not be sent|kunde inte skickas|kunne ikke sendes/)?.[0]);
  return {
    invitation: invited.invitationLink === link,
    listed: listed.data?.clientUser.invitationLink,
    server: session.server,
    reset,
    sentences,
    unsent,
    resend,
    done: promises.filter((sentence) => done.includes(sentence)),
    shop: shop.includes(giftCardHint),
  };
}

const promises = [
  'You get a message when it is confirmed.',
  'You get a message when the payment has been received.',
  'The message about it has a link',
];
const giftCardHint = 'Gift cards are sent to this address.';
const none = [undefined, undefined, undefined];
const notSent = ['could not be sent', 'kunde inte skickas', 'kunne ikke sendes'];

it.each<[string, object, boolean, object]>([
  ['a mail server', {}, true, { has_address: true, sends_email: true, sends_sms: true }],
  ['no mail server', { smtpUrl: undefined }, false, { has_address: true, sends_email: false, sends_sms: true }],
  ['TEST_ENVIRONMENT', { testEnvironment: true }, false, { has_address: true, sends_email: false, sends_sms: false }],
])('with %s, pages and answers say whether a message was sent', async (_name, config, isSent, described) => {
  await using web = await server.another(config);
  const account = (await server.account({ publicAccess: true, verification: 'email' })).at(web.origin);
  await account.create('/services', 'service', { title: 'Card', booking_type: 'gift_card', price: 100 });
  expect(await say(account)).toMatchObject({
    // Only without an email does anybody but the user see the link.
    invitation: !isSent,
    listed: null,
    server: described,
    reset: isSent,
    sentences: isSent ? ['We sent a code', 'Vi har skickat en kod', 'Vi har sendt en kode'] : none,
    unsent: isSent ? none : notSent,
    resend: isSent ? ['Send the code again', 'Skicka koden igen', 'Send koden på nytt'] : none,
    done: isSent ? promises : [],
    shop: isSent,
  });
});

it('without an address there is no link, and the session says so', async () => {
  await using web = await server.another({ host: '0.0.0.0', smtpUrl: undefined });
  const account = (await server.account()).at(web.origin);
  const made = await account.post('/client/users', { json: { user: { name: 'Ola', email: 'ola@example.org' } } });
  const { data } = await account.graphql(invite, { id: made.body.client_user_link.id });
  expect(data.inviteClientUser).toEqual({ invitationLink: null, user: { email: 'ola@example.org' } });
});
