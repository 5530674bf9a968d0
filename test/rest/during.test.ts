import { accepted } from '../../src/platform/accepted.js';
import { createBookableService, createEvent } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
const { resourceId } = await createBookableService(account, { resource: { capacity: 10 } });
const book = (title: string, booked_from: string, booked_to: string) =>
  account.create('/bookings', 'booking', { resource_id: resourceId, title, booked_from, booked_to });
await book('stay', '2026-03-09 22:00', '2026-03-12 08:00');
await book('night', '2026-03-10 23:00', '2026-03-11 01:00');
await book('morning', '2026-03-11 09:00', '2026-03-11 10:00');
const { id } = await book('deleted', '2026-03-11 09:00', '2026-03-11 10:00');
await account.del(`/bookings/${id}`);
await createEvent(account, { title: 'night', starts_at: '2026-03-10 23:00', ends_at: '2026-03-11 01:00' });
await createEvent(account, { title: 'morning', starts_at: '2026-03-11 09:00', ends_at: '2026-03-11 10:00' });
await server.configure(account, { public_access: true });

const of = (from: string, to: string): string => new URLSearchParams({ during_from: from, during_to: to }).toString();

const cases: [period: string, bookings: string[], events: string[]][] = [
  [of('2026-03-10', '2026-03-11'), ['stay', 'night'], ['night']],
  [of('2026-03-11', '2026-03-12'), ['stay', 'night', 'morning'], ['night', 'morning']],
  [of('2026-03-11 01:00', '2026-03-11 09:00'), ['stay'], []],
  [of('2026-03-11 00:59:59', '2026-03-11 09:00'), ['stay', 'night'], ['night']],
  [of('2026-03-11 01:00', '2026-03-11 09:00:01'), ['stay', 'morning'], ['morning']],
  [of('2026-03-11 09:15', '2026-03-11 09:30'), ['stay', 'morning'], ['morning']],
  [of('2026-03-12 08:00', '2027-01-01'), [], []],
  [of('2026-01-01', '2026-03-09 22:00'), [], []],
  ['during_from=2026-03-11+09:59', ['stay', 'morning'], ['morning']],
  ['during_to=2026-03-10+23:30', ['stay', 'night'], ['night']],
  [`${of('2026-03-11', '2026-03-12')}&start=2026-03-11`, ['morning'], ['morning']],
];

describe('a list of the objects that overlap a period', () => {
  it.each(cases)('with %s has the bookings %j and the events %j', async (period, bookings, events) => {
    const titles = async (path: string, wrapper: string): Promise<string[]> => {
      const { status, body } = await account.get(`${path}?${period}`);
      expect(status).toBe(200);
      return body.map((item: Record<string, { title: string }>) => item[wrapper]?.title);
    };
    expect(await titles('/bookings', 'booking')).toEqual(bookings);
    expect(await titles('/events', 'event')).toEqual(events);
    const site = await fetch(`${server.origin}/sites/${account.credentials.subdomain}/events?${period}`);
    const listed = (await site.json()) as { event: { title: string } }[];
    expect(listed.map(({ event }) => event.title)).toEqual(events);
  });

  it('keeps the period in the links to its pages', async () => {
    for (const path of ['/bookings', '/events']) {
      const { headers } = await account.get(`${path}?during_from=2026-03-11&during_to=2026-03-12`);
      const url = `${server.origin}/api/v1${path}?during_from=2026-03-11&during_to=2026-03-12&page=1`;
      expect(headers.get('link')).toBe(`<${url}>; rel="first", <${url}>; rel="last"`);
    }
    expect((await account.get(`/bookings?${of('2026-03-11', '2026-03-12')}`)).headers.get('total-count')).toBe('3');
  });

  it.each([
    ['during_from=soon', { during_from: ['is invalid', accepted.dateTime] }],
    ['during_to=2026-02-30', { during_to: ['is invalid', accepted.dateTime] }],
    [of('2026-03-12', '2026-03-11'), { during_to: ['must be after from'] }],
    [of('2026-03-11', '2026-03-11'), { during_to: ['must be after from'] }],
  ])('rejects %s', async (period, errors) => {
    for (const path of ['/bookings', '/events']) {
      const { status, body } = await account.get(`${path}?${period}`);
      expect([status, body]).toEqual([400, errors]);
    }
  });

  it('has the filter in GraphQL, too', async () => {
    const { data, errors } = await account.graphql(
      `query ($during: During!) {
        bookings(filter: { during: $during, scope: ALL }) { edges { node { title } } }
        events(filter: { during: $during }) { edges { node { title } } }
      }`,
      { during: { from: '2026-03-11 09:00', to: '2026-03-11 10:00' } },
    );
    const titles = ({ edges }: { edges: { node: { title: string } }[] }) => edges.map(({ node }) => node.title);
    expect(errors).toBeUndefined();
    expect([titles(data.bookings), titles(data.events)]).toEqual([['stay', 'morning', 'deleted'], ['morning']]);
  });
});

it('reads overlapping objects by an index', async () => {
  const of = await server.account();
  const { resourceId } = await createBookableService(of);
  await server.sql(
    `insert into booking (account_id, created_at, updated_at, resource_id, booking_type, booked_from, booked_to, state)
     select ?, now(), now(), ?, 'appointment', at, at + interval '30 minutes', 'cancelled'
     from generate_series('2025-01-01Z'::timestamptz, '2026-04-01Z', '2 hours') at`,
    of.credentials.id,
    resourceId,
  );
  await server.sql('analyze booking');
  const plan = await server.sql<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off, summary off) select * from booking
     where account_id = ? and booked_from < '2026-03-12Z' and booked_to > '2026-03-11Z' order by booked_from, id limit 750`,
    of.credentials.id,
  );
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain('booking_booked_to');
  expect(text).not.toMatch(/Rows Removed by Filter: \d{3,}/);
});
