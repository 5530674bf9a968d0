import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { storeFailedJob } from '../../src/domain/failed-job/failed-job.actions.js';
import { bookingOperations } from '../../src/graphql/operations.js';
import { openDaily } from './catalog.js';
import { createUser, password } from './dashboard.js';
import { clientId, clientSecret, startForgingProvider } from './forging-provider.js';
import { signInBy } from './identity-sign-in.js';
import { appCode, SoftPasskey } from './second-factor.js';
import { signIn, withKey } from './sign-in.js';
import { notify, type StripeDouble, secretKey, webhookSecret } from './stripe-double.js';
import type { TestAccount, TestServer } from './test-server.js';
import { linkTokenOf, validObject, type World } from './valid-input.js';
import { Visitor } from './visitor.js';

/** Returns the queries and mutations that no route of the REST API executes. */
export function fieldsWithoutRoute(): string[] {
  const operations = [...bookingOperations().values()];
  const executed = operations.flatMap(({ definition }) =>
    definition.selectionSet.selections.map((field) => ('name' in field ? field.name.value : '')),
  );
  const all = operations.flatMap(({ root }) => Object.keys(root.getFields()));
  return [...new Set(all)].filter((field) => !executed.includes(field)).sort();
}

/**
 * Executes all queries and mutations that no route executes. Messages and deliveries to webhooks must exist.
 *
 * @returns their names
 * @throws Error if one fails
 */
export async function sendWithoutRoutes(server: TestServer, world: World, stripe: StripeDouble): Promise<string[]> {
  const { account, own } = world;
  const sent = new Set<string>();
  const run = async (document: string, variables: object = {}) => {
    const { data, errors } = await account.graphql(document, variables);
    if (errors) throw new Error(`${document}: ${JSON.stringify(errors)}`);
    for (const field of Object.keys(data)) sent.add(field);
    return data;
  };
  const runOn = (id: unknown, document: string) => run(`mutation ($id: Int!) ${document}`, { id });

  await run('{ viewer { role account { id } user { id } } apiKeys { edges { node { id } } } }');
  await run('{ securityEvents { totalCount nodes { kind } } viewer { securityEvents { totalCount } } }');
  await run('{ apiRequests { totalCount nodes { path status } } }');
  await run('{ bookingRefusals { totalCount nodes { rule service { title } } } }');
  await run(
    `{ bookingTimeline(id: ${own['booking_id']}) { totalCount nodes { change { performedBy { apiKeyName } } } } }`,
  );
  const { createApiKey } = await run(
    'mutation { createApiKey(input: {name: "Till", role: STAFF}) { apiKey { id } secret } }',
  );
  await runOn(createApiKey.apiKey.id, '{ updateApiKey(id: $id, input: {name: "Desk"}) { id } }');
  await runOn(createApiKey.apiKey.id, '{ revokeApiKey(id: $id) { id } }');

  const { createCalendarFeed } = await runOn(
    own['person_id'],
    '{ createCalendarFeed(personId: $id) { calendarFeed { id } } }',
  );
  await run('query ($id: Int!) { calendarFeeds(personId: $id) { edges { node { id } } } }', { id: own['person_id'] });
  await run('{ externalBusyTimes(during: { from: "2026-03-01", to: "2026-03-08" }) { resourceId startsAt endsAt } }');
  await runOn(createCalendarFeed.calendarFeed.id, '{ revokeCalendarFeed(id: $id) { id } }');

  await runOn(own['user_link_id'], '{ inviteClientUser(id: $id) { id } }');
  for (const field of await changeOwnSignIn(server, account)) sent.add(field);
  await runOn(own['user_link_id'], '{ resetSecondFactor(id: $id) { id sessions { id } hasSecondFactor } }');

  const context = await createBackgroundContext(server.database, server.clock, account.credentials.id);
  const failure = { name: 'expire-hold', key: 'expire-hold:1', data: { bookingId: 1 }, error: 'broken', attempts: 12 };
  await storeFailedJob(context, failure);
  const { failedJobs } = await run('{ failedJobs(name: "expire-hold") { totalCount edges { node { id } } } }');
  await runOn(failedJobs.edges[0].node.id, '{ restartFailedJob(id: $id) { id } }');

  await run('{ messageTemplatePreview(input: {template: "Welcome"}, locale: "sv") { body } }');
  const image = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
  for (const [name, id] of [
    ['setResourceImage', own['resource_id']],
    ['setServiceImage', own['service_id']],
  ]) {
    await run(`mutation ($id: Int!, $image: File) { ${name}(id: $id, image: $image) { image } }`, { id, image });
  }
  await run('mutation ($pictures: [PictureInput!]!) { setPictures(pictures: $pictures) { pictures { text } } }', {
    pictures: [{ images: [image], text: 'Hall' }],
  });
  await run('{ messageSource(input: {kind: CONFIRMATION}) { body variables { name } } }');
  await run('{ messageTextPreview(input: {kind: WAITLIST_OFFER}, locale: "sv") { body } }');
  const { messages } = await run('{ messages { totalCount edges { node { id state } } } }');
  const message = messages.edges.find(({ node }: { node: { state: string } }) => node.state === 'UNSENT');
  await run('query ($id: Int!) { message(id: $id) { id } }', { id: message.node.id });
  await runOn(message.node.id, '{ resendMessage(id: $id) { id } }');

  const { webHookDeliveries } = await run(
    '{ webHookDeliveries(state: DELIVERED) { totalCount edges { node { id } } } }',
  );
  const { id: deliveryId } = webHookDeliveries.edges[0].node;
  await run('query ($id: Int!) { webHookDelivery(id: $id) { attempts { status } } }', { id: deliveryId });
  await runOn(deliveryId, '{ resendWebHookDelivery(id: $id) { id } }');

  await run('{ guardians { totalCount nodes { id } } }');
  const booking = await account.create('/bookings', 'booking', await validObject('booking', world), { confirm: false });
  const { data } = await account.graphql('query ($id: Int!) { booking(id: $id) { order { id } } }', { id: booking.id });
  const orderId = data.booking.order.id;
  const { code } = await account.create('/gift_cards', 'gift_card', await validObject('gift_card', world));
  const pay = 'mutation ($id: Int!) { recordPayment(orderId: $id, amount: "4", reference: "p1") { id } }';
  await run(pay, { id: orderId });
  await run('mutation ($id: Int!, $code: String!) { redeemGiftCard(orderId: $id, code: $code, amount: "1") { id } }', {
    id: orderId,
    code,
  });
  await runOn(orderId, '{ recordTip(orderId: $id, amount: "3") { id } }');
  await runOn(booking.id, '{ recordTipOfBooking(bookingId: $id, amount: "3") { id } }');
  await runOn(orderId, '{ refundTip(orderId: $id, amount: "1") { id } }');
  await account.put(`/bookings/${booking.id}/cancel`);
  await chargeFees(runOn, world);
  await runOn(orderId, '{ recordRefund(orderId: $id, amount: "1") { id } }');
  await payByProvider(run, server, world, stripe);
  await signInByProvider(run, server, world);
  await sendBulk(run, world);
  return [...sent].sort();
}

/** Executes what only users can who have signed in: it changes their own sign-in, and sends them a message. */
async function changeOwnSignIn(server: TestServer, account: TestAccount): Promise<string[]> {
  const { email } = await createUser(server, account, { name: 'Second factor', role: 'manager' });
  const begin = async () => withKey(account, (await signIn(account, email, password)).body.api_key);
  const [user, another] = [await begin(), await begin()];
  const sent = new Set<string>();
  const run = async (document: string, variables: object = {}, by = user) => {
    const { data, errors } = await by.graphql(document, { password, ...variables });
    if (errors) throw new Error(`${document}: ${JSON.stringify(errors)}`);
    for (const field of Object.keys(data)) sent.add(field);
    return data;
  };
  await run('mutation { sendTestMessage(text: { kind: CONFIRMATION }) { id } }');
  const { startPasskey } = await run('mutation ($password: String!) { startPasskey(password: $password) }');
  const place = { rpId: 'localhost', origin: server.origin.replace('127.0.0.1', 'localhost') };
  const response = new SoftPasskey().register({ ...place, challenge: startPasskey.challenge });
  const { addPasskey } = await run(
    'mutation ($response: JSONObject!) { addPasskey(name: "Phone", response: $response) { secondFactor { passkeys { id } } } }',
    { response },
  );
  const [{ id }] = addPasskey.secondFactor.passkeys;
  await run('mutation ($id: Int!) { renamePasskey(id: $id, name: "Tablet") { id } }', { id });
  const { startTotp } = await run('mutation ($password: String!) { startTotp(password: $password) { secret } }');
  const code = appCode(startTotp.secret, server.clock);
  await run('mutation ($code: String!) { confirmTotp(code: $code) { secondFactor { totpSince } } }', { code });
  await run('mutation ($password: String!) { replaceRecoveryCodes(password: $password) { recoveryCodes } }');
  await run(
    'mutation ($id: Int!, $password: String!) { removePasskey(id: $id, password: $password) { recoveryCodes } }',
    {
      id,
    },
  );
  await run('mutation ($password: String!) { removeTotp(password: $password) { recoveryCodes } }');
  const { viewer } = await run('{ viewer { secondFactor { totpSince } sessions { id isCurrent } } }');
  const other = viewer.sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
  await run('mutation ($id: Int!) { endSession(id: $id) { id } }', { id: other.id });
  await run('mutation { endOtherSessions { id } }');
  await run('mutation { changeOwnLanguage(language: "sv") { language } }');
  if ((await another.get('/client')).status !== 401) throw new Error('the session has not ended');
  return [...sent];
}

/** Sets a payment provider, pays an order by it, refunds a part and removes the provider. */
/** Also signs a user in: no route does. The server must allow private targets. */
async function signInByProvider(
  run: (document: string, variables?: object) => Promise<unknown>,
  server: TestServer,
  { account }: World,
): Promise<void> {
  await using provider = await startForgingProvider(() => server.clock.now());
  await run('mutation ($input: IdentityProviderInput!) { setIdentityProvider(input: $input) { id } }', {
    input: { issuer: provider.issuer, clientId, clientSecret, name: 'Example ID', defaultRole: 'STAFF' },
  });
  await run('{ identityProvider { issuer } identityProviderRedirectUri }');
  const claims = { email: 'ola@example.org', email_verified: true };
  // The first one creates the user, the second one finds it.
  for (const name of ['first', 'second']) {
    const { status, text } = await signInBy(account, provider, { subject: 'ola', claims });
    if (status !== 303) throw new Error(`the ${name} sign-in: ${status} ${text}`);
  }
  await run('mutation { removeIdentityProvider { id } }');
}

/** Charges and waives the fee of a booking of its own. */
async function chargeFees(runOn: (id: unknown, document: string) => Promise<unknown>, world: World): Promise<void> {
  const { account } = world;
  await account.put('/client', { json: { client: { cancellation_fees: 'no-show: 10' } } });
  const { id } = await account.create('/bookings', 'booking', await validObject('booking', world), { confirm: false });
  await account.put(`/bookings/${id}/confirm`);
  await account.put(`/bookings/${id}`, { json: { booking: { status: 'no_show' } } });
  await account.put('/client', { json: { client: { cancellation_fees: null } } });
  await runOn(id, '{ chargeCancellationFee(bookingId: $id) { cancellationFee { charged owed } } }');
  await runOn(id, '{ waiveCancellationFee(bookingId: $id, reason: "Ill") { cancellationFee { state } } }');
}

/** Removes the card of a booking whose fee is waived. @param complete stores the card on the page that was opened last */
async function removeStoredCard(
  run: (document: string, variables?: object) => Promise<unknown>,
  world: World,
  complete: () => Promise<void>,
): Promise<void> {
  const { account } = world;
  await account.put('/client', { json: { client: { cancellation_fees: 'no-show: 10' } } });
  const { id } = await account.create('/bookings', 'booking', await validObject('booking', world), { confirm: false });
  await account.put('/client', { json: { client: { cancellation_fees: null } } });
  const path = `/bookings/${await linkTokenOf(account, id)}/checkout`;
  const { status, body } = await new Visitor(account).post(path, { json: { return_url: 'https://example.org' } });
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  await complete();
  await account.put(`/bookings/${id}/confirm`);
  await account.put(`/bookings/${id}`, { json: { booking: { status: 'no_show' } } });
  await run('mutation ($id: Int!) { waiveCancellationFee(bookingId: $id, reason: "Ill") { id } }', { id });
  await run('mutation ($id: Int!) { removeCard(bookingId: $id) { id } }', { id });
}

async function payByProvider(
  run: (document: string, variables?: object) => Promise<unknown>,
  { origin, clock }: TestServer,
  world: World,
  stripe: StripeDouble,
): Promise<void> {
  const { account, own } = world;
  await run(
    `mutation { setPaymentProvider(
      input: {provider: "stripe", secretKey: "${secretKey}", webhookSecret: "${webhookSecret}", asksForCards: true}) { id } }`,
  );
  await run('{ paymentSettings { provider } paymentProviders { name } }');
  const complete = async () => {
    const session = stripe.sessions.at(-1);
    if (!session) throw new Error('no session');
    const time = Math.floor(clock.now().getTime() / 1_000);
    await notify(origin, account.credentials.subdomain, { event: stripe.complete(session), time });
  };
  const { id } = await account.create('/orders', 'order', { order_line_items: [{ service_id: own['product_id'] }] });
  await account.post(`/orders/${id}/checkout`, { json: { success_url: 'https://example.org' } });
  await complete();
  await removeStoredCard(run, world, complete);
  await account.put(`/orders/${id}/cancel`);
  await run('mutation ($id: Int!) { refundByProvider(orderId: $id, amount: "1") { id } }', { id });
  await run('mutation { removePaymentProvider { id } }');
}

interface BulkAnswer {
  written: number;
  items: { booking: { id: number } }[];
}

/** @throws Error if no booking was written */
function bookingIds(data: Record<string, BulkAnswer>, field: string): number[] {
  const { written = 0, items = [] } = data[field] ?? {};
  if (written === 0) throw new Error(`${field}: ${JSON.stringify(items)}`);
  return items.map(({ booking }) => booking.id);
}

/** Executes the bulk mutations, on bookings of their own. */
async function sendBulk(
  run: (document: string, variables?: object) => Promise<Record<string, BulkAnswer>>,
  world: World,
): Promise<void> {
  const { account, own } = world;
  const { id: toResourceId } = await account.create('/resources', 'resource', {
    title: 'Room',
    capacity: 9,
    ...openDaily('00:00', '24:00'),
  });
  await account.create('/providers', 'provider', { resource_id: toResourceId, service_id: own['service_id'] });
  const place = { resourceId: own['resource_id'], serviceId: own['service_id'] };
  const items = [10, 11].map((hour) => ({
    ...place,
    bookedFrom: `2026-05-04T${hour}:00`,
    bookedTo: `2026-05-04T${hour + 1}:00`,
    personAttributes: { name: 'Ola' },
  }));
  const answer = 'written items { booking { id } error { code } }';
  const created = await run(
    `mutation ($items: [NewBookingInput!]!) { createBookings(items: $items, idempotencyKey: "b1") { ${answer} } }`,
    { items: [...items, { eventId: own['event_id'] }] },
  );
  const ids = bookingIds(created, 'createBookings');
  bookingIds(
    await run(`mutation ($items: [BookingUpdate!]!) { updateBookings(items: $items) { ${answer} } }`, {
      items: ids.map((id) => ({ id, input: { title: 'Moved' } })),
    }),
    'updateBookings',
  );
  bookingIds(
    await run(
      `mutation ($from: Int!, $to: Int!) {
        moveBookings(fromResourceId: $from, toResourceId: $to, date: "2026-05-04") { ${answer} } }`,
      { from: own['resource_id'], to: toResourceId },
    ),
    'moveBookings',
  );
  bookingIds(
    await run(`mutation ($items: [Int!]!) { cancelBookings(items: $items) { ${answer} } }`, { items: ids }),
    'cancelBookings',
  );
  await run('mutation { importPeople(items: [{name: "Per", email: "per@example.org"}]) { written items { effect } } }');
}
