import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { expireHold } from '../../src/domain/booking/states/booking-state.actions.js';
import { createBookableService } from '../support/catalog.js';
import { accepted, accountAcrossProcesses, refusals, type SendConcurrently } from '../support/concurrent-requests.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const now = '2026-03-02T07:00:00Z';

const server = await useTestServer({ now });
const origins = [server.origin, (await server.another()).origin];
let account: TestAccount;
let concurrently: SendConcurrently;
beforeEach(async () => {
  server.clock.set(now);
  ({ account, concurrently } = await accountAcrossProcesses(server, origins));
});

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };

async function addCoupon(availability: number): Promise<number> {
  const coupon = { title: 'Spring', code: 'SPRING', value_type: 'percentage', value: 10, availability };
  return (await account.create('/coupons', 'coupon', coupon)).id;
}
const availability = async (id: number) => (await account.get(`/coupons/${id}`)).body.coupon.availability;

describe('a coupon', () => {
  it('with seven left is used by seven of 50 concurrent bookings of different resources', async () => {
    const { resourceIds, serviceId } = await createBookableService(account, {
      service: { price: 100 },
      resource: { capacity: 50 },
      providers: [{}, {}, {}],
    });
    const coupon_id = await addCoupon(7);
    const answers = await concurrently(50, (through, index) => {
      const resource_id = resourceIds[index % 3];
      return through.post('/bookings', { json: { ...time, resource_id, service_id: serviceId, coupon_id } });
    });
    expect(accepted(answers)).toHaveLength(7);
    expect(refusals(answers)).toEqual([{ status: 400, coupon_id: ['is used up'] }]);
    expect(await availability(coupon_id)).toBe(0);
    expect((await account.get('/orders')).body).toHaveLength(7);
  });

  it('is returned once for each booking that ends in several ways concurrently, while others use it', async () => {
    const { resourceId } = await createBookableService(account, { resource: { capacity: 100 } });
    const coupon_id = await addCoupon(10);
    const booking = { ...time, resource_id: resourceId, coupon_id };
    const ids: number[] = [];
    for (let index = 0; index < 6; index += 1) ids.push((await account.create('/bookings', 'booking', booking)).id);
    const answers = await concurrently(30, (through, index) => {
      const path = `/bookings/${ids[index % 6]}`;
      if (index % 5 === 0) return through.post('/bookings', { json: booking });
      if (index % 5 === 1) return through.put(path, { json: { coupon_id: null } });
      return index % 5 === 2 ? through.put(`${path}/cancel`) : through.del(path);
    });
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    // Four coupons are left at first, so the number of new bookings with a coupon depends on the order of the requests.
    const taken = accepted(answers.filter((_, index) => index % 5 === 0));
    const { body } = await account.get('/bookings');
    const holders = body.filter((item: { booking: { coupon_id: number } }) => item.booking.coupon_id === coupon_id);
    expect(holders).toHaveLength(taken.length);
    expect(taken.length).toBeGreaterThanOrEqual(4);
    expect(await availability(coupon_id)).toBe(10 - taken.length);
  });
});

describe('payments', () => {
  async function due(): Promise<{ bookingId: number; orderId: number }> {
    const service = { price: 100, payment_required: true };
    const { resourceId, serviceId } = await createBookableService(account, { service });
    const booking = { ...time, resource_id: resourceId, service_id: serviceId };
    const { id: bookingId } = await account.create('/bookings', 'booking', booking, { confirm: false });
    return { bookingId, orderId: (await account.get('/orders')).body.at(-1).order.id };
  }
  const redeem = (through: TestAccount, orderId: number) =>
    through.graphql('mutation ($orderId: Int!) { redeemGiftCard(orderId: $orderId, code: "card") { state } }', {
      orderId,
    });
  const pay = (through: TestAccount, orderId: number, amount: number) =>
    through.graphql(
      'mutation ($orderId: Int!, $amount: Decimal!) { recordPayment(orderId: $orderId, amount: $amount) { state } }',
      { orderId, amount },
    );
  const done = (answers: { errors?: unknown }[]) => answers.filter(({ errors }) => errors === undefined);

  it('spend a gift card once, for two orders or one', async () => {
    const card = await account.create('/gift_cards', 'gift_card', { value: 150, code: 'card' });
    const one = await due();
    const two = await due();
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        redeem(account.at(origins[index % 2] ?? ''), index % 4 < 2 ? one.orderId : two.orderId),
      ),
    );
    const { body } = await account.get('/orders');
    const paid = body.map(({ order }: { order: { paid_amount: string } }) => order.paid_amount).toSorted();
    expect(paid).toEqual(['100.0', '50.0']);
    expect((await account.get(`/gift_cards/${card.id}`)).body.gift_card.value).toBe(0);
  });

  it('never exceed the balance', async () => {
    const { orderId } = await due();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => pay(account.at(origins[index % 2] ?? ''), orderId, 40)),
    );
    expect(done(answers)).toHaveLength(2);
    expect((await account.get(`/orders/${orderId}`)).body.order).toMatchObject({
      paid_amount: '80.0',
      state: 'pending',
    });
  });

  it('and the expiry of a hold leave it either paid and confirmed, or cancelled', async () => {
    for (let round = 0; round < 5; round += 1) {
      server.clock.set(now);
      const { bookingId, orderId } = await due();
      const context = await createBackgroundContext(server.database, server.clock, account.credentials.id);
      const paying = Array.from({ length: 3 }, () => pay(account, orderId, 100));
      server.clock.advance(21);
      const [, ...answers] = await Promise.all([expireHold(context, bookingId), ...paying]);
      const { booking } = (await account.get(`/bookings/${bookingId}`)).body;
      const { order } = (await account.get(`/orders/${orderId}`)).body;
      const ends = [booking.state, order.state, order.paid_amount, done(answers).length];
      expect([
        ['confirmed', 'confirmed', '100.0', 1],
        ['cancelled', 'cancelled', '0.0', 0],
      ]).toContainEqual(ends);
    }
  });
});

describe('a package', () => {
  it('of 10 is used by 10 of 12 concurrent bookings, and has used what its bookings hold', async () => {
    const { resourceIds, serviceId } = await createBookableService(account, {
      service: { price: 100 },
      resource: { capacity: 50 },
      providers: [{}, {}, {}],
    });
    const { id: person_id } = await account.create('/people', 'person', { name: 'Kari' });
    const { id } = await account.create('/packages', 'package', { title: 'Ten', units: 10, person_id });
    const answers = await concurrently(12, (through, index) => {
      const place = { ...time, resource_id: resourceIds[index % 3], service_id: serviceId };
      return through.post('/bookings', { json: { ...place, person_id, package_id: id } });
    });
    expect(accepted(answers)).toHaveLength(10);
    expect(refusals(answers)).toEqual([{ status: 400, package_id: ['is used up'] }]);
    expect((await account.get(`/packages/${id}`)).body.package).toMatchObject({ used: 10, left: 0 });

    const ids = accepted(answers).map(({ body }) => body.booking.id);
    const ends = await concurrently(30, (through, index) => {
      const path = `/bookings/${ids[index % 10]}`;
      if (index % 3 === 0) return through.put(path, { json: { count: 2 } });
      return index % 3 === 1 ? through.put(`${path}/cancel`) : through.del(path);
    });
    expect(ends.filter(({ status }) => status >= 500)).toEqual([]);
    const [sum] = await server.sql<{ held: number; used: number }>(
      `select coalesce(sum(package_units), 0)::integer as held,
         (select used from package where account_id = booking.account_id and id = package_id) as used
       from booking where account_id = ? and package_id = ? group by account_id, package_id`,
      account.credentials.id,
      id,
    );
    expect(sum?.used).toBe(sum?.held);
  });

  it.each([
    [1, 10],
    [2, 5],
  ])(
    'of 10 is used by as many of 12 concurrent visits as it pays for: %i items each, %i visits',
    async (items, visits) => {
      const { resourceIds, serviceId } = await createBookableService(account, {
        service: { price: 100 },
        resource: { capacity: 50 },
        providers: [{}, {}, {}],
      });
      const { id: person_id } = await account.create('/people', 'person', { name: 'Kari' });
      const { id: package_id } = await account.create('/packages', 'package', { title: 'Ten', units: 10, person_id });
      const answers = await concurrently(12, (through, index) => {
        const of = (place: number) => ({
          ...time,
          resource_id: resourceIds[(index + place) % 3],
          service_id: serviceId,
        });
        const paid = Array.from({ length: items }, (_, place) => ({ ...of(place), package_id }));
        const all = index % 2 === 0 ? [...paid, of(2)] : [of(2), ...paid];
        return through.post('/visits', { json: { visit: { person_id, items: all } } });
      });
      expect(accepted(answers)).toHaveLength(visits);
      const named = refusals(answers).flatMap((refused) => Object.entries(refused ?? {}));
      for (const [name, value] of named.filter(([attribute]) => attribute !== 'status')) {
        expect([name, value]).toEqual([expect.stringMatching(/^items\[\d\]\.package_id$/), ['is used up']]);
      }
      expect((await account.get(`/packages/${package_id}`)).body.package).toMatchObject({ used: 10, left: 0 });
      expect((await account.get('/orders')).body.map(({ order }: { order: { total: string } }) => order.total)).toEqual(
        Array(visits).fill('100.0'),
      );
    },
  );

  it('with three units left pays for three of 12 bookings that choose it at once, or give it back', async () => {
    const { resourceId, serviceId } = await createBookableService(account, {
      service: { price: 100 },
      resource: { capacity: 50 },
    });
    const { id: person_id } = await account.create('/people', 'person', { name: 'Kari' });
    const { id: package_id } = await account.create('/packages', 'package', { title: 'Three', units: 3, person_id });
    const place = { ...time, resource_id: resourceId, service_id: serviceId, person_id };
    const ids: number[] = [];
    for (let index = 0; index < 6; index += 1) ids.push((await account.create('/bookings', 'booking', place)).id);
    const choose = (count: number, of: (index: number) => object) =>
      concurrently(count, (through, index) => through.put(`/bookings/${ids[index % 6]}`, { json: of(index) }));
    const chosen = await choose(12, () => ({ package_id }));
    expect(refusals(chosen)).toEqual([{ status: 400, package_id: ['is used up'] }]);
    expect((await account.get(`/packages/${package_id}`)).body.package).toMatchObject({ used: 3, left: 0 });
    const changed = await choose(36, (index) => ({ package_id: index % 4 < 2 ? null : package_id }));
    expect(changed.filter(({ status }) => status >= 500)).toEqual([]);
    const rows = await server.sql<{ total: string; held: number }>(
      `select total::integer::text as total, coalesce(package_units, 0) as held
       from booking join booking_order on booking_order.account_id = booking.account_id and booking_order.id = order_id
       where booking.account_id = ?`,
      account.credentials.id,
    );
    expect(rows).toHaveLength(6);
    for (const { total, held } of rows) expect(total).toBe(held > 0 ? '0' : '100');
    const held = rows.reduce((sum, row) => sum + row.held, 0);
    expect((await account.get(`/packages/${package_id}`)).body.package).toMatchObject({ used: held });
  });
});
