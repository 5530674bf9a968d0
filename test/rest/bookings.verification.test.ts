import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { expireHold } from '../../src/domain/booking/states/booking-state.actions.js';
import { createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ verification: 'email' });
let resourceId: number;
let serviceId: number;
beforeEach(async () => {
  ({ resourceId, serviceId } = await createBookableService(account));
});

const kari = { name: 'Kari', email: 'kari@example.org', phone_number: '406 12 345' };
const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const wanted = (attributes: object) => ({ resource_id: resourceId, ...time, ...attributes });
const initiate = (attributes: object = {}, parameters: object = {}) =>
  account.post('/bookings', {
    json: { booking: wanted({ person_attributes: kari, ...attributes }), confirm: false, ...parameters },
  });
const verify = (id: number, code: unknown) =>
  account.put(`/bookings/${id}/verify_code`, { json: { verification_code: code } });
const wrongCode = { verification_code: ['is invalid'] };
const otherCode = (code: string): string => (code === '000000' ? '000001' : '000000');

/** Expires a hold as the background job does. */
async function expire(id: number): Promise<void> {
  await expireHold(await createBackgroundContext(server.database, server.clock, account.credentials.id), id);
}

describe('the initial state of a booking', () => {
  it.each([
    [0, false, null, 'confirmed', null],
    [0, true, null, 'awaiting_confirmation', null],
    [0, false, true, 'awaiting_confirmation', null],
    [1, false, null, 'awaiting_verification', 'email'],
    [2, true, null, 'awaiting_verification', 'sms'],
  ])(
    'with verification method %s and manual confirmation %s (of the service: %s) is %s',
    async (verification_method, confirm_manually, byService, state, method) => {
      await server.configure(account, { verification_method, confirm_manually });
      await account.put(`/services/${serviceId}`, { json: { confirm_manually: byService } });
      const { body } = await initiate({ service_id: serviceId });
      const { verification_code, ...booking } = body.booking;
      expect([booking.state, booking.active, booking.verification_method]).toEqual([state, true, method]);
      const isHold = state === 'awaiting_verification';
      expect(booking.expires_at).toBe(isHold ? '2026-03-02T08:20:00+01:00' : null);
      expect(verification_code).toEqual(isHold ? expect.stringMatching(/^\d{6}$/) : null);
    },
  );

  it('is confirmed without `confirm`, or if it is true', async () => {
    const { body } = await account.post('/bookings', { json: { booking: wanted({}) } });
    expect([body.booking.state, body.booking.verification_code]).toEqual(['confirmed', null]);
    const explicit = { json: { booking: wanted({}), confirm: true, ignore_capacity: true } };
    expect((await account.post('/bookings', explicit)).body.booking.state).toBe('confirmed');
  });

  it('is awaiting payment if the service requires it, unless it is paid', async () => {
    await server.configure(account, { verification_method: 0 });
    await account.put(`/services/${serviceId}`, { json: { price: 100, payment_required: true } });
    const { body } = await initiate({ service_id: serviceId });
    expect([body.booking.state, body.booking.expires_at]).toEqual(['awaiting_payment', '2026-03-02T08:20:00+01:00']);
    await account.del(`/bookings/${body.booking.id}`);
    const paid = await initiate({ service_id: serviceId, paid_at: '2026-03-02 08:00' });
    expect(paid.body.booking.state).toBe('confirmed');
  });

  it('expires at the requested time', async () => {
    const { body } = await initiate({ expires_at: '2026-03-02 09:00' });
    expect(body.booking.expires_at).toBe('2026-03-02T09:00:00+01:00');
  });
});

describe('verification', () => {
  it.each([
    [{}, 'confirmed'],
    [{ confirm_manually: true }, 'awaiting_confirmation'],
  ])('with %j leads to %s', async (settings, state) => {
    await server.configure(account, { verification_method: 1, ...settings });
    const { body } = await initiate();
    const { id, verification_code } = body.booking;
    const { status, body: verified } = await verify(
      id,
      ` ${verification_code.slice(0, 3)}\u00a0${verification_code.slice(3)} `,
    );
    expect([status, verified.booking.state, verified.booking.expires_at]).toEqual([200, state, null]);
    expect(verified.booking.revision_count).toBe(1);
    expect((await verify(id, verification_code)).body).toEqual({ state: [`can't be verified when ${state}`] });
  });

  it('requires no code from the account', async () => {
    const { body } = await initiate();
    const { body: verified } = await account.put(`/bookings/${body.booking.id}/verify`);
    expect(verified.booking.state).toBe('confirmed');
    expect(await server.changes(account)).toEqual(expect.arrayContaining(['booking.created', 'booking.verified']));
  });

  it('is followed by payment', async () => {
    await account.put(`/services/${serviceId}`, { json: { price: 100, payment_required: true } });
    const { body } = await initiate({ service_id: serviceId });
    const path = `/bookings/${body.booking.id}`;
    server.clock.advance(5);
    const { body: verified } = await account.put(`${path}/verify`);
    expect([verified.booking.state, verified.booking.expires_at]).toEqual([
      'awaiting_payment',
      '2026-03-02T08:25:00+01:00',
    ]);
    const { body: paid } = await account.put(path, { json: { paid_at: '2026-03-02 08:05', paid_amount: 100 } });
    expect([paid.booking.state, paid.booking.expires_at, paid.booking.paid_amount]).toEqual([
      'confirmed',
      null,
      '100.0',
    ]);
    expect((await server.changes(account)).slice(-7)).toEqual([
      'booking.created',
      'order.created',
      'message_request.created',
      'booking.verified',
      'booking.confirmed',
      'order.settled',
      'message_request.created',
    ]);
  });

  it('rejects a wrong code, and every code after five wrong ones', async () => {
    const { body } = await initiate();
    const { id, verification_code } = body.booking;
    for (let turn = 0; turn < 4; turn += 1) {
      expect(await verify(id, otherCode(verification_code))).toMatchObject({ status: 400, body: wrongCode });
    }
    expect((await verify(id, verification_code)).status).toBe(200);

    await account.del(`/bookings/${id}`);
    const { body: again } = await initiate();
    for (let turn = 0; turn < 5; turn += 1) await verify(again.booking.id, otherCode(again.booking.verification_code));
    expect((await verify(again.booking.id, again.booking.verification_code)).body).toEqual(wrongCode);
    expect((await account.get(`/bookings/${again.booking.id}`)).body.booking.state).toBe('awaiting_verification');
  });

  it.each([[undefined], [null], [''], ['  ']])('does not count a missing code: %j', async (code) => {
    const { body } = await initiate();
    for (let turn = 0; turn < 6; turn += 1) {
      expect((await verify(body.booking.id, code)).body).toEqual({ verification_code: ["can't be blank"] });
    }
    expect((await verify(body.booking.id, body.booking.verification_code)).status).toBe(200);
  });

  it('accepts the code in the URL or a form, too', async () => {
    const { body } = await initiate();
    const { id, verification_code } = body.booking;
    const path = `/bookings/${id}/verify_code`;
    expect((await account.put(path, { form: `verification_code=${otherCode(verification_code)}` })).body).toEqual(
      wrongCode,
    );
    expect((await account.put(`${path}?verification_code=${verification_code}`)).status).toBe(200);
  });

  it('requires the attribute of its method', async () => {
    const person = { person_attributes: { name: 'Nobody' } };
    const refused = (errors: object) => ({ person: ['is invalid'], person_attributes: errors });
    const blank = ["can't be blank"];
    expect((await initiate(person)).body).toEqual(refused({ email: blank }));
    expect((await initiate({ person_attributes: null })).body).toEqual(refused({ email: blank }));
    const { id } = await account.create('/people', 'person', { name: 'Ola' });
    expect((await initiate({ person_id: id, person_attributes: null })).body).toEqual(refused({ email: blank }));
    await server.configure(account, { verification_method: 2 });
    expect((await initiate(person)).body).toEqual(refused({ phone_number: blank }));
    const short = { person_attributes: { phone_number: '12' } };
    expect((await initiate(short)).body).toEqual(refused({ phone_number: ['is invalid'] }));
    await account.put(`/people/${id}`, { json: { phone_number: '41612345' } });
    expect((await initiate({ ...short, person_id: id })).body).toEqual(refused({ phone_number: ['is invalid'] }));
    expect((await initiate(short, { confirm: true })).status).toBe(200);
    expect(await server.changes(account)).toHaveLength(3 + 1 + 2 + 1);
  });
});

describe('a hold', () => {
  it('is inactive and takes no capacity after its expiry, even before the job has run', async () => {
    const { body } = await initiate();
    const path = `/bookings/${body.booking.id}`;
    server.clock.advance(19);
    expect((await initiate()).body).toEqual({ resource_id: ['is not available'] });
    expect((await account.get('/bookings')).body).toHaveLength(1);
    server.clock.advance(1);
    const { body: expired } = await account.get(path);
    expect([expired.booking.state, expired.booking.active]).toEqual(['awaiting_verification', false]);
    expect((await account.get('/bookings')).body).toEqual([]);
    expect((await verify(body.booking.id, body.booking.verification_code)).body).toEqual({
      state: ["can't be verified when expired"],
    });
    for (const step of ['verify', 'cancel', 'confirm', 'decline']) {
      expect((await account.put(`${path}/${step}`)).status).toBe(400);
    }
    expect((await initiate()).status).toBe(200);
  });

  it('is expired by the job, once', async () => {
    const { body } = await initiate();
    const { id } = body.booking;
    await expire(id);
    expect((await account.get(`/bookings/${id}`)).body.booking.state).toBe('awaiting_verification');
    server.clock.advance(20);
    await expire(id);
    await expire(id);
    const { body: expired } = await account.get(`/bookings/${id}`);
    expect(expired.booking).toMatchObject({ state: 'verification_expired', active: false, updated_by: 'background' });
    expect(expired.booking.revision_count).toBe(1);
    expect((await account.put(`/bookings/${id}/verify`)).body).toEqual({
      state: ["can't be verified when verification_expired"],
    });
  });

  it('is cancelled if it was not paid', async () => {
    await server.configure(account, { verification_method: 0 });
    await account.put(`/services/${serviceId}`, { json: { price: 100, payment_required: true } });
    const { body } = await initiate({ service_id: serviceId });
    server.clock.advance(20);
    const path = `/bookings/${body.booking.id}`;
    expect((await account.put(path, { json: { paid_at: '2026-03-02 08:30' } })).body).toEqual({
      state: ['has expired'],
    });
    await expire(body.booking.id);
    expect((await account.get(path)).body.booking.state).toBe('cancelled');
    expect((await server.changes(account)).slice(-2)).toEqual(['booking.cancelled', 'order.cancelled']);
  });

  it('can be extended before its expiry, but not after', async () => {
    const { body } = await initiate();
    const path = `/bookings/${body.booking.id}`;
    const { body: longer } = await account.put(path, { json: { expires_at: '2026-03-02 09:00' } });
    expect(longer.booking.expires_at).toBe('2026-03-02T09:00:00+01:00');
    server.clock.advance(30);
    expect((await account.get(path)).body.booking.active).toBe(true);
    server.clock.advance(31);
    expect((await account.put(path, { json: { expires_at: '2026-03-02 12:00' } })).body).toEqual({
      state: ['has expired'],
    });
    expect((await account.put(path, { json: { title: 'Late' } })).status).toBe(200);
  });
});
