import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { expireHold } from '../../src/domain/booking/states/booking-state.actions.js';
import { bookableServicePerTest, bookService } from '../support/catalog.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { payOrder } from '../support/shop.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { startVisitorSession } from '../support/visitor-session.js';
import { daily } from './recurring.series.js';

const now = '2026-03-02T07:00:00Z';

const server = await useTestServer({ now });
const account = server.accountPerTest({ publicAccess: true });
const offer = bookableServicePerTest(account, { service: { price: 100 }, resource: { capacity: 50 } });
let kari: number;
beforeEach(async () => {
  server.clock.set(now);
  kari = (await account.create('/people', 'person', { name: 'Kari', email: 'kari@example.org' })).id;
});

const give = (attributes: object = {}) =>
  account.create('/packages', 'package', { title: 'Ten cuts', units: 10, person_id: kari, ...attributes });
const read = async (id: number) => (await account.get(`/packages/${id}`)).body.package;
const book = (package_id: number, attributes: object = {}, parameters: object = {}) =>
  bookService(account, offer, { person_id: kari, package_id, ...attributes }, parameters);
const refusal = async (package_id: number, attributes: object = {}) => {
  const booking = {
    ...{ service_id: offer.serviceId, resource_id: offer.resourceId, person_id: kari, package_id },
    ...{ booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00', ...attributes },
  };
  const { status, body } = await account.post('/bookings', { json: { booking } });
  return [status, body];
};
const orders = async () => (await account.get('/orders')).body.map(({ order }: { order: object }) => order);
const error = (message: string) => [400, { package_id: [message] }];

describe('a package', () => {
  it('has all given attributes, and is read as it was returned', async () => {
    const given = {
      ...{ title: 'Ten cuts', units: 10, active: true, service_ids: [offer.serviceId], valid_until: '2026-12-31' },
      ...{ person_id: kari, purchased_by_person_id: kari, custom_data: { vip: true } },
    };
    const { status, body } = await account.post('/packages', { json: { package: given } });
    const at = '2026-03-02T08:00:00+01:00';
    const whole = { id: expect.any(Number), created_at: at, updated_at: at, ...given, used: 0, left: 10 };
    expect([status, body]).toEqual([200, { package: whole }]);
    expect(await read(body.package.id)).toEqual(body.package);
    expect((await account.get(`/packages?person_id=${kari}`)).body).toEqual([body]);
    expect((await account.get('/packages?person_id=2000000000')).body).toEqual([]);
  });

  it.each([
    [{ title: null }, { title: ["can't be blank"] }],
    [{ units: null }, { units: ["can't be blank"] }],
    [{ units: 0 }, { units: ['must be greater than 0'] }],
    [{ units: 1001 }, { units: ['must be less than or equal to 1000'] }],
    [{ service_ids: [0] }, { service_ids: ['does not exist'] }],
    [{ person_id: 0 }, { person_id: ['does not exist'] }],
  ])('with %j is refused', async (attributes, errors) => {
    const json = { package: { title: 'Ten', units: 10, ...attributes } };
    const { status, body } = await account.post('/packages', { json });
    expect([status, body]).toEqual([400, errors]);
  });

  it('keeps the units that are used, and is archived instead of deleted', async () => {
    const { id } = await give();
    const booking = await book(id, { count: 2 });
    const fewer = await account.put(`/packages/${id}`, { json: { units: 1 } });
    expect([fewer.status, fewer.body]).toEqual([400, { units: ['must be greater than or equal to 2'] }]);
    expect((await account.put(`/packages/${id}`, { json: { units: 2 } })).body.package).toMatchObject({ left: 0 });
    expect((await account.del(`/packages/${id}`)).status).toBe(200);
    expect((await account.get('/packages')).body).toEqual([]);
    expect(await read(id)).toMatchObject({ active: false, used: 2 });
    expect((await account.get(`/bookings/${booking.id}`)).body.booking).toMatchObject({ package_id: id });
    const unused = await give();
    await account.del(`/packages/${unused.id}`);
    expect((await account.get(`/packages/${unused.id}`)).status).toBe(404);
  });
});

describe('a booking that a package pays for', () => {
  it('takes a unit for each person, and owes nothing', async () => {
    const { id } = await give();
    const booking = await book(id, { count: 3 });
    expect(booking).toMatchObject({ package_id: id, package_units: 3, state: 'confirmed' });
    expect(await read(id)).toMatchObject({ units: 10, used: 3, left: 7 });
    expect(await orders()).toEqual([]);
  });

  it('is confirmed at once where bookings are paid in advance', async () => {
    await account.put(`/services/${offer.serviceId}`, { json: { payment_required: true } });
    const { id } = await give();
    expect(await book(id, {}, { confirm: false })).toMatchObject({ state: 'confirmed' });
  });

  it('owes what its options cost', async () => {
    const { id: option_id } = await account.create(`/services/${offer.serviceId}/options`, 'service_option', {
      ...{ title: 'Wash', price: 30 },
    });
    const { id } = await give();
    await book(id, { options: [{ option_id, quantity: 1 }], expected_price: 30 });
    expect(await orders()).toMatchObject([{ total: '30.0', balance: '30.0' }]);
    expect(await read(id)).toMatchObject({ left: 9 });
  });

  it('is refused if the package cannot pay for it', async () => {
    const { id } = await give({ units: 2, service_ids: [offer.serviceId], valid_until: '2026-03-04' });
    const { id: ola } = await account.create('/people', 'person', { name: 'Ola' });
    const { id: other } = await account.create('/services', 'service', { title: 'Wash' });
    await account.create('/providers', 'provider', { service_id: other, resource_id: offer.resourceId });
    expect(await refusal(0)).toEqual(error('does not exist'));
    expect(await refusal(id, { person_id: ola })).toEqual(error('is not of the person'));
    expect(await refusal(id, { person_id: null })).toEqual(error('is not of the person'));
    expect(await refusal(id, { service_id: other })).toEqual(error('is not for that service'));
    expect(await refusal(id, { service_id: null })).toEqual(error('is not for that service'));
    expect(await refusal(id, { count: 3 })).toEqual(error('has too few units left (2)'));
    const late = { booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 13:00' };
    expect(await refusal(id, late)).toEqual(error('is not valid on that date'));
    await book(id, { count: 2 });
    expect(await refusal(id)).toEqual(error('is used up'));
    await account.put(`/packages/${id}`, { json: { active: false } });
    expect(await refusal(id)).toEqual(error('is not active'));
    expect(await read(id)).toMatchObject({ used: 2 });
  });

  it('takes and returns units when its people change, and stays within what the package pays for', async () => {
    const { id } = await give({ units: 3, valid_until: '2026-03-10' });
    const booking = await book(id);
    const change = async (json: object) => {
      const { status, body } = await account.put(`/bookings/${booking.id}`, { json });
      return [status, status === 200 ? body.booking.package_units : body];
    };
    expect(await change({ count: 3 })).toEqual([200, 3]);
    expect(await read(id)).toMatchObject({ left: 0 });
    expect(await change({ count: 4 })).toEqual(error('is used up'));
    expect(await change({ booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 13:00' })).toEqual([200, 3]);
    const late = { booked_from: '2026-03-11 12:00', booked_to: '2026-03-11 13:00' };
    expect(await change(late)).toEqual(error('is not valid on that date'));
    expect(await change({ count: 1 })).toEqual([200, 1]);
    const { id: ola } = await account.create('/people', 'person', { name: 'Ola' });
    expect(await change({ person_id: ola })).toEqual(error('is not of the person'));
    expect(await change({ notes: 'Short' })).toEqual([200, 1]);
    expect(await read(id)).toMatchObject({ left: 2 });
    expect(await orders()).toEqual([]);
  });
});

describe('a unit', () => {
  const late = '2026-03-03T11:00:01Z';
  const end = {
    cancelled: (id: number) => account.put(`/bookings/${id}/cancel`),
    deleted: (id: number) => account.del(`/bookings/${id}`),
    declined: (id: number) => account.put(`/bookings/${id}/decline`),
    expired: async (id: number) =>
      expireHold(await createBackgroundContext(server.database, server.clock, account.credentials.id), id),
  };

  it.each([
    ['cancelled', '2026-03-03T11:00:00Z', 10],
    ['cancelled', late, 9],
    ['deleted', '2026-03-03T11:00:00Z', 10],
    ['deleted', late, 9],
    ['declined', late, 10],
    ['expired', late, 10],
  ] as const)('of a booking that is %s at %s, a day before which it has to be, leaves %i', async (how, at, left) => {
    await account.put('/client', { json: { client: { cancellation_period: '24 hours' } } });
    if (how === 'declined') await account.put('/client', { json: { client: { confirm_manually: true } } });
    if (how === 'expired') await account.put('/client', { json: { client: { verification_method: 1 } } });
    const { id } = await give();
    const { id: bookingId } = await book(id, {}, { confirm: how !== 'declined' && how !== 'expired' });
    expect(await read(id)).toMatchObject({ left: 9 });
    server.clock.set(at);
    await end[how](bookingId);
    expect(await read(id)).toMatchObject({ left });
    await account.del(`/bookings/${bookingId}`);
    expect(await read(id)).toMatchObject({ left });
    const { booking } = (await account.get(`/bookings/${bookingId}`)).body;
    expect(booking).toMatchObject({ package_id: id, package_units: 10 - left });
  });
});

describe('a series', () => {
  it('takes the units that are left, and names the dates without one', async () => {
    const { id } = await give({ units: 2 });
    const booking = {
      ...{ service_id: offer.serviceId, resource_id: offer.resourceId, person_id: kari, package_id: id },
      ...{ booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' },
    };
    const { body } = await account.post('/bookings/recurring', { json: { booking, recurring: daily(4) } });
    await createAllOccurrences(server, account, body.collection_id);
    const { series } = (await account.get(`/series/${body.collection_id}`)).body;
    expect(series.left_out).toMatchObject([
      { from: '2026-03-06T12:00:00+01:00', attribute: 'package_id', reason: 'is used up' },
      { from: '2026-03-07T12:00:00+01:00', attribute: 'package_id', reason: 'is used up' },
    ]);
    expect(await read(id)).toMatchObject({ used: 2, left: 0 });
  });

  it('takes no unit of a package and no use of a coupon for a first date that it leaves out', async () => {
    const { id } = await give({ units: 5 });
    const coupon = { title: 'Spring', code: 'SPRING', value_type: 'percentage', value: 10, availability: 5 };
    const { id: coupon_id } = await account.create('/coupons', 'coupon', coupon);
    const booking = {
      ...{ service_id: offer.serviceId, resource_id: offer.resourceId, person_id: kari, package_id: id, coupon_id },
      ...{ booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' },
    };
    const recurring = { ...daily(3), exdate: 'VALUE=DATE:20260304' };
    const { body } = await account.post('/bookings/recurring', { json: { booking, recurring } });
    await createAllOccurrences(server, account, body.collection_id);
    expect(await read(id)).toMatchObject({ used: 2 });
    expect((await account.get(`/coupons/${coupon_id}`)).body.coupon).toMatchObject({ availability: 3 });
  });
});

describe('an order of a package', () => {
  const terms = { package_units: 10, package_months: 6, package_days: 1 };
  const sell = async (attributes: object = {}) =>
    (
      await account.create('/services', 'service', {
        ...{ title: 'Ten cuts', booking_type: 'package', price: 900, ...terms, package_service_ids: [offer.serviceId] },
        ...attributes,
      })
    ).id;
  const order = (service_id: number, attributes: object = {}) =>
    account.create('/orders', 'order', { person_id: kari, order_line_items: [{ service_id }], ...attributes });
  const packages = async () =>
    (await account.get('/packages')).body.map(({ package: one }: { package: object }) => one);

  it('sells it as the service was when it was ordered, for use when it is paid', async () => {
    const service = await sell();
    const { id, total } = await order(service);
    expect(total).toBe('900.0');
    const changed = { title: 'Five', price: 1, package_units: 5, package_months: 1, package_service_ids: null };
    await account.put(`/services/${service}`, { json: changed });
    const [sold] = await packages();
    const agreed = {
      ...{ title: 'Ten cuts', units: 10, left: 10, valid_until: '2026-09-03', service_ids: [offer.serviceId] },
      ...{ person_id: kari, purchased_by_person_id: kari },
    };
    expect(sold).toMatchObject({ ...agreed, active: false });
    expect(await refusal(sold.id)).toEqual(error('is not active'));
    await payOrder(account, id, '900');
    expect(await packages()).toMatchObject([{ ...agreed, active: true }]);
    await book(sold.id);
    expect(await read(sold.id)).toMatchObject({ left: 9 });
  });

  it('of two has two, active at once if they are free', async () => {
    const service = await sell({ price: 0 });
    await order(service, { order_line_items: [{ service_id: service, quantity: 2 }] });
    expect(await packages()).toMatchObject([{ active: true }, { active: true }]);
  });

  it('needs a person, a price and units', async () => {
    const service = await sell();
    const json = { order: { order_line_items: [{ service_id: service }] } };
    expect((await account.post('/orders', { json })).body).toEqual({ person: ["can't be blank"] });
    const unpriced = await sell({ price: null });
    const without = { order: { person_id: kari, order_line_items: [{ service_id: unpriced }] } };
    expect((await account.post('/orders', { json: without })).body).toEqual({
      order_line_items: { service_id: ['has no price'] },
    });
    const bare = { service: { title: 'Ten', booking_type: 'package' } };
    expect((await account.post('/services', { json: bare })).body).toEqual({ package_units: ["can't be blank"] });
    expect(await refusal(0, { service_id: service, package_id: null })).toEqual([
      400,
      { service_id: ['cannot be booked'] },
    ]);
  });

  it('is taxed when it is sold', async () => {
    const rate = await account.create('/tax_rates', 'tax_rate', { name: 'VAT', percentage: '25' });
    const { tax_amount } = await order(await sell({ tax_rate_id: rate.id, price: 1000 }));
    expect(tax_amount).toBe('200.0');
  });

  it('for a dependant is of the one who pays, and the package of the dependant', async () => {
    const { id: child } = await account.create('/people', 'person', { name: 'Bo' });
    await account.create(`/people/${child}/guardians`, 'guardian', { person_id: kari });
    const { person_id } = await order(await sell(), { person_id: child });
    expect(person_id).toBe(kari);
    expect(await packages()).toMatchObject([{ person_id: child, purchased_by_person_id: kari }]);
  });

  it('is refunded after it is cancelled, which archives the package unless it pays for bookings to come', async () => {
    const { id } = await order(await sell());
    await payOrder(account, id, '900');
    const [sold] = await packages();
    const booking = await book(sold.id);
    const refused = await account.put(`/orders/${id}/cancel`);
    const state = ["can't be cancelled when its packages pay for bookings to come"];
    expect([refused.status, refused.body]).toEqual([400, { state }]);
    await account.put(`/bookings/${booking.id}/cancel`);
    expect((await account.put(`/orders/${id}/cancel`)).body.order).toMatchObject({ state: 'cancelled' });
    expect(await packages()).toEqual([]);
    expect(await read(sold.id)).toMatchObject({ active: false });
    const refund = 'mutation ($id: Int!) { recordRefund(orderId: $id, amount: "900") { paidAmount } }';
    expect((await account.graphql(refund, { id })).data.recordRefund).toEqual({ paidAmount: '0.0' });
  });

  it('is placed by a visitor, who finds the package there', async () => {
    const service = await sell();
    const visitor = new Visitor(account);
    const [listed] = (await visitor.get('/services/packages')).body;
    expect(listed.service).toMatchObject({ ...terms, package_service_ids: [offer.serviceId] });
    const person_attributes = { name: 'Kari', email: 'kari@example.org' };
    const json = { order: { person_attributes, order_line_items: [{ service_id: service }] } };
    expect((await visitor.post('/orders', { json })).status).toBe(200);
    expect(await packages()).toMatchObject([{ person_id: kari, active: false }]);
  });
});

describe('a visitor', () => {
  const at = () => ({
    ...{ service_id: offer.serviceId, resource_id: offer.resourceId },
    ...{ booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' },
  });

  it('books with a package of the person who the session proves, and of a dependant', async () => {
    const headers = await startVisitorSession(server, account, 'kari@example.org');
    const visitor = new Visitor(account);
    const { id: child } = await account.create('/people', 'person', { name: 'Bo' });
    await account.create(`/people/${child}/guardians`, 'guardian', { person_id: kari });
    const [own, hers] = [await give(), await give({ person_id: child })];
    const bookWith = (person_id: number, package_id: number) =>
      visitor.post('/bookings', { headers, json: { booking: { ...at(), person_id, package_id } } });
    expect((await bookWith(kari, own.id)).body.booking).toMatchObject({ state: 'confirmed' });
    expect((await bookWith(child, hers.id)).status).toBe(200);
    const crossed = await bookWith(child, own.id);
    expect([crossed.status, crossed.body]).toEqual(error('is not of the person'));
    const { body } = await visitor.get('/me/packages', { headers });
    const shown = { title: 'Ten cuts', units: 10, left: 9, active: true, service_ids: null, valid_until: null };
    expect(body).toEqual([
      { package: { id: hers.id, ...shown, person_id: child } },
      { package: { id: own.id, ...shown, person_id: kari } },
    ]);
  });

  it('without a session learns nothing of a package', async () => {
    const { id } = await give();
    const person_attributes = { name: 'Kari', email: 'kari@example.org' };
    for (const package_id of [id, 2_000_000_000]) {
      const json = { booking: { ...at(), person_attributes, package_id } };
      const { status, body } = await new Visitor(account).post('/bookings', { json });
      expect([status, body]).toEqual(error('needs a session of its person'));
    }
    expect(await read(id)).toMatchObject({ used: 0 });
  });
});

describe('a merged person', () => {
  it('leaves its packages and bookings to the other', async () => {
    const { id: ola } = await account.create('/people', 'person', { name: 'Ola' });
    const { id } = await give({ purchased_by_person_id: kari });
    await book(id);
    const { status } = await account.post(`/people/${ola}/merge?merge_person_id=${kari}`);
    expect(status).toBe(200);
    expect(await read(id)).toMatchObject({ person_id: ola, purchased_by_person_id: ola, left: 9 });
  });
});
