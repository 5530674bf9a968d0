import { createBookableService } from '../support/catalog.js';
import { addCoupon } from '../support/shop.js';
import { statementsOf } from '../support/statements.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);

const day = '2026-03-03';
const at = (from: string, to: string) => ({ booked_from: `${day} ${from}`, booked_to: `${day} ${to}` });

let serviceId: number;
let resourceId: number;
let options: { wash: number; long: number; mask: number };
let length: number;

/** A cut of 60 minutes for 600, open from 9 to 17, of hair whose length must be named if `minimum` is 1. */
async function salon({ minimum = 0, service = {} }: { minimum?: number; service?: object } = {}): Promise<void> {
  const offered = await createBookableService(account, { service: { title: 'Cut', price: 600, ...service } });
  ({ serviceId, resourceId } = offered);
  const group = { title: 'Length', minimum, maximum: 1 };
  ({ id: length } = await account.create(`/services/${serviceId}/option_groups`, 'service_option_group', group));
  options = {
    wash: await addOption({ title: 'Wash', minutes: 15, price: 100, maximum: 2 }),
    long: await addOption({ title: 'Long hair', minutes: 30, price: 200, group_id: length }),
    mask: await addOption({ title: 'Mask', price: 50 }),
  };
}
const addOption = async (attributes: object, service = serviceId): Promise<number> =>
  (await account.create(`/services/${service}/options`, 'service_option', { title: 'Wash', ...attributes })).id;
const book = (booking: object, parameters: object = {}) =>
  account.post('/bookings', { json: { booking: { service_id: serviceId, ...booking }, ...parameters } });
const one = (option_id: number, quantity?: number) => ({ option_id, ...(quantity !== undefined && { quantity }) });
const update = (id: number, booking: object) => account.put(`/bookings/${id}`, { json: { booking } });
const untaxed = { tax_name: null, tax_percentage: null };
const washed = (quantity: number) => ({
  ...{ option_id: options.wash, title: 'Wash', quantity, minutes: 15, price: '100.0', ...untaxed },
});
const long = () => ({
  ...{ option_id: options.long, title: 'Long hair', quantity: 1, minutes: 30, price: '200.0', ...untaxed },
});
const orderOf = async (id: number) => {
  const { data } = await account.graphql(`{ booking(id: ${id}) { order {
    total discountAmount payableAmount taxAmount
    lineItems { title optionId bookingId quantity amount taxName taxAmount payableAmount } } } }`);
  return data.booking.order;
};
const untaxedLine = { taxName: null, taxAmount: null, payableAmount: null };

describe('the options of a new booking', () => {
  it('are kept as they were agreed, and are lines of its order', async () => {
    await salon();
    const chosen = [one(options.long), one(options.wash, 2)];
    const { status, body } = await book({ ...at('09:00', '11:00'), options: chosen, expected_price: 1000 });
    expect([status, body.booking.options]).toEqual([200, [long(), washed(2)]]);
    const { id } = body.booking;
    const order = {
      ...{ total: '1000.0', discountAmount: '0.0', payableAmount: '1000.0', taxAmount: null },
      lineItems: [
        { title: null, optionId: null, bookingId: id, quantity: 1, amount: '600.0', ...untaxedLine },
        { title: 'Long hair', optionId: options.long, bookingId: null, quantity: 1, amount: '200.0', ...untaxedLine },
        { title: 'Wash', optionId: options.wash, bookingId: null, quantity: 2, amount: '100.0', ...untaxedLine },
      ],
    };
    expect(await orderOf(id)).toEqual(order);
    await account.put(`/service_options/${options.wash}`, { json: { service_option: { price: 900, title: 'Rinse' } } });
    await account.del(`/service_options/${options.long}`);
    await account.del(`/service_option_groups/${length}`);
    expect((await account.get(`/bookings/${id}`)).body.booking.options).toEqual([long(), washed(2)]);
    expect(await orderOf(id)).toEqual(order);
    const [line] = (await account.get('/orders')).body[0].order.order_line_items.slice(1);
    expect(line).toEqual({
      ...{ id: expect.any(Number), service_id: serviceId, option_id: options.long, title: 'Long hair', quantity: 1 },
      ...{ amount: '200.0', tax_name: null, tax_percentage: null, tax_amount: null, payable_amount: null },
      ...{ gift_card_id: null, booking_id: null },
    });
  });

  it('are not named by a booking without any', async () => {
    await salon();
    const { body } = await book(at('09:00', '10:00'));
    expect(body.booking).not.toHaveProperty('options');
    const [line] = (await account.get('/orders')).body[0].order.order_line_items;
    expect(Object.keys(line)).not.toContain('option_id');
    const { data } = await account.graphql(`{ booking(id: ${body.booking.id}) { options { title } } }`);
    expect(data.booking).toEqual({ options: null });
  });

  it('make the order of a service without a price', async () => {
    await salon({ service: { price: null } });
    const free = await book({ ...at('09:00', '10:00'), options: [] });
    expect(await orderOf(free.body.booking.id)).toBeNull();
    const { body } = await book({ ...at('10:00', '11:15'), options: [one(options.wash)] });
    expect(await orderOf(body.booking.id)).toMatchObject({
      ...{ total: '100.0', lineItems: [{ amount: '0.0' }, { amount: '100.0', optionId: options.wash }] },
    });
  });

  it('are part of the expected price', async () => {
    await salon();
    const booking = { ...at('09:00', '10:30'), options: [one(options.long)] };
    const refused = await book({ ...booking, expected_price: 600 });
    expect([refused.status, refused.body]).toEqual([
      409,
      { error: { description: 'The price is 800.0' }, price: '800.0' },
    ]);
    expect((await book({ ...booking, count: 1, expected_price: 800 })).status).toBe(200);
  });

  it('cost the same for all people of a booking', async () => {
    await salon({ service: { booking_capacity: 2 } });
    await account.put(`/resources/${resourceId}`, { json: { resource: { capacity: 2 } } });
    const { body } = await book({ ...at('09:00', '10:00'), count: 2, options: [one(options.mask)] });
    expect(await orderOf(body.booking.id)).toMatchObject({ total: '1250.0' });
  });

  it('share the discount and have a tax of their own', async () => {
    await salon();
    const rate = (percentage: string, name: string, included = true) =>
      account.create('/tax_rates', 'tax_rate', { name, percentage, included });
    const [high, low] = [await rate('25', 'High'), await rate('15', 'Low', false)];
    await account.put(`/services/${serviceId}`, { json: { service: { price: 100, tax_rate_id: high.id } } });
    const option = await addOption({ title: 'Snack', price: '43.48', tax_rate_id: low.id });
    await addCoupon(account, { code: 'SPRING', value_type: 'amount', value: 10 });
    const { body } = await book({ ...at('09:00', '10:00'), options: [one(option)], coupon_code: 'SPRING' });
    const order = {
      ...{ total: '150.0', discountAmount: '10.0', payableAmount: '140.0', taxAmount: '24.76' },
      lineItems: [
        { amount: '100.0', taxName: 'High', taxAmount: '18.67', payableAmount: '93.33' },
        { amount: '50.0', taxName: 'Low', taxAmount: '6.09', payableAmount: '46.67' },
      ],
    };
    expect(await orderOf(body.booking.id)).toMatchObject(order);
    await account.put(`/tax_rates/${low.id}`, { json: { tax_rate: { percentage: 50, name: 'Other' } } });
    await update(body.booking.id, at('12:00', '13:00'));
    expect(await orderOf(body.booking.id)).toMatchObject(order);
    expect(body.booking.options).toEqual([
      {
        ...{ option_id: option, title: 'Snack', quantity: 1, minutes: 0, price: '50.0' },
        ...{ tax_name: 'Low', tax_percentage: '15.0' },
      },
    ]);
  });

  it.each<[string, () => object[], object]>([
    ['of no service', () => [one(1)], { 'options[0].option_id': ['does not exist'] }],
    ['quantity 0', () => [one(options.wash, 0)], { 'options[0].quantity': ['must be greater than 0'] }],
    ['above the maximum', () => [one(options.wash, 3)], { 'options[0].quantity': ['must be less than or equal to 2'] }],
    [
      'twice, the second of three',
      () => [one(options.wash), one(options.wash), one(options.mask)],
      { 'options[1].option_id': ['has already been taken'] },
    ],
    [
      'a quantity that is no number',
      () => [{ option_id: options.wash, quantity: 'x' }],
      { 'options[0].quantity': ['is not a number'] },
    ],
    [
      'a quantity of the second that is no number',
      () => [one(options.mask), { option_id: options.wash, quantity: 'x' }],
      { 'options[1].quantity': ['is not a number'] },
    ],
    ['without an id', () => [{ quantity: 1 }], { 'options[0].option_id': ["can't be blank"] }],
  ])('are refused: %s', async (_name, chosen, errors) => {
    await salon();
    const { status, body } = await book({ ...at('09:00', '10:00'), options: chosen() });
    expect([status, body]).toEqual([400, errors]);
  });

  it('are refused within a visit by the places of both', async () => {
    await salon();
    const person_attributes = { name: 'Kari', email: 'kari@example.org' };
    const visit = async (...last: object[]) => {
      const item = (time: object, chosen: object[]) => ({ service_id: serviceId, ...time, options: chosen });
      const items = [item(at('09:00', '10:00'), [one(options.mask)]), item(at('10:00', '11:00'), last)];
      const { status, body } = await account.post('/visits', { json: { visit: { items, person_attributes } } });
      return [status, body];
    };
    const name = 'items[1].options[1]';
    expect(await visit(one(options.mask), one(options.wash, 3))).toEqual([
      400,
      { [`${name}.quantity`]: ['must be less than or equal to 2'] },
    ]);
    expect(await visit(one(options.mask), { option_id: 'x' })).toEqual([
      400,
      { [`${name}.option_id`]: ['is not a number'] },
    ]);
  });

  it('are refused if they are of another service, or inactive', async () => {
    await salon();
    const other = await createBookableService(account);
    const chosen = [one(options.mask), one(await addOption({}, other.serviceId))];
    const refused = { 'options[1].option_id': ['does not exist'] };
    expect(await book({ ...at('09:00', '10:00'), options: chosen })).toMatchObject({ status: 400, body: refused });
    await account.del(`/service_options/${options.mask}`);
    expect(await book({ ...at('09:00', '10:00'), options: [one(options.mask)] })).toMatchObject({
      ...{ status: 400, body: { 'options[0].option_id': ['does not exist'] } },
    });
  });

  it.each(['service_id', 'event_id'])('of an unknown %s are refused for that alone', async (attribute) => {
    await salon();
    const chosen = { options: [one(options.mask)], [attribute]: 2_000_000_000 };
    const refused = { [attribute]: ['does not exist'] };
    const { status, body } = await book({ ...at('09:00', '10:00'), ...chosen });
    expect([status, body]).toEqual([400, refused]);
    const booked = await book({ ...at('09:00', '10:00'), options: [one(options.mask)] });
    const changed = await update(booked.body.booking.id, chosen);
    expect([changed.status, changed.body]).toEqual([400, refused]);
  });

  it('must keep the rules of groups, also if none is named', async () => {
    await salon({ minimum: 1 });
    const short = await addOption({ title: 'Short hair', group_id: length });
    const missing = { status: 400, body: { options: ['must have at least 1 of Length'] } };
    expect(await book(at('09:00', '10:00'))).toMatchObject(missing);
    expect(await book({ ...at('09:00', '10:00'), options: [one(options.mask)] })).toMatchObject(missing);
    expect(await book({ ...at('09:00', '10:30'), options: [one(short), one(options.long)] })).toMatchObject({
      ...{ status: 400, body: { options: ['must have at most 1 of Length'] } },
    });
    expect((await book({ ...at('09:00', '10:00'), options: [one(short)] })).status).toBe(200);
    await account.del(`/service_option_groups/${length}`);
    expect((await book(at('10:00', '11:00'))).status).toBe(200);
  });

  it('are read only for a service that has had some', async () => {
    const plain = await createBookableService(account);
    const create = () =>
      account.create('/bookings', 'booking', { service_id: plain.serviceId, ...at('09:00', '10:00') });
    const { statements } = await statementsOf(server.database, create);
    expect(statements.filter((text) => text.includes('service_option'))).toEqual([]);
  });

  it('are taken by GraphQL, one booking or many', async () => {
    await salon();
    const input = (from: string, to: string) =>
      `{ serviceId: ${serviceId}, bookedFrom: "${day} ${from}", bookedTo: "${day} ${to}", options: [{ optionId: ${options.wash} }] }`;
    const single = await account.graphql(
      `mutation { createBooking(input: ${input('09:00', '10:15')}) { options { title quantity } order { total } } }`,
    );
    const booked = { options: [{ title: 'Wash', quantity: 1 }], order: { total: '700.0' } };
    expect(single.data.createBooking).toEqual(booked);
    const many = await account.graphql(
      `mutation { createBookings(items: [${input('11:00', '12:15')}]) { items { booking { options { title quantity } order { total } } } } }`,
    );
    expect(many.data.createBookings.items).toEqual([{ booking: booked }]);
  });
});

describe('the options of a booking by a visitor', () => {
  const start = (booking: object) =>
    visitor.post('/bookings', {
      json: {
        booking: {
          ...{ service_id: serviceId, person_attributes: { name: 'Kari', email: 'kari@example.org' } },
          ...booking,
        },
      },
    });

  it('lengthen it', async () => {
    await salon();
    const { status, body } = await start({ ...at('09:00', '10:30'), options: [one(options.long)] });
    expect([status, body.booking.options]).toEqual([200, [long()]]);
    const short = await start({ ...at('12:00', '13:00'), options: [one(options.long)] });
    const message = 'must last a multiple of 60 minutes and 30 for its options';
    expect([short.status, short.body]).toEqual([400, { booked_from: [message] }]);
    const none = await start({ ...at('12:00', '12:30'), options: [one(options.long)] });
    expect([none.status, none.body]).toEqual([400, { booked_from: [message] }]);
  });

  it('must end before closing, as slots do', async () => {
    await salon();
    const starts = async (query = '') => {
      const { body } = await visitor.get(`/services/${serviceId}/slots?from=${day}&to=${day}${query}`);
      return body.map(({ slot }: { slot: { timestamp: string; timestamp_end: string } }) =>
        [slot.timestamp, slot.timestamp_end].map((time) => time.slice(11, 16)).join('–'),
      );
    };
    const plain = await starts();
    expect([plain.length, plain.at(-1)]).toEqual([8, '16:00–17:00']);
    const longer = await starts(`&options=${options.wash},${options.wash}`);
    expect([longer.length, longer[0], longer.at(-1)]).toEqual([7, '09:00–10:30', '15:00–16:30']);
    const late = await start({ ...at('16:00', '17:30'), options: [one(options.wash, 2)] });
    expect([late.status, late.body]).toEqual([400, { booked_from: ['is outside the opening hours'] }]);
    expect((await start({ ...at('15:00', '16:30'), options: [one(options.wash, 2)] })).status).toBe(200);
    // The place before it is too short for a longer booking, and not for a plain one.
    expect(await starts(`&options=${options.long}`)).not.toContain('14:00–15:30');
    expect(await starts()).toContain('14:00–15:00');
  });

  it('are checked where slots are listed', async () => {
    await salon({ minimum: 1 });
    const list = (ids: string) => account.get(`/services/${serviceId}/slots?from=${day}&to=${day}&options=${ids}`);
    expect(await list('1')).toMatchObject({ status: 400, body: { 'options[0].option_id': ['does not exist'] } });
    expect(await list(`${options.mask}`)).toMatchObject({
      ...{ status: 400, body: { options: ['must have at least 1 of Length'] } },
    });
    expect(await list(`${options.long},${options.mask},${options.mask}`)).toMatchObject({
      ...{ status: 400, body: { 'options[1].quantity': ['must be less than or equal to 1'] } },
    });
    expect(await list(`${options.long}`)).toMatchObject({ status: 200 });
  });
});

describe('the options of a booking that changes', () => {
  const booked = async (): Promise<number> =>
    (await book({ ...at('09:00', '10:30'), options: [one(options.long)] })).body.booking.id;
  const show = ({ body }: { body: { booking: Record<string, string> } }) => [
    body.booking['booked_from']?.slice(11, 16),
    body.booking['booked_to']?.slice(11, 16),
    body.booking['options'],
  ];

  it('stay when it moves', async () => {
    await salon();
    const id = await booked();
    await account.del(`/service_options/${options.long}`);
    expect(show(await update(id, at('12:00', '13:30')))).toEqual(['12:00', '13:30', [long()]]);
    expect(await orderOf(id)).toMatchObject({ total: '800.0' });
  });

  it('change its end, its price and its lines', async () => {
    await salon();
    const id = await booked();
    const chosen = [one(options.long), one(options.wash, 2)];
    expect(show(await update(id, { options: chosen }))).toEqual(['09:00', '11:00', [long(), washed(2)]]);
    expect(await orderOf(id)).toMatchObject({
      ...{ total: '1000.0', lineItems: [{ bookingId: id }, { optionId: options.long }, { optionId: options.wash }] },
    });
    expect(show(await update(id, { options: null }))).toEqual(['09:00', '10:00', undefined]);
    expect(await orderOf(id)).toMatchObject({ total: '600.0', lineItems: [{ bookingId: id }] });
  });

  it('keep what was agreed', async () => {
    await salon();
    const id = await booked();
    await account.put(`/service_options/${options.long}`, { json: { service_option: { price: 900, minutes: 60 } } });
    const again = await update(id, { options: [one(options.long)] });
    expect([...show(again), again.body.booking.revision_count]).toEqual(['09:00', '10:30', [long()], 0]);
    await account.del(`/service_options/${options.long}`);
    expect(show(await update(id, { options: [one(options.wash), one(options.long)] }))).toEqual([
      ...['09:00', '10:45', [washed(1), long()]],
    ]);
    expect(await orderOf(id)).toMatchObject({ total: '900.0' });
  });

  it('need room', async () => {
    await salon();
    const id = await booked();
    await book(at('10:30', '11:30'));
    const { status, body } = await update(id, { options: [one(options.long), one(options.wash)] });
    expect([status, body]).toEqual([400, { resource_id: ['is not available'] }]);
    expect((await account.get(`/bookings/${id}`)).body.booking.options).toEqual([long()]);
  });

  it('end with its service', async () => {
    await salon();
    const id = await booked();
    const other = await createBookableService(account, { service: { title: 'Colour', price: 50 } });
    await account.create('/providers', 'provider', { resource_id: resourceId, service_id: other.serviceId });
    const { status, body } = await update(id, { service_id: other.serviceId });
    expect([status, body.booking.options]).toEqual([200, undefined]);
    expect(await orderOf(id)).toMatchObject({ total: '50.0', lineItems: [{ bookingId: id, amount: '50.0' }] });
  });
});
