import { Agent } from '../support/agent.js';
import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { deliverMessages } from '../support/messages.js';
import { useTestServer } from '../support/test-server.js';
import { linkTokenOf } from '../support/valid-input.js';
import { Visitor } from '../support/visitor.js';

const now = '2026-03-02T07:00:00Z';
const to = '2026-03-05 10:00';
const atNewTime = { booked_from: '2026-03-05T10:00:00+01:00' };
const kari = { name: 'Kari', email: 'kari@example.org' };

const server = await useTestServer({ now });
const account = server.accountPerTest({ publicAccess: true, verification: 'email' });
const visitor = new Visitor(account);
let serviceId: number;
let resourceId: number;
beforeEach(async () => {
  await server.configure(account, { allow_cancellation: true, confirm_manually: true, email_notification: true });
  ({ serviceId, resourceId } = await createBookableService(account));
});

const book = (attributes: object = {}) =>
  bookService(account, { serviceId, resourceId }, { person_attributes: kari, ...attributes });
const read = async (id: number) => (await account.get(`/bookings/${id}`)).body.booking;

/** Each way in which a visitor can move a booking: the mutations `byVisitors` of `placing-mutations.test.ts`. */
const ways: Record<string, (token: string) => Promise<unknown>> = {
  'the public API': (token) => visitor.put(`/bookings/${token}`, { json: { booked_from: to } }),
  GraphQL: (token) =>
    account.graphql(
      'mutation ($token: String!, $input: BookingMoveInput!) { moveBookingByLink(token: $token, input: $input) { id } }',
      { token, input: { bookedFrom: to } },
    ),
  'the tool of an agent': async (token) => {
    await using agent = await Agent.ofVisitor(account);
    return await agent.call('move_booking', { link_token: token, booked_from: to });
  },
  'the page of the booking': async (token) => {
    const browser = new HtmlVisitor(account, { 'accept-language': 'en' });
    const day = await browser.open(`/bookings/${token}/move?date=2026-03-05`);
    const moved = await browser.submit(await browser.follow(day, '10:00'));
    expect(moved.text).toContain('The booking has been moved.');
  },
};

describe.each(Object.entries(ways))('a confirmed booking that its person moves by %s', (_, move) => {
  it('awaits its confirmation again, if staff confirm bookings', async () => {
    const { id, state } = await book();
    expect(state).toBe('confirmed');
    await move(await linkTokenOf(account, id));
    expect(await read(id)).toMatchObject({ ...atNewTime, state: 'awaiting_confirmation', active: true });
    expect((await account.put(`/bookings/${id}/confirm`)).body.booking).toMatchObject({ state: 'confirmed' });
  });

  it('stays confirmed, if the account trusts moves or nobody confirms bookings', async () => {
    for (const settings of [{ trust_moves: true }, { confirm_manually: false, trust_moves: false }]) {
      await server.configure(account, settings);
      const { id } = await book();
      await move(await linkTokenOf(account, id));
      expect(await read(id)).toMatchObject({ ...atNewTime, state: 'confirmed' });
      await account.put(`/bookings/${id}/cancel`);
    }
  });
});

const move = async (id: number, json: object) => {
  const { status, body } = await visitor.put(`/bookings/${await linkTokenOf(account, id)}`, { json });
  expect([status, status === 200 ? null : body]).toEqual([200, null]);
  return body.booking;
};

it('a service whose bookings staff confirm is enough', async () => {
  await server.configure(account, { confirm_manually: false });
  await account.graphql(
    'mutation ($id: Int!, $input: ServiceInput!) { updateService(id: $id, input: $input) { id } }',
    {
      id: serviceId,
      input: { confirmManually: true },
    },
  );
  const { id } = await book();
  expect(await move(id, { booked_from: to })).toMatchObject({ ...atNewTime, state: 'awaiting_confirmation' });
});

it('a move to another resource or event needs confirmation, too; one to the same time is no move', async () => {
  const other = await account.create('/resources', 'resource', { title: 'Other' });
  await account.create('/providers', 'provider', { service_id: serviceId, resource_id: other.id });
  const { id } = await book();
  expect(await move(id, { booked_from: '2026-03-04 12:00' })).toMatchObject({ state: 'confirmed' });
  const event = await createEvent(account, { starts_at: '2026-03-05 12:00', ends_at: '2026-03-05 13:00' });
  const { service_id, resource_id } = event;
  const times = { starts_at: '2026-03-06 12:00', ends_at: '2026-03-06 13:00' };
  const next = await account.create('/events', 'event', { service_id, resource_id, capacity: 1, ...times });
  const attendance = await account.create('/bookings', 'booking', { event_id: event.id, person_attributes: kari });
  expect(await move(attendance.id, { event_id: next.id })).toMatchObject({
    event_id: next.id,
    state: 'awaiting_confirmation',
  });
});

it('a move by staff keeps the confirmation; a hold stays one, and is confirmed by staff after its code', async () => {
  const { id } = await book();
  await account.put(`/bookings/${id}`, { json: { booked_from: to, booked_to: '2026-03-05 11:00' } });
  expect(await read(id)).toMatchObject({ ...atNewTime, state: 'confirmed' });
  const hold = await bookService(account, { serviceId, resourceId }, { person_attributes: kari }, { confirm: false });
  expect(await move(hold.id, { booked_from: '2026-03-06 10:00' })).toMatchObject({ state: 'awaiting_verification' });
  expect((await account.put(`/bookings/${hold.id}/verify`)).body.booking.state).toBe('awaiting_confirmation');
});

it('tells the person that it awaits confirmation, and the account that it must confirm the move', async () => {
  const { id } = await book();
  await deliverMessages(server);
  await move(id, { booked_from: to });
  await deliverMessages(server);
  const messages = await server.sql(
    `select kind, recipient, body from message where booking_id = ? and kind not in ('confirmation', 'notification')
     order by kind`,
    id,
  );
  expect(messages).toEqual([
    {
      ...{ kind: 'awaiting_confirmation', recipient: kari.email },
      body: expect.stringContaining('Thursday, 5 March 2026 at 10:00'),
    },
    {
      ...{ kind: 'modification_notification', recipient: 'acme@example.org' },
      body: 'The booking of Cut was moved by its link. It is now Thursday, 5 March 2026 at 10:00 and awaits your confirmation: Kari\n',
    },
  ]);
  const names = (await server.changes(account)).filter((name) => name.startsWith('booking.'));
  expect(names).toEqual(['booking.created', 'booking.modified']);
});
