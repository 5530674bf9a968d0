import { accepted } from '../../src/platform/accepted.js';
import { type BookableService, createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
const other = await server.account();

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const book = (attributes: object, parameters: object = {}) =>
  account.post('/bookings', { json: { booking: { ...time, ...attributes }, ...parameters } });

describe('bad input', () => {
  let offered: BookableService;
  let foreign: BookableService;
  let foreignPerson: number;
  let foreignEvent: number;
  let product: number;
  beforeAll(async () => {
    offered = await createBookableService(account);
    foreign = await createBookableService(other);
    foreignPerson = (await other.create('/people', 'person', { name: 'Not ours' })).id;
    foreignEvent = (
      await other.create('/events', 'event', {
        resource_id: foreign.resourceId,
        service_id: foreign.serviceId,
        capacity: 1,
        starts_at: time.booked_from,
        ends_at: time.booked_to,
      })
    ).id;
    product = (await account.create('/services', 'service', { title: 'Soap', booking_type: 'product' })).id;
  });

  const long = 'x'.repeat(256);
  const nul = 'a\u0000b';
  const cases: [string, () => object, string, unknown][] = [
    ['no resource', () => ({ resource_id: null }), 'resource_id', "can't be blank"],
    ['a resource that is not a number', () => ({ resource_id: 'chair' }), 'resource_id', 'is not a number'],
    ['a resource of zero', () => ({ resource_id: 0 }), 'resource_id', 'does not exist'],
    ['an unknown resource', () => ({ resource_id: 2_000_000_000 }), 'resource_id', 'does not exist'],
    [
      'a resource out of range',
      () => ({ resource_id: 1e12 }),
      'resource_id',
      'must be less than or equal to 2147483647',
    ],
    ['a fraction of a resource', () => ({ resource_id: 1.5 }), 'resource_id', 'must be an integer'],
    ["another account's resource", () => ({ resource_id: foreign.resourceId }), 'resource_id', 'does not exist'],
    ["another account's service", () => ({ service_id: foreign.serviceId }), 'service_id', 'does not exist'],
    ['a service of zero', () => ({ service_id: 0 }), 'service_id', 'does not exist'],
    ['a product', () => ({ service_id: product }), 'service_id', 'cannot be booked'],
    ["another account's person", () => ({ person_id: foreignPerson }), 'person_id', 'does not exist'],
    ['a person of zero', () => ({ person_id: 0 }), 'person_id', 'does not exist'],
    [
      "another account's booker",
      () => ({ booked_by_person_id: foreignPerson }),
      'booked_by_person_id',
      'does not exist',
    ],
    ["another account's event", () => ({ event_id: foreignEvent }), 'event_id', 'does not exist'],
    ['an event of zero', () => ({ event_id: 0 }), 'event_id', 'does not exist'],
    ['an unknown coupon', () => ({ coupon_id: 1 }), 'coupon_id', 'does not exist'],
    ['no start', () => ({ booked_from: null }), 'booked_from', "can't be blank"],
    ['an empty start', () => ({ booked_from: '' }), 'booked_from', "can't be blank"],
    [
      'a start that is not a time',
      () => ({ booked_from: 'tomorrow' }),
      'booked_from',
      ['is invalid', accepted.dateTime],
    ],
    [
      'a date that does not exist',
      () => ({ booked_from: '2026-02-30 10:00' }),
      'booked_from',
      ['is invalid', accepted.dateTime],
    ],
    ['a year out of range', () => ({ booked_to: '2500-01-01 10:00' }), 'booked_to', ['is invalid', accepted.dateTime]],
    ['a number as start', () => ({ booked_from: 1772528400 }), 'booked_from', ['is invalid', accepted.dateTime]],
    ['an end at the start', () => ({ booked_to: time.booked_from }), 'booked_to', 'must be after booked_from'],
    ['a count of 0', () => ({ count: 0 }), 'count', 'must be greater than 0'],
    ['a count out of range', () => ({ count: 1e10 }), 'count', 'must be less than or equal to 2147483647'],
    ['a count that is not a number', () => ({ count: 'two' }), 'count', 'is not a number'],
    ['a list as count', () => ({ count: [1] }), 'count', 'is not a number'],
    [
      'an unknown status',
      () => ({ status: 'late' }),
      'status',
      ['is not included in the list', expect.stringMatching(/^must be one of /)],
    ],
    ['a long title', () => ({ title: long }), 'title', 'is too long (maximum is 255 characters)'],
    ['NUL in the title', () => ({ title: nul }), 'title', 'is invalid'],
    ['half of a surrogate pair', () => ({ title: '\ud800' }), 'title', 'is invalid'],
    ['an object as title', () => ({ title: {} }), 'title', 'is invalid'],
    ['long notes', () => ({ notes: 'x'.repeat(65_537) }), 'notes', 'is too long (maximum is 65536 characters)'],
    ['NUL in the notes', () => ({ notes: nul }), 'notes', 'is invalid'],
    ['an invalid expiry', () => ({ expires_at: 'soon' }), 'expires_at', ['is invalid', accepted.dateTime]],
    ['an invalid reminder', () => ({ reminder_at: '12:00' }), 'reminder_at', ['is invalid', accepted.dateTime]],
    [
      'an invalid time of the sent reminder',
      () => ({ reminded_at: true }),
      'reminded_at',
      ['is invalid', accepted.dateTime],
    ],
    ['an invalid time of payment', () => ({ paid_at: '2026-13-01' }), 'paid_at', ['is invalid', accepted.dateTime]],
    ['an amount that is not a number', () => ({ paid_amount: 'much' }), 'paid_amount', 'is not a number'],
    ['an amount out of range', () => ({ paid_amount: '12345678901' }), 'paid_amount', 'is invalid'],
    ['a long external id', () => ({ external_id: long }), 'external_id', 'is too long (maximum is 255 characters)'],
    ['NUL in the external id', () => ({ external_id: nul }), 'external_id', 'is invalid'],
    [
      'a long address',
      () => ({ external_url: 'x'.repeat(2049) }),
      'external_url',
      'is too long (maximum is 2048 characters)',
    ],
    [
      'a long address of the host',
      () => ({ external_host_url: 'x'.repeat(2049) }),
      'external_host_url',
      'is too long (maximum is 2048 characters)',
    ],
    ['custom data that is not an object', () => ({ custom_data: 'x' }), 'custom_data', 'is invalid'],
    ['nested custom data', () => ({ custom_data: { a: { b: 1 } } }), 'custom_data', 'is invalid'],
    ['NUL in custom data', () => ({ custom_data: { a: nul } }), 'custom_data', 'is invalid'],
    [
      'a flag that is not a boolean',
      () => ({ public_booking: 'maybe' }),
      'public_booking',
      ['is invalid', accepted.boolean],
    ],
    ['a person that is not an object', () => ({ person_attributes: 'Kari' }), 'person_attributes', 'is invalid'],
  ];

  it.each(cases)(
    '%s is reported for its attribute, and nothing is written',
    async (_, attributes, attribute, message) => {
      const before = await server.changes(account);
      const { status, body } = await book({ resource_id: offered.resourceId, ...attributes() });
      expect([status, body]).toEqual([400, { [attribute]: [message].flat() }]);
      expect(await server.changes(account)).toEqual(before);
    },
  );

  it.each(['confirm', 'ignore_capacity', 'add_reminder_sms', 'extended'])(
    'an invalid %s beside the booking is reported',
    async (parameter) => {
      const { status, body } = await book({ resource_id: offered.resourceId }, { [parameter]: 'perhaps' });
      expect([status, body]).toEqual([400, { [parameter]: ['is invalid', accepted.boolean] }]);
    },
  );

  it('reports all errors in one response', async () => {
    const { body } = await book({
      resource_id: offered.resourceId,
      title: long,
      count: 0,
      booked_to: time.booked_from,
    });
    expect(Object.keys(body).toSorted()).toEqual(['booked_to', 'count', 'title']);
  });

  it('an empty object', async () => {
    const { status, body } = await account.post('/bookings', { json: {} });
    expect([status, body]).toEqual([
      400,
      { resource_id: ["can't be blank"], booked_from: ["can't be blank"], booked_to: ["can't be blank"] },
    ]);
  });

  it('null for an attribute with a default', async () => {
    const { resourceId } = await createBookableService(account);
    const { status, body } = await book(
      { resource_id: resourceId, count: null, public_booking: null },
      { confirm: null, ignore_capacity: null, extended: null },
    );
    expect([status, body.booking?.count, body.booking?.state]).toEqual([200, 1, 'confirmed']);
  });
});
