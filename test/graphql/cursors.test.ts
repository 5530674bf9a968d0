import { bookableServicePerTest } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();
const offered = bookableServicePerTest(account, { resource: { capacity: 100 } });

/** Books an hour of 2026-03-03. */
const book = async (hour: number): Promise<number> => {
  const [from, to] = [hour, hour + 1].map((at) => `2026-03-03 ${String(at).padStart(2, '0')}:00`);
  const booking = { resource_id: offered.resourceId, booked_from: from, booked_to: to };
  return (await account.create('/bookings', 'booking', booking)).id;
};

const list = async (given: string, selection = 'nodes { id } pageInfo { hasNextPage endCursor }') => {
  const { data, errors } = await account.graphql(`{ bookings(${given}) { ${selection} } }`);
  expect(errors).toBeUndefined();
  return data.bookings;
};

const idsOf = ({ nodes }: { nodes: { id: number }[] }): number[] => nodes.map(({ id }) => id);

it('a page continues after its cursor while bookings are inserted and deleted', async () => {
  const [first, second, third, fourth] = [await book(9), await book(10), await book(12), await book(14)];
  const page = await list('first: 2');
  expect([idsOf(page), page.pageInfo.hasNextPage]).toEqual([[first, second], true]);

  // Before the cursor, and the booking of the cursor itself.
  await book(8);
  await account.del(`/bookings/${second}`);
  const after = `after: "${page.pageInfo.endCursor}"`;
  expect(idsOf(await list(`first: 2, ${after}`))).toEqual([third, fourth]);

  // After the cursor.
  await account.del(`/bookings/${third}`);
  const eleven = await book(11);
  const next = await list(`first: 1, ${after}`);
  expect([idsOf(next), next.pageInfo.hasNextPage]).toEqual([[eleven], true]);
  const last = await list(`after: "${next.pageInfo.endCursor}"`);
  expect([idsOf(last), last.pageInfo.hasNextPage]).toEqual([[fourth], false]);
});

it('bookings that begin at the same time are in the order of their ids', async () => {
  const ids = [await book(9), await book(9), await book(9)];
  const { pageInfo } = await list('first: 1');
  expect(idsOf(await list(`after: "${pageInfo.endCursor}"`))).toEqual(ids.slice(1));
  const { pageInfo: reversed } = await list('first: 1, order: BOOKED_FROM_DESC');
  expect(idsOf(await list(`order: BOOKED_FROM_DESC, after: "${reversed.endCursor}"`))).toEqual([ids[1], ids[0]]);
});

it('numbered pages have cursors, too', async () => {
  const ids = [await book(9), await book(10), await book(11)];
  const pages = [await list('perPage: 2', all), await list('page: 2, perPage: 2', all)];
  expect(
    pages.map(({ nodes, pageInfo }) => [idsOf({ nodes }), pageInfo.hasNextPage, pageInfo.hasPreviousPage]),
  ).toEqual([
    [ids.slice(0, 2), true, false],
    [ids.slice(2), false, true],
  ]);
  expect(idsOf(await list(`after: "${pages[0].pageInfo.endCursor}"`))).toEqual(ids.slice(2));
});
const all = 'nodes { id } pageInfo { hasNextPage hasPreviousPage endCursor }';

describe('input is rejected with its argument', () => {
  const encode = (content: unknown): string => Buffer.from(JSON.stringify(content)).toString('base64url');
  const noCursor = { after: ['is not a cursor of this list in this order'] };
  const place = [1_772_000_000_000, 1];
  const own = (): number => account.credentials.id;

  it.each<[string, () => string, object]>([
    ['first of 0', () => 'first: 0', { first: ['must be between 1 and 750'] }],
    ['first of 751', () => 'first: 751', { first: ['must be between 1 and 750'] }],
    ['first with page', () => 'first: 1, page: 1', { page: ['cannot be combined with first or after'] }],
    ['first with perPage', () => 'first: 1, perPage: 1', { perPage: ['cannot be combined with first or after'] }],
    ['an empty cursor', () => 'after: ""', noCursor],
    ['a cursor that is not Base64', () => 'after: "x!"', noCursor],
    ['a cursor without JSON', () => 'after: "eA"', noCursor],
    ['a cursor that is too long', () => `after: "${'A'.repeat(4_001)}"`, noCursor],
    [
      'a cursor of another account',
      () => `after: "${encode([own() + 1, 'bookings', 'booked_from', ...place])}"`,
      noCursor,
    ],
    ['a cursor of another list', () => `after: "${encode([own(), 'events', 'booked_from', ...place])}"`, noCursor],
    ['a cursor of another order', () => `after: "${encode([own(), 'bookings', 'booked_to', ...place])}"`, noCursor],
    ['a cursor with a missing part', () => `after: "${encode([own(), 'bookings', 'booked_from', 1])}"`, noCursor],
    ['a cursor with null', () => `after: "${encode([own(), 'bookings', 'booked_from', null, 1])}"`, noCursor],
    [
      'a cursor with a text instead of an instant',
      () => `after: "${encode([own(), 'bookings', 'booked_from', 'x', 1])}"`,
      noCursor,
    ],
    [
      'a cursor with an instant out of range',
      () => `after: "${encode([own(), 'bookings', 'booked_from', 1e18, 1])}"`,
      noCursor,
    ],
    [
      'a cursor with an id out of range',
      () => `after: "${encode([own(), 'bookings', 'booked_from', 0, 2 ** 31])}"`,
      noCursor,
    ],
  ])('%s', async (_name, given, fields) => {
    const { data, errors } = await account.graphql(`{ bookings(${given()}) { totalCount } }`);
    expect(data).toBeNull();
    expect(errors).toEqual([expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT', fields } })]);
    // The rest of the list's arguments is valid.
    const valid = encode([own(), 'bookings', 'booked_from', ...place]);
    expect(idsOf(await list(`after: "${valid}"`))).toEqual([]);
  });

  it.each([
    ['bookings', 'createdAt'],
    ['people', 'updatedAt'],
  ])('a range of %s whose end is not after its start', async (name, attribute) => {
    const range = '{ from: "2026-03-03", to: "2026-03-03" }';
    const { errors } = await account.graphql(`{ ${name}(filter: { ${attribute}: ${range} }) { totalCount } }`);
    const fields = { [attribute]: { to: ['must be after from'] } };
    expect(errors).toEqual([expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT', fields } })]);
  });
});

it('ids and ranges filter a list', async () => {
  const [first, second] = [await book(9), await book(10)];
  await server.sql(
    `update booking set created_at = '2026-01-01' where account_id = ? and id = ?`,
    account.credentials.id,
    first,
  );
  expect(idsOf(await list(`filter: { ids: [${second}, 2000000000] }`))).toEqual([second]);
  expect(idsOf(await list('filter: { createdAt: { to: "2026-01-02" } }'))).toEqual([first]);
  expect(idsOf(await list('filter: { createdAt: { from: "2026-01-02" } }'))).toEqual([second]);
  expect(await list(`filter: { ids: [] }`, 'totalCount nodes { id }')).toEqual({ totalCount: 0, nodes: [] });
});
