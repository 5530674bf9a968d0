import { getIntrospectionQuery } from 'graphql';
import pg from 'pg';
import { connect, stream } from '../socket/subscriber.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
const account = await server.account();
const subscriber = connect(server.origin, { parameter: account.credentials.api_key });
const streaming = stream(server.origin, { parameter: account.credentials.api_key });
afterAll(async () => {
  await subscriber.end();
  await streaming.end();
});

interface Answer {
  data?: unknown;
  errors?: { message: string; extensions: { code: string } }[];
}
type Ask = (query: string, variables?: Record<string, unknown>) => Promise<Answer>;

const transports: [name: string, ask: Ask][] = [
  ['HTTP', (query, variables) => account.graphql(query, variables) as Promise<Answer>],
  ['WebSocket', (query, variables) => subscriber.ask(query, variables) as Promise<Answer>],
  ['Server-Sent Events', (query, variables) => streaming.ask(query, variables) as Promise<Answer>],
];

const times = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');
const nested = (depth: number): string =>
  `{ __type(name: "Account") ${'{ ofType '.repeat(depth - 2)} { name } ${'}'.repeat(depth - 2)} }`;
const aliases = (count: number): string => `{ account { ${times(count, (index) => `a${index}: id`)} } }`;
const directives = (count: number): string => `{ account { ${times(count, () => 'id @include(if: true)')} } }`;
const tokens = (count: number): string => `{ account { ${times(count - 5, () => 'id')} } }`;
const bookings =
  'query ($perPage: Int) { bookings(perPage: $perPage) { edges { node { ...B person { ...P } service { ...S } } } } }';
const fields = (type: string, count: number): string =>
  `fragment ${type[0]} on ${type} { ${times(count, () => 'id')} }`;
const costly = `${bookings} ${['Booking', 'Person', 'Service'].map((type) => fields(type, 50)).join(' ')}`;
const [, introspected = ''] = getIntrospectionQuery().split(/(?=fragment FullType)/);
const introspections = (count: number): string =>
  `{ ${times(count, (index) => `a${index}: __schema { types { ...FullType } }`)} } ${introspected}`;
const repeated = (count: number): string => `{ ${times(count, () => 'bookings { totalCount }')} }`;
const spreading = `{ account { ...F0 } } ${times(12, (index) => `fragment F${index} on Account { id ${`...F${index + 1} `.repeat(9)} }`)} fragment F12 on Account { id }`;

describe.each(transports)('a document over %s', (_name, ask) => {
  it.each<[string, string, Record<string, unknown>]>([
    ['depth', nested(12), {}],
    ['aliases', aliases(30), {}],
    ['directives', directives(20), {}],
    ['cost', costly, { perPage: 100 }],
    ['introspection', getIntrospectionQuery(), {}],
    ['introspections', `{ ${times(3, (index) => `a${index}: __schema { queryType { name } }`)} }`, {}],
    ['repetitions', repeated(100), {}],
  ])('may reach the limit of %s', async (_bound, query, variables) => {
    const { data, errors } = await ask(query, variables);
    expect([typeof data, errors]).toEqual(['object', undefined]);
  });

  it.each<[string, string, Record<string, unknown>, string, string]>([
    [
      'depth, before the document is validated',
      `${nested(13)} query { noField }`,
      {},
      'GRAPHQL_VALIDATION_FAILED',
      'Syntax Error: Query depth limit of 12 exceeded, found 13.',
    ],
    [
      'aliases, before the document is validated',
      `${aliases(31)} query { noField }`,
      {},
      'GRAPHQL_VALIDATION_FAILED',
      'Syntax Error: Aliases limit of 30 exceeded, found 31.',
    ],
    [
      'directives, before the document is validated',
      `${directives(21)} query { noField }`,
      {},
      'GRAPHQL_VALIDATION_FAILED',
      'Syntax Error: Directives limit of 20 exceeded, found 21.',
    ],
    [
      'tokens',
      tokens(5001),
      {},
      'GRAPHQL_PARSE_FAILED',
      'Syntax Error: Document contains more that 5000 tokens. Parsing aborted.',
    ],
    ['cost', costly, { perPage: 750 }, 'BAD_REQUEST', 'Cost limit of 100000 exceeded, found 115501.'],
    [
      'introspections, before the document is validated',
      `${introspections(28)} query { noField }`,
      {},
      'GRAPHQL_VALIDATION_FAILED',
      'Limit of 3 introspections exceeded, found 28.',
    ],
    [
      'repetitions',
      repeated(101),
      {},
      'GRAPHQL_VALIDATION_FAILED',
      'Limit of 100 fields of one name exceeded: bookings.',
    ],
    ['cost, with many spreads', spreading, {}, 'BAD_REQUEST', 'Query exceeds the maximum allowed number of nodes.'],
  ])('is not executed above the limit of %s', async (_bound, query, variables, code, message) => {
    const { data, errors } = await ask(query, variables);
    expect(data ?? undefined).toBeUndefined();
    expect(errors).toEqual([expect.objectContaining({ message, extensions: { code } })]);
  });

  it('that recurses through introspection is not executed', async () => {
    const { errors } = await ask('{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }');
    expect(errors?.[0]?.extensions).toEqual({ code: 'GRAPHQL_VALIDATION_FAILED' });
  });
});

describe.each(transports)('input over %s', (_name, ask) => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const ofPeople = 'query ($ids: [Int!]) { bookings(filter: { personId: $ids }) { totalCount } }';
  const search = 'query ($search: String) { people(filter: { search: $search }) { totalCount } }';

  it.each<[string, string, Record<string, unknown>]>([
    ['a list', ofPeople, { ids: ids(1_000) }],
    ['a list inline', `{ bookings(filter: { personId: [${ids(1_000)}] }) { totalCount } }`, {}],
    ['a search', search, { search: 'x'.repeat(255) }],
  ])('may reach the limit of %s', async (_bound, query, variables) => {
    const { errors } = await ask(query, variables);
    expect(errors).toBeUndefined();
  });

  const items = ['is too long (maximum is 1000 items)'];
  it.each<[string, string, Record<string, unknown>, Record<string, string[]>]>([
    ['a list', ofPeople, { ids: ids(1_001) }, { ids: items }],
    ['a list inline', `{ bookings(filter: { personId: [${ids(1_001)}] }) { totalCount } }`, {}, { personId: items }],
    ['a search', search, { search: 'x'.repeat(256) }, { search: ['is too long (maximum is 255 characters)'] }],
    [
      'a text',
      'mutation ($input: PersonInput!) { createPerson(input: $input) { id } }',
      { input: { name: 'x'.repeat(65_537) } },
      { name: ['is too long (maximum is 65536 characters)'] },
    ],
  ])('is rejected above the limit of %s', async (_bound, query, variables, fields) => {
    const { errors } = await ask(query, variables);
    expect(errors).toEqual([expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT', fields } })]);
  });
});

describe('a list without pages', () => {
  const services = (fields: number) => `{ services { edges { node { ${times(fields, () => 'id')} } } } }`;

  it('costs as much as the longest page', async () => {
    expect((await account.graphql(services(100))).errors).toBeUndefined();
    expect((await account.graphql(services(140))).errors).toEqual([
      expect.objectContaining({ message: 'Cost limit of 100000 exceeded, found 106501.' }),
    ]);
  });

  it.each([
    ['slots', 'slots(serviceId: 1, from: "2026-03-02", to: "2026-12-31") { edges { node { free ...S } } }', 'Slot'],
    ['holidays', 'holidays { edges { node { ...S ...S } } }', 'Holiday'],
  ])('costs as much as its usual length: %s', async (_name, list, type) => {
    const { errors } = await account.graphql(
      `{ ${times(30, (index) => `a${index}: ${list}`)} } fragment S on ${type} { ${times(90, () => '__typename')} }`,
    );
    expect(errors?.[0].message).toMatch(/^Cost limit of 100000 exceeded/);
  });
});

describe.each([
  ['orders', 'Order'],
  ['giftCards', 'GiftCard'],
])('the list %s', (list) => {
  it('has pages, which cannot be disabled', async () => {
    const query = `query ($perPage: Int) { ${list}(perPage: $perPage) { totalCount edges { node { id } } } }`;
    expect(await account.graphql(query, { perPage: 750 })).toEqual({ data: { [list]: { totalCount: 0, edges: [] } } });
    expect((await account.graphql(query, { perPage: 751 })).errors?.[0].extensions).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { perPage: ['must be between 1 and 750'] },
    });
    expect((await account.graphql(query, { perPage: null })).errors).toEqual([
      expect.objectContaining({
        message: '`perPage` is required: it must be between 1 and 750.',
        extensions: { code: 'BAD_REQUEST' },
      }),
    ]);
  });
});

it('one document does not use all connections', async () => {
  const other = await server.account();
  const holder = new pg.Client(server.databaseUrl);
  await holder.connect();
  await holder.query('begin; lock table booking_order in access exclusive mode');
  const lists = times(20, (index) => `a${index}: orders(page: ${index + 1}) { totalCount }`);
  const answered = account.graphql(`{ ${lists} }`);
  await until(() => server.database.connections().used === 5);
  expect((await other.get('/services')).status).toBe(200);
  expect(server.database.connections().used).toBe(5);
  await holder.query('rollback');
  await holder.end();
  expect(Object.keys((await answered).data)).toHaveLength(20);
});

describe('over HTTP', () => {
  const send = async (body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.origin}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.credentials.api_key}`,
        'content-type': 'application/json',
        ...headers,
      },
      body,
    });
    const { errors } = (await response.json()) as Answer;
    return [response.status, errors?.[0]?.extensions.code, errors?.[0]?.message];
  };

  it.each<[string, string, Record<string, string>, number, string]>([
    ['a batch', '[{"query":"{account{id}}"},{"query":"{account{id}}"}]', {}, 400, 'Operation batching disabled.'],
    [
      'over 1 MB',
      JSON.stringify({ query: '{account{id}}', x: 'x'.repeat(2 ** 20) }),
      {},
      413,
      'The body cannot be read',
    ],
    ['no JSON', '{', {}, 400, 'The body cannot be read'],
    ['no gzip', '{', { 'content-encoding': 'gzip' }, 400, 'The body cannot be read'],
    ['another charset', '{}', { 'content-type': 'application/json; charset=x' }, 415, 'The body cannot be read'],
    ['no query', '{"variables":{}}', {}, 400, expect.stringContaining('non-empty `query`') as unknown as string],
  ])('%s is rejected', async (_name, body, headers, status, message) => {
    expect(await send(body, headers)).toEqual([status, 'BAD_REQUEST', message]);
  });

  const many = { ids: Array.from({ length: 50_000 }, () => 7) };
  const long = { text: 'x'.repeat(20_000) };
  it.each<[string, string, Record<string, unknown>]>([
    ['beyond a bound', aliases(31), {}],
    ['too costly', costly, { perPage: 750 }],
    ['with a list of 50,000 ids', 'query ($ids: [Int!]) { bookings(filter: { personId: $ids }) { totalCount } }', many],
    ['with a search of 20 KB', 'query ($text: String) { people(filter: { search: $text }) { totalCount } }', long],
    ['with variables that do not fit', 'query ($id: Int!) { booking(id: $id) { id } }', { id: 'x' }],
    ['that does not parse', '{', {}],
  ])('rejects a document %s with 400', async (_name, query, variables) => {
    expect((await send(JSON.stringify({ query, variables })))[0]).toBe(400);
  });
});
