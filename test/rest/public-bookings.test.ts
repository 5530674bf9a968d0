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

const wrongCode = { status: 400, body: { verification_code: ['is invalid'] } };
const otherCode = (code: string): string => (code === '000000' ? '000001' : '000000');

describe('a known person', () => {
  const known = { ...kari, phone_number: '+4740612345', notes: 'sesame', city: 'sesame', national_id_no: 'sesame' };
  const byPhone = { person_attributes: { name: 'Eve', phone_number: '40612345', email: 'eve@example.org' } };

  it('is neither shown to a visitor with the same attributes, nor changed', async () => {
    const person = await account.create('/people', 'person', known);
    const { status, body } = await start(byPhone);
    expect([status, body]).toEqual([200, { booking: { ...wholeBooking(), resend_token: expect.any(String) } }]);
    const booking = await seen(body.booking.id);
    expect(booking.person).toEqual(person);
    const { body: verified } = await verify(body.booking.id, booking.verification_code);
    expect(verified).toEqual({ booking: { ...wholeBooking(), state: 'confirmed', expires_at: null } });
    expect((await account.get(`/people/${person.id}`)).body.person).toEqual(person);
  });

  it('is completed after the correct code, and not before', async () => {
    await server.configure(account, { verification_method: 2 });
    const person = await account.create('/people', 'person', { ...kari, city: 'Oslo' });
    const given = { name: 'Eve', email: 'KARI@example.org', phone_number: '406 12 345', city: 'Moss', state: 'Viken' };
    const { body } = await start({ person_attributes: given });
    const { id, verification_code: code } = await seen(body.booking.id);
    await verify(id, otherCode(code));
    expect((await seen(id)).person).toEqual(person);
    server.clock.advance(1);
    expect((await verify(id, code)).body.booking.state).toBe('confirmed');
    expect((await seen(id)).person).toEqual({
      ...person,
      updated_at: '2026-03-02T08:01:00+01:00',
      phone_number: '406 12 345',
      phonenumber: '406 12 345',
      phone_number_formatted: '+4740612345',
      state: 'Viken',
    });
    expect((await server.changes(account)).slice(-3)).toEqual([
      ...['person.modified', 'booking.verified', 'message_request.created'],
    ]);
  });

  it('does not get attributes of another person', async () => {
    const ola = await account.create('/people', 'person', { name: 'Ola', phone_number: '+4740612345' });
    await account.create('/people', 'person', kari);
    const { body } = await start({ person_attributes: { ...kari, phone_number: '40612345', city: 'Moss' } });
    const { id, person, verification_code: code } = await seen(body.booking.id);
    expect(person).toEqual(ola);
    await verify(id, code);
    expect((await seen(id)).person).toMatchObject({ id: ola.id, email: null, city: 'Moss' });
  });

  it('is not completed if the account verifies without the code, or assigns the booking to another person', async () => {
    const person = await account.create('/people', 'person', kari);
    const given = { person_attributes: { ...kari, city: 'Moss' } };
    const first = (await start(given)).body.booking.id;
    await account.put(`/bookings/${first}/verify`);
    await account.del(`/bookings/${first}`);
    expect((await account.get(`/people/${person.id}`)).body.person).toEqual(person);
    const second = (await start(given)).body.booking.id;
    const other = await account.create('/people', 'person', { name: 'Ola' });
    await account.put(`/bookings/${second}`, { json: { person_id: other.id } });
    await verify(second, (await seen(second)).verification_code);
    expect(await seen(second)).toMatchObject({ state: 'confirmed', person: other });
  });
});

describe('the fact that a person is known or blocked', () => {
  const people = [
    kari,
    { name: 'Ola', phone_number: '+4740612345', email: 'ola@example.org', national_id_no: '1', country_code: 'NO' },
  ];
  const requests = [
    {},
    { name: 'Eve' },
    { name: 'Eve', email: 'kari@example.org' },
    { name: 'Eve', email: 'kari@example.org', phone_number: '41612345' },
    { name: 'Eve', email: 'kari@example.org', phone_number: '40612345' },
    { name: 'Eve', email: 'ola@example.org', phone_number: '41612345' },
    { name: 'Eve', phone_number: '40612345' },
    { email: 'kari@example.org', country_code: 'QQ' },
    { email: 'kari@example.org', name: 'x'.repeat(256) },
    { email: 'kari', phone_number: '40612345' },
    { email: 'kari@example.org', phone_number: '12' },
  ];

  it.each([0, 1, 2])('does not change the responses with verification method %s', async (verification_method) => {
    const others = await Promise.all(
      [[], people].map(async (known) => {
        const own = await server.account({ publicAccess: true });
        await server.configure(own, { verification_method });
        await createBookableService(own, { resource: { capacity: 99 } });
        for (const person of known) await own.create('/people', 'person', person);
        const guest = new Visitor(own);
        const [service] = (await guest.get('/services')).body;
        const answers = [];
        for (const [index, person_attributes] of requests.entries()) {
          const booking = { service_id: service.service.id, ...time, person_attributes };
          const { status, body } = await guest.post('/bookings', { json: { booking } });
          const shown = status === 200 ? Object.keys(body.booking).concat(body.booking.state) : body;
          answers.push([index, status, shown]);
        }
        return answers;
      }),
    );
    expect(others[1]).toEqual(others[0]);
    expect(others[0]?.map(([, status]) => status)).toContain(200);
  });

  it('is not contained in an error for a visitor', async () => {
    const { id } = await account.create('/people', 'person', { ...kari, phone_number: '+4740612345' });
    await account.put(`/people/${id}/block`);
    for (const given of [kari, { ...kari, phone_number: '41612345' }, { ...kari, phone_number: '40612345' }]) {
      const { status, body } = await start({ person_attributes: given });
      expect([status, body]).toEqual([400, { person: ['is invalid'] }]);
    }
    expect((await start({ person_attributes: { ...kari, email: 'ola@example.org' } })).status).toBe(200);
  });
});

describe('the code', () => {
  it('if wrong, reveals nothing about the booking or its existence', async () => {
    const { body } = await start();
    const { id } = body.booking;
    const { verification_code: code } = await seen(id);
    const other = await server.account({ publicAccess: true, verification: 'email' });
    const theirs = await createBookableService(other);
    const elsewhere = await other.create(
      '/bookings',
      'booking',
      { service_id: theirs.serviceId, ...time, person_attributes: kari },
      { confirm: false },
    );
    const confirmed = await account.create(
      '/bookings',
      'booking',
      { resource_id: resourceId, ...time },
      { ignore_capacity: true },
    );
    const guesses = [
      [id, otherCode(code)],
      [id, [code]],
      [999_999, code],
      [0, '000000'],
      [-1, '000000'],
      [confirmed.id, '000000'],
      [elsewhere.id, elsewhere.verification_code],
    ];
    const answers = await Promise.all(guesses.map(([of, guess]) => verify(of, guess)));
    for (const answer of answers) expect(answer).toEqual(wrongCode);
    await verify(id, code);
    await account.put(`/bookings/${id}/cancel`);
    expect(await verify(id, code)).toEqual(wrongCode);
  });

  it('is invalid after five wrong ones', async () => {
    const { id } = (await start()).body.booking;
    const { verification_code: code } = await seen(id);
    for (let turn = 0; turn < 5; turn += 1) expect(await verify(id, otherCode(code))).toEqual(wrongCode);
    expect(await verify(id, code)).toEqual(wrongCode);
    expect((await seen(id)).state).toBe('awaiting_verification');
  });

  it('is invalid after the hold has expired', async () => {
    const { id } = (await start()).body.booking;
    const { verification_code: code } = await seen(id);
    server.clock.advance(20);
    expect(await verify(id, code)).toEqual(wrongCode);
  });

  it.each([undefined, null, '', ' '])('is required: %j', async (code) => {
    const blank = { status: 400, body: { verification_code: ["can't be blank"] } };
    expect(await verify((await start()).body.booking.id, code)).toEqual(blank);
    expect(await verify(999_999, code)).toEqual(blank);
  });

  it('for an invalid id: 404', async () => {
    for (const id of ['x', '1.5', '2147483648', '%00']) expect((await verify(id, '000000')).status).toBe(404);
  });
});

describe('a response to a visitor', () => {
  it('contains neither the code, nor the person, nor texts of others', async () => {
    await account.create('/people', 'person', {
      ...kari,
      phone_number: '+4740612345',
      notes: 'sesame',
      city: 'sesame',
    });
    await account.put(`/services/${serviceId}`, {
      json: { mail_verification: 'sesame', custom_data: { a: 'sesame' } },
    });
    const { body } = await start();
    const { verification_code: code } = await seen(body.booking.id);
    await account.put(`/bookings/${body.booking.id}`, {
      json: { notes: 'sesame', title: 'sesame', external_id: 'sesame', custom_data: { a: 'sesame' } },
    });
    const answers = [body, (await verify(body.booking.id, otherCode(code))).body];
    answers.push((await verify(body.booking.id, code)).body);
    for (const answer of answers) {
      const text = JSON.stringify(answer);
      expect([text.includes('sesame'), text.includes(`"${code}"`), text.includes('example.org')]).toEqual([
        false,
        false,
        false,
      ]);
    }
  });
});
