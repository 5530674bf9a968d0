import { accepted } from '../../src/platform/accepted.js';
import { openDaily } from '../support/catalog.js';
import { statementsOf } from '../support/statements.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();

const create = (attributes: object = {}) => account.create('/resources', 'resource', { title: 'Room', ...attributes });

const wholeResource = {
  created_at: '2026-03-02T08:00:00+01:00',
  updated_at: '2026-03-02T08:00:00+01:00',
  active: true,
  title: 'Room',
  description: null,
  image: null,
  capacity: 1,
  custom_data: null,
  opening_hours_mon: null,
  opening_hours_tue: null,
  opening_hours_wed: null,
  opening_hours_thu: null,
  opening_hours_fri: null,
  opening_hours_sat: null,
  opening_hours_sun: null,
  open_0: null,
  open_1: null,
  open_2: null,
  open_3: null,
  open_4: null,
  open_5: null,
  open_6: null,
  close_0: null,
  close_1: null,
  close_2: null,
  close_3: null,
  close_4: null,
  close_5: null,
  close_6: null,
  max_daily_bookings: null,
};

const pairs = 'must be pairs of an opening and a closing such as 09:00, 17:00, or 18:00, 02:00 for a night';
const empty = 'must not close when it opens: write 00:00, 24:00 for a whole day';

describe('a resource', () => {
  it('is created from a title', async () => {
    const { status, body } = await account.post('/resources', { json: { resource: { title: 'Room' } } });
    expect(status).toBe(200);
    expect(body).toEqual({ resource: { ...wholeResource, id: expect.any(Number) } });
  });

  it('has all given attributes, and is read as it was returned', async () => {
    const given = {
      title: 'Hall',
      capacity: 40,
      custom_data: { floor: 2, quiet: true },
      opening_hours_mon: ['8:00', '12:00', '12:00', '13:00', '14:00', '24:00'],
      opening_hours_sun: [],
      opening_hours_fri: ['18:00', '02:00'],
      open_1: '09:00',
      close_1: '17:30',
    };
    const { body } = await account.post('/resources', { json: given });
    expect(body).toEqual({
      resource: {
        ...wholeResource,
        id: expect.any(Number),
        title: 'Hall',
        capacity: 40,
        custom_data: { floor: '2', quiet: true },
        opening_hours_mon: ['08:00', '13:00', '14:00', '24:00'],
        open_0: '08:00',
        close_0: '24:00',
        opening_hours_tue: ['09:00', '17:30'],
        open_1: '09:00',
        close_1: '17:30',
        opening_hours_fri: ['18:00', '26:00'],
        open_4: '18:00',
        close_4: '26:00',
        opening_hours_sun: [],
      },
    });
    expect((await account.get(`/resources/${body.resource.id}`)).body).toEqual(body);
  });

  it('can be created by a form', async () => {
    const form = 'resource[title]=Hall&resource[opening_hours_mon][]=08:00&resource[opening_hours_mon][]=16:00';
    const { body } = await account.post('/resources', { form });
    expect(body.resource).toMatchObject({ title: 'Hall', opening_hours_mon: ['08:00', '16:00'] });
  });

  it('changes only in the given attributes', async () => {
    const before = await create({ capacity: 3, custom_data: { a: 1 }, opening_hours_mon: ['08:00', '16:00'] });
    server.clock.advance(1);
    const { status, body } = await account.put(`/resources/${before.id}`, {
      json: { resource: { title: 'Cellar', custom_data: null, close_0: '18:00' } },
    });
    expect(status).toBe(200);
    expect(body.resource).toEqual({
      ...before,
      updated_at: '2026-03-02T08:01:00+01:00',
      title: 'Cellar',
      custom_data: null,
      opening_hours_mon: ['08:00', '18:00'],
      close_0: '18:00',
    });
  });
});

describe('bad input', () => {
  it.each([
    [{ title: null }, { title: ["can't be blank"] }],
    [{ title: ' ' }, { title: ["can't be blank"] }],
    [{ title: ['a'] }, { title: ['is invalid'] }],
    [{ title: 'a'.repeat(256) }, { title: ['is too long (maximum is 255 characters)'] }],
    [{ capacity: -1 }, { capacity: ['must be greater than or equal to 0'] }],
    [{ capacity: 100_001 }, { capacity: ['must be less than or equal to 100000'] }],
    [{ capacity: 'many' }, { capacity: ['is not a number'] }],
    [{ capacity: 1.5 }, { capacity: ['must be an integer'] }],
    [{ custom_data: 'text' }, { custom_data: ['is invalid'] }],
    [{ opening_hours_mon: ['08:00'] }, { opening_hours_mon: ['is invalid', pairs] }],
    [{ opening_hours_tue: ['08:00', '36:01'] }, { opening_hours_tue: ['is invalid'] }],
    [{ opening_hours_wed: ['12:00', '12:00'] }, { opening_hours_wed: ['is invalid', empty] }],
    [{ opening_hours_sun: 'always' }, { opening_hours_sun: ['is invalid'] }],
    [{ opening_hours_sun: { open: '08:00' } }, { opening_hours_sun: ['is invalid'] }],
    [{ open_0: 'early' }, { open_0: ['is invalid'] }],
    [{ open_0: '12:00', close_0: '12:00' }, { close_0: ['is invalid', empty] }],
    [{ open_3: '12:00' }, { open_3: ['is invalid', pairs] }],
  ])('%j is rejected, on creation and on change', async (attributes, errors) => {
    const json = { resource: { title: 'Room', ...attributes } };
    const creation = await account.post('/resources', { json });
    expect([creation.status, creation.body]).toEqual([400, errors]);
    const before = await create();
    const change = await account.put(`/resources/${before.id}`, { json });
    expect([change.status, change.body]).toEqual([400, errors]);
    expect((await account.get(`/resources/${before.id}`)).body.resource).toEqual(before);
  });

  it('is reported for all attributes in one response', async () => {
    const { status, body } = await account.post('/resources', {
      json: { resource: { capacity: -1, opening_hours_mon: ['10:00', '10:00'] } },
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      title: ["can't be blank"],
      capacity: ['must be greater than or equal to 0'],
      opening_hours_mon: ['is invalid', empty],
    });
  });

  it('cannot set automatic attributes', async () => {
    expect(await create({ id: 4711, active: false, created_at: '2020-01-01' })).toMatchObject({
      active: true,
      created_at: expect.stringContaining('2026-03-02'),
    });
  });
});

describe('opening hours by date', () => {
  const entry = (date: string, hours: string[] | null) => ({ resource_opening_hours: { date, opening_hours: hours } });

  async function except(resourceId: number, date: string, hours: string[] | null, serviceId: number | null = null) {
    await server.sql(
      `insert into resource_exception_date
         (account_id, resource_id, service_id, exception_date, opening_hours, created_at, updated_at)
       values (?, ?, ?, ?, ?::text[], now(), now())`,
      account.credentials.id,
      resourceId,
      serviceId,
      date,
      hours && `{${hours.join(',')}}`,
    );
  }

  it("are those of today in the account's zone by default", async () => {
    const { id } = await create({ opening_hours_mon: ['09:00', '17:00'] });
    expect((await account.get(`/resources/${id}/opening_hours`)).body).toEqual([
      entry('2026-03-02', ['09:00', '17:00']),
    ]);
    const inTokyo = await server.account({ timeZone: 'Asia/Tokyo' });
    const { id: there } = await inTokyo.create('/resources', 'resource', { title: 'Room' });
    server.clock.set('2026-03-02T15:30:00Z');
    expect((await inTokyo.get(`/resources/${there}/opening_hours`)).body).toEqual([entry('2026-03-03', null)]);
  });

  it('take exception dates without service into account', async () => {
    const { id } = await create({ ...openDaily('09:00', '17:00'), opening_hours_sun: null });
    const { id: serviceId } = await account.create('/services', 'service', { title: 'Cut' });
    await except(id, '2026-06-02', ['12:00', '14:00']);
    await except(id, '2026-06-03', []);
    await except(id, '2026-06-04', null);
    await except(id, '2026-06-05', ['01:00', '02:00'], serviceId);
    const { body } = await account.get(`/resources/${id}/opening_hours?from=2026-06-01&to=2026-06-07`);
    expect(body).toEqual([
      entry('2026-06-01', ['09:00', '17:00']),
      entry('2026-06-02', ['12:00', '14:00']),
      entry('2026-06-03', []),
      entry('2026-06-04', ['09:00', '17:00']),
      entry('2026-06-05', ['09:00', '17:00']),
      entry('2026-06-06', ['09:00', '17:00']),
      entry('2026-06-07', null),
    ]);
  });

  it('of all resources include each resource that is not deleted', async () => {
    const studio = await server.account();
    const [first, second, deleted] = await Promise.all(
      [1, 2, 3].map(() => studio.create('/resources', 'resource', { title: 'Room', ...openDaily('10:00', '11:00') })),
    );
    await studio.del(`/resources/${deleted.id}`);
    const { body } = await studio.get('/resources/opening_hours?from=2026-06-01&to=2026-06-02');
    const expected = [first.id, second.id]
      .toSorted((a, b) => a - b)
      .flatMap((id) =>
        ['2026-06-01', '2026-06-02'].map((date) => ({ resource_id: id, date, opening_hours: ['10:00', '11:00'] })),
      );
    expect(body).toEqual(expected.map((hours) => ({ resource_opening_hours: hours })));
  });

  it('are read by two statements for any number of dates', async () => {
    const { id } = await create();
    for (const path of [`/resources/${id}/opening_hours`, '/resources/opening_hours']) {
      const { statements } = await statementsOf(server.database, () =>
        account.get(`${path}?from=2026-01-01&to=2026-12-31`),
      );
      expect(statements).toHaveLength(2);
    }
  });

  it.each([
    ['from=2026-06-02&to=2026-06-01', { to: ['must be after from'] }],
    ['from=2026-01-01&to=2027-01-03', { to: ['must be within 366 days of from'] }],
    ['from=soon', { from: ['is invalid', accepted.date] }],
    ['to=2026-02-30', { to: ['is invalid', accepted.date] }],
  ])('reject %s', async (query, errors) => {
    const { id } = await create();
    for (const path of [`/resources/${id}/opening_hours`, '/resources/opening_hours']) {
      const { status, body } = await account.get(`${path}?${query}`);
      expect([status, body]).toEqual([400, errors]);
    }
  });
});
