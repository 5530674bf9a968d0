import { createBookableService, openDaily } from '../support/catalog.js';
import { slotDatesAndTimes } from '../support/slots.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** A week that opens each day at the hour, for an hour. */
const weekAt = (hour: number) =>
  Object.fromEntries(days.map((day) => [`opening_hours_${day}`, [`${hour}:00`, `${hour + 1}:00`]]));
const noHours = Object.fromEntries(days.map((day) => [`opening_hours_${day}`, null]));

const createChair = async () => (await account.create('/resources', 'resource', { title: 'Chair' })).id;
const post = (rota: object) => account.post('/rotas', { json: { rota } });
const errorOf = async (sent: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await sent;
  return [status, body];
};

describe('a rota', () => {
  it('is created, changed, listed and deleted, each with its change', async () => {
    const resource_id = await createChair();
    const week = { opening_hours_tue: ['18:00', '02:00'], opening_hours_sun: [] };
    const created = await post({ resource_id, valid_from: '2026-03-04', weeks: [week, {}] });
    expect(created.body).toEqual({
      rota: {
        id: expect.any(Number),
        created_at: '2026-03-02T08:00:00+01:00',
        updated_at: '2026-03-02T08:00:00+01:00',
        resource_id,
        valid_from: '2026-03-04',
        valid_to: null,
        starts_on: '2026-03-02',
        weeks: [{ ...noHours, opening_hours_tue: ['18:00', '26:00'], opening_hours_sun: [] }, noHours],
      },
    });
    const { rota } = created.body;
    const path = `/rotas/${rota.id}`;
    const changed = await account.put(path, { json: { rota: { valid_to: '2026-04-30', weeks: [weekAt(10)] } } });
    const after = { ...rota, valid_to: '2026-04-30', weeks: [weekAt(10)] };
    expect(changed.body).toEqual({ rota: after });
    expect((await account.get(path)).body).toEqual({ rota: after });
    expect((await account.get(`/rotas?resource_id=${resource_id}`)).body).toEqual([{ rota: after }]);
    expect((await account.get(`/rotas?resource_id=${await createChair()}`)).body).toEqual([]);
    expect((await account.del(path)).body).toEqual({ rota: after });
    expect((await account.get(path)).status).toBe(404);
    const names = (await server.changes(account)).filter((name) => name.startsWith('rota.'));
    expect(names).toEqual(['rota.created', 'rota.modified', 'rota.deleted']);
  });

  it('starts its cycle on the given Monday, and by null on that of its first date', async () => {
    const resource_id = await createChair();
    const { id, starts_on } = await account.create('/rotas', 'rota', {
      ...{ resource_id, valid_from: '2026-03-04', starts_on: '2026-02-16', weeks: [{}] },
    });
    expect(starts_on).toBe('2026-02-16');
    const put = async (rota: object) => (await account.put(`/rotas/${id}`, { json: { rota } })).body.rota.starts_on;
    expect(await put({ valid_from: '2026-03-11' })).toBe('2026-02-16');
    expect(await put({ starts_on: null })).toBe('2026-03-09');
    expect(await put({ valid_from: '2026-03-20', starts_on: '' })).toBe('2026-03-16');
  });

  it.each([
    { name: 'no resource', change: { resource_id: null }, errors: { resource_id: ["can't be blank"] } },
    { name: 'an unknown resource', change: { resource_id: 1 }, errors: { resource_id: ['does not exist'] } },
    {
      name: 'no first date',
      change: { valid_from: null },
      errors: { valid_from: ["can't be blank"], starts_on: ["can't be blank"] },
    },
    { name: 'no weeks', change: { weeks: null }, errors: { weeks: ["can't be blank"] } },
    { name: 'an empty list of weeks', change: { weeks: [] }, errors: { weeks: ["can't be blank"] } },
    {
      name: 'nine weeks',
      change: { weeks: Array(9).fill({}) },
      errors: { weeks: ['is too long (maximum is 8 items)'] },
    },
    {
      name: 'a cycle from a Tuesday',
      change: { starts_on: '2026-03-03' },
      errors: { starts_on: ['must be a Monday'] },
    },
    {
      name: 'an end before its start',
      change: { valid_to: '2026-03-03' },
      errors: { valid_to: ['must not be before valid_from'] },
    },
    {
      name: 'hours that overlap in the second week',
      change: { weeks: [{}, { opening_hours_wed: ['09:00', '12:00', '11:00', '17:00'] }] },
      errors: { weeks: { opening_hours_wed: ['is invalid', expect.stringMatching(/^must be in order/), 'in item 2'] } },
    },
  ])('cannot have $name', async ({ change, errors }) => {
    const rota = { resource_id: await createChair(), valid_from: '2026-03-04', weeks: [{}], ...change };
    expect(await errorOf(post(rota))).toEqual([400, errors]);
  });

  it('moves to another resource, where it does not overlap either', async () => {
    const [chair, table] = [await createChair(), await createChair()];
    const rota = { resource_id: chair, valid_from: '2026-03-04', weeks: [{}] };
    const { id } = await account.create('/rotas', 'rota', rota);
    const move = (resource_id: number) => account.put(`/rotas/${id}`, { json: { rota: { resource_id } } });
    expect((await move(table)).body.rota.resource_id).toBe(table);
    await account.create('/rotas', 'rota', rota);
    expect((await move(chair)).status).toBe(400);
  });

  it('does not overlap another one of its resource, by creation, change or race', async () => {
    const resource_id = await createChair();
    const taken = { valid_from: ['has already been taken', 'must not overlap another rota of the resource'] };
    const between = (valid_from: string, valid_to: string | null) =>
      post({ resource_id, valid_from, valid_to, weeks: [{}] });
    const { rota } = (await between('2026-03-10', '2026-03-20')).body;
    const overlapping: [string, string | null][] = [
      ['2026-03-20', null],
      ['2026-01-01', null],
      ['2026-03-12', '2026-03-12'],
      ['2026-03-01', '2026-03-10'],
    ];
    for (const [from, to] of overlapping) expect(await errorOf(between(from, to))).toEqual([400, taken]);
    expect((await between('2026-03-01', '2026-03-09')).status).toBe(200);
    expect((await between('2026-03-21', null)).status).toBe(200);
    const longer = account.put(`/rotas/${rota.id}`, { json: { rota: { valid_to: '2026-03-21' } } });
    expect(await errorOf(longer)).toEqual([400, taken]);
    const other = await createChair();
    const race = Array.from({ length: 4 }, () => post({ resource_id: other, valid_from: '2026-03-10', weeks: [{}] }));
    expect((await Promise.all(race)).map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('is written by managers, and read by staff', async () => {
    const resource_id = await createChair();
    const rota = { resource_id, valid_from: '2026-03-04', weeks: [{}] };
    const { id } = await account.create('/rotas', 'rota', rota);
    const [manager, staff] = [await server.withRole(account, 'manager'), await server.withRole(account, 'staff')];
    expect((await staff.get(`/rotas/${id}`)).status).toBe(200);
    expect((await staff.get('/rotas')).status).toBe(200);
    expect((await staff.post('/rotas', { json: { rota } })).status).toBe(403);
    expect((await staff.put(`/rotas/${id}`, { json: { rota } })).status).toBe(403);
    expect((await staff.del(`/rotas/${id}`)).status).toBe(403);
    expect((await manager.del(`/rotas/${id}`)).status).toBe(200);
  });
});

describe('bookings', () => {
  it('outside of the hours of a new rota stay, and the times of new ones follow it', async () => {
    const { serviceId, resourceId } = await createBookableService(account, { resource: openDaily('09:00', '10:00') });
    const time = { booked_from: '2026-03-03 09:00', booked_to: '2026-03-03 10:00' };
    const { id } = await account.create('/bookings', 'booking', {
      service_id: serviceId,
      resource_id: resourceId,
      ...time,
    });
    await account.create('/rotas', 'rota', { resource_id: resourceId, valid_from: '2026-03-02', weeks: [weekAt(14)] });
    const { booking } = (await account.get(`/bookings/${id}`)).body;
    expect([booking.state, booking.active, booking.booked_from]).toEqual([
      'confirmed',
      true,
      '2026-03-03T09:00:00+01:00',
    ]);
    const listed = await account.get(`/bookings?resource_id=${resourceId}`);
    expect(listed.body.map((item: { booking: { id: number } }) => item.booking.id)).toEqual([id]);
    expect(await slotDatesAndTimes(account, serviceId, 'from=2026-03-03&to=2026-03-04')).toBe('03T14:00 04T14:00');
    const publicly = account.post('/bookings', {
      json: {
        ...{ service_id: serviceId, resource_id: resourceId, public_booking: true },
        ...{ booked_from: '2026-03-04 09:00', booked_to: '2026-03-04 10:00' },
      },
    });
    expect(await errorOf(publicly)).toEqual([400, { booked_from: ['is outside the opening hours'] }]);
  });
});

describe('slots', () => {
  // Two weeks from Monday 2026-01-05: the first opens at 10:00, the second at 11:00.
  it.each([
    {
      name: '2026-W53',
      dates: ['2026-12-20', '2027-01-11'],
      hours: '11 10 10 10 10 10 10 10 11 11 11 11 11 11 11 10 10 10 10 10 10 10 11',
    },
    { name: 'the clock that goes forward', dates: ['2026-03-28', '2026-03-31'], hours: '11 11 10 10' },
    { name: 'the clock that goes back', dates: ['2026-10-24', '2026-10-27'], hours: '11 11 10 10' },
  ])('of a rota of two weeks are in the right week over $name', async ({ dates: [from, to], hours }) => {
    const { serviceId, resourceId } = await createBookableService(account, { resource: openDaily('20:00', '21:00') });
    const weeks = [weekAt(10), weekAt(11)];
    await account.create('/rotas', 'rota', { resource_id: resourceId, valid_from: '2026-01-05', weeks });
    const found = await slotDatesAndTimes(account, serviceId, `from=${from}&to=${to}`);
    expect(found.replaceAll(/\d+T(\d+):00/g, '$1')).toBe(hours);
  });
});
