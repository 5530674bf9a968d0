import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { deliverMessages } from '../support/messages.js';
import { sendRequest } from '../support/send-request.js';
import { useTestServer } from '../support/test-server.js';
import { linkTokenOf } from '../support/valid-input.js';
import { Visitor } from '../support/visitor.js';

const now = '2026-03-02T07:00:00Z';
const kari = { name: 'Kari', email: 'kari@example.org' };

const server = await useTestServer({ now });
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);
let serviceId: number;
let resourceIds: number[];
beforeEach(async () => {
  await server.configure(account, { allow_cancellation: true, cancellation_period: '24 hours' });
  ({ serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}] }));
});

const book = (attributes: object = {}) =>
  bookService(
    account,
    { serviceId, resourceId: resourceIds[0] ?? 0 },
    { person_attributes: kari, notes: 'Private', ...attributes },
  );
const tokenOf = (id: number): Promise<string> => linkTokenOf(account, id);
const answer = ({ status, body }: { status: number; body: unknown }) => [status, body];
const notFound = [404, { error: { description: 'Not found' } }];

const whole = (booking: { id: number }) => ({
  id: booking.id,
  booking_type: 'appointment',
  service_id: serviceId,
  resource_id: resourceIds[0],
  event_id: null,
  booked_from: '2026-03-04T12:00:00+01:00',
  booked_to: '2026-03-04T13:00:00+01:00',
  count: 1,
  state: 'confirmed',
  active: true,
  expires_at: null,
  verification_method: null,
  service: { id: serviceId, title: 'Cut' },
  event: null,
  resource: { id: resourceIds[0], title: 'Chair' },
  can_cancel: true,
  can_move: true,
  changeable_until: '2026-03-03T12:00:00+01:00',
  link_expires_at: '2026-04-03T14:00:00+02:00',
  payable_online: null,
  ...{ due_now: null, due_later: null },
  booked_for_name: null,
  left_out: [],
});

describe('the link of a booking', () => {
  it('is shown to the account', async () => {
    const booking = await book();
    const { subdomain } = account.credentials;
    const { body } = await account.get(`/bookings/${booking.id}/link`);
    expect(body).toEqual({
      booking: {
        id: booking.id,
        link: expect.stringMatching(`^${server.origin}/sites/${subdomain}/bookings/${booking.id}-[\\w-]{22}$`),
        link_expires_at: '2026-04-03T14:00:00+02:00',
      },
    });
    const { data } = await account.graphql(
      'query ($id: Int!) { booking(id: $id) { link canCancel canMove } }',
      booking,
    );
    expect(data.booking).toEqual({ link: body.booking.link, canCancel: true, canMove: true });
    await server.configure(account, { public_access: false });
    expect((await account.get(`/bookings/${booking.id}/link`)).body.booking.link).toBeNull();
  });

  it('shows the booking, without private attributes', async () => {
    const booking = await book();
    const { status, body, headers } = await visitor.get(`/bookings/${await tokenOf(booking.id)}`);
    expect([status, body]).toEqual([200, { booking: whole(booking) }]);
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
  });

  it('is not found if it is unknown, of another account, revoked, expired or of a deleted booking', async () => {
    const booking = await book();
    const token = await tokenOf(booking.id);
    const other = await server.account({ publicAccess: true });
    const foreign = new Visitor(other);
    expect(answer(await foreign.get(`/bookings/${token}`))).toEqual(notFound);
    for (const wrong of [booking.id, `${booking.id}-`, `${token}x`, `${booking.id + 1}${token.slice(1)}`, 'x', '%00']) {
      expect(answer(await visitor.get(`/bookings/${wrong}`))).toEqual(notFound);
      expect(answer(await visitor.post(`/bookings/${wrong}/cancel`))).toEqual(notFound);
      expect(answer(await visitor.put(`/bookings/${wrong}`, { json: {} }))).toEqual(notFound);
    }
    const revoked = await account.put(`/bookings/${booking.id}/revoke_link`);
    expect(revoked.body.booking).toMatchObject({ id: booking.id, revision_count: 1 });
    expect(answer(await visitor.get(`/bookings/${token}`))).toEqual(notFound);
    const next = await tokenOf(booking.id);
    expect((await visitor.get(`/bookings/${next}`)).status).toBe(200);
    server.clock.set('2026-04-03T12:00:00Z');
    expect(answer(await visitor.get(`/bookings/${next}`))).toEqual(notFound);
    server.clock.set(now);
    await account.del(`/bookings/${booking.id}`);
    expect(answer(await visitor.get(`/bookings/${next}`))).toEqual(notFound);
    expect(answer(await account.put(`/bookings/${booking.id}/revoke_link`))).toEqual([400, { state: ['is deleted'] }]);
    expect((await account.put('/bookings/999999/revoke_link')).status).toBe(404);
  });

  it('stops working when the booking passes to another person', async () => {
    const [given, merged] = [await book(), await book({ resource_id: resourceIds[1] })];
    const tokens = await Promise.all([tokenOf(given.id), tokenOf(merged.id)]);
    const ola = await account.create('/people', 'person', { name: 'Ola' });
    await account.put(`/bookings/${given.id}`, { json: { booking: { person_id: ola.id } } });
    expect((await visitor.get(`/bookings/${tokens[0]}`)).status).toBe(404);
    expect((await visitor.get(`/bookings/${tokens[1]}`)).status).toBe(200);
    await account.post(`/people/${ola.id}/merge`, { json: { merge_person_id: merged.person_id } });
    expect((await visitor.get(`/bookings/${tokens[1]}`)).status).toBe(404);
  });
});

describe('by the link, a person cancels', () => {
  it('the booking, recorded as a change by the link', async () => {
    const booking = await book();
    const token = await tokenOf(booking.id);
    expect(answer(await visitor.post(`/bookings/${token}/cancel`))).toEqual([
      200,
      { booking: { ...whole(booking), state: 'cancelled', active: false, can_cancel: false, can_move: false } },
    ]);
    expect((await account.get(`/bookings/${booking.id}`)).body.booking).toMatchObject({
      state: 'cancelled',
      updated_by: 'link',
    });
    const { body } = await account.get(`/bookings/${booking.id}/changes`);
    expect(body.at(-1).change).toMatchObject({
      name: 'booking.cancelled',
      performed_by: { kind: 'booking_link', name: 'link' },
    });
    expect(answer(await visitor.post(`/bookings/${token}/cancel`))).toEqual([
      400,
      { state: ['needs an active booking'] },
    ]);
  });

  it('only if the account allows it, and until the cancellation period before the start', async () => {
    const token = await tokenOf((await book()).id);
    server.clock.set('2026-03-03T11:00:01Z');
    expect((await visitor.get(`/bookings/${token}`)).body.booking).toMatchObject({
      can_cancel: false,
      can_move: false,
    });
    expect(answer(await visitor.post(`/bookings/${token}/cancel`))).toEqual([
      400,
      { state: ['can no longer be cancelled'] },
    ]);
    const later = { booked_from: '2026-03-05 10:00' };
    expect(answer(await visitor.put(`/bookings/${token}`, { json: later }))).toEqual([
      400,
      { booked_from: ['can no longer be moved'] },
    ]);
    await server.configure(account, { allow_cancellation: false });
    expect(answer(await visitor.post(`/bookings/${token}/cancel`))).toEqual([
      400,
      { state: ["can't be cancelled by link"] },
    ]);
    expect(answer(await visitor.put(`/bookings/${token}`, { json: later }))).toEqual([
      400,
      { booked_from: ["can't be moved by link"] },
    ]);
  });
});

it('a change by the link notifies the account, as its settings say', async () => {
  await server.configure(account, { email_notification: true, sms_notification: false });
  const booking = await book();
  const token = await tokenOf(booking.id);
  await visitor.put(`/bookings/${token}`, { json: { booking: { booked_from: '2026-03-05 10:00' } } });
  await deliverMessages(server);
  await visitor.post(`/bookings/${token}/cancel`);
  await deliverMessages(server);
  const messages = await server.sql(
    `select kind, recipient, body from message where booking_id = ? and kind like '%_notification' order by id`,
    booking.id,
  );
  const recipient = 'acme@example.org';
  expect(messages).toEqual([
    {
      ...{ kind: 'modification_notification', recipient },
      body: 'The booking of Cut was moved by its link. It is now Thursday, 5 March 2026 at 10:00: Kari\n',
    },
    {
      ...{ kind: 'cancellation_notification', recipient },
      body: 'The booking of Cut, Thursday, 5 March 2026 at 10:00, was cancelled by its link: Kari\n',
    },
  ]);
  const other = await book();
  await account.put(`/bookings/${other.id}/cancel`);
  await deliverMessages(server);
  expect(
    await server.sql(`select id from message where booking_id = ? and kind = 'cancellation_notification'`, other.id),
  ).toEqual([]);
});

describe('by the link, a person moves', () => {
  const move = async (token: string, json: unknown) => answer(await visitor.put(`/bookings/${token}`, { json }));

  it('the booking to another free time of its resource, or to another resource', async () => {
    const booking = await book();
    const token = await tokenOf(booking.id);
    const moved = {
      ...whole(booking),
      ...{ booked_from: '2026-03-05T10:00:00+01:00', booked_to: '2026-03-05T11:00:00+01:00' },
      ...{ changeable_until: '2026-03-04T10:00:00+01:00', link_expires_at: '2026-04-04T12:00:00+02:00' },
    };
    expect(await move(token, { booking: { booked_from: '2026-03-05 10:00' } })).toEqual([200, { booking: moved }]);
    expect((await account.get(`/bookings/${booking.id}`)).body.booking).toMatchObject({ updated_by: 'link' });
    const [, resource_id] = resourceIds;
    expect(await move(token, { booking: { resource_id } })).toEqual([
      200,
      { booking: { ...moved, resource_id, resource: { id: resource_id, title: 'Chair' } } },
    ]);
  });

  it('only by the rules for the public', async () => {
    const booking = await book();
    const token = await tokenOf(booking.id);
    await book({ booked_from: '2026-03-05 10:00', booked_to: '2026-03-05 11:00' });
    await server.configure(account, { future_bookable_period: 'in 10 days' });
    const cases: [object, object][] = [
      [{ booked_from: '2026-03-05 10:00' }, { resource_id: ['is not available'] }],
      [{ booked_from: '2026-03-05 07:00' }, { booked_from: ['is outside the opening hours'] }],
      [{ booked_from: '2026-03-05 12:10' }, { booked_from: ['is not the start of a slot'] }],
      [{ booked_from: '2026-03-01 12:00' }, { booked_from: ["can't be in the past"] }],
      [{ booked_from: '2026-03-20 12:00' }, { booked_from: ['is too far ahead to be booked'] }],
      [{ booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 14:00' }, { booked_from: expect.anything() }],
      [{ booked_from: 'x' }, { booked_from: ['is invalid', expect.anything()] }],
      [{ booked_from: null }, { booked_from: ["can't be blank"] }],
      [{ resource_id: 999999 }, { resource_id: ['does not exist'] }],
      [{ event_id: 999999 }, { event_id: ['does not exist'] }],
    ];
    for (const [given, errors] of cases) expect([given, await move(token, given)]).toEqual([given, [400, errors]]);
    // Attributes that only the account may set are ignored.
    const { body } = await visitor.put(`/bookings/${token}`, { json: { notes: 'x', count: 5, person_id: 1 } });
    expect(body).toEqual({ booking: whole(booking) });
    expect((await account.get(`/bookings/${booking.id}`)).body.booking.revision_count).toBe(0);
  });

  it('a booking of an event to another event of the service', async () => {
    const event = await createEvent(account, { starts_at: '2026-03-05 12:00', ends_at: '2026-03-05 13:00' });
    const { service_id, resource_id } = event;
    const eventAt = (date: string, attributes: object = {}) =>
      account.create('/events', 'event', {
        ...{ service_id, resource_id, capacity: 1, starts_at: `${date} 12:00`, ends_at: `${date} 13:00` },
        ...attributes,
      });
    const [free, hidden] = [await eventAt('2026-03-06'), await eventAt('2026-03-07', { published: false })];
    const foreign = await createEvent(account, { starts_at: '2026-03-06 12:00', ends_at: '2026-03-06 13:00' });
    const booking = await account.create('/bookings', 'booking', { event_id: event.id, person_attributes: kari });
    const token = await tokenOf(booking.id);
    expect(await move(token, { event_id: foreign.id })).toEqual([400, { event_id: ['does not exist'] }]);
    expect(await move(token, { event_id: hidden.id })).toEqual([400, { event_id: ['does not exist'] }]);
    expect((await move(token, { event_id: free.id }))[1]).toMatchObject({
      booking: { event_id: free.id, booked_from: '2026-03-06T12:00:00+01:00' },
    });
  });

  it('with If-Match only what has not changed since', async () => {
    const booking = await book();
    const token = await tokenOf(booking.id);
    const { headers } = await visitor.get(`/bookings/${token}`);
    const put = (booked_from: string) =>
      sendRequest(`${server.origin}/sites/${account.credentials.subdomain}/bookings/${token}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'if-match': headers.get('etag') ?? '' },
        body: JSON.stringify({ booked_from }),
      });
    expect((await put('2026-03-05 10:00')).status).toBe(200);
    expect((await put('2026-03-05 14:00')).status).toBe(412);
  });

  it('two bookings to the same time at once: one gets it', async () => {
    const bookings = [await book(), await book({ booked_from: '2026-03-04 14:00', booked_to: '2026-03-04 15:00' })];
    const tokens = await Promise.all(bookings.map(({ id }) => tokenOf(id)));
    const answers = await Promise.all(tokens.map((token) => move(token, { booked_from: '2026-03-06 10:00' })));
    expect(answers.map(([status]) => status).toSorted()).toEqual([200, 400]);
  });
});
