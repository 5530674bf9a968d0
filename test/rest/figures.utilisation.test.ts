import { createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const nothing = { open_minutes: 0, booked_minutes: 0, blocked_minutes: 0, free_minutes: 0, rate: null };
const open = (minutes: number) => ({ ...nothing, open_minutes: minutes, free_minutes: minutes, rate: 0 });

const utilisation = async (query: string) => {
  const { status, body } = await account.get(`/figures/utilisation?${query}`);
  expect([status, body]).toEqual([200, { utilisation_figures: expect.anything() }]);
  return body.utilisation_figures;
};

const book = (resource_id: number, booked_from: string, booked_to: string, more: object = {}) =>
  account.create('/bookings', 'booking', { resource_id, booked_from, booked_to, ...more });

const except = (resourceId: number, date: string, hours: string[]) =>
  account.put(`/resources/${resourceId}/exception_dates/${date}`, {
    json: { resource_exception_date: { opening_hours: hours } },
  });

const day = (date: string, offset: string, endOffset = offset) => ({
  ...{ dimension: 'day', id: null, name: null, label: date },
  from: `${date}T00:00:00${offset}`,
  to: `${date.slice(0, 8)}${String(Number(date.slice(8)) + 1).padStart(2, '0')}T00:00:00${endOffset}`,
});

const record = (dimension: string, id: number | null, label: string | null) => ({
  ...{ dimension, id, label, name: null, from: null, to: null },
});

describe('GET /figures/utilisation', () => {
  it('returns the rate of used minutes by day through a clock change, and compares with the days before', async () => {
    const { resourceId } = await createBookableService(account, {
      resource: { capacity: 2, ...openDaily('00:00', '08:00', '22:00', '24:00') },
    });
    await book(resourceId, '2026-03-28 21:00', '2026-03-29 04:00');
    await book(resourceId, '2026-03-29 07:00', '2026-03-29 09:00', { count: 2 });
    await except(resourceId, '2026-03-27', ['00:00', '02:00']);
    expect(await utilisation('from=2026-03-28&to=2026-03-30&group_by=day&compare=previous_period')).toEqual({
      groups: [
        {
          keys: [day('2026-03-28', '+01:00')],
          // 10 hours for 2 people.
          figure: { open_minutes: 1200, booked_minutes: 180, blocked_minutes: 0, free_minutes: 1080, rate: 0.1 },
          previous: open(1200),
        },
        {
          keys: [day('2026-03-29', '+01:00', '+02:00')],
          // The night has 3 hours until 4:00, and the last booking an hour after closing.
          figure: { open_minutes: 1080, booked_minutes: 420, blocked_minutes: 0, free_minutes: 780, rate: 0.2778 },
          previous: { ...open(240), blocked_minutes: 960 },
        },
      ],
      total: { open_minutes: 2280, booked_minutes: 600, blocked_minutes: 0, free_minutes: 1860, rate: 0.1842 },
      previous_total: { ...open(1440), blocked_minutes: 960 },
    });
  });

  it('counts a night on both dates, and blocks all of it by an exception of the date on which it begins', async () => {
    const { resourceId } = await createBookableService(account, {
      resource: { ...openDaily(), opening_hours_fri: ['22:00', '02:00'] },
    });
    await book(resourceId, '2026-03-06 23:00', '2026-03-07 01:00');
    const byWeekday = async (from: string, to: string) =>
      (await utilisation(`from=${from}&to=${to}&group_by=weekday`)).groups.map(
        ({ keys: [{ name }], figure }: { keys: [{ name: string }]; figure: typeof nothing }) => [name, figure],
      );
    const half = { open_minutes: 120, booked_minutes: 60, blocked_minutes: 0, free_minutes: 60, rate: 0.5 };
    expect(await byWeekday('2026-03-06', '2026-03-08')).toEqual([
      ['friday', half],
      ['saturday', half],
    ]);
    await except(resourceId, '2026-03-07', []);
    expect(await byWeekday('2026-03-07', '2026-03-08')).toEqual([['saturday', half]]);
    await except(resourceId, '2026-03-13', []);
    const blocked = { ...nothing, blocked_minutes: 120 };
    expect(await byWeekday('2026-03-13', '2026-03-15')).toEqual([
      ['friday', blocked],
      ['saturday', blocked],
    ]);
  });

  it('takes an hour that occurs twice as two, and has the data of a heat map', async () => {
    const { resourceId } = await createBookableService(account, { resource: openDaily('01:30', '03:30') });
    await book(resourceId, '2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00');
    const { groups, total } = await utilisation('from=2026-10-24&to=2026-10-26&group_by=weekday,hour_of_day');
    expect(groups).toHaveLength(2 * 24);
    const weekday = (name: string, label: string) => ({
      ...{ dimension: 'weekday', id: null, name, label, from: null, to: null },
    });
    const hour = (name: string) => ({ dimension: 'hour_of_day', id: null, name, label: name, from: null, to: null });
    const [saturday, sunday] = [weekday('saturday', 'Saturday'), weekday('sunday', 'Sunday')];
    expect(groups.filter(({ figure }: { figure: typeof nothing }) => figure.open_minutes > 0)).toEqual([
      { keys: [saturday, hour('01:00')], figure: open(30), previous: null },
      { keys: [saturday, hour('02:00')], figure: open(60), previous: null },
      { keys: [saturday, hour('03:00')], figure: open(30), previous: null },
      { keys: [sunday, hour('01:00')], figure: open(30), previous: null },
      {
        keys: [sunday, hour('02:00')],
        figure: { open_minutes: 120, booked_minutes: 60, blocked_minutes: 0, free_minutes: 60, rate: 0.5 },
        previous: null,
      },
      { keys: [sunday, hour('03:00')], figure: open(30), previous: null },
    ]);
    expect(total).toEqual({
      ...{ open_minutes: 300, booked_minutes: 60, blocked_minutes: 0, free_minutes: 240, rate: 0.2 },
    });
  });

  it('has the hours and bookings of each service, and counts shared time once in the total', async () => {
    const cut = await createBookableService(account, { providers: [openDaily('09:00', '12:00')] });
    const { id: wash } = await account.create('/services', 'service', { title: 'Wash' });
    await account.create('/providers', 'provider', {
      resource_id: cut.resourceId,
      service_id: wash,
      ...openDaily('11:00', '14:00'),
    });
    await book(cut.resourceId, '2026-03-04 11:00', '2026-03-04 11:30', { service_id: cut.serviceId });
    await book(cut.resourceId, '2026-03-04 13:00', '2026-03-04 15:00');
    const yoga = await createEvent(account, {
      resource_id: cut.resourceId,
      starts_at: '2026-03-04 09:00',
      ends_at: '2026-03-04 10:00',
    });
    await account.create('/bookings', 'booking', { event_id: yoga.id });
    await account.put(`/bookings/${(await book(cut.resourceId, '2026-03-04 12:00', '2026-03-04 12:30')).id}/cancel`);
    const period = 'from=2026-03-04&to=2026-03-05';
    const mine = `&resource_id=${cut.resourceId}`;
    const ofCut = { open_minutes: 180, booked_minutes: 30, blocked_minutes: 0, free_minutes: 150, rate: 0.1667 };
    const ofEvent = { ...nothing, booked_minutes: 60 };
    expect(await utilisation(`${period}${mine}&group_by=service`)).toEqual({
      groups: [
        { keys: [record('service', cut.serviceId, 'Cut')], figure: ofCut, previous: null },
        { keys: [record('service', wash, 'Wash')], figure: open(180), previous: null },
        { keys: [record('service', yoga.service_id, 'Cut')], figure: ofEvent, previous: null },
        { keys: [record('service', null, null)], figure: { ...nothing, booked_minutes: 120 }, previous: null },
      ],
      total: { open_minutes: 300, booked_minutes: 210, blocked_minutes: 0, free_minutes: 150, rate: 0.5 },
      previous_total: null,
    });
    expect(await utilisation(`${period}${mine}&service_id=${cut.serviceId}&group_by=service,resource`)).toEqual({
      groups: [
        {
          keys: [record('service', cut.serviceId, 'Cut'), record('resource', cut.resourceId, 'Chair')],
          figure: ofCut,
          previous: null,
        },
      ],
      total: ofCut,
      previous_total: null,
    });
  });

  it('has no open time on holidays, nor of deleted resources, nor of those of another account', async () => {
    await server.configure(account, { closed_for_holidays: true });
    const { resourceId } = await createBookableService(account);
    const { id } = await account.create('/resources', 'resource', { title: 'Gone', ...openDaily('09:00', '17:00') });
    await account.del(`/resources/${id}`);
    const other = await server.account();
    await createBookableService(other);
    const chair = { keys: [record('resource', resourceId, 'Chair')], previous: null };
    expect(await utilisation('from=2026-04-02&to=2026-04-05&group_by=resource')).toEqual({
      groups: [{ ...chair, figure: open(480) }],
      total: open(480),
      previous_total: null,
    });
    await except(resourceId, '2026-04-03', ['10:00', '11:00']);
    expect((await utilisation('from=2026-04-02&to=2026-04-05')).total).toEqual(open(540));
  });

  it('counts seconds, and what is booked beyond the capacity as booked but not as rate', async () => {
    const { resourceId } = await createBookableService(account);
    await book(resourceId, '2026-03-04T09:00:00+01:00', '2026-03-04T09:00:45+01:00');
    await account.create(
      '/bookings',
      'booking',
      { resource_id: resourceId, booked_from: '2026-03-04 09:00', booked_to: '2026-03-04 10:00', count: 3 },
      { ignore_capacity: true },
    );
    const { total } = await utilisation('from=2026-03-04&to=2026-03-05');
    expect(total).toEqual({
      ...{ open_minutes: 480, booked_minutes: 180.75, blocked_minutes: 0, free_minutes: 420, rate: 0.125 },
    });
  });

  const march = 'from=2026-03-01&to=2026-04-01';
  it.each([
    ['', { from: ["can't be blank"], to: ["can't be blank"] }],
    ['from=2026-03-01&to=2026-03-01', { to: ['must be after from'] }],
    ['from=2026-01-01&to=2027-01-03', { to: ['must be within 366 days of from'] }],
    [`${march}&group_by=day,service,resource`, { group_by: ['is too long (maximum is 2 dimensions)'] }],
    [`${march}&group_by=week,day`, { group_by: ['must not combine week and day'] }],
    [
      `${march}&group_by=state`,
      {
        group_by: [
          'is not included in the list',
          'must be one of hour_of_day, weekday, day, week, month, service, resource',
        ],
      },
    ],
    ['from=2026-01-01&to=2026-03-01&group_by=day,hour_of_day', { group_by: ['has too many groups (maximum is 1000)'] }],
    [`${march}&service_id=x`, { service_id: ['is not a number'] }],
    [
      `${march}&resource_id=${Array.from({ length: 1001 }, (_, index) => index)}`,
      { resource_id: ['is too long (maximum is 1000 items)'] },
    ],
  ])('rejects ?%s', async (query, expected) => {
    const { status, body } = await account.get(`/figures/utilisation?${query}`);
    expect([status, body]).toEqual([400, expected]);
  });

  it('needs a filter for more than 1,000 resources', async () => {
    await server.sql(
      `insert into resource (account_id, created_at, updated_at, title)
       select ?, now(), now(), 'Seat' from generate_series(1, 1001)`,
      account.credentials.id,
    );
    const { status, body } = await account.get(`/figures/utilisation?${march}`);
    expect([status, body]).toEqual([400, { resource_id: ['is required if there are more than 1000 resources'] }]);
    const [first] = await server.sql<{ id: number }>(
      'select min(id) as id from resource where account_id = ?',
      account.credentials.id,
    );
    expect((await utilisation(`${march}&resource_id=${first?.id}`)).total).toEqual(nothing);
  });

  it('refuses resources and services of another account', async () => {
    const other = await server.account();
    const { serviceId, resourceId } = await createBookableService(other);
    const { status, body } = await account.get(
      `/figures/utilisation?${march}&service_id=${serviceId}&resource_id=${resourceId}`,
    );
    expect([status, body]).toEqual([400, { service_id: ['does not exist'], resource_id: ['does not exist'] }]);
  });

  it('is open to staff', async () => {
    const staff = await server.withRole(account, 'staff');
    expect((await staff.get(`/figures/utilisation?${march}`)).status).toBe(200);
  });
});
