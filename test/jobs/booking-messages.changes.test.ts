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

describe('a booking that awaits its payment', () => {
  const settle = (orderId: number, amount: string) =>
    account.graphql(
      'mutation ($orderId: Int!, $amount: Decimal!) { recordPayment(orderId: $orderId, amount: $amount) { state } }',
      { orderId, amount },
    );

  async function due(choice: object = {}, atVerification: object = {}): Promise<{ id: number; orderId: number }> {
    const { serviceId, resourceId } = await createBookableService(account, {
      service: { price: '100', payment_required: true },
    });
    const { id, verification_code } = await account.create(
      '/bookings',
      'booking',
      {
        ...{ service_id: serviceId, resource_id: resourceId },
        ...{ booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' },
        person_attributes: { name: 'Kari', email: 'kari@example.org' },
      },
      { confirm: false, ...choice },
    );
    expect(await mailed()).toEqual(['kari@example.org: Verify your booking of Cut']);
    await account.put(`/bookings/${id}/verify_code`, { json: { verification_code, ...atVerification } });
    const { data } = await account.graphql('query ($id: Int!) { booking(id: $id) { state order { id } } }', { id });
    expect([data.booking.state, await mailed()]).toEqual(['AWAITING_PAYMENT', []]);
    return { id, orderId: data.booking.order.id };
  }
  const confirmation = ['kari@example.org: Your booking of Cut is confirmed'];

  it('is confirmed to the person once, when it is paid in full', async () => {
    const { id, orderId } = await due();
    await settle(orderId, '40');
    expect(await mailed()).toEqual([]);
    await Promise.all([settle(orderId, '60'), settle(orderId, '60'), settle(orderId, '60')]);
    expect(await mailed()).toEqual(confirmation);
    await settle(orderId, '1');
    await account.put(`/bookings/${id}`, { json: { booking: { notes: 'paid' } } });
    expect(await mailed()).toEqual([]);
  });

  it('is confirmed to the person once, when a request sets it as paid', async () => {
    const { id } = await due();
    const paid = { json: { booking: { paid_at: '2026-03-02 08:00' } } };
    await account.put(`/bookings/${id}`, paid);
    await account.put(`/bookings/${id}`, paid);
    expect(await mailed()).toEqual(confirmation);
  });

  const silence = { confirmation_send_email: false };
  const notice = { notification_send_email: true };
  const notification = 'acme@example.org: New booking of Cut';
  it.each<[string, object, object, string[]]>([
    ['when it was made', silence, {}, []],
    ['when it was verified', {}, { ...silence, ...notice }, [notification]],
    ['when it was made, and otherwise when it was verified', { ...silence, ...notice }, silence, [notification]],
    ['last', silence, { confirmation_send_email: true }, confirmation],
  ])('causes the messages requested %s when it is paid, in either way', async (_, choice, atVerification, expected) => {
    const { orderId } = await due(choice, atVerification);
    await settle(orderId, '100');
    expect(await mailed()).toEqual(expected);
    const { id } = await due(choice, atVerification);
    await account.put(`/bookings/${id}`, { json: { booking: { paid_at: '2026-03-02 08:00' } } });
    expect(await mailed()).toEqual(expected);
  });

  it('then awaits manual confirmation, and the account is notified', async () => {
    await server.configure(account, { confirm_manually: true });
    const { id, orderId } = await due();
    await settle(orderId, '100');
    expect(await mailed()).toEqual(['kari@example.org: Your booking of Cut awaits confirmation']);
    await account.put(`/bookings/${id}/confirm`);
    expect(await mailed()).toEqual(confirmation);
  });
});

describe('a message that is sent by default', () => {
  interface Given {
    id: number;
    serviceId: number;
    resourceId: number;
  }
  type Take = (of: Given, parameters: object) => Promise<{ status: number }>;
  const put =
    (step: string, attributes: object = {}): Take =>
    ({ id }, parameters) =>
      account.put(`/bookings/${id}${step}`, { json: { ...attributes, ...parameters } });
  const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
  const person_attributes = { name: 'Kari', email: 'kari@example.org' };
  const create =
    (confirm: boolean): Take =>
    ({ serviceId: service_id, resourceId: resource_id }, parameters) =>
      account.post('/bookings', {
        json: { booking: { ...time, service_id, resource_id, person_attributes }, confirm, ...parameters },
      });
  const move = { booking: { booked_from: '2026-03-03 10:30' } };
  const confirmed = ['acme@example.org: New booking of Cut', 'kari@example.org: Your booking of Cut is confirmed'];

  it.each<[string, string, Take, string[], string[]]>([
    ['creation', 'confirmed', create(true), ['confirmation', 'notification'], confirmed],
    [
      'creation to be verified',
      'confirmed',
      create(false),
      ['verification'],
      ['kari@example.org: Verify your booking of Cut'],
    ],
    ['verification', 'awaiting_verification', put('/verify'), ['confirmation', 'notification'], confirmed],
    ['confirmation', 'awaiting_confirmation', put('/confirm'), ['confirmation', 'notification'], confirmed],
    [
      'refusal',
      'awaiting_confirmation',
      put('/decline'),
      ['decline'],
      ['kari@example.org: Your booking of Cut was declined'],
    ],
    [
      'cancellation',
      'confirmed',
      put('/cancel'),
      ['cancellation'],
      ['kari@example.org: Your booking of Cut is cancelled'],
    ],
    [
      'deletion',
      'confirmed',
      ({ id }, parameters) => account.del(`/bookings/${id}`, { json: parameters }),
      ['cancellation'],
      ['kari@example.org: Your booking of Cut is cancelled'],
    ],
    ['move', 'confirmed', put('', move), ['modification'], ['kari@example.org: Your booking of Cut has changed']],
  ])('at a %s is not sent if the parameter is the JSON value false', async (_, state, take, kinds, expected) => {
    await server.configure(account, { email_notification: true });
    const { serviceId, resourceId } = await createBookableService(account, { resource: { capacity: 9 } });
    const silence = Object.fromEntries(kinds.map((kind) => [`${kind}_send_email`, false]));
    for (const [parameters, mails] of [
      [silence, []],
      [{}, expected],
    ] as const) {
      const booking = { ...time, service_id: serviceId, resource_id: resourceId, person_attributes };
      const { id } = await account.create('/bookings', 'booking', booking);
      await server.sql('update booking set state = ? where id = ?', state, id);
      await mailed();
      expect((await take({ id, serviceId, resourceId }, parameters)).status).toBe(200);
      expect(await mailed()).toEqual(mails);
    }
  });
});

describe('an expired hold', () => {
  it.each<[string, number, (id: number) => Promise<{ status: number }>]>([
    [
      'cannot move',
      400,
      (id) => account.put(`/bookings/${id}`, { json: { booking: { booked_from: '2026-03-03 10:30' } } }),
    ],
    ['is deleted', 200, (id) => account.del(`/bookings/${id}`)],
  ])('that %s causes no message, even before a job has expired it', async (_, status, change) => {
    const { serviceId: service_id, resourceId: resource_id } = await createBookableService(account);
    const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    const person_attributes = { name: 'Kari', email: 'kari@example.org' };
    const hold = { ...time, service_id, resource_id, person_attributes };
    const { id } = await account.create('/bookings', 'booking', hold, { confirm: false });
    expect(await mailed()).toEqual(['kari@example.org: Verify your booking of Cut']);
    server.clock.advance(20);
    expect((await change(id)).status).toBe(status);
    expect(await mailed()).toEqual([]);
  });
});

it('a test environment stores messages without sending them', async () => {
  const event = await createEvent(account);
  const { id } = await attend(event, 'kari', { confirmation_send_email: true, confirmation_send_sms: true });
  await account.post('/client/users', { json: { user: { name: 'Eva', email: 'eva@example.org' } } });
  await account.post('/people/perishable_token/send', { json: { phone_number: '40612345' } });
  await tell(true);
  expect([...mail.mails, ...gateway.requests]).toEqual([]);
  const kept = await server.sql<{ kind: string; state: string }>(
    'select kind, state from message where account_id = ? order by id',
    account.credentials.id,
  );
  expect(kept).toEqual(
    ['user_invitation', 'perishable_token', 'confirmation'].map((kind) => ({ kind, state: 'unsent' })),
  );
  expect((await account.get(`/bookings/${id}`)).status).toBe(200);
});

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
    expect(toKari?.text.replaceAll('=\r\n', '')).toContain('It is now Tuesday, 10 March 2026 at 12:00 CET.');
    expect(toKari?.text).toContain('Content-Type: text/calendar; charset=utf-8; method=REQUEST');
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
      expect.objectContaining({ to: '+4740612345', text: expect.stringContaining('It is now Tuesday, 10 March') }),
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
