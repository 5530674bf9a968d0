import { bookService, createBookableService } from '../support/catalog.js';
import { HtmlVisitor, type OpenedPage } from '../support/html-visitor.js';
import { statementsOf } from '../support/statements.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new HtmlVisitor(account);
let serviceId: number;
let resourceId: number;
beforeEach(async () => {
  ({ serviceId, resourceId } = await createBookableService(account, {
    service: { title: 'Cabin', has_day_booking: true, max_slots: 4 },
  }));
});

const kari = { name: 'Kari Nordmann', email: 'kari@example.org' };
const tuesday = 'Tuesday, 3 March 2026';
const thursday = 'Thursday, 5 March 2026';
const take = (from: string, to: string) =>
  bookService(account, { serviceId, resourceId }, { booked_from: `${from} 00:00`, booked_to: `${to} 00:00` });
const times = (day = '2026-03-03') => visitor.open(`/services/${serviceId}?date=${day}`);
/** The last days to choose from. */
const offered = ({ html }: OpenedPage): string[] =>
  [...html.matchAll(/slot=[^"]*%2F(\d{4}-\d\d-\d\d)T/g)].map(([, end = '']) => end);

it('a booking of several days is made by its first and its last day', async () => {
  const first = await visitor.follow(await times('2026-03-04'), tuesday);
  expect(first.text).toContain(`From ${tuesday}: choose the last day ${tuesday} 1 day`);
  const form = await visitor.follow(first, `${tuesday} – ${thursday}`);
  expect(form.text).toContain(`Time ${tuesday} – ${thursday}`);
  const done = await visitor.submit(form, kari);
  expect([done.status, done.text]).toEqual([200, expect.stringContaining(`${tuesday} – ${thursday}`)]);
  const { body } = await account.get('/bookings');
  expect(
    body.map(({ booking: { booked_from, booked_to } }: { booking: object & Record<string, string> }) => [
      booked_from,
      booked_to,
    ]),
  ).toEqual([['2026-03-03T00:00:00+01:00', '2026-03-06T00:00:00+01:00']]);
});

it('the last day is limited by the service and by what is free', async () => {
  expect(offered(await times())).toEqual(['2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07']);
  await take('2026-03-05', '2026-03-06');
  expect(offered(await times())).toEqual(['2026-03-04', '2026-03-05']);
  const single = await times('2026-03-04');
  expect(single.text).toContain('Free times on Wednesday, 4 March 2026 Wednesday, 4 March 2026 1 day');
  await account.put(`/services/${serviceId}`, { json: { service: { same_day: true } } });
  expect(offered(await times())).toEqual(['2026-03-04']);
});

it('with times, the choice shows from when to when', async () => {
  await account.put(`/services/${serviceId}`, { json: { service: { day_booking_specify_time: true } } });
  const form = await visitor.follow(await times(), `${tuesday} at 09:00 – ${thursday} at 17:00`);
  expect((await visitor.submit(form, kari)).status).toBe(200);
  expect(offered(await times())).toEqual([]);
});

it('days that were taken meanwhile lead to the nearest free ones of that length', async () => {
  const form = await visitor.follow(await times(), `${tuesday} – ${thursday}`);
  await take('2026-03-05', '2026-03-06');
  const again = await visitor.submit(form, { ...kari, notes: 'Late arrival' });
  expect([again.status, again.forms[0]?.values]).toEqual([400, expect.objectContaining({ notes: 'Late arrival' })]);
  expect(again.text).toContain('Friday, 6 March 2026 – Sunday, 8 March 2026');
  expect((await visitor.submit(again)).text).toContain('Friday, 6 March 2026 – Sunday, 8 March 2026');
});

it('a booking keeps its number of days when it is moved by its link', async () => {
  await server.configure(account, { allow_cancellation: true });
  await take('2026-03-12', '2026-03-13');
  const { id } = await take('2026-03-04', '2026-03-06');
  const own = await visitor.load((await account.get(`/bookings/${id}/link`)).body.booking.link);
  expect(own.text).toContain(`Wednesday, 4 March 2026 – ${thursday}`);
  const choice = await visitor.follow(own, 'Move to another time');
  expect(choice.text).not.toContain('11 March 2026 –');
  const day = await visitor.follow(await visitor.follow(choice, 'Next week'), 'Friday, 13 March 2026');
  expect(offered(day)).toEqual(['2026-03-15']);
  const moved = await visitor.submit(await visitor.follow(day, 'Friday, 13 March 2026 –'));
  expect(moved.text).toContain('Friday, 13 March 2026 – Saturday, 14 March 2026');
});

it('the times of all lengths are those that the public API lists for each length', async () => {
  const of = { resource: { capacity: 2 }, service: { title: 'Hut', has_day_booking: true, max_slots: 40 } };
  const hut = await createBookableService(account, { ...of, providers: [{}, {}, {}] });
  const [first = 0, second = 0, third = 0] = hut.resourceIds;
  const stay = (resource: number, from: string, to: string) =>
    bookService(
      account,
      { serviceId: hut.serviceId, resourceId: resource },
      { booked_from: `${from} 00:00`, booked_to: `${to} 00:00`, count: 2 },
    );
  await stay(first, '2026-03-06', '2026-03-07');
  await stay(second, '2026-03-20', '2026-03-22');
  await account.put(`/resources/${third}/exception_dates/2026-04-01`, { json: { opening_hours: [] } });
  const former = async (day: string, resource = ''): Promise<string[]> => {
    const ends: string[] = [];
    for (let intervals = 1; intervals <= 31; intervals++) {
      const query = `from=${day}&to=${day}&intervals=${intervals}&selected_resources=${resource}`;
      const { body } = await new Visitor(account).get(`/services/${hut.serviceId}/slots?${query}`);
      if (body.length === 0) break;
      ends.push(...body.map(({ slot }: { slot: { timestamp_end: string } }) => slot.timestamp_end.slice(0, 10)));
    }
    return ends;
  };
  for (const [day, resource] of [
    ['2026-03-03'],
    ['2026-03-20'],
    ['2026-03-05', first],
    ['2026-03-21', second],
  ] as const) {
    const query = resource === undefined ? '' : `&resource_id=${resource}`;
    const page = await visitor.open(`/services/${hut.serviceId}?date=${day}${query}`);
    expect(offered(page)).toEqual(await former(day, String(resource ?? '')));
  }
  expect(offered(await visitor.open(`/services/${hut.serviceId}?date=2026-03-03`))).toHaveLength(29);
});

it('all lengths are one read', async () => {
  const countOf = async (max_slots: number): Promise<number> => {
    await account.put(`/services/${serviceId}`, { json: { max_slots } });
    const { result, statements } = await statementsOf(server.database, () => times());
    expect(offered(result)).toHaveLength(max_slots);
    return statements.length;
  };
  expect([await countOf(31), await countOf(5)]).toEqual(Array(2).fill(await countOf(2)));
});

it('where a clock change skips midnight, days are counted and booked as dates', async () => {
  await server.configure(account, { time_zone: 'Africa/Cairo' });
  const page = await times('2026-04-23');
  expect(page.text).toContain('Thursday, 23 April 2026 1 day');
  const last = 'Thursday, 23 April 2026 – Friday, 24 April 2026';
  expect(page.text).toContain(`${last} 2 days`);
  expect((await visitor.submit(await visitor.follow(page, last), kari)).status).toBe(200);
  const { body } = await account.get('/bookings');
  expect([body[0].booking.booked_from, body[0].booking.booked_to]).toEqual([
    '2026-04-23T00:00:00+02:00',
    '2026-04-25T00:00:00+03:00',
  ]);
  const before = await times('2026-04-22');
  expect(before.text).toContain('Wednesday, 22 April 2026 1 day');
});
