import { createBookableService, createEvent } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true, verification: 'email' });
const visitor = new Visitor(account);
let serviceId: number;
let resourceId: number;
beforeEach(async () => {
  ({ serviceId, resourceId } = await createBookableService(account));
});

const kari = { name: 'Kari', email: 'kari@example.org' };
const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const start = (booking: object = {}, beside: object = {}) =>
  visitor.post('/bookings', {
    json: { booking: { service_id: serviceId, ...time, person_attributes: kari, ...booking }, ...beside },
  });
const verify = async (id: unknown, code: unknown) => {
  const { status, body } = await visitor.put(`/bookings/${id}/verify_code`, { json: { verification_code: code } });
  return { status, body };
};
/** Reads the booking by the private API. */
const seen = async (id: number) => (await account.get(`/bookings/${id}`)).body.booking;
/** Returns the values with each name in place of the percent sign. */
const named = (pattern: string, values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [pattern.replace('%', name), value]));

const wholeBooking = () => ({
  id: expect.any(Number),
  booking_type: 'appointment',
  service_id: serviceId,
  event_id: null,
  resource_id: resourceId,
  booked_from: '2026-03-03T10:00:00+01:00',
  booked_to: '2026-03-03T11:00:00+01:00',
  count: 1,
  state: 'awaiting_verification',
  active: true,
  expires_at: '2026-03-02T08:20:00+01:00',
  verification_method: 'email',
  service: { id: serviceId, title: 'Cut' },
  event: null,
  resource: { id: resourceId, title: 'Chair' },
});

describe('a visitor books', () => {
  it('and verifies by the sent code', async () => {
    const { status, body } = await start({ notes: 'By the window', custom_data: { colour: 'red' }, title: 'Cut' });
    expect([status, body]).toEqual([200, { booking: { ...wholeBooking(), resend_token: expect.any(String) } }]);
    const { id } = body.booking;
    const booking = await seen(id);
    expect(booking).toMatchObject({
      ...{ notes: 'By the window', custom_data: { colour: 'red' }, title: 'Cut' },
      ...{ created_by: 'public', updated_by: 'public', person: kari },
    });
    await account.put(`/bookings/${id}`, { json: { notes: 'Pays late', title: 'Difficult' } });
    expect(await verify(id, booking.verification_code)).toEqual({
      status: 200,
      body: { booking: { ...wholeBooking(), id, state: 'confirmed', expires_at: null } },
    });
    expect(await seen(id)).toMatchObject({ state: 'confirmed', updated_by: 'public' });
    expect((await server.changes(account)).slice(-6)).toEqual([
      ...['person.created', 'booking.created', 'message_request.created'],
      ...['booking.modified', 'booking.verified', 'message_request.created'],
    ]);
  });

  it('by a form, with ignored slashes and extension', async () => {
    const person = { name: kari.name, phonenumber: '40612345', email: kari.email };
    const form = new URLSearchParams({
      ...named('booking[%]', { ...time, service_id: String(serviceId) }),
      ...named('booking[person_attributes][%]', person),
    }).toString();
    const { status, body } = await visitor.post('//bookings.json/', { form });
    expect([status, body]).toEqual([200, { booking: { ...wholeBooking(), resend_token: expect.any(String) } }]);
    expect((await seen(body.booking.id)).person).toMatchObject({ email: kari.email, phone_number: '40612345' });
    const { verification_code } = await seen(body.booking.id);
    const path = `/bookings/${body.booking.id}/verify_code.json`;
    expect((await visitor.put(path, { form: `verification_code=${verification_code}` })).status).toBe(200);
  });

  it('an event', async () => {
    const event = await createEvent(account);
    const { status, body } = await start({
      ...event,
      service_id: event.service_id,
      event_id: event.id,
      count: 2,
      title: 'x',
      booked_from: null,
      booked_to: null,
    });
    expect([status, body]).toEqual([
      200,
      {
        booking: {
          ...wholeBooking(),
          ...{ booking_type: 'attendance', count: 2, event_id: event.id, resend_token: expect.any(String) },
          ...{ service_id: event.service_id, resource_id: event.resource_id },
          ...{ booked_from: event.starts_at, booked_to: event.ends_at },
          service: { id: event.service_id, title: 'Cut' },
          resource: { id: event.resource_id, title: 'Chair' },
          event: { id: event.id, title: 'Yoga', starts_at: event.starts_at, ends_at: event.ends_at },
        },
      },
    ]);
    expect((await visitor.get(`/events/${event.id}`)).body.event.availability).toBe(1);
    expect(
      (await start({ event_id: event.id, service_id: null, booked_from: null, booked_to: null, count: 2 })).body,
    ).toEqual({ event_id: ['is full'] });
  });

  it.each([
    [{ verification_method: 0 }, {}, 'confirmed'],
    [{ verification_method: 0, confirm_manually: true }, {}, 'awaiting_confirmation'],
    [{ verification_method: 0 }, { price: 100, payment_required: true }, 'awaiting_payment'],
  ])('with %j and %j it is %s at once', async (settings, service, state) => {
    await server.configure(account, settings);
    await account.put(`/services/${serviceId}`, { json: service });
    expect((await start()).body.booking).toMatchObject({ state, verification_method: null });
  });

  it('a time concurrently with others: one of them gets it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => start({ person_attributes: { ...kari, email: `${index}@example.org` } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({ resource_id: ['is not available'] });
  });
});

describe('attributes that a visitor cannot set', () => {
  it('of a booking: its state, payment, external id and texts', async () => {
    const { id: first, verification_code: _, ...plain } = await seen((await start()).body.booking.id);
    await account.del(`/bookings/${first}`);
    const unheard = {
      ...{ state: 'confirmed', status: 'completed', active: false, confirm: true, expires_at: '2027-01-01 08:00' },
      ...{
        paid_at: '2026-03-02 08:00',
        paid_amount: '100',
        coupon_id: 1,
        ignore_capacity: true,
        ignores_capacity: true,
      },
      ...{ reminder_at: '2026-03-03 08:00', reminded_at: '2026-03-03 08:00', add_reminder_sms: true },
      ...{ external_id: 'mine', external_url: 'https://example.net', external_host_url: 'https://example.net' },
      ...{ location_url: 'https://example.net', location_host_url: 'https://example.net' },
      ...{ created_by: 'api', updated_by: 'api', created_at: '2020-01-01 08:00', revision_count: 7 },
      ...{ collection_id: '00000000-0000-4000-8000-000000000000', account_id: 1, id: 1 },
      ...{ verification_method: 'sms', verification_code: 'mine', verification_failures: -9, public_booking: false },
    };
    const { status, body } = await start(unheard, unheard);
    expect([status, body]).toEqual([200, { booking: { ...wholeBooking(), resend_token: expect.any(String) } }]);
    const { id, verification_code, ...booking } = await seen(body.booking.id);
    expect(booking).toEqual(plain);
    expect([id > first, verification_code]).toEqual([true, expect.stringMatching(/^\d{6}$/)]);
  });

  it('of a person: its identity', async () => {
    const { id } = await account.create('/people', 'person', { name: 'Ola', email: 'ola@example.org' });
    const { body } = await start({ person_id: id, booked_by_person_id: id, person: { id } });
    expect(await seen(body.booking.id)).toMatchObject({ person: kari, booked_by_person_id: null });
    const nobody = await start({ person_id: id, person_attributes: null });
    expect(nobody.status).toBe(400);
  });

  it('of a person: internal attributes', async () => {
    const { person: plain } = await seen((await start()).body.booking.id);
    await account.del(`/people/${plain.id}`);
    const unheard = {
      ...{ id: 1, account_id: 1, active: false, blocked: true, parent_id: 1, opt_in_marketing: true },
      ...{ notes: 'x', custom_data: { a: 'b' }, date_of_birth: '2000-01-01', phone_number_formatted: '+4740612345' },
      ...{
        national_id_no: 'x',
        external_id: 'x',
        provider: 'x',
        uid: 'x',
        password: 'x',
        created_at: '2020-01-01 08:00',
      },
    };
    const later = { booked_from: '2026-03-03 11:00', booked_to: '2026-03-03 12:00' };
    const { body } = await start({ ...later, person_attributes: { ...kari, ...unheard } });
    const { person } = await seen(body.booking.id);
    expect(person).toEqual({ ...plain, id: expect.any(Number) });
    expect(person.id).toBeGreaterThan(plain.id);
  });
});

it('startPublicBooking has the same rules in GraphQL', async () => {
  const { data } = await account.graphql(
    'mutation ($input: PublicBookingInput!) { startPublicBooking(input: $input) { id state verificationCode } }',
    { input: { serviceId, bookedFrom: time.booked_from, bookedTo: time.booked_to, personAttributes: kari } },
  );
  const { id, state, verificationCode: code } = data.startPublicBooking;
  expect(state).toBe('AWAITING_VERIFICATION');
  const { data: verified } = await account.graphql(
    'mutation ($id: Int!, $code: String) { verifyPublicBooking(id: $id, code: $code) { state } }',
    { id, code },
  );
  expect(verified).toEqual({ verifyPublicBooking: { state: 'CONFIRMED' } });
});
