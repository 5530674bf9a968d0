import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { composeMessages } from '../../src/domain/messaging/composing/compose-messages.actions.js';
import { sendMessage } from '../../src/domain/messaging/delivery/message-delivery.actions.js';
import { createSmsGateway } from '../../src/domain/messaging/delivery/senders.js';
import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { startSmsGateway } from '../support/sms-gateway.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { WaitlistJobs } from '../support/waitlist.js';

const now = '2026-03-02T07:00:00Z';

const server = await useTestServer({ now });
let account: TestAccount;
let visitor: Visitor;
let jobs: WaitlistJobs;
let serviceId: number;
let resourceId: number;
beforeEach(async () => {
  server.clock.set(now);
  account = await server.account({ publicAccess: true, verification: 'email' });
  visitor = new Visitor(account);
  jobs = new WaitlistJobs(server, account);
  ({ serviceId, resourceId } = await createBookableService(account));
  await jobs.openings();
});

const kari = { name: 'Kari', email: 'kari@example.org' };
const day = { from: '2026-03-04', to: '2026-03-04' };
const join = (entry: object = {}) =>
  visitor.post('/waitlist', { json: { waitlist_entry: { service_id: serviceId, ...day, ...kari, ...entry } } });
const joined = async (entry: object = {}): Promise<string> => (await join(entry)).body.waitlist_ticket.token;
const see = (token: string) => visitor.get(`/waitlist/${token}`);
const answer = (token: string, given: unknown) => visitor.post(`/waitlist/${token}`, { json: { answer: given } });
const notFound = { error: { description: 'Not found' } };

const waiting = () => ({
  id: expect.any(Number),
  state: 'waiting',
  service_id: serviceId,
  event_id: null,
  resource_id: null,
  from: '2026-03-04T00:00:00+01:00',
  to: '2026-03-05T00:00:00+01:00',
  places: 1,
  offer_expires_at: null,
  closed_reason: null,
  service: { id: serviceId, title: 'Cut' },
  event: null,
  resource: null,
  booking: null,
});

const offered = () => ({
  ...waiting(),
  state: 'offered',
  offer_expires_at: '2026-03-02T09:00:00+01:00',
  booking: {
    id: expect.any(Number),
    booking_type: 'appointment',
    service_id: serviceId,
    event_id: null,
    resource_id: resourceId,
    booked_from: '2026-03-04T12:00:00+01:00',
    booked_to: '2026-03-04T13:00:00+01:00',
    count: 1,
    state: 'awaiting_verification',
    active: true,
    expires_at: '2026-03-02T09:00:00+01:00',
    verification_method: 'email',
    service: { id: serviceId, title: 'Cut' },
    event: null,
    resource: { id: resourceId, title: 'Chair' },
  },
});

/** Frees the time that the test's booking has. */
async function freeNoon(): Promise<void> {
  const booking = await bookService(account, { serviceId, resourceId });
  await account.put(`/bookings/${booking.id}/cancel`);
  await jobs.run();
}

describe('a visitor', () => {
  it('joins the waitlist, and sees the entry by its token', async () => {
    const { status, body } = await join({ phone_number: '40612345', locale: 'sv', places: null });
    const { token } = body.waitlist_ticket;
    expect([status, body]).toEqual([
      200,
      { waitlist_ticket: { token: expect.stringMatching(/^\d+-[\w-]{43}$/), can_take: false, entry: waiting() } },
    ]);
    const seen = await see(token);
    expect([seen.status, seen.body]).toEqual([
      200,
      { waitlist_ticket: { token: null, can_take: false, entry: waiting() } },
    ]);
    const { body: list } = await account.get('/waitlist');
    expect(list[0].waitlist_entry).toMatchObject({ ...kari, phone_number_formatted: '+4740612345', locale: 'sv' });
  });

  it('gets a hold with a link when a time becomes free, and takes it', async () => {
    const token = await joined();
    await freeNoon();
    const [offer = ''] = await jobs.offeredTokens();
    expect(offer).not.toBe(token);
    expect((await see(token)).body.waitlist_ticket).toEqual({ token: null, can_take: false, entry: offered() });
    expect((await see(offer)).body.waitlist_ticket).toEqual({ token: null, can_take: true, entry: offered() });
    const taken = {
      ...offered(),
      state: 'taken',
      offer_expires_at: null,
      booking: { ...offered().booking, state: 'confirmed', expires_at: null },
    };
    for (const _ of [1, 2]) {
      const { status, body } = await answer(offer, 'take');
      expect([status, body]).toEqual([200, { waitlist_ticket: { token: null, can_take: false, entry: taken } }]);
    }
    const { booking_id, person_id } = (await account.get('/waitlist')).body[0].waitlist_entry;
    const { booking } = (await account.get(`/bookings/${booking_id}`)).body;
    expect(booking).toMatchObject({ state: 'confirmed', person_id, verification_code: null });
    expect(booking.person).toMatchObject(kari);
  });

  it.each([
    ['has no email address', 'email', { email: null, phone_number: '40612345' }],
    ['joined a list of an account that verifies by SMS', 'sms', { phone_number: '40612345' }],
  ])('who %s gets the offer and the confirmation by SMS', async (_, verification, contact) => {
    account = await server.account({ publicAccess: true, verification: verification as 'email' | 'sms' });
    visitor = new Visitor(account);
    jobs = new WaitlistJobs(server, account);
    ({ serviceId, resourceId } = await createBookableService(account));
    const sms_waitlist_offer = '{{ booking.service.title }} is free: {{ booking.waitlist_link }}';
    await account.put('/client', { json: { sms_waitlist_offer } });
    await joined(contact);
    await freeNoon();
    const [offer = ''] = await jobs.offeredTokens();
    expect((await answer(offer, 'take')).body.waitlist_ticket.entry.state).toBe('taken');

    await using gateway = await startSmsGateway();
    const senders = { sms: createSmsGateway(gateway.url, 5_000), email: undefined };
    const { id: accountId, subdomain } = account.credentials;
    const context = await createBackgroundContext(server.database, server.clock, accountId);
    const requests = await server.sql<{ id: number }>('select id from message_request where account_id = ?', accountId);
    for (const { id } of requests) await composeMessages(context, id);
    const queued = await server.sql<{ id: number }>(
      'select id from message where account_id = ? order by id',
      accountId,
    );
    for (const { id } of queued) await sendMessage(context, id, senders);
    const link = `https://book.example.org/sites/${subdomain}/waitlist/${offer}`;
    expect(gateway.requests.map(({ body }) => body)).toEqual([
      expect.objectContaining({ to: '+4740612345', text: `Cut is free: ${link}` }),
      expect.objectContaining({ to: '+4740612345', text: expect.stringContaining('is confirmed') }),
    ]);
  });

  it('takes a time that staff have to confirm, where they confirm bookings', async () => {
    await server.configure(account, { confirm_manually: true, trust_moves: true });
    await joined();
    await freeNoon();
    const [offer = ''] = await jobs.offeredTokens();
    expect((await answer(offer, 'take')).body.waitlist_ticket.entry).toMatchObject({
      state: 'taken',
      booking: { state: 'awaiting_confirmation' },
    });
  });

  it('cannot take an offer without its message', async () => {
    const token = await joined();
    await freeNoon();
    const { status, body } = await answer(token, 'take');
    expect([status, body]).toEqual([400, { answer: ['needs the link of the message with the offer'] }]);
  });

  it('declines an offer, which then goes to the next, and waits for another time', async () => {
    const first = await joined();
    await joined({ name: 'Ola', email: 'ola@example.org' });
    await freeNoon();
    const [offer = ''] = await jobs.offeredTokens();
    const { status, body } = await answer(offer, 'decline');
    expect([status, body]).toEqual([200, { waitlist_ticket: { token: null, can_take: false, entry: waiting() } }]);
    await jobs.run();
    const [, second = ''] = await jobs.offeredTokens();
    expect((await see(second)).body.waitlist_ticket).toEqual({ token: null, can_take: true, entry: offered() });
    expect((await see(first)).body.waitlist_ticket.entry.state).toBe('waiting');
    await answer(second, 'decline');
    await jobs.run();
    expect(await jobs.offeredTokens()).toHaveLength(2);
  });

  it('leaves the list by either token, and frees an offer', async () => {
    const token = await joined();
    await joined({ name: 'Ola', email: 'ola@example.org' });
    await freeNoon();
    const left = { token: null, can_take: false, entry: { ...waiting(), state: 'left' } };
    for (const _ of [1, 2]) expect((await answer(token, 'leave')).body).toEqual({ waitlist_ticket: left });
    await jobs.run();
    const [first = '', second = ''] = await jobs.offeredTokens();
    expect((await answer(first, 'take')).body).toEqual({ answer: ['the offer is no longer open'] });
    expect((await answer(second, 'leave')).body).toEqual({ waitlist_ticket: left });
  });

  it('is too late after the hold has expired', async () => {
    await joined();
    await freeNoon();
    const [offer = ''] = await jobs.offeredTokens();
    server.clock.advance(60);
    expect((await see(offer)).body.waitlist_ticket.can_take).toBe(false);
    const { status, body } = await answer(offer, 'take');
    expect([status, body]).toEqual([400, { answer: ['the offer is no longer open'] }]);
  });

  it('waits for a place in an event', async () => {
    const event = await createEvent(account, { capacity: 1 });
    const { id } = await account.create('/bookings', 'booking', { event_id: event.id, person_attributes: kari });
    await jobs.openings();
    const { status, body } = await join({ service_id: null, event_id: event.id, from: null, to: null, places: 1 });
    const entry = {
      ...waiting(),
      service_id: event.service_id,
      event_id: event.id,
      from: '2026-03-02T08:00:00+01:00',
      to: '2026-03-03T13:00:00+01:00',
      service: { id: event.service_id, title: 'Cut' },
      event: { id: event.id, title: 'Yoga', starts_at: event.starts_at, ends_at: event.ends_at },
    };
    expect([status, body]).toEqual([200, { waitlist_ticket: { token: expect.any(String), can_take: false, entry } }]);
    await account.del(`/bookings/${id}`);
    await jobs.run();
    const [offer = ''] = await jobs.offeredTokens();
    expect((await answer(offer, 'take')).body.waitlist_ticket.entry).toMatchObject({
      state: 'taken',
      booking: { event_id: event.id, state: 'confirmed' },
    });
  });
});

describe('an unknown token', () => {
  it.each(['x', '1', '0-x', `1-${'a'.repeat(43)}`, '%00', `9999999999-${'a'.repeat(43)}`])(
    'is 404: %s',
    async (token) => {
      for (const { status, body } of [await see(token), await answer(token, 'take')]) {
        expect([status, body]).toEqual([404, notFound]);
      }
    },
  );

  it('is that of another account, too', async () => {
    const token = await joined();
    const other = await server.account({ publicAccess: true });
    const stranger = new Visitor(other);
    const { status, body } = await stranger.get(`/waitlist/${token}`);
    expect([status, body]).toEqual([404, notFound]);
  });
});

it('stores only hashes of tokens', async () => {
  const token = await joined();
  const [row] = await server.sql<{ found: number }>(
    'select count(*)::integer as found from change where account_id = ? and strpos(snapshot::text, ?) > 0',
    account.credentials.id,
    token.slice(token.indexOf('-') + 1),
  );
  const [entry] = await server.sql<{ hash: string }>(
    'select token_hash as hash from waitlist_entry where account_id = ?',
    account.credentials.id,
  );
  expect([row?.found, entry?.hash.length, token.includes(entry?.hash ?? token)]).toEqual([0, 64, false]);
});
