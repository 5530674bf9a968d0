import { accepted } from '../../src/platform/accepted.js';
import { createBookableService, createEvent } from '../support/catalog.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const uuid = 'b5d1c3a2-6f7e-4f0a-9d3b-0a1b2c3d4e5f';

/** The bookings by their property, in the order of their start. Each starts an hour and was changed a minute after the one before. */
const ids: Record<string, number> = {};
const refers: Record<string, number> = {};

const server = await useTestServer();
const account = await server.account();
const { serviceId, resourceId } = await createBookableService(account, { resource: { capacity: 100 } });
const other = await createBookableService(account);
const event = await createEvent(account, { starts_at: '2026-03-02 17:00', ends_at: '2026-03-02 18:00' });
const kari = await account.create('/people', 'person', { name: 'Kari', email: 'kari@example.org' });
Object.assign(refers, { serviceId, resourceId, other: other.resourceId, event: event.id, kari: kari.id });
const create = async (
  name: string,
  hour: number,
  attributes: object = {},
  settings: object = {},
  steps: string[] = [],
) => {
  server.clock.advance(1);
  await server.configure(account, { confirm_manually: false, verification_method: 0, ...settings });
  const at = (hours: number) => `2026-03-02 ${String(hours).padStart(2, '0')}:00`;
  const times = hour === 17 ? {} : { booked_from: at(hour), booked_to: at(hour + 1), resource_id: resourceId };
  const booking = { ...times, title: name, ...attributes };
  const { id } = await account.create('/bookings', 'booking', booking, { confirm: false });
  for (const step of steps) await account.put(`/bookings/${id}/${step}`);
  ids[name] = id;
};
const person = { person_attributes: { email: 'kari@example.org' } };
const verified = { verification_method: 1 };
await create('past', 6);
await create('expired', 9, { ...person, expires_at: '2026-03-02 08:30' }, verified);
await create('unconfirmed', 10, { service_id: serviceId, external_id: 'x-1' }, { confirm_manually: true });
await create('confirmed', 11, { ...person, status: 'checked_in' });
await create('declined', 12, person, { confirm_manually: true }, ['decline']);
await create('cancelled', 13, { ...person, external_id: 'x-1' }, {}, ['cancel']);
await create('deleted', 14, { ...person, external_id: 'x-2', booked_to: '2026-03-02 15:00' });
await account.del(`/bookings/${ids['deleted']}`);
await create('hold', 15, person, verified);
await create('elsewhere', 16, { resource_id: other.resourceId });
await create('event', 17, { event_id: event.id });
await server.sql('update booking set collection_id = ? where id = ?', uuid, ids['unconfirmed']);
server.clock.set('2026-03-02T07:45:00Z');
await server.sql(`update booking set expires_at = '2026-03-02T12:00Z' where id = ?`, ids['hold']);

const titles = async (path: string): Promise<string> => {
  const { status, body } = await account.get(path);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.map(({ booking }: { booking: { title: string } }) => booking.title).join(' ');
};
const fill = (path: string): string => path.replace(/<(\w+)>/g, (_, name: string) => String(refers[name]));

const active = 'past unconfirmed confirmed hold elsewhere event';
const all = 'past expired unconfirmed confirmed declined cancelled deleted hold elsewhere event';

describe('the listings', () => {
  it.each([
    ['/bookings', active],
    ['/bookings/recent', 'event elsewhere hold confirmed unconfirmed past'],
    ['/bookings/upcoming', 'unconfirmed confirmed hold elsewhere event'],
    ['/bookings/unconfirmed', 'unconfirmed'],
    ['/bookings/all', all],
    ['/bookings/visible', 'past unconfirmed confirmed declined cancelled hold elsewhere event'],
    ['/bookings/no_status', 'past unconfirmed hold elsewhere event'],
    ['/people/<kari>/bookings', 'expired confirmed declined cancelled hold'],
    ['/people/<kari>/bookings/recent', 'hold confirmed'],
    ['/people/<kari>/bookings/upcoming', 'confirmed hold'],
    ['/people/<kari>/bookings/unconfirmed', ''],
    ['/people/<kari>/bookings/all', 'expired confirmed declined cancelled deleted hold'],
    ['/people/<kari>/bookings/visible', 'confirmed declined cancelled hold'],
    ['/people/<kari>/bookings/no_status', 'hold'],
    ['/events/<event>/bookings', 'event'],
    ['/events/<event>/bookings/recent', 'event'],
    ['/events/<event>/bookings/upcoming', 'event'],
    ['/events/<event>/bookings/unconfirmed', ''],
    ['/events/<event>/bookings/all', 'event'],
    ['/events/<event>/bookings/visible', 'event'],
    ['/events/<event>/bookings/no_status', 'event'],
  ])('%s has the bookings %j', async (path, expected) => {
    expect(await titles(fill(path))).toBe(expected);
  });

  it.each(['/people/2000000000/bookings', '/events/2000000000/bookings', '/people/x/bookings/all'])(
    '%s is not found',
    async (path) => {
      expect((await account.get(path)).status).toBe(404);
    },
  );

  it('of another account have none of these bookings', async () => {
    const other = await server.account();
    expect((await other.get(`/bookings/${ids['confirmed']}`)).status).toBe(404);
    expect((await other.get('/bookings/find_by/external_id/x-1')).status).toBe(404);
  });
});

describe('filters', () => {
  const onResource = 'past expired unconfirmed confirmed declined cancelled hold';
  it.each([
    ['/bookings?service_id=<serviceId>', 'unconfirmed'],
    ['/bookings?event_id=<event>', 'event'],
    ['/bookings?resource_id=<resourceId>', onResource],
    ['/bookings?resource_id[]=<resourceId>&resource_id[]=<other>', `${onResource} elsewhere`],
    ['/bookings?resource_id=<resourceId>,<other>', `${onResource} elsewhere`],
    ['/bookings?resource_id=<resourceId>&resource_id=<other>', `${onResource} elsewhere`],
    ['/bookings?person_id=<kari>', 'expired confirmed declined cancelled hold'],
    ['/bookings?person_id=<kari>&resource_id=<other>', ''],
    ['/bookings/visible?person_id=<kari>', 'confirmed declined cancelled hold'],
    ['/bookings/all?person_id=<kari>', 'expired confirmed declined cancelled deleted hold'],
    ['/people/<kari>/bookings?person_id=1000', 'expired confirmed declined cancelled hold'],
    ['/bookings?external_id=x-1', 'unconfirmed'],
    ['/bookings/all?external_id=x-1', 'unconfirmed cancelled'],
    ['/bookings?start=2026-03-02+13:00', 'cancelled hold elsewhere event'],
    ['/bookings?start=2026-03-02T13:00:00%2B01:00', 'cancelled hold elsewhere event'],
    ['/bookings?start=2026-03-02T13:00:00+01:00', 'cancelled hold elsewhere event'],
    ['/bookings?end=2026-03-02+11:00', 'past expired unconfirmed'],
    ['/bookings?start=2026-03-02+09:00&end=02.03.2026+12:00', 'expired unconfirmed confirmed'],
    ['/bookings?start=2026-03-03', ''],
    ['/bookings?end=2026-03-03&status=checked_in', 'confirmed'],
    ['/bookings?since=2026-03-02T07:09:00Z', 'elsewhere event'],
    ['/bookings/all?since=2026-03-02+08:07', 'deleted hold elsewhere event'],
    ['/bookings?state=deleted', 'deleted'],
    ['/bookings?state=cancelled,declined', 'declined cancelled'],
    ['/bookings?state[]=deleted&state[]=confirmed', 'past confirmed deleted elsewhere event'],
    ['/bookings?state=awaiting_verification', 'expired hold'],
    ['/bookings/upcoming?state=confirmed', 'confirmed elsewhere event'],
    ['/bookings/visible?state=deleted', ''],
    ['/bookings?status=checked_in,completed', 'confirmed'],
    ['/bookings?status[]=no_show', ''],
    [`/bookings?collection_id=${uuid}`, 'unconfirmed'],
    [`/bookings?collection_id=${uuid.toUpperCase()}&state=confirmed`, ''],
    ['/bookings?order=booked_from_desc', 'event elsewhere hold confirmed unconfirmed past'],
    ['/bookings?service_id=&state=&start=&order=', active],
  ])('%s lists the bookings %j', async (path, expected) => {
    expect(await titles(fill(path))).toBe(expected);
  });

  it.each([
    ['service_id=x', 'is not a number'],
    ['event_id[]=1.5', 'must be an integer'],
    ['resource_id=99999999999', 'must be less than or equal to 2147483647'],
    ['person_id[a]=1', 'is invalid'],
    ['external_id=%00', 'is invalid'],
    ['start=yesterday', ['is invalid', accepted.dateTime]],
    ['end=2026-02-30', ['is invalid', accepted.dateTime]],
    ['since=1772528400', ['is invalid', accepted.dateTime]],
    ['collection_id=1', 'is invalid'],
    ['state=open', ['is not included in the list', expect.stringMatching(/^must be one of /)]],
    ['state[]=confirmed&state[]=', undefined],
    ['status=late', ['is not included in the list', expect.stringMatching(/^must be one of /)]],
    ['order=price', ['is not included in the list', expect.stringMatching(/^must be one of /)]],
    ['extended=perhaps', ['is invalid', accepted.boolean]],
  ])('are validated: ?%s leads to %j', async (query, message) => {
    const { status, body } = await account.get(`/bookings?${query}`);
    const parameter = query.split(/[=[]/)[0] ?? '';
    expect(message === undefined ? status : [status, body]).toEqual(
      message === undefined ? 200 : [400, { [parameter]: [message].flat() }],
    );
  });
});

describe('one booking', () => {
  it('is found in any state by its id', async () => {
    for (const [name, id] of Object.entries(ids)) {
      expect((await account.get(`/bookings/${id}.json`)).body.booking.title).toBe(name);
    }
  });

  it.each([
    ['x-1', 'unconfirmed'],
    ['x-2', 'deleted'],
  ])('is found by its external id, an active one before others: %s', async (externalId, title) => {
    expect((await account.get(`/bookings/find_by/external_id/${externalId}`)).body.booking.title).toBe(title);
  });

  it('is found by its external id if it is active, even if a newer one is inactive', async () => {
    const { resourceId } = await createBookableService(account, { resource: { capacity: 3 } });
    const path = '/bookings/find_by/external_id/moved';
    const time = { resource_id: resourceId, booked_from: '2026-04-04 10:00', booked_to: '2026-04-04 11:00' };
    const create = () => account.create('/bookings', 'booking', { ...time, external_id: 'moved' });
    const found = async () => (await account.get(path)).body.booking.id;
    const [active, cancelled] = [await create(), await create()];
    await account.put(`/bookings/${cancelled.id}/cancel`);
    expect(await found()).toBe(active.id);
    const newer = await create();
    expect(await found()).toBe(newer.id);
    await account.put(`/bookings/${newer.id}/cancel`);
    await account.put(`/bookings/${active.id}/cancel`);
    expect(await found()).toBe(newer.id);
  });

  it('that is not deleted precedes a deleted one, whatever its age', async () => {
    const { resourceId } = await createBookableService(account, { resource: { capacity: 2 } });
    const booking = { resource_id: resourceId, booked_from: '2026-04-03 10:00', booked_to: '2026-04-03 11:00' };
    const live = await account.create('/bookings', 'booking', { ...booking, external_id: 'a/b å' });
    const dead = await account.create('/bookings', 'booking', { ...booking, external_id: 'a/b å' });
    await account.del(`/bookings/${dead.id}`);
    const path = `/bookings/find_by/external_id/${encodeURIComponent('a/b å')}`;
    expect((await account.get(path)).body.booking.id).toBe(live.id);
    await account.del(`/bookings/${live.id}`);
  });

  it.each(['/bookings/2000000000', '/bookings/x', '/bookings/99999999999', '/bookings/find_by/external_id/none'])(
    'is not found at %s',
    async (path) => {
      const { status, body } = await account.get(path);
      expect([status, body]).toEqual([404, { error: { description: 'Not found' } }]);
    },
  );
});

describe('pages', () => {
  let crowded: TestAccount;
  beforeAll(async () => {
    crowded = await server.account();
    const { resourceId } = await createBookableService(crowded, { resource: { capacity: 100_000 } });
    await server.sql(
      `insert into booking (account_id, created_at, updated_at, resource_id, booked_from, booked_to, state, title)
       select ?, now(), now(), ?, '2026-03-03T09:00Z'::timestamptz + make_interval(mins => n), '2026-03-04T09:00Z',
         'confirmed', n::text from generate_series(1, 752) as n`,
      crowded.credentials.id,
      resourceId,
    );
  });

  const numbers = (body: { booking: { title: string } }[]) => body.map(({ booking }) => Number(booking.title));
  const headersOf = (headers: Headers) =>
    ['link', 'current-page', 'page-items', 'total-count', 'total-pages'].map((name) => headers.get(name));

  it('have 750 bookings and links to the others', async () => {
    const { body, headers } = await crowded.get('/bookings?state=confirmed&page=1');
    expect(numbers(body)).toEqual(Array.from({ length: 750 }, (_, index) => index + 1));
    const address = `${server.origin}/api/v1/bookings?state=confirmed&page=`;
    expect(headersOf(headers)).toEqual([
      `<${address}1>; rel="first", <${address}2>; rel="next", <${address}2>; rel="last"`,
      '1',
      '750',
      '752',
      '2',
    ]);
  });
});
