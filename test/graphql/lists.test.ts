import { type GraphQLField, getNamedType, isEnumType } from 'graphql';
import { bookingSchema } from '../../src/graphql/schema.js';
import { statementsOf } from '../support/statements.js';
import { useTestServer } from '../support/test-server.js';
import { createWorld, freshDate, validObject, type World } from '../support/valid-input.js';
import { startVisitorSession } from '../support/visitor-session.js';
import { addEntries } from '../support/write-calendars.js';

/** Every root list that has cursors, with each of its orders. */
const lists = Object.values(bookingSchema().getQueryType()?.getFields() ?? {}).filter(({ args }) =>
  args.some(({ name }) => name === 'after'),
);
const connections = lists.filter(({ type }) => getNamedType(type).name.endsWith('Connection'));
const ordersOf = ({ args }: GraphQLField<unknown, unknown>): (string | undefined)[] => {
  const type = args.find(({ name }) => name === 'order')?.type;
  const named = type && getNamedType(type);
  return isEnumType(named) ? named.getValues().map(({ name }) => name) : [undefined];
};
const cases = connections.flatMap((list) => ordersOf(list).map((order) => ({ list: list.name, order })));

/** The arguments that a list requires. */
const required: Readonly<Record<string, (own: World['own']) => string>> = {
  // The requests of this test are written meanwhile.
  apiRequests: () => 'filter: { requestId: "id" }',
  bookingHistory: ({ booking_id }) => `id: ${booking_id}`,
  bookingTimeline: ({ booking_id }) => `id: ${booking_id}`,
  bookingsOfEvent: ({ event_id }) => `eventId: ${event_id}, filter: { scope: ALL }`,
  bookingsOfPerson: ({ person_id }) => `personId: ${person_id}, filter: { scope: ALL }`,
  childrenOfPerson: ({ person_id }) => `personId: ${person_id}`,
  dependantsOfPerson: ({ person_id }) => `personId: ${person_id}`,
  guardiansOfPerson: ({ person_id }) => `personId: ${person_id}`,
  eventHistory: ({ event_id }) => `id: ${event_id}`,
  personHistory: ({ person_id }) => `id: ${person_id}`,
  recurringBookings: ({ collection_id }) => `collectionId: "${collection_id}"`,
  recurringEvents: ({ event_collection_id }) => `collectionId: "${event_collection_id}"`,
  resourceExceptionDates: ({ resource_id }) => `resourceId: ${resource_id}`,
  needsOfService: ({ needed_service_id }) => `serviceId: ${needed_service_id}`,
  servicesOfCategory: ({ category_id }) => `categoryId: ${category_id}`,
  visitorBookings: ({ session }) => `token: "${session}", which: UPCOMING`,
  visitorGiftCards: ({ session }) => `token: "${session}"`,
  visitorPackages: ({ session }) => `token: "${session}"`,
  visitorOrders: ({ session }) => `token: "${session}"`,
  visitorWaitlist: ({ session }) => `token: "${session}"`,
};

const server = await useTestServer();
let world: World;
world = await createWorld(server);
const { account, own } = world;
const { service_id, person_id, event_id, resource_id } = own;
const add = async (path: string, wrapper: string, more: object = {}): Promise<number> =>
  (await account.create(path, wrapper, { ...(await validObject(wrapper, world)), ...more })).id;
const recurrence = { rrule: 'FREQ=DAILY;COUNT=1' };
const event = await validObject('event', world);
const series = await account.post('/events/recurring', { json: { event, recurrence } });
await server.configure(account, { public_access: true });
const email = `lists-${account.credentials.id}@example.org`;
await account.put(`/people/${person_id}`, { json: { email } });
const { authorization = '' } = await startVisitorSession(server, account, email);
const session = authorization.replace('Bearer ', '');
world = { ...world, own: { ...own, session, event_collection_id: series.body.collection_id } };
await account.put(`/services/${service_id}`, { json: { price: 10 } });
await account.put(`/events/${event_id}`, { json: { title: 'Yoga', capacity: 9 } });
for (const title of ['b', 'A', 'a']) {
  await add('/people', 'person', { name: title, parent_id: person_id });
  const service = await add('/services', 'service', { title, priority_value: title === 'a' ? 1 : null });
  await account.put(`/categories/${own['category_id']}`, { json: { service_id_list: [service_id, service] } });
  await add('/bookings', 'booking', { person_id });
  const { id: guest } = await account.create('/people', 'person', { name: title });
  await account.create('/bookings', 'booking', { event_id, person_id: guest });
  await add('/events', 'event');
  await account.create('/events', 'event', { ...event, title });
  await add('/categories', 'category', { title });
  await add('/coupons', 'coupon', { title });
  await add('/gift_cards', 'gift_card', { person_id });
  await add('/packages', 'package', { person_id });
  await add('/message_templates', 'message_template');
  await add('/web_hooks', 'web_hook');
  await add('/calendar_sources', 'calendar_source');
  await account.create('/rotas', 'rota', await validObject('rota', world));
  await add(`/services/${world.own['needed_service_id']}/needs`, 'service_need');
  await add('/time_off', 'time_off', { resource_id });
  await add(`/people/${person_id}/guardians`, 'guardian', { position: null });
  const { id: dependant } = await account.create('/people', 'person', { name: title });
  const guardian = { person_id, position: 2, may_book: false };
  await account.create(`/people/${dependant}/guardians`, 'guardian', guardian);
  await add('/waitlist', 'waitlist_entry', { person_id });
  const order = await add('/orders', 'order', { person_id });
  await account.create(`/orders/${order}/documents`, 'document', { kind: 'invoice' });
  await add('/tax_rates', 'tax_rate');
  await add(`/services/${service_id}/options`, 'service_option', { position: title === 'b' ? 3 : 0 });
  await add(`/services/${service_id}/option_groups`, 'service_option_group', { position: title === 'b' ? 3 : 0 });
  await account.create('/providers', 'provider', {
    ...(await validObject('provider', world)),
    priority_value: title === 'b' ? 3 : null,
  });
  await account.post('/client/users', { json: { user: await validObject('user', world) } });
  await account.put(`/resources/${resource_id}/exception_dates/${freshDate()}`, { json: { opening_hours: [] } });
  await account.put(`/people/${person_id}`, { json: { city: title } });
  await account.put(`/bookings/${own['booking_id']}`, { json: { title } });
  await account.put(`/events/${event_id}`, { json: { title } });
  await account.graphql(`mutation { createCalendarFeed(resourceId: ${resource_id}) { address } }`);
}
await addEntries(server, account, Number(own['calendar_source_id']));
const { credentials } = account;
await account.graphql('mutation { createApiKey(input: { name: "Till", role: STAFF }) { secret } }');
for (const [table, id] of Object.entries({ booking: own['collection_id'], event: series.body.collection_id })) {
  await server.sql(`update ${table} set collection_id = ? where account_id = ?`, id, account.credentials.id);
}
await server.sql(
  `insert into message (account_id, created_at, updated_at, kind, channel, recipient, body)
     select ?, now(), now(), 'mail', 'email', 'a@example.org', 'text' from generate_series(1, 3)`,
  credentials.id,
);
await server.sql(
  `insert into api_request (account_id, created_at, updated_at, request_id, api_key_id, interface, method, path, status, duration)
     select ?, now(), now(), 'id', 1, 'rest', 'GET', '/api/v1/services', 200, 3 from generate_series(1, 3)`,
  credentials.id,
);
await server.sql(
  `insert into booking_refusal (account_id, created_at, updated_at, request_id, interface, operation, code, rule)
     select ?, now(), now(), 'id', 'rest', 'createBooking', 'INVALID', 'is invalid' from generate_series(1, 3)`,
  credentials.id,
);
await server.sql(
  `insert into failed_job (account_id, created_at, updated_at, name, key, data, failure, attempt_count, failed_at)
     select ?, now(), now(), 'job', 'key' || n, '{}', 'x', 1, now() from generate_series(1, 3) as n`,
  credentials.id,
);
await server.sql(
  `insert into web_hook_delivery (account_id, created_at, updated_at, web_hook_id, change_cursor, event, idempotency_id,
       state, attempts)
     select ?, now(), now(), ?, '0-' || n, 'booking.created', gen_random_uuid(), 'failed', '[]' from generate_series(1, 3) as n`,
  credentials.id,
  own['web_hook_id'],
);

interface Read {
  totalCount: number;
  nodes: object[];
  edges: { cursor: string; node: object }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

/** The fields that identify an item of a list. */
function idOf(list: string): string {
  if (list === 'bookingTimeline') return 'at change { cursor } message { id } delivery { id }';
  if (list === 'visitorWaitlist') return 'entry { id }';
  return list.endsWith('History') ? 'cursor' : 'id';
}

/** Sends one document for all parts of a list, so that the server parses it once. */
async function read(list: string, order: string | undefined, part: { first: number; after?: string }): Promise<Read> {
  const id = idOf(list);
  const given = [required[list]?.(world.own), order && `order: ${order}`].filter(Boolean).join(', ');
  const { data, errors } = await world.account.graphql(
    `query ($first: Int!, $after: String) {
      list: ${list}(first: $first, after: $after, ${given}) {
        totalCount nodes { ${id} } edges { cursor node { ${id} } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }`,
    part,
  );
  if (errors) throw new Error(`${list}: ${JSON.stringify(errors)}`);
  return data.list;
}

it('every root list apart from the change log has a case', () => {
  expect(lists.filter((list) => !connections.includes(list)).map(({ name }) => name)).toEqual(['changes']);
  expect(connections.length).toBeGreaterThan(25);
});

it.each(cases)('$list by $order has the same items page by page as at once', async ({ list, order }) => {
  const whole = await read(list, order, { first: 750 });
  const { totalCount, nodes, edges } = whole;
  expect(nodes.length).toBeGreaterThan(1);
  expect(edges.map(({ node }) => node)).toEqual(nodes);
  expect(totalCount).toBe(nodes.length);
  expect(whole.pageInfo).toEqual({
    ...{ hasNextPage: false, hasPreviousPage: false },
    ...{ startCursor: edges[0]?.cursor, endCursor: edges.at(-1)?.cursor },
  });
  let after: { after?: string } = {};
  for (const [index, { cursor, node }] of edges.entries()) {
    const page = await read(list, order, { first: 1, ...after });
    expect(page).toEqual({
      ...{ totalCount, nodes: [node], edges: [{ cursor, node }] },
      pageInfo: {
        ...{ hasNextPage: index < edges.length - 1, hasPreviousPage: index > 0 },
        ...{ startCursor: cursor, endCursor: cursor },
      },
    });
    after = { after: cursor };
  }
  expect(await read(list, order, { first: 1, ...after })).toEqual({
    ...{ totalCount, nodes: [], edges: [] },
    pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
  });
});

it.each(cases.filter(({ order }) => order?.endsWith('_DESC')))(
  '$list by $order is reversed',
  async ({ list, order }) => {
    const ascending = await read(list, order?.replace(/_DESC$/, ''), { first: 750 });
    const descending = await read(list, order, { first: 750 });
    expect(descending.nodes).toEqual(ascending.nodes.toReversed());
  },
);

it('pageInfo reads one more row and takes no further statement', async () => {
  const sent = (selection: string) =>
    statementsOf(server.database, () => world.account.graphql(`{ people(first: 2) { ${selection} } }`));
  const { statements } = await sent('nodes { id }');
  const { statements: withPlace } = await sent('nodes { id } edges { cursor } pageInfo { hasNextPage }');
  expect(statements).toHaveLength(1);
  expect(withPlace).toEqual(statements);
});

it('a list without pages is whole unless the request limits it', async () => {
  const account = await server.account();
  await server.sql(
    `insert into category (account_id, created_at, updated_at, title)
     select ?, now(), now(), 'Category ' || n from generate_series(1, 60) as n`,
    account.credentials.id,
  );
  const { data } = await account.graphql(`{
    all: categories { nodes { id } }
    some: categories(first: 50) { nodes { id } pageInfo { endCursor } }
  }`);
  expect(data.all.nodes).toHaveLength(60);
  const after = `after: "${data.some.pageInfo.endCursor}"`;
  const { data: rest } = await account.graphql(`{ categories(${after}) { nodes { id } } }`);
  expect(rest.categories.nodes).toEqual(data.all.nodes.slice(50));
  const { body } = await account.get('/categories');
  expect(body).toHaveLength(60);
});
