import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
const resourceId: number = (await account.create('/resources', 'resource', { title: 'Anna' })).id;

/** Returns an attribute after it was sent in a variable, and after it was sent inline. */
async function bothWays(type: string, attribute: string, value: unknown, others: Record<string, unknown> = {}) {
  const create = `create${type}`;
  const variable = `mutation ($input: ${type}Input!) { ${create}(input: $input) { ${attribute} } }`;
  const inline = `mutation { ${create}(input: ${literal({ ...others, [attribute]: value })}) { ${attribute} } }`;
  const answers = [
    await account.graphql(variable, { input: { ...others, [attribute]: value } }),
    await account.graphql(inline),
  ];
  return answers.map(({ data, errors }) => data?.[create]?.[attribute] ?? errors?.[0]?.extensions.code ?? null);
}

function literal(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(literal).join()}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${key}: ${literal(item)}`)
    .join()}}`;
}

const refused = ['BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED'];
const same = (value: unknown) => [value, value];

describe('instants', () => {
  it.each([
    ['2026-03-03T09:00:00+01:00', '2026-03-03T09:00:00+01:00'],
    ['2026-03-03T08:00:00Z', '2026-03-03T09:00:00+01:00'],
    ['2026-03-03T09:00', '2026-03-03T09:00:00+01:00'],
    ['2026-03-03 09:00', '2026-03-03T09:00:00+01:00'],
    ['2026-07-03T09:00:00', '2026-07-03T09:00:00+02:00'],
    ['03.03.2026 09:00', '2026-03-03T09:00:00+01:00'],
    ['2026-03-03', '2026-03-03T00:00:00+01:00'],
  ])('%s is returned as %s', async (given, expected) => {
    const service = await account.create('/services', 'service', { title: 'Yoga', booking_type: 'attendance' });
    const others = { resourceId, serviceId: service.id, capacity: 1, endsAt: '2026-12-01T00:00:00Z' };
    expect(await bothWays('Event', 'startsAt', given, others)).toEqual(same(expected));
  });

  it.each(['x', '2026-02-30T09:00:00Z', 1_772_524_800])('%p is rejected', async (given) => {
    expect(await bothWays('Event', 'startsAt', given)).toEqual(refused);
  });

  it('without an offset are read in the zone of the account', async () => {
    const other = await server.account({ timeZone: 'America/New_York' });
    const query = '{ bookings(filter: { start: "2026-03-03 09:00" }) { totalCount } account { createdAt } }';
    const { data } = await other.graphql(query);
    expect(data).toEqual({ bookings: { totalCount: 0 }, account: { createdAt: '2026-03-02T02:00:00-05:00' } });
  });

  it('of a filter are inclusive', async () => {
    const { id } = await account.create('/resources', 'resource', { title: 'Room' });
    const booking = { resource_id: id, booked_from: '2026-03-03 09:00', booked_to: '2026-03-03 10:00' };
    await account.create('/bookings', 'booking', booking);
    const count = async (start: string) => {
      const query = 'query ($filter: BookingFilter!) { bookings(filter: $filter) { totalCount } }';
      const { data } = await account.graphql(query, { filter: { start, resourceId: [id] } });
      return data.bookings.totalCount;
    };
    expect([await count('2026-03-03T09:00'), await count('2026-03-03T08:00:01Z')]).toEqual([1, 0]);
  });
});

describe('decimals', () => {
  it.each([
    [115, '115.0'],
    [115.25, '115.25'],
    ['115.50', '115.5'],
    ['0.10', '0.1'],
    ['9999999999.99', '9999999999.99'],
  ])('%p is returned as %s', async (given, expected) => {
    expect(await bothWays('Service', 'price', given, { title: 'Cut' })).toEqual(same(expected));
  });

  it.each(['1.12345678901', '1e3', '12345678901', 'x', true])('%p is rejected', async (given) => {
    expect(await bothWays('Service', 'price', given, { title: 'Cut' })).toEqual(refused);
  });
});

describe('dates', () => {
  it.each([
    ['2000-02-29', '2000-02-29'],
    ['29.02.2000', '2000-02-29'],
  ])('%s is returned as %s', async (given, expected) => {
    expect(await bothWays('Person', 'dateOfBirth', given, { name: 'Kari' })).toEqual(same(expected));
  });

  it.each(['2001-02-29', '2000-02-29T00:00:00Z', 20000229])('%p is rejected', async (given) => {
    expect(await bothWays('Person', 'dateOfBirth', given, { name: 'Kari' })).toEqual(refused);
  });
});

describe('times of the day', () => {
  it('are returned as hours and minutes', async () => {
    const hours = ['9:00', '12:30', '13:00:00', '02:00'];
    const written = ['09:00', '12:30', '13:00', '26:00'];
    expect(await bothWays('Resource', 'openingHoursMon', hours, { title: 'Anna' })).toEqual(same(written));
  });

  it.each(['36:01', '9', 'x', 900])('%p is rejected', async (given) => {
    expect(await bothWays('Resource', 'openingHoursMon', [given, '23:00'], { title: 'Anna' })).toEqual(refused);
  });
});

describe('custom data', () => {
  it('are stored as text, and returned as the types that they look like', async () => {
    const given = {
      text: 'a',
      number: 7,
      yes: true,
      no: 'false',
      nothing: null,
      met_at: '2026-07-01T10:00:00Z',
      left_at: '2026-07-01 12:00',
      never_at: 'never',
      met: '2026-07-01T10:00:00Z',
    };
    const shown = {
      text: 'a',
      number: '7',
      yes: true,
      no: false,
      met_at: '2026-07-01T12:00:00+02:00',
      left_at: '2026-07-01T12:00:00+02:00',
      never_at: 'never',
      met: '2026-07-01T10:00:00Z',
    };
    expect(await bothWays('Service', 'customData', given, { title: 'Cut' })).toEqual(same(shown));
  });

  it.each<[unknown]>([['x'], [[]], [{ a: {} }], [{ a: ['b'] }], [{ a: '\0' }], [{ a: 'x'.repeat(66_000) }]])(
    '%j are refused',
    async (given) => {
      expect(await bothWays('Service', 'customData', given, { title: 'Cut' })).toEqual(refused);
    },
  );
});
