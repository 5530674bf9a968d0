import { connect, stream } from '../socket/subscriber.js';
import { rawRequest } from '../support/raw-request.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const logged = jest.spyOn(server.logger, 'error');
beforeEach(() => {
  logged.mockClear();
});
const account = await server.account();
const subscriber = connect(server.origin, { parameter: account.credentials.api_key });
const streaming = stream(server.origin, { parameter: account.credentials.api_key });
afterAll(async () => {
  await subscriber.end();
  await streaming.end();
});

/** The logged failures, without the lines of requests and operations. */
const failures = () =>
  logged.mock.calls.filter(([, message]) => message === 'request failed').map(([details]) => details);

interface Answer {
  data?: unknown;
  errors?: { message: string; extensions: { code: string; fields?: object } }[];
}
type Ask = (query: string, variables?: Record<string, unknown>) => Promise<Answer>;

const transports: [name: string, ask: Ask][] = [
  ['HTTP', (query, variables) => account.graphql(query, variables) as Promise<Answer>],
  ['WebSocket', (query, variables) => subscriber.ask(query, variables) as Promise<Answer>],
  ['Server-Sent Events', (query, variables) => streaming.ask(query, variables) as Promise<Answer>],
];

const create = 'mutation ($input: NewBookingInput!) { createBooking(input: $input) { id } }';
const createPerson = 'mutation ($input: PersonInput!) { createPerson(input: $input) { id } }';
const invalid = ['is invalid'];
const blank = ["can't be blank"];

describe.each(transports)('errors over %s', (_name, ask) => {
  it.each<[string, string, Record<string, unknown>, string, object | undefined]>([
    ['an unknown id', '{ service(id: 77) { id } }', {}, 'NOT_FOUND', undefined],
    ['a rule', createPerson, { input: {} }, 'BAD_USER_INPUT', { name: blank }],
    ['a rule of an attribute', createPerson, { input: { email: 'x' } }, 'BAD_USER_INPUT', { email: invalid }],
    ['a page of 0', '{ people(page: 0) { totalCount } }', {}, 'BAD_USER_INPUT', { page: ['must be greater than 0'] }],
    [
      'invalid variables',
      create,
      { input: { bookedFrom: 'x', resourceId: '7', personAttributes: { dateOfBirth: '2026-02-30' } } },
      'BAD_USER_INPUT',
      { bookedFrom: invalid, resourceId: invalid, personAttributes: { dateOfBirth: invalid } },
    ],
    ['a variable that is not an object', create, { input: 'x' }, 'BAD_USER_INPUT', { input: invalid }],
    ['a variable that is absent', create, {}, 'BAD_USER_INPUT', { input: blank }],
    ['a variable that is null', create, { input: null }, 'BAD_USER_INPUT', { input: blank }],
    [
      'an invalid item',
      'query ($ids: [Int!]) { bookings(filter: { serviceId: $ids }) { totalCount } }',
      { ids: [1, null] },
      'BAD_USER_INPUT',
      { ids: blank },
    ],
    [
      'a field that the input does not have',
      createPerson,
      { input: { name: 'Kari', nonsense: 1 } },
      'BAD_USER_INPUT',
      { input: invalid },
    ],
    ['a text with a NUL', createPerson, { input: { name: 'a\0', city: 'b' } }, 'BAD_USER_INPUT', { name: invalid }],
    [
      'half of a surrogate pair, in an argument',
      'query ($id: String!) { bookingByExternalId(externalId: $id) { id } }',
      { id: '\ud800' },
      'BAD_USER_INPUT',
      { externalId: invalid },
    ],
    [
      'a NUL in a document',
      String.raw`{ people(filter: { search: "\u0000" }) { totalCount } }`,
      {},
      'BAD_USER_INPUT',
      { search: invalid },
    ],
    [
      'null for a non-null type',
      'query ($order: PersonOrder = ID) { people(order: $order) { totalCount } }',
      { order: null },
      'BAD_REQUEST',
      undefined,
    ],
    ['a field that does not exist', '{ nonsense }', {}, 'GRAPHQL_VALIDATION_FAILED', undefined],
    [
      'a literal that is not valid for its type',
      '{ people(filter: { since: "x" }) { totalCount } }',
      {},
      'GRAPHQL_VALIDATION_FAILED',
      undefined,
    ],
    ['no document', '{', {}, 'GRAPHQL_PARSE_FAILED', undefined],
    ['no operation', 'fragment A on Account { id }', {}, 'GRAPHQL_VALIDATION_FAILED', undefined],
  ])('%s', async (_error, query, variables, code, fields) => {
    const { errors } = await ask(query, variables);
    expect(errors?.[0]?.extensions).toEqual({ code, ...(fields && { fields }) });
    expect(logged).not.toHaveBeenCalled();
  });

  it('of the server reveal nothing, and are logged', async () => {
    await server.sql('alter table service rename to service_gone');
    const { data, errors } = await ask('{ services { edges { node { id } } } }');
    await server.sql('alter table service_gone rename to service');
    expect(data).toBeNull();
    expect(errors).toEqual([
      {
        message: 'system error',
        path: ['services', 'edges'],
        locations: [expect.anything()],
        extensions: { code: 'INTERNAL_SERVER_ERROR' },
      },
    ]);
    expect(failures()).toEqual([
      { err: expect.objectContaining({ code: '42P01' }), requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
  });
});

describe('over HTTP', () => {
  const send = async (authorization: string, headers: Record<string, string> = {}) => {
    const answer = await rawRequest(`${server.origin}/graphql`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: '{ services { edges { node { id } } } }' }),
    });
    const { errors }: Answer = JSON.parse(answer.text);
    return { status: answer.status, errors, headers: answer.headers };
  };

  it.each([
    ['no key', '', 'An API key is required'],
    ['a wrong key', 'Bearer x', 'The API key is not valid'],
  ])('%s leads to 401', async (_name, authorization, message) => {
    const { status, errors, headers } = await send(authorization);
    expect([status, errors]).toEqual([401, [{ message, extensions: { code: 'UNAUTHENTICATED' } }]]);
    expect(headers['www-authenticate']).toBe('Bearer realm="booking", Basic realm="booking", charset="UTF-8"');
  });

  it('a suspended account is a 402', async () => {
    const other = await server.account();
    await server.configure(other, { suspended_at: '2026-03-01' });
    const { status, errors } = await send(`Bearer ${other.credentials.api_key}`);
    const message = 'The account is suspended for an unpaid bill';
    expect([status, errors]).toEqual([402, [{ message, extensions: { code: 'ACCOUNT_SUSPENDED' } }]]);
  });

  it('a failure is logged with the id of the request, wherever it happens', async () => {
    const authorization = `Bearer ${account.credentials.api_key}`;
    await server.sql('alter table service rename to service_gone');
    await send(authorization, { 'x-request-id': 'while-executing' });
    await server.sql('alter table service_gone rename to service');
    await server.sql('alter table api_key rename to api_key_gone');
    const { status, errors, headers } = await send(authorization, { 'x-request-id': 'before-executing' });
    const rest = await account.get('/services', { headers: { 'x-request-id': 'by-rest' } });
    await server.sql('alter table api_key_gone rename to api_key');

    expect([status, errors, headers['x-request-id']]).toEqual([
      500,
      [{ message: 'system error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
      'before-executing',
    ]);
    expect([rest.status, rest.body]).toEqual([500, { error: 'system error' }]);
    expect(failures()).toEqual(
      ['while-executing', 'before-executing', 'by-rest'].map((requestId) => ({ err: expect.any(Error), requestId })),
    );
  });
});

it('a subscription over HTTP is a 400 that names the other transports', async () => {
  const response = await fetch(`${server.origin}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.credentials.api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'subscription { bookingChanged { name } }' }),
  });
  const message =
    'Subscriptions need a WebSocket (graphql-transport-ws) or `Accept: text/event-stream` (graphql-sse) at this address';
  expect([response.status, await response.json()]).toEqual([
    400,
    { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] },
  ]);
  expect(failures()).toEqual([]);
});

describe('a root field that fails', () => {
  it('does not affect the others of its document', async () => {
    const { id } = await account.create('/people', 'person', { name: 'Kari' });
    const answer = await account.graphql(
      `{ gone: booking(id: 999999) { id } person(id: ${id}) { name } next: nextAvailableDate(serviceId: 999999) { dates { date } } account { id } }`,
    );
    const notFound = (path: string) => ({
      message: 'Not found',
      locations: expect.anything(),
      path: [path],
      extensions: { code: 'NOT_FOUND' },
    });
    expect(answer).toEqual({
      data: { gone: null, person: { name: 'Kari' }, next: null, account: { id: account.credentials.id } },
      errors: expect.arrayContaining([notFound('gone'), notFound('next')]),
    });
  });

  it('keeps the results of the mutations before it', async () => {
    const { data, errors } = await account.graphql(
      'mutation { first: createPerson(input: {name: "Ola"}) { name } second: deletePerson(id: 999999) { id } }',
    );
    expect(data).toEqual({ first: { name: 'Ola' }, second: null });
    expect(errors).toMatchObject([{ path: ['second'], extensions: { code: 'NOT_FOUND' } }]);
  });

  it('makes data null if it is a list, which is never null', async () => {
    const { data, errors } = await account.graphql(
      '{ account { id } servicesOfCategory(categoryId: 9) { totalCount } }',
    );
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });
});
