import { createBookableService } from '../support/catalog.js';
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
const wrongCode = { status: 400, body: { verification_code: ['is invalid'] } };
const otherCode = (code: string): string => (code === '000000' ? '000001' : '000000');

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
