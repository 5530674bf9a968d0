import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { expireHold } from '../../src/domain/booking/states/booking-state.actions.js';
import { createBookableService } from '../support/catalog.js';
import { payOrder } from '../support/shop.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { startVisitorSession } from '../support/visitor-session.js';

const now = '2026-03-02T07:00:00Z';

const server = await useTestServer({ now });
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);
let cut: number;
let colour: number;
let kari: number;
beforeEach(async () => {
  server.clock.set(now);
  const deposit = { deposit_type: 'percentage', deposit_value: 30 };
  const services = [
    { title: 'Cut', price: 400 },
    { title: 'Colour', price: 900, ...deposit },
  ];
  [cut = 0, colour = 0] = await Promise.all(
    services.map(async (service) => (await createBookableService(account, { service })).serviceId),
  );
  kari = (await account.create('/people', 'person', { name: 'Kari', email: 'kari@example.org' })).id;
});

const give = (attributes: object = {}) =>
  account.create('/packages', 'package', { title: 'Ten', units: 10, person_id: kari, ...attributes });
const usedOf = async (id: number): Promise<number> => (await account.get(`/packages/${id}`)).body.package.used;
const item = (service_id: number, hour: number, attributes: object = {}) => ({
  ...{ service_id, booked_from: `2026-03-04 ${hour}:00`, booked_to: `2026-03-04 ${hour + 1}:00` },
  ...attributes,
});
const start = (items: object[], parameters: object = {}, visit: object = {}) =>
  account.post('/visits', { json: { visit: { person_id: kari, items, ...visit }, ...parameters } });
interface Booked {
  id: number;
  state: string;
  package_id?: number;
  package_units?: number;
}
const made = async (items: object[], parameters: object = {}): Promise<Booked[]> => {
  const { status, body } = await start(items, parameters);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.visit.bookings;
};
const onlyOrder = async () => {
  const { body } = await account.get('/orders');
  expect(body.length).toBe(1);
  return body[0].order;
};
const end = (id: number) =>
  createBackgroundContext(server.database, server.clock, account.credentials.id).then((of) => expireHold(of, id));

describe('packages in a visit', () => {
  it('pay for the items that name them, one unit for each person, and the order has the others', async () => {
    const { id: package_id } = await give({ service_ids: [cut] });
    const bookings = await made([item(cut, 9, { package_id }), item(colour, 10), item(cut, 11)], { confirm: false });
    expect(bookings).toMatchObject([
      { state: 'awaiting_payment', package_id, package_units: 1 },
      { state: 'awaiting_payment' },
      { state: 'awaiting_payment' },
    ]);
    expect(await usedOf(package_id)).toBe(1);
    const order = await onlyOrder();
    const due = { total: '1300.0', deposit: '270.0', due_now: '270.0', due_later: '1030.0' };
    expect([order, order.order_line_items.length]).toMatchObject([due, 2]);
    await payOrder(account, order.id, '270');
    const { visit } = (await account.get(`/visits/${bookings[0]?.id}`)).body;
    const paid = { state: 'confirmed', paid_amount: '270.0' };
    expect(visit.bookings).toMatchObject([{ ...paid, paid_amount: null }, paid, { ...paid, paid_amount: null }]);
  });

  it('that pay for all of it leave no order, and it is confirmed at once', async () => {
    const { id: package_id } = await give();
    await account.put(`/services/${cut}`, { json: { payment_required: true } });
    const items = [item(cut, 9, { package_id }), item(colour, 10, { package_id })];
    expect(await made(items, { confirm: false })).toMatchObject([{ state: 'confirmed' }, { state: 'confirmed' }]);
    expect((await account.get('/orders')).body).toEqual([]);
    expect(await usedOf(package_id)).toBe(2);
  });

  it('without enough units refuse the item, and take none', async () => {
    const { id: package_id } = await give({ units: 1, service_ids: [cut] });
    const items = [item(cut, 9, { package_id }), item(cut, 10, { package_id })];
    expect(await start(items)).toMatchObject({ status: 400, body: { 'items[1].package_id': ['is used up'] } });
    expect(await start([item(colour, 9, { package_id }), item(cut, 10, { package_id })])).toMatchObject({
      status: 400,
      body: { 'items[0].package_id': ['is not for that service'] },
    });
    expect(await usedOf(package_id)).toBe(0);
    await made([item(cut, 9, { package_id }), item(cut, 10)]);
    expect([await usedOf(package_id), await onlyOrder()]).toMatchObject([1, { total: '400.0' }]);
  });

  it.each([
    ['2026-03-03T08:00:00Z', 0],
    ['2026-03-03T08:00:01Z', 1],
  ])(
    'return the units of a visit that is cancelled at %s, a day before its first item, and keep %i',
    async (at, kept) => {
      await account.put('/client', { json: { client: { cancellation_period: '24 hours' } } });
      const { id: package_id } = await give();
      const bookings = await made([item(cut, 9, { package_id }), item(colour, 10, { package_id, count: 1 })]);
      expect(await usedOf(package_id)).toBe(2);
      server.clock.set(at);
      await account.put(`/visits/${bookings[0]?.id}/cancel`);
      expect(await usedOf(package_id)).toBe(kept);
    },
  );

  it('return the unit of the item that is cancelled alone, and all when the hold ends', async () => {
    const { id: package_id } = await give();
    const items = [item(cut, 9, { package_id }), item(cut, 10, { package_id }), item(colour, 11)];
    const [first, second] = await made(items, { confirm: false });
    expect(await usedOf(package_id)).toBe(2);
    await account.put(`/bookings/${second?.id}/cancel`);
    expect(await usedOf(package_id)).toBe(1);
    server.clock.advance(24 * 60);
    await end(first?.id ?? 0);
    expect([await usedOf(package_id), (await onlyOrder()).state]).toEqual([0, 'cancelled']);
  });

  it('of visitors need a session, and are those of the person of the item', async () => {
    const child = await account.create('/people', 'person', { name: 'Bo', date_of_birth: '2018-04-01' });
    await account.create(`/people/${child.id}/guardians`, 'guardian', { person_id: kari });
    const own = await give();
    const ofChild = await give({ person_id: child.id });
    const headers = await startVisitorSession(server, account, 'kari@example.org');
    const post = (items: object[], sending: object) =>
      visitor.post('/visits', { json: { visit: { person_id: kari, items } }, ...sending });
    const items = [
      item(cut, 9, { package_id: own.id }),
      item(colour, 9, { package_id: ofChild.id, person_id: child.id }),
    ];
    const person_attributes = { name: 'Kari', email: 'kari@example.org' };
    expect(await visitor.post('/visits', { json: { visit: { person_attributes, items } } })).toMatchObject({
      status: 400,
      body: { 'items[0].package_id': ['needs a session of its person'] },
    });
    const swapped = [item(cut, 9, { package_id: ofChild.id }), item(colour, 10)];
    expect(await post(swapped, { headers })).toMatchObject({
      status: 400,
      body: { 'items[0].package_id': ['is not of the person'] },
    });
    expect((await post(items, { headers })).status).toBe(200);
    expect([await usedOf(own.id), await usedOf(ofChild.id)]).toEqual([1, 1]);
  });
});
