import { createBookableService, createEvent } from '../support/catalog.js';
import { rawRequest } from '../support/raw-request.js';
import { statementsOf } from '../support/statements.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const server = await useTestServer();
let account: TestAccount;
beforeEach(async () => {
  account = await server.account();
});

const creation = `mutation ($resourceId: Int, $personId: Int) {
  createCalendarFeed(resourceId: $resourceId, personId: $personId) { address calendarFeed { id resourceId personId } }
}`;

async function feedOf(owner: object, of = account): Promise<{ id: number; address: string }> {
  const { data, errors } = await of.graphql(creation, owner);
  if (errors) throw new Error(JSON.stringify(errors));
  const { address, calendarFeed } = data.createCalendarFeed;
  return { id: calendarFeed.id, address };
}

/** Reads the calendar with unfolded lines. */
async function read(address: string): Promise<string[]> {
  const response = await fetch(address);
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('\r\n ', '').split('\r\n');
}
const linesOf = (lines: string[], name: string) => lines.filter((line) => line.startsWith(`${name}:`));
const statusesOf = async (address: string) => linesOf(await read(address), 'STATUS').map((line) => line.slice(7));

async function identityOf({ credentials }: TestAccount): Promise<string> {
  const [row] = await server.sql<{ calendar_id: string }>(
    'select calendar_id from account where id = ?',
    credentials.id,
  );
  return row?.calendar_id ?? '';
}

const kari = { name: 'Kari; "K", Nordmann', email: 'kari@example.org' };

async function book(attributes: object, parameters: object = { confirm: true }) {
  return account.create('/bookings', 'booking', attributes, parameters);
}

describe('a calendar', () => {
  it('of a resource has services and people, across a clock change, and no internal texts', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    const of = { service_id: serviceId, resource_id: resourceId, notes: 'a note', person_attributes: kari };
    const before = await book({ ...of, booked_from: '2026-03-28 10:00', booked_to: '2026-03-28 11:00' });
    const { person_attributes: _, ...busy } = of;
    const after = await book({ ...busy, booked_from: '2026-03-29 10:00', booked_to: '2026-03-29 11:00' });
    const { address } = await feedOf({ resourceId });
    const response = await fetch(address);
    const { id } = account.credentials;
    const identity = await identityOf(account);
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      200,
      { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, no-cache' },
    ]);
    expect(await response.text()).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//booking-server//calendar//EN',
        'NAME:Chair',
        'X-WR-CALNAME:Chair',
        'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
        'X-PUBLISHED-TTL:PT15M',
        'BEGIN:VEVENT',
        `UID:booking-${id}-${before.id}@${identity}`,
        'SEQUENCE:0',
        'DTSTAMP:20260302T070000Z',
        'DTSTART:20260328T090000Z',
        'DTEND:20260328T100000Z',
        'SUMMARY:Cut – Kari\\; "K"\\, Nordmann',
        'ORGANIZER;CN="Acme":mailto:acme@example.org',
        'STATUS:CONFIRMED',
        'LAST-MODIFIED:20260302T070000Z',
        'END:VEVENT',
        'BEGIN:VEVENT',
        `UID:booking-${id}-${after.id}@${identity}`,
        'SEQUENCE:0',
        'DTSTAMP:20260302T070000Z',
        'DTSTART:20260329T080000Z',
        'DTEND:20260329T090000Z',
        'SUMMARY:Cut',
        'ORGANIZER;CN="Acme":mailto:acme@example.org',
        'STATUS:CONFIRMED',
        'LAST-MODIFIED:20260302T070000Z',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  it('of a person has the services and resources of only that person', async () => {
    const { serviceId, resourceId } = await createBookableService(account, {
      resource: { title: 'Room, 2', capacity: 2 },
    });
    const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    const of = { service_id: serviceId, resource_id: resourceId, ...time };
    const { person_id: personId } = await book({ ...of, person_attributes: kari });
    await book({ ...of, person_attributes: { name: 'Ola' } });
    const lines = await read((await feedOf({ personId })).address);
    expect(linesOf(lines, 'SUMMARY')).toEqual(['SUMMARY:Cut – Room\\, 2']);
  });

  it('has sequence numbers, and marks cancelled and deleted bookings', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    const { address } = await feedOf({ resourceId });
    const of = { service_id: serviceId, resource_id: resourceId };
    const at = (hour: number) => ({ ...of, booked_from: `2026-03-03 ${hour}:00`, booked_to: `2026-03-03 ${hour}:30` });
    const cancelled = await book(at(10));
    const deleted = await book(at(11));
    await account.put(`/bookings/${cancelled.id}/cancel`);
    await account.del(`/bookings/${deleted.id}`);
    const lines = await read(address);
    expect(linesOf(lines, 'STATUS')).toEqual(['STATUS:CANCELLED', 'STATUS:CANCELLED']);
    expect(linesOf(lines, 'SEQUENCE').map((line) => Number(line.slice(9)) > 0)).toEqual([true, true]);
  });

  it('has a hold as tentative until it expires', async () => {
    account = await server.account({ verification: 'email' });
    const { serviceId, resourceId } = await createBookableService(account);
    const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    const of = { service_id: serviceId, resource_id: resourceId, ...time };
    await book({ ...of, expires_at: '2026-03-02 08:30', person_attributes: kari }, { confirm: false });
    const { address } = await feedOf({ resourceId });
    expect(await statusesOf(address)).toEqual(['TENTATIVE']);
    server.clock.advance(60);
    expect(await statusesOf(address)).toEqual(['CANCELLED']);
    server.clock.set('2026-03-02T07:00:00Z');
  });

  it('of a resource has its events, and marks a deleted one', async () => {
    const { id, resource_id: resourceId } = await createEvent(account, { title: 'Yoga\r\nEND:VEVENT' });
    const { address } = await feedOf({ resourceId });
    server.clock.advance(1);
    await account.del(`/events/${id}`);
    const lines = await read(address);
    expect(lines).toEqual(
      expect.arrayContaining([
        `UID:event-${account.credentials.id}-${id}@${await identityOf(account)}`,
        'SEQUENCE:1',
        'SUMMARY:Yoga END:VEVENT (0/3)',
        'STATUS:CANCELLED',
      ]),
    );
    expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
    server.clock.set('2026-03-02T07:00:00Z');
  });

  it('has at most 5,000 entries, which overlap the time from 30 days ago to 366 ahead, by two statements', async () => {
    const { resourceId } = await createBookableService(account);
    const { address } = await feedOf({ resourceId });
    const insert = (count: number, start: string) =>
      server.sql(
        `insert into booking (account_id, created_at, updated_at, resource_id, booked_from, booked_to, state, ignores_capacity)
         select ?, now(), now(), ?, ?::timestamptz + n * interval '1 second', ?::timestamptz + interval '3 hours', 'confirmed', true
         from generate_series(1, ?::integer) as n`,
        account.credentials.id,
        resourceId,
        start,
        start,
        count,
      );
    await insert(1, '2026-01-31T03:00:00Z');
    await insert(1, '2026-01-31T06:00:00Z');
    await insert(1, '2027-03-03T06:00:00Z');
    await insert(1, '2027-03-03T08:00:00Z');
    const { result, statements } = await statementsOf(server.database, () => read(address));
    expect(linesOf(result, 'DTSTART')).toEqual(['DTSTART:20260131T060001Z', 'DTSTART:20270303T060001Z']);
    expect(statements).toHaveLength(2);
    await insert(5_000, '2026-03-03T08:00:00Z');
    expect(linesOf(await read(address), 'DTSTART')).toHaveLength(5_000);
  });
});

describe('a feed', () => {
  it('is 304 for a client that has it', async () => {
    const { resourceId } = await createBookableService(account);
    const { address } = await feedOf({ resourceId });
    const tag = (await fetch(address)).headers.get('etag') ?? '';
    // Without `fetch`, which adds `Cache-Control: no-cache`.
    const again = await rawRequest(address, { headers: { 'if-none-match': tag } });
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', tag]);
    await account.put(`/resources/${resourceId}`, { json: { resource: { title: 'Sofa' } } });
    expect((await rawRequest(address, { headers: { 'if-none-match': tag } })).status).toBe(200);
  });

  it('is listed without its secret, which is not stored, until it is revoked', async () => {
    const { resourceId } = await createBookableService(account);
    const { id, address } = await feedOf({ resourceId });
    const other = await feedOf({ resourceId });
    const list = () => account.graphql('{ calendarFeeds { totalCount edges { node { id resourceId personId } } } }');
    const nodes = [id, other.id].map((feed) => ({ node: { id: feed, resourceId, personId: null } }));
    expect((await list()).data.calendarFeeds).toEqual({ totalCount: 2, edges: nodes });
    const secret = /-([\w-]{43})\.ics$/.exec(address)?.[1] ?? '';
    const kept = await server.sql(
      'select to_jsonb(f) as feed, c.snapshot from calendar_feed f join change c using (account_id) where account_id = ?',
      account.credentials.id,
    );
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect(JSON.stringify(kept.map((row) => Object.values(row)[1]))).not.toContain('tokenHash');

    const revocation = `mutation { revokeCalendarFeed(id: ${id}) { id } }`;
    expect((await account.graphql(revocation)).data).toEqual({ revokeCalendarFeed: { id } });
    expect([(await fetch(address)).status, (await fetch(other.address)).status]).toEqual([404, 200]);
    expect((await account.graphql(revocation)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect((await server.changes(account)).slice(-3)).toEqual([
      'calendar_feed.created',
      'calendar_feed.created',
      'calendar_feed.revoked',
    ]);
  });

  it('is 404 for the id of another account, an invalid token and a deleted owner', async () => {
    const { resourceId } = await createBookableService(account);
    const { address } = await feedOf({ resourceId });
    const other = await server.account();
    const swapped = address.replace(/calendars\/\d+/, `calendars/${other.credentials.id}`);
    const addresses = [swapped, `${server.origin}/calendars/1-x.ics`, address.slice(0, -4), `${address}x`];
    for (const wrong of addresses) expect((await fetch(wrong)).status).toBe(404);
    await account.del(`/resources/${resourceId}`);
    expect((await fetch(address)).status).toBe(404);
  });

  it.each<[string, (own: number, foreign: number) => object, object]>([
    ['nobody', () => ({}), { resourceId: ["can't be blank"] }],
    ['two', (own) => ({ resourceId: own, personId: 1 }), { personId: expect.arrayContaining(['must be blank']) }],
    ['objects of another account', (_, foreign) => ({ resourceId: foreign }), { resourceId: ['does not exist'] }],
  ])('of %s is rejected', async (_name, owner, fields) => {
    const own = await createBookableService(account);
    const foreign = await createBookableService(await server.account());
    const { errors } = await account.graphql(creation, owner(own.resourceId, foreign.resourceId));
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields } }]);
  });

  it('of another account is not listed and cannot be revoked', async () => {
    const { resourceId } = await createBookableService(account);
    const { id, address } = await feedOf({ resourceId });
    const other = await server.account();
    expect((await other.graphql('{ calendarFeeds { totalCount } }')).data.calendarFeeds.totalCount).toBe(0);
    expect((await other.graphql(`mutation { revokeCalendarFeed(id: ${id}) { id } }`)).errors).toMatchObject([
      { extensions: { code: 'NOT_FOUND' } },
    ]);
    expect((await fetch(address)).status).toBe(200);
  });
});
