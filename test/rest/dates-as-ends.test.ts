import { isInputObjectType } from 'graphql';
import { bookingSchema } from '../../src/graphql/schema.js';
import { isEndOfValidity } from '../../src/platform/end-of-validity.js';
import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer({ now: '2026-03-02T07:00:00Z' });
const account = server.accountPerTest({ publicAccess: true });

/** The meaning of a date alone in each input that is an instant. A new input belongs into one of these lists. */
const meanings = {
  /** The end of a validity: the day is included. */
  endOfDay: [
    ...['ApiKeyInput.expiresAt', 'NewApiKeyInput.expiresAt'],
    ...['BookingInput.expiresAt', 'NewBookingInput.expiresAt', 'NewVisitItemInput.expiresAt'],
    ...['CouponInput.validUntil', 'CouponInput.allowedBookingEndAt', 'EventInput.lastBookingAt'],
  ],
  /** The start of a validity, or the time of an event: the start of the day. */
  startOfDay: [
    ...['CouponInput.validFrom', 'CouponInput.allowedBookingStartAt', 'EventInput.firstBookingAt'],
    ...['BookingInput.paidAt', 'BookingInput.remindedAt', 'BookingInput.reminderAt'],
    ...['NewBookingInput.paidAt', 'NewBookingInput.remindedAt', 'NewBookingInput.reminderAt'],
    ...['NewVisitItemInput.paidAt', 'NewVisitItemInput.remindedAt', 'NewVisitItemInput.reminderAt'],
  ],
  /** The times of bookings and events, which are half-open: one that ends on a date ends at its midnight. */
  times: [
    ...['BookingInput.bookedFrom', 'BookingInput.bookedTo', 'NewBookingInput.bookedFrom', 'NewBookingInput.bookedTo'],
    ...['BookingMoveInput.bookedFrom', 'BookingMoveInput.bookedTo', 'EventInput.startsAt', 'EventInput.endsAt'],
    ...['PublicBookingInput.bookedFrom', 'PublicBookingInput.bookedTo', 'LeftOutDateInput.from'],
    ...['PublicVisitItemInput.bookedFrom', 'PublicVisitItemInput.bookedTo', 'VisitMoveInput.bookedFrom'],
    ...['VisitItemMoveInput.bookedFrom', 'VisitItemMoveInput.bookedTo', 'LinkedVisitMoveInput.bookedFrom'],
    ...['NewVisitItemInput.bookedFrom', 'NewVisitItemInput.bookedTo'],
  ],
  /** The bounds of lists and figures: a date alone means its midnight. */
  filters: [
    ...['BookingFilter.end', 'BookingFilter.since', 'BookingFilter.start'],
    ...['EventFilter.end', 'EventFilter.since', 'EventFilter.start', 'PersonFilter.since'],
    ...['During.from', 'During.to', 'FigurePeriod.from', 'FigurePeriod.to', 'InstantRange.from', 'InstantRange.to'],
    ...['Period.from', 'Period.to'],
  ],
};

it('every instant of an input says what a date alone means', () => {
  const fields = Object.values(bookingSchema().getTypeMap())
    .filter(isInputObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field })))
    .filter(({ field }) => String(field.type).replace('!', '') === 'DateTime');
  expect(fields.map(({ name }) => name).toSorted()).toEqual(Object.values(meanings).flat().toSorted());
  const ends = fields.filter(({ field }) => isEndOfValidity(field));
  expect(ends.map(({ name }) => name).toSorted()).toEqual(meanings.endOfDay.toSorted());
  const silent = ends.filter(({ field }) => !field.description?.includes('A date alone includes that day.'));
  expect(silent.map(({ name }) => name)).toEqual([]);
});

const [date, start, end] = ['2026-11-28', '2026-11-28T00:00:00+01:00', '2026-11-28T23:59:59+01:00'];
/** The clock is moved forward by an hour on this date in the zone of the account, Europe/Oslo. */
const shortDay = '2026-03-29';

const createHold = async (attributes: object) => {
  await server.configure(account, { verification_method: 1 });
  const offered = await createBookableService(account);
  const person_attributes = { email: 'kari@example.org' };
  return bookService(account, offered, { person_attributes, ...attributes }, { confirm: false });
};
const createCoupon = (attributes: object) =>
  account.create('/coupons', 'coupon', { title: 'Spring', code: 'SPRING', value: 10, ...attributes });

/** Creates a record of each input of the first two lists, with these attributes. */
const creators: Record<string, { path: string; create: (attributes: object) => Promise<{ id: number }> }> = {
  coupon: { path: '/coupons', create: createCoupon },
  event: { path: '/events', create: (attributes) => createEvent(account, attributes) },
  booking: { path: '/bookings', create: createHold },
};

describe.each([
  ['coupon', 'valid_until', 'valid_from'],
  ['coupon', 'allowed_booking_end_at', 'allowed_booking_start_at'],
  ['event', 'last_booking_at', 'first_booking_at'],
  ['booking', 'expires_at', null],
])('%s: %s', (name, last, first) => {
  const { path = '', create = createCoupon } = creators[name] ?? {};
  const both = (value: string) => ({ [last]: value, ...(first !== null && { [first]: value }) });
  const shown = { [last]: end, ...(first !== null && { [first]: start }) };
  const read = async (id: number) => (await account.get(`${path}/${id}`)).body[name];

  it('includes the day of a date alone, when it is created and when it is changed', async () => {
    const { id } = await create(both(date));
    expect(await read(id)).toMatchObject(shown);
    await account.put(`${path}/${id}`, { json: { [name]: { [last]: '28.11.2026 10:00' } } });
    expect((await read(id))[last]).toBe('2026-11-28T10:00:00+01:00');
    await account.put(`${path}/${id}`, { json: { [name]: both(date) } });
    expect(await read(id)).toMatchObject(shown);
    await account.put(`${path}/${id}`, { form: `${name}[${last}]=29.11.2026` });
    expect((await read(id))[last]).toBe('2026-11-29T23:59:59+01:00');
  });

  it('is unchanged if it is sent back as it was read', async () => {
    const { id } = await create(both(date));
    const before = await read(id);
    server.clock.advance(1);
    await account.put(`${path}/${id}`, { json: { [name]: { [last]: before[last] } } });
    expect(await read(id)).toEqual(before);
  });

  it('ends with a day of 23 hours', async () => {
    const { id } = await create({ [last]: shortDay });
    expect((await read(id))[last]).toBe('2026-03-29T23:59:59+02:00');
  });

  it('includes the day of a date alone in GraphQL, literal or variable', async () => {
    const { id } = await create({});
    const type = name[0]?.toUpperCase() + name.slice(1);
    const camelCase = (text: string) => text.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const field = camelCase(last);
    const update = async (document: string, variables: object) => {
      const { data, errors } = await account.graphql(document, variables);
      expect(errors).toBeUndefined();
      return data[`update${type}`][field];
    };
    const mutation = `mutation ($id: Int!, $input: ${type}Input!) { update${type}(id: $id, input: $input) { ${field} } }`;
    expect(await update(mutation, { id, input: { [field]: date } })).toBe(end);
    const literal = `mutation { update${type}(id: ${id}, input: { ${field}: "2026-11-29" }) { ${field} } }`;
    expect(await update(literal, {})).toBe('2026-11-29T23:59:59+01:00');
  });
});

it('a coupon can be used until the last moment of the day, and no longer', async () => {
  await createCoupon({ valid_from: '2026-03-02', valid_until: '2026-03-02', allowed_booking_end_at: '2026-03-04' });
  const offered = await createBookableService(account, { service: { price: 100 } });
  const book = async (booked_from: string, booked_to: string) => {
    const { serviceId: service_id, resourceId: resource_id } = offered;
    const booking = { service_id, resource_id, booked_from, booked_to, coupon_code: 'SPRING' };
    return (await account.post('/bookings', { json: { booking } })).body.coupon_code ?? 'booked';
  };
  server.clock.set('2026-03-02T22:59:59.900Z');
  expect(await book('2026-03-04 15:00', '2026-03-04 16:00')).toBe('booked');
  expect(await book('2026-03-05 09:00', '2026-03-05 10:00')).toEqual(['is not for bookings at that time']);
  server.clock.set('2026-03-02T23:00:00Z');
  expect(await book('2026-03-04 12:00', '2026-03-04 13:00')).toEqual(['is no longer valid']);
});

it('an event can be booked on the last day of its period, also in a series', async () => {
  const visitor = new Visitor(account);
  const { service_id, resource_id } = await createEvent(account);
  const event = { service_id, resource_id, capacity: 5, starts_at: '2026-03-05 18:00', ends_at: '2026-03-05 19:00' };
  const { id } = await account.create('/events', 'event', { ...event, last_booking_at: '2026-03-03' });
  const book = async () => {
    const booking = { event_id: id, person_attributes: { name: 'Kari', email: 'kari@example.org' } };
    return (await visitor.post('/bookings', { json: { booking } })).status;
  };
  server.clock.set('2026-03-03T22:30:00Z');
  expect(await book()).toBe(200);
  server.clock.set('2026-03-03T23:00:00Z');
  expect(await book()).toBe(400);
});

it('bounds of lists and ends of bookings are the midnight of a date', async () => {
  const offered = await createBookableService(account, { service: { has_day_booking: true } });
  const booking = await bookService(account, offered, { booked_from: '2026-03-03', booked_to: '2026-03-04' });
  expect(booking.booked_to).toBe('2026-03-04T00:00:00+01:00');
  const until = async (day: string) => (await account.get(`/bookings?end=${day}`)).body.length;
  expect([await until('2026-03-03'), await until('2026-03-04')]).toEqual([0, 1]);
});
