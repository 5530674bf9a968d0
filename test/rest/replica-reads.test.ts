import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { stringify } from 'qs';
import { bookingOperations } from '../../src/graphql/operations.js';
import { openReplicas } from '../../src/platform/database/orm.js';
import { transports } from '../socket/subscriber.js';
import { ReadWorld, reads } from '../support/reads.js';
import { sendRequest } from '../support/send-request.js';
import { useOwnTestServer } from '../support/test-server.js';
import { validObject } from '../support/valid-input.js';

/** Counts the connections that a replica would get, and closes them. */
let connections = 0;
const counter = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
counter.listen(0, '127.0.0.1');
await once(counter, 'listening');
afterAll(() => void counter.close());

const server = await useOwnTestServer();
const replicas = openReplicas(
  server.database,
  [`postgresql://user:password@127.0.0.1:${(counter.address() as AddressInfo).port}/booking`],
  { maxLag: 5, onChange: () => {} },
);
server.database.replicas = replicas;
const of = await ReadWorld.create(server);
const { account, visitor, world } = of;

/** The requests that might have been read from a replica. */
const attempts = (): number => replicas.outcomes().reduce((sum, { count }) => sum + count, 0);

async function attemptsOf(work: () => Promise<unknown>): Promise<number> {
  const before = attempts();
  await work();
  return attempts() - before;
}

describe('a replica', () => {
  it.each(reads)('is read by $api GET $path only as its query declares', async (read) => {
    const { route } = read;
    const request = await of.senderOf(read);
    const statuses: number[] = [];
    const send = async (more: object): Promise<void> => {
      statuses.push((await request(more)).status);
    };
    const use = bookingOperations().get(route.operation)?.replicaUse;
    expect(await attemptsOf(() => send({}))).toBe(use === 'always' ? 1 : 0);
    expect(await attemptsOf(() => send({ prefer: '' }))).toBe(use === 'always' ? 1 : 0);
    expect(await attemptsOf(() => send({ prefer: 'replica' }))).toBe(use === undefined ? 0 : 1);
    // Only a sandbox has a clock of its own.
    expect(statuses).toEqual(Array(3).fill(route.path === '/test_clock' ? 404 : 200));
  });

  it('is never read by a change, nor by its conditions and its repetition', async () => {
    const { id } = await account.create('/people', 'person', { name: 'Kari' });
    const { headers } = await account.get(`/people/${id}`);
    const sent = await attemptsOf(async () => {
      const json = { person: { notes: 'new' } };
      const path = `/people/${id}?prefer=replica`;
      const conditions = { 'idempotency-key': 'once', 'if-match': headers.get('etag') ?? '' };
      const first = await account.put(path, { json, headers: conditions });
      const again = await account.put(path, { json, headers: conditions });
      expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
      expect((await account.put(path, { json, headers: { 'if-match': '"other"' } })).status).toBe(412);
      const events = { event: await validObject('event', world), recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } };
      expect((await account.post('/events/recurring?prefer=replica', { json: events })).status).toBe(200);
      expect((await account.del(path)).status).toBe(200);
      const mutation =
        'mutation { createPerson(input: {name: "Ola"}) { id bookings { totalCount } changes { totalCount } } }';
      const headersOfKey = { 'idempotency-key': 'graphql-once' };
      for (const more of [{}, headersOfKey, headersOfKey]) {
        expect((await graphql(mutation, 'replica', more)).body.data.createPerson.id).toBeGreaterThan(0);
      }
    });
    expect(sent).toBe(0);
  });

  it('is never read by a session, nor to authenticate', async () => {
    const sent = await attemptsOf(async () => {
      server.forgetAccounts();
      expect((await account.get('/people/999999')).status).toBe(404);
      const json = JSON.stringify({ subdomain: account.subdomain, email: 'nobody@example.org', password: 'wrong' });
      for (const path of ['/session', '/dashboard/session']) {
        const headers = { 'content-type': 'application/json', origin: account.origin };
        await sendRequest(`${account.origin}${path}?prefer=replica`, { method: 'POST', headers, body: json });
      }
    });
    expect(sent).toBe(0);
  });

  it('is never read by subscriptions, and by queries of their connections only if these always are', async () => {
    for (const [, open] of transports) {
      const subscriber = open(account.origin, { parameter: account.credentials.api_key });
      const sent = await attemptsOf(async () => {
        const changes = await subscriber.changes('', 'name booking { id person { bookings { totalCount } } }');
        await account.create('/bookings', 'booking', await validObject('booking', world));
        expect((await changes.take(1))[0].name).toBe('booking.created');
        expect(await subscriber.ask('{ people { totalCount } }')).toMatchObject({ data: { people: {} } });
      });
      expect(sent).toBe(0);
      expect(await attemptsOf(() => subscriber.ask(figures('')))).toBe(1);
      await subscriber.end();
    }
  });

  it.each<[string, string | undefined, number]>([
    ['{ people { totalCount } }', undefined, 0],
    ['{ people { totalCount } }', '', 0],
    ['{ people { totalCount } }', 'replica', 1],
    [figures(''), undefined, 1],
    [figures(''), 'replica', 1],
    [figures('account { id }'), 'replica', 0],
    [figures('people { totalCount }'), undefined, 0],
    [figures('people { totalCount }'), 'replica', 1],
    ['{ changes(after: "latest") { cursor } }', 'replica', 0],
    ['{ viewer { role } }', 'replica', 0],
  ])('is read by GraphQL %s with prefer=%s', async (query, prefer, count) => {
    const sent = await attemptsOf(async () => {
      expect((await graphql(query, prefer)).body.errors).toBeUndefined();
    });
    expect(sent).toBe(count);
  });

  it('is read by a calendar feed after its token was checked', async () => {
    const create = 'mutation ($id: Int!) { createCalendarFeed(personId: $id) { address } }';
    const { data } = await account.graphql(create, { id: world.own['person_id'] });
    const { address } = data.createCalendarFeed;
    expect(await attemptsOf(async () => expect((await fetch(address)).status).toBe(200))).toBe(1);
    expect(await attemptsOf(async () => expect((await fetch(address.replace('.ics', 'x.ics'))).status).toBe(404))).toBe(
      0,
    );
  });

  it('is not connected to by anything else', () => {
    expect(connections).toBeGreaterThan(0);
    expect(connections).toBeLessThanOrEqual(attempts());
  });
});

describe('another preference', () => {
  it.each(['primary', 'Replica', 'replica,primary'])('is refused: %s', async (prefer) => {
    const refusal = { prefer: ['is not included in the list', 'must be replica'] };
    for (const sender of [account, visitor]) {
      const { status, body } = await sender.get(`/services?${stringify({ prefer })}`);
      expect([status, body]).toEqual([400, refusal]);
    }
    const { status, body } = await graphql('{ people { totalCount } }', prefer);
    expect([status, body.errors[0].extensions]).toEqual([400, { code: 'BAD_USER_INPUT', fields: refusal }]);
    const { body: changed } = await graphql('mutation { createPerson(input: {name: "No"}) { id } }', prefer);
    expect(changed).toEqual(body);
  });

  it.each(['prefer[]=replica', 'prefer[a]=replica', 'prefer=replica&prefer=replica'])(
    'is refused in another form: %s',
    async (query) => {
      const { status, body } = await account.get(`/people?${query}`);
      expect([status, body]).toEqual([400, { prefer: ['is not included in the list', 'must be replica'] }]);
    },
  );

  it('is ignored where none is read', async () => {
    expect((await account.get(`/people/${world.own['person_id']}?prefer=primary`)).status).toBe(200);
  });
});

function figures(more: string): string {
  return `{ bookingFigures(during: {from: "2026-03-01", to: "2026-04-01"}) { total { bookings } } ${more} }`;
}

async function graphql(query: string, prefer?: string, more: Record<string, string> = {}) {
  const search = prefer === undefined ? '' : `?${stringify({ prefer })}`;
  const { status, text } = await sendRequest(`${account.origin}/graphql${search}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.credentials.api_key}`,
      'content-type': 'application/json',
      'user-agent': 'tests',
      ...more,
    },
    body: JSON.stringify({ query }),
  });
  return { status, body: JSON.parse(text) };
}
