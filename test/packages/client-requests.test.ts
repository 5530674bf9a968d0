import {
  AnswerError,
  type BookingClient,
  BookingServerError,
  type ClientOptions,
  ConnectionError,
  createClient,
  ForbiddenError,
  GraphQLError,
  NotFoundError,
  PreconditionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnauthorizedError,
  ValidationError,
} from '../../src/packages/client/index.js';
import { retryAfterOf } from '../../src/packages/client/retry.js';
import { bookableServicePerTest } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { startProxy, type Treatment } from './proxy.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const offer = bookableServicePerTest(account);
const proxy = await disposeAfterAll(startProxy(server.origin));

const clientWith = (options: Partial<ClientOptions> = {}): BookingClient =>
  createClient({ url: proxy.url, apiKey: account.credentials.api_key, retryPause: 1, ...options });

type ErrorClass = abstract new (...parameters: never) => BookingServerError;

const refusalOf = async (request: Promise<unknown>): Promise<BookingServerError> => {
  const error = await request.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof BookingServerError)) throw new Error(`no error of the client: ${error}`);
  return error;
};

const book = (client: BookingClient, attributes: object = {}) =>
  client.bookings.create({
    service_id: offer.serviceId,
    booked_from: '2026-03-04T12:00:00+01:00',
    booked_to: '2026-03-04T13:00:00+01:00',
    person_attributes: { name: 'Ola Nordmann', email: 'ola@example.org' },
    ...attributes,
  });

beforeEach(() => proxy.treat());

describe('a list', () => {
  const names = Array.from({ length: 101 }, (_, index) => `Person ${index}`);

  it('is its first page if it is awaited, and all pages if it is iterated', async () => {
    const client = clientWith();
    for (const name of names) await account.create('/people', 'person', { name });
    const page = await client.people.list();
    expect({ ...page, items: page.items.length }).toEqual({
      ...{ items: 50, page: 1, pageItems: 50, totalCount: 101, totalPages: 3 },
    });
    const read: (string | null)[] = [];
    for await (const person of client.people.list()) read.push(person.name);
    expect(read.toSorted()).toEqual(names.toSorted());
  });

  it('has only the attributes that were named, also in its type', async () => {
    const client = clientWith();
    for (const name of names.slice(0, 51)) await account.create('/people', 'person', { name });
    const read: { name: string | null }[] = [];
    for await (const person of client.people.list({ fields: ['name'] })) {
      // @ts-expect-error: it was not named.
      void person.email;
      read.push(person);
    }
    expect(read).toEqual(expect.arrayContaining(names.slice(0, 51).map((name) => ({ name }))));
    const [first] = (await client.people.list({ fields: ['id', 'name'] })).items;
    const one = await client.people.get(first?.id ?? 0, { fields: ['name'] });
    expect(one).toEqual({ name: first?.name });
  });

  it('that the caller leaves requests no further pages', async () => {
    for (const name of names.slice(0, 60)) await account.create('/people', 'person', { name });
    proxy.treat();
    for await (const _ of clientWith().people.list()) break;
    expect(proxy.seen).toHaveLength(1);
  });

  it('passes its parameters, and leaves out those that are undefined', async () => {
    await book(clientWith());
    proxy.treat();
    const { items } = await clientWith().bookings.list({ service_id: [offer.serviceId], state: undefined, page: 1 });
    expect(items.map((booking) => booking.person?.name)).toEqual(['Ola Nordmann']);
    expect(proxy.seen[0]?.path).toBe(`/api/v1/bookings?service_id%5B%5D=${offer.serviceId}&page=1`);
  });
});

describe('a change whose answer is late or lost', () => {
  const date = (seconds: number): string => new Date(Date.UTC(2031, 0, 1) + seconds * 1000).toUTCString();

  it.each<[string, Treatment[]]>([
    ['429 with Retry-After', [{ status: 429, headers: { 'retry-after': '0' } }]],
    ['503', [{ status: 503, body: '{"error":"system error"}' }]],
    [
      '502 with a page of a proxy',
      [{ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway' }],
    ],
    ['a connection that is cut before the server has it', ['cut before']],
    ['a connection that is cut after the server has done it', ['cut after']],
    ['several of them', ['cut after', { status: 500 }, 'cut before', { status: 429 }, 'cut after']],
    [
      'a date, by a server whose clock is years ahead',
      [{ status: 503, headers: { date: date(0), 'retry-after': date(0) } }],
    ],
  ])('is repeated with one key, and done once: %s', async (_name, treatments) => {
    proxy.treat(...treatments);
    const booking = await book(clientWith());
    expect(booking.state).toBe('confirmed');
    expect(proxy.seen).toHaveLength(treatments.length + 1);
    expect(new Set(proxy.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect((await account.get('/bookings')).body.map(({ booking: { id } }: { booking: { id: number } }) => id)).toEqual(
      [booking.id],
    );
  });

  it('is an error after the last attempt, which says what the last one met', async () => {
    proxy.treat('cut before', { status: 503, headers: { 'x-request-id': 'r-1' }, body: '{"error":"system error"}' });
    const error = await refusalOf(book(clientWith({ retries: 1 })));
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ status: 503, requestId: 'r-1', message: 'system error (503)' });
    expect(proxy.seen).toHaveLength(2);
  });

  it('is not repeated without a key, because it may have been done', async () => {
    proxy.treat('cut after');
    const error = await refusalOf(clientWith().people.create({ name: 'Kari' }, { idempotencyKey: false }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(proxy.seen).toHaveLength(1);
  });

  it('waits no longer than its time allows', async () => {
    proxy.treat({ status: 429, headers: { 'retry-after': '3600' } });
    const error = await refusalOf(book(clientWith()));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfter: 3600 });
    expect(proxy.seen).toHaveLength(1);
  });

  it('takes a key of the caller, also in a later call', async () => {
    const once = () => clientWith().people.create({ name: 'Kari' }, { idempotencyKey: 'order-17' });
    expect((await once()).id).toBe((await once()).id);
  });
});

describe('Retry-After', () => {
  const at = (headers: Record<string, string>): number | undefined => retryAfterOf(new Headers(headers));

  it.each<[string, Record<string, string>, number | undefined]>([
    ['seconds', { 'retry-after': '120' }, 120],
    ['none', {}, undefined],
    ['nonsense', { 'retry-after': 'soon', date: 'Thu, 01 Jan 2032 00:00:00 GMT' }, undefined],
    ['negative', { 'retry-after': '-5', date: 'Thu, 01 Jan 2032 00:00:00 GMT' }, 0],
    [
      'a date, compared with that of the answer',
      { 'retry-after': 'Thu, 01 Jan 2032 00:01:30 GMT', date: 'Thu, 01 Jan 2032 00:00:00 GMT' },
      90,
    ],
    [
      'a date that has passed',
      { 'retry-after': 'Wed, 31 Dec 2031 23:00:00 GMT', date: 'Thu, 01 Jan 2032 00:00:00 GMT' },
      0,
    ],
  ])('is read: %s', (_name, headers, expected) => {
    expect(at(headers)).toBe(expected);
  });
});

describe('a refusal', () => {
  it('of wrong attributes has their messages, and is not repeated', async () => {
    const error = await refusalOf(clientWith().people.create({ email: 'nobody' }));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ status: 400, fields: { email: ['is invalid'] }, message: 'email is invalid (400)' });
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(proxy.seen).toHaveLength(1);
  });

  it.each<[string, () => Promise<unknown>, ErrorClass]>([
    ['without a key', () => createClient({ url: proxy.url }).bookings.get(1), UnauthorizedError],
    ['with a wrong key', () => clientWith({ apiKey: 'bk_1_nonsense' }).bookings.list(), UnauthorizedError],
    ['an unknown id', () => clientWith().bookings.get(987654), NotFoundError],
    ['a site that does not exist', () => clientWith().site('nowhere').services.list(), NotFoundError],
  ])('has a class of its own: %s', async (_name, request, kind) => {
    const error = await refusalOf(request());
    expect(error).toBeInstanceOf(kind);
    expect(error.name).toBe(kind.name);
    expect(proxy.seen).toHaveLength(1);
  });

  it('of a key without the permission has a class of its own', async () => {
    const staff = await server.withRole(account, 'staff');
    const client = clientWith({ apiKey: staff.credentials.api_key });
    expect(await refusalOf(client.services.create({ title: 'Cut' }))).toBeInstanceOf(ForbiddenError);
  });

  it('of a change of an object that somebody else has changed is a PreconditionError', async () => {
    const client = clientWith();
    const { id } = await book(client);
    const read = await client.bookings.get(id);
    const changed = await client.bookings.update(id, { notes: 'first' }, { ifMatch: read });
    const error = await refusalOf(client.bookings.update(id, { notes: 'second' }, { ifMatch: read }));
    expect(error).toBeInstanceOf(PreconditionError);
    const cancelled = await client.bookings.cancel(id, { ifMatch: changed });
    expect(cancelled).toMatchObject({ state: 'cancelled', notes: 'first' });
    await expect(
      client.bookings.get(id).then((found) => client.bookings.delete(id, { ifMatch: { ...found } })),
    ).rejects.toThrow('ifMatch must be an ETag');
  });
});

describe('a request that takes too long', () => {
  it('fails by the limit of an attempt, and of all attempts together', async () => {
    proxy.treat('silence', 'pass');
    expect((await clientWith({ attemptTimeout: 300 }).services.list()).length).toBe(1);
    proxy.treat('silence', 'silence', 'silence', 'silence');
    const error = await refusalOf(clientWith({ attemptTimeout: 50 }).services.list({ timeout: 120 }));
    expect(error).toBeInstanceOf(TimeoutError);
  });

  it('is aborted by a signal, during an attempt and between two', async () => {
    for (const treatment of ['silence', { status: 503, headers: { 'retry-after': '30' } }] as const) {
      const controller = new AbortController();
      proxy.treat(treatment);
      const reason = new Error('the user left');
      const refusal = expect(clientWith().services.list({ signal: controller.signal })).rejects.toBe(reason);
      await until(() => proxy.seen.length === 1);
      // Soon after, the answer has arrived if there is one.
      setTimeout(() => controller.abort(reason), 100);
      await refusal;
      expect(proxy.seen).toHaveLength(1);
    }
  });
});

describe('an answer that is not of the server', () => {
  it.each<[string, Treatment]>([
    ['a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Sign in' }],
    ['JSON of another shape', { status: 200, body: '{"ok":true}' }],
    ['null', { status: 200, body: 'null' }],
    ['nothing', { status: 200 }],
    ['one that is too large', { status: 200, body: `[${' '.repeat(70_000)}]` }],
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example.org/' } }],
  ])('is an error, and the request is not repeated: %s', async (_name, treatment) => {
    proxy.treat(treatment);
    const error = await refusalOf(clientWith({ maximumAnswer: 65_536 }).services.list());
    expect(error).toBeInstanceOf(AnswerError);
    expect(proxy.seen).toHaveLength(1);
  });

  it('is kept in the error of a refusal, cut to what a log can take', async () => {
    proxy.treat({ status: 403, body: '<h1>Blocked</h1>'.repeat(1_000) });
    const error = await refusalOf(clientWith().services.list());
    expect(error).toBeInstanceOf(ForbiddenError);
    expect(String(error.body)).toHaveLength(1_000);
  });
});

it.each(['', '.', '..', undefined])('does not put %j into a path', async (id) => {
  // @ts-expect-error a caller without types may pass anything
  await expect(clientWith().bookings.get(id)).rejects.toThrow('booking_id must be an id');
  expect(proxy.seen).toEqual([]);
});

it('escapes what it puts into a path', async () => {
  expect(await refusalOf(clientWith().bookings.findByExternalId('../../client?x'))).toBeInstanceOf(NotFoundError);
  expect(proxy.seen[0]?.path).toBe('/api/v1/bookings/find_by/external_id/..%2F..%2Fclient%3Fx');
});

it('names the application to the server', async () => {
  await clientWith({ application: 'acme-shop/1.2' }).services.list();
  expect(proxy.seen[0]?.headers['user-agent']).toBe('acme-shop/1.2');
});

describe('the public API', () => {
  it('takes a visitor from the services to a verified booking, without a key', async () => {
    await server.configure(account, { verification_method: 1 });
    const site = createClient({ url: proxy.url }).site(account.subdomain);
    const [service] = await site.services.list();
    const id = service?.id ?? 0;
    const [day = ''] = await site.services.findNextAvailableDate(id);
    const slots = await site.services.listSlots(id, { from: day, to: day });
    const last = slots.at(-1);
    const held = await site.bookings.start({
      service_id: id,
      booked_from: last?.timestamp ?? '',
      booked_to: last?.timestamp_end ?? '',
      person_attributes: { name: 'Kari', email: 'kari@example.org' },
    });
    expect(held.state).toBe('awaiting_verification');
    const { verification_code: code } = await clientWith().bookings.get(held.id);
    const booked = await site.bookings.verify(held.id, { verification_code: code });
    expect(booked.state).toBe('confirmed');
    expect(proxy.seen.filter(({ path, headers }) => path.startsWith('/sites/') && headers.authorization)).toEqual([]);
  });
});

describe('GraphQL', () => {
  it('executes a mutation once, though its answer is lost', async () => {
    proxy.treat('cut after');
    await clientWith().graphql('mutation { createPerson(input: { name: "Kari" }) { id } }');
    expect(proxy.seen).toHaveLength(2);
    const { people } = await clientWith().graphql<{ people: { totalCount: number } }>('{ people { totalCount } }');
    expect(people.totalCount).toBe(1);
  });

  it('returns data with the types of a document', async () => {
    const document: { toString(): string; __apiType?: (variables: { id: number }) => { person: { name: string } } } = {
      toString: () => 'query ($id: Int!) { person(id: $id) { name } }',
    };
    const { id } = await clientWith().people.create({ name: 'Kari' });
    const { person } = await clientWith().graphql(document, { id });
    expect(person.name).toBe('Kari');
  });

  it.each<[string, string, ErrorClass, object]>([
    ['a wrong document', '{ nonsense }', GraphQLError, { code: 'GRAPHQL_VALIDATION_FAILED' }],
    [
      'a wrong value',
      'mutation { createPerson(input: { email: "x" }) { id } }',
      ValidationError,
      { fields: { email: ['is invalid'] } },
    ],
    ['an unknown id', 'mutation { cancelBooking(id: 987654) { id } }', NotFoundError, {}],
  ])('has the errors of REST: %s', async (_name, document, kind, properties) => {
    const error = await refusalOf(clientWith().graphql(document));
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject(properties);
  });
});

it('signs in by session, which is not repeated if its answer is lost', async () => {
  proxy.treat('cut before');
  const signIn = createClient({ url: proxy.url, retryPause: 1 }).session.signIn({
    subdomain: account.subdomain,
    email: 'nobody@example.org',
    password: 'wrong password',
  });
  expect(await refusalOf(signIn)).toBeInstanceOf(ConnectionError);
  expect(proxy.seen).toHaveLength(1);
});
