import { createBookableService, createEvent } from '../support/catalog.js';
import { type HeldLock, holdLock, holdLocks, untilBlocked } from '../support/held-lock.js';
import { choose, inviteUser } from '../support/sign-in.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };

/** Sends a request that waits for a lock, advances the clock by minutes, and releases the lock. */
async function heldUpFor<Answer>(minutes: number, lock: HeldLock, send: () => Promise<Answer>): Promise<Answer> {
  const request = send();
  await untilBlocked(server, 1, request);
  server.clock.advance(minutes);
  await lock.release();
  return request;
}

it('a coupon that expires while a booking waits for it is not used', async () => {
  const { resourceId } = await createBookableService(account);
  const coupon = { title: 'Spring', code: 'SPRING', value_type: 'amount', value: 10, valid_until: '2026-03-02 08:01' };
  const { id: coupon_id } = await account.create('/coupons', 'coupon', coupon);
  const book = () => account.post('/bookings', { json: { ...time, resource_id: resourceId, coupon_id } });
  await using lock = await holdLock(server, account, 'coupon', coupon_id);
  expect((await heldUpFor(2, lock, book)).body).toEqual({ coupon_id: ['is no longer valid'] });
  server.clock.advance(-2);
  expect((await book()).status).toBe(200);
});

it('an event whose booking period ends while a booking waits for it is not booked', async () => {
  const event = await createEvent(account, { last_booking_at: '2026-03-02 08:01' });
  const book = () => account.post('/bookings', { json: { event_id: event.id, public_booking: true } });
  await using lock = await holdLock(server, account, 'event', event.id);
  expect((await heldUpFor(2, lock, book)).body).toEqual({ booked_from: ['can no longer be booked'] });
  server.clock.advance(-2);
  expect((await book()).status).toBe(200);
});

it('a gift card that expires while its redemption waits for it is not redeemed', async () => {
  const { resourceId, serviceId } = await createBookableService(account, { service: { price: 100 } });
  await account.create('/bookings', 'booking', { ...time, resource_id: resourceId, service_id: serviceId });
  const [{ order }] = (await account.get('/orders')).body;
  const card = await account.create('/gift_cards', 'gift_card', { value: 100, valid_until: '2026-03-02' });
  const redeem = () =>
    account.graphql(
      'mutation ($orderId: Int!, $code: String!) { redeemGiftCard(orderId: $orderId, code: $code) { state } }',
      { orderId: order.id, code: card.code },
    );
  server.clock.set('2026-03-02T22:59:00Z');
  await using lock = await holdLock(server, account, 'gift_card', card.id);
  const { errors } = await heldUpFor(1, lock, redeem);
  expect(errors?.[0].extensions.fields).toEqual({ code: ['has expired'] });
  server.clock.advance(-1);
  expect((await redeem()).data).toEqual({ redeemGiftCard: { state: 'CONFIRMED' } });
});

it('an invitation that expires while its password waits for the lock of the user is invalid', async () => {
  const link = await inviteUser(server, account, { name: 'Kari', email: 'kari@example.org', role: 'staff' });
  const [user] = await server.sql<{ id: number }>(
    'select id from account_user where account_id = ?',
    account.credentials.id,
  );
  const week = 7 * 24 * 60;
  server.clock.advance(week - 1);
  await using lock = await holdLock(server, account, 'user', user?.id ?? 0);
  expect((await heldUpFor(1, lock, () => choose(link, 'correct horse'))).status).toBe(410);
  server.clock.advance(-1);
  expect((await choose(link, 'correct horse')).status).toBe(200);
});

it('a perishable token that expires while it waits for another attempt is not accepted', async () => {
  const number = { phone_number: '406 12 345' };
  const person = await account.create('/people', 'person', { name: 'Kari', ...number });
  const sendToken = async (): Promise<string> => {
    await account.post('/people/perishable_token/send', { json: { person: number } });
    const [message] = await server.sql<{ body: string }>(
      'select body from message where account_id = ? order by id desc limit 1',
      account.credentials.id,
    );
    return message?.body.match(/\d{5}/)?.[0] ?? '';
  };
  const verify = (perishable_token: string) =>
    account.post('/people/perishable_token/verify', { json: { perishable_token, person: number } });
  const token = await sendToken();
  server.clock.advance(9);
  await using lock = await holdLocks(
    server,
    'select from perishable_token where account_id = $1 for update',
    account.credentials.id,
  );
  const late = await heldUpFor(1, lock, () => verify(token));
  expect([late.status, late.body]).toEqual([400, { perishable_token: ['is invalid'] }]);
  expect((await verify(await sendToken())).body.person.id).toBe(person.id);
});
