import { getNamedType, isObjectType } from 'graphql';
import { bookingSchema } from '../../src/graphql/schema.js';
import { createEvent } from '../support/catalog.js';
import { createRelatedRecords } from '../support/related-records.js';
import { isList, pathsTo, relations } from '../support/relations.js';
import { statementsOf } from '../support/statements.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
const staff = await server.withRole(account, 'staff');
await createRelatedRecords(server, account, 3);
for (const path of ['bookings', 'events', 'people']) {
  const { data } = await account.graphql(`{ list: ${path} { nodes { id } } }`);
  const [{ id }] = data.list.nodes;
  for (const notes of ['a', 'b']) await account.put(`/${path}/${id}`, { json: { title: notes, notes } });
}

/** All objects in an answer under one of its keys, at any depth. */
function collect(value: unknown, key: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => collect(item, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === key ? [inner] : collect(inner, key)));
}

const read = async (document: string) => {
  const { data, errors } = await account.graphql(`{ ${document} }`);
  expect(errors).toBeUndefined();
  return data;
};

it('there is a path to every type with relations', () => {
  expect(new Set(relations.map(({ owner }) => owner))).toEqual(new Set(Object.keys(pathsTo)));
  expect(relations.length).toBeGreaterThan(50);
});

const records = relations.filter((relation) => !isList(relation));

it.each(records.filter(({ hasKey }) => hasKey))('$owner.$name is the record with its id', async ({ owner, name }) => {
  const data = await read(pathsTo[owner]?.(`key: ${name}Id record: ${name} { id }`) ?? '');
  const records = collect(data, 'record').filter((record) => record !== null);
  expect(records.length).toBeGreaterThan(0);
  expect(collect(data, 'record')).toEqual(collect(data, 'key').map((id) => (id === null ? null : { id })));
});

it('the records that refer to an object are those of each, by a statement for all', async () => {
  const document = `bookings(filter: { scope: ALL }) { nodes { id orderLineItem { bookingId } waitlistEntry { bookingId } } }
    giftCards { nodes { id orderLineItem { issuedGiftCards { nodes { id } } } } }`;
  const { result, statements } = await statementsOf(server.database, () => read(document));
  const ofBooking = { orderLineItem: 0, waitlistEntry: 0 };
  for (const { id, ...referring } of result.bookings.nodes) {
    for (const name of ['orderLineItem', 'waitlistEntry'] as const) {
      if (referring[name] === null) continue;
      expect(referring[name]).toEqual({ bookingId: id });
      ofBooking[name] += 1;
    }
  }
  expect(ofBooking).toEqual({ orderLineItem: 3, waitlistEntry: 3 });
  for (const { id, orderLineItem } of result.giftCards.nodes) {
    expect(orderLineItem.issuedGiftCards.nodes).toContainEqual({ id });
  }
  // Two lists, and the line items, entries, items of cards and issued cards.
  expect(statements.length).toBeLessThanOrEqual(6);
});

it('the slots of events have their event', async () => {
  const of = await server.account();
  const event = await createEvent(of);
  const period = 'from: "2026-03-03", to: "2026-03-03"';
  const { data } = await of.graphql(
    `{ slots(serviceId: ${event.service_id}, ${period}) { nodes { eventId event { title } } } }`,
  );
  expect(data.slots.nodes).toEqual([{ eventId: event.id, event: { title: 'Yoga' } }]);
});

it('every record without a key of its own is among them', () => {
  const others = records.filter(({ hasKey }) => !hasKey).map(({ owner, name }) => `${owner}.${name}`);
  expect(others.toSorted()).toEqual([
    ...['Booking.orderLineItem', 'Booking.waitlistEntry', 'GiftCard.orderLineItem', 'Package.orderLineItem'],
    // The id of an entry is that of the person.
    ...['PersonAtRisk.person', 'TopPerson.person'],
  ]);
});

it('every reference can be walked back', () => {
  const fields = new Set(
    Object.values(bookingSchema().getTypeMap())
      .filter(isObjectType)
      .flatMap((owner) => Object.values(owner.getFields()).map(({ type }) => [owner.name, getNamedType(type).name]))
      .map(([owner, target]) => `${owner}.${target?.replace(/Connection$/, '')}`),
  );
  const oneWay = records.filter(({ owner, target }) => !fields.has(`${target}.${owner}`));
  expect(oneWay.map(({ owner, name }) => `${owner}.${name}`).toSorted()).toEqual([
    // Counts, not records.
    'ApiKeyRequestCounts.apiKey',
    // A place belongs to its booking, through which it is read.
    ...['BookingPlace.need', 'BookingPlace.resource'],
    ...['BookingRefusal.event', 'BookingRefusal.resource', 'BookingRefusal.service'],
    // A user has one link, by which alone it can be read, and a resource is seldom one.
    ...['ClientUserLink.resource', 'ClientUserLink.user'],
    // Entries of figures, not records.
    'PersonAtRisk.person',
    // An account has few rates, and every service names its own.
    'Service.taxRate',
    // A service has few options, and lists those of all its groups.
    ...['ServiceOption.group', 'ServiceOption.taxRate'],
    // Tips of a member of the staff are summed up by figures.
    'Tip.resource',
    'TopPerson.person',
    'WebHookDeliveryCounts.webHook',
  ]);
});

it.each(relations.filter(isList))(
  '$owner.$name has the records of each, by a statement for all',
  async ({ owner, name }) => {
    const id = name === 'changes' ? 'cursor' : 'id';
    const page = `totalCount nodes { ${id} } pageInfo { endCursor hasNextPage }`;
    const { result, statements } = await statementsOf(server.database, () =>
      read(
        pathsTo[owner]?.(
          `whole: ${name} { totalCount nodes { ${id} } edges { node { ${id} } } } begin: ${name}(first: 1) { ${page} }`,
        ) ?? '',
      ),
    );
    const lists = collect(result, 'whole') as {
      totalCount: number;
      nodes: { id: number }[];
      edges: { node: object }[];
    }[];
    const pages = collect(result, 'begin');
    expect(Math.max(...lists.map(({ totalCount }) => totalCount))).toBeGreaterThan(0);
    expect(pages).toEqual(
      lists.map(({ totalCount, nodes, edges }) => {
        expect(edges.map(({ node }) => node)).toEqual(nodes);
        expect(totalCount).toBe(nodes.length);
        const pageInfo = { endCursor: nodes.length > 0 ? expect.any(String) : null, hasNextPage: nodes.length > 1 };
        return { totalCount, nodes: nodes.slice(0, 1), pageInfo };
      }),
    );
    // Two lists with a count each, the owners, and the services of message templates of each list.
    expect(statements.length).toBeLessThanOrEqual(name === 'messageTemplates' ? 7 : 6);
  },
);

it('a cursor continues the list of each parent, and is invalid for other lists', async () => {
  const data = await read('people(first: 3) { nodes { id bookings(first: 1) { pageInfo { endCursor } } } }');
  const [{ id, bookings }] = data.people.nodes;
  const { endCursor } = bookings.pageInfo;
  const next = await read(`person(id: ${id}) { bookings(first: 5, after: "${endCursor}") { nodes { bookedFrom } } }`);
  expect(next.person.bookings.nodes).toEqual([{ bookedFrom: '2026-03-03T11:00:00+01:00' }]);
  const { errors } = await account.graphql(`{ bookings(after: "${endCursor}") { nodes { id } } }`);
  const fields = { after: ['is not a cursor of this list in this order'] };
  expect(errors).toEqual([expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT', fields } })]);
});

it('filters and orders apply to each list', async () => {
  const data = await read(`people(first: 3) { nodes { bookings(
    filter: { createdAt: { from: "2000-01-01" }, during: { to: "2026-03-03 10:30" } }, order: BOOKED_FROM_DESC
  ) { totalCount nodes { bookedFrom person { name } } } name } }`);
  expect(data.people.nodes).toEqual(
    [1, 2, 3].map((number) => ({
      name: `Person ${number}`,
      bookings: {
        totalCount: 1,
        nodes: [{ bookedFrom: '2026-03-03T10:00:00+01:00', person: { name: `Person ${number}` } }],
      },
    })),
  );
});

it.each([
  ['first: 0', { first: ['must be between 1 and 750'] }],
  ['first: 751', { first: ['must be between 1 and 750'] }],
  ['after: "x"', { after: ['is not a cursor of this list in this order'] }],
  ['filter: { during: { from: "2026-03-03", to: "2026-03-03" } }', { to: ['must be after from'] }],
])('bad input is rejected on its argument: %s', async (given, fields) => {
  const { errors = [] } = await account.graphql(`{ people(first: 1) { nodes { bookings(${given}) { totalCount } } } }`);
  expect(errors).toEqual([expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT', fields } })]);
});

it('three levels of 50 parents take as many statements as those of one', async () => {
  const large = await server.account();
  await createRelatedRecords(server, large, 50);
  const levels = (count: number) => `{ people(first: ${count}) { nodes { id bookings(first: 2) {
    totalCount nodes { id service { title } messages(first: 1) { nodes { recipient person { name parent { id } } } } }
  } } } }`;
  const count = async (first: number) => {
    const { result, statements } = await statementsOf(server.database, () => large.graphql(levels(first)));
    expect(result.errors).toBeUndefined();
    expect(collect(result.data, 'recipient').length).toBeGreaterThanOrEqual(first);
    return statements.length;
  };
  // People; bookings with their services; their counts; messages with their people.
  expect([await count(1), await count(50)]).toEqual([4, 4]);
});

it('the cost of lists in lists is counted before they are read', async () => {
  const { errors } = await account.graphql(
    '{ people(first: 100) { nodes { bookings(first: 100) { nodes { messages(first: 100) { nodes { id } } } } } } }',
  );
  expect(errors).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/^Cost limit of 100000 exceeded/) }),
  ]);
});

describe('permissions', () => {
  const restricted = relations.filter(({ target }) =>
    /^(ApiKey|CalendarFeed|CalendarSource|CalendarSourceEntry|WebHook|WebHookDelivery)(Connection)?$/.test(target),
  );
  const forbidden = [expect.objectContaining({ extensions: { code: 'FORBIDDEN' } })];

  it('there are relations to records that not every role may read', () => {
    expect(restricted.map(({ owner, name }) => `${owner}.${name}`).toSorted()).toEqual([
      'ApiKeyRequestCounts.apiKey',
      'Booking.calendarEntries',
      'CalendarSource.entries',
      'CalendarSourceEntry.calendarSource',
      'Event.calendarEntries',
      'Person.calendarFeeds',
      'Resource.calendarFeeds',
      'Resource.calendarSources',
      'WebHook.deliveries',
      'WebHookDelivery.webHook',
      'WebHookDeliveryCounts.webHook',
    ]);
  });

  it.each(restricted)('$owner.$name is refused to staff', async (relation) => {
    const selection = isList(relation) ? '{ totalCount }' : '{ id }';
    const document = pathsTo[relation.owner]?.(`${relation.name} ${selection}`);
    const { data, errors = [] } = await staff.graphql(`{ ${document} }`);
    expect(Object.values(data ?? {}).filter((value) => value !== null)).toEqual([]);
    expect(errors.slice(0, 1)).toEqual(forbidden);
  });

  it('every role may read the others', async () => {
    const { errors } = await staff.graphql(
      '{ people(first: 2) { nodes { bookings { nodes { order { bookings { totalCount } } } } } } }',
    );
    expect(errors).toBeUndefined();
  });
});
