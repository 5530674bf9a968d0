import { type BookableService, bookService, createBookableService } from '../support/catalog.js';
import { useOwnTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useOwnTestServer();
const other = await server.another();
const account = server.accountPerTest({ sandbox: true });

const fields = 'now isAdvancing advancingTo';
const advance = `mutation ($to: DateTime, $by: String) { advanceClock(to: $to, by: $by) { ${fields} } }`;
/** Sets the clock at once, without the job that does what is due on the way. */
const jump = (seconds: number, target: number | null = null) =>
  server.configure(account, { clock_offset: seconds, clock_target: target });
const day = 86_400;
const stopped = { now: '2026-03-02T08:00:00+01:00', is_advancing: false, advancing_to: null };

describe('the clock of a sandbox', () => {
  it('is that of the server at first', async () => {
    expect((await account.get('/test_clock')).body).toEqual({ test_clock: stopped });
    expect(await account.graphql(`{ testClock { ${fields} } }`)).toEqual({
      data: { testClock: { now: stopped.now, isAdvancing: false, advancingTo: null } },
    });
    expect((await account.get('/client')).body.client.sandbox).toBe(true);
  });

  it.each([
    [{ to: '2026-03-03 08:00' }, '2026-03-03T08:00:00+01:00'],
    [{ by: '90 minutes' }, '2026-03-02T09:30:00+01:00'],
    [{ by: 'in 1 month' }, '2026-04-02T08:00:00+02:00'],
    [{ by: '2 years' }, '2028-03-02T08:00:00+01:00'],
  ])('is advanced by a job: %j', async (json, advancing_to) => {
    const advancing = { now: stopped.now, is_advancing: true, advancing_to };
    expect((await account.put('/test_clock', { json })).body).toEqual({ test_clock: advancing });
    expect((await account.at(other.origin).get('/test_clock')).body).toEqual({ test_clock: advancing });
    const { status, body } = await account.put('/test_clock', { json });
    expect([status, body]).toEqual([
      400,
      { [Object.keys(json)[0] ?? '']: ['must wait until the clock has been advanced'] },
    ]);
    expect(await server.changes(account)).toEqual(['account.modified']);
  });

  it.each([
    [{}, { to: ["can't be blank"] }],
    [{ to: '2026-03-02 08:00' }, { to: ['must be in the future of the account'] }],
    [{ to: '2026-03-01 08:00' }, { to: ['must be in the future of the account'] }],
    [{ by: '1 hour ago' }, { by: ['must be in the future of the account'] }],
    [{ by: '25 months' }, { by: ['must be at most 2 years ahead'] }],
    [{ to: '2029-01-01' }, { to: ['must be at most 2 years ahead'] }],
    [{ by: 'soon' }, { by: ['is invalid', 'must be a period in English such as 24 hours, 3 days or in 2 months'] }],
    [{ to: '2026-03-03', by: '1 day' }, { by: ['must be blank'] }],
  ])('is not advanced by %j', async (json, problem) => {
    const { status, body } = await account.put('/test_clock', { json });
    expect([status, body]).toEqual([400, problem]);
    const { errors } = await account.graphql(advance, json);
    expect(errors?.[0].extensions).toEqual({ code: 'BAD_USER_INPUT', fields: problem });
    expect((await account.get('/test_clock')).body).toEqual({ test_clock: stopped });
  });

  it('is at most ten years ahead', async () => {
    await jump(9 * 366 * day);
    expect((await account.put('/test_clock', { json: { by: '18 months' } })).body).toEqual({
      by: ['must be at most 10 years ahead of the real time'],
    });
  });

  it('is advanced by admins, and seen by all', async () => {
    for (const role of ['manager', 'staff'] as const) {
      const as = await server.withRole(account, role);
      expect((await as.get('/test_clock')).body).toEqual({ test_clock: stopped });
      const { status, body } = await as.put('/test_clock', { json: { by: '1 day' } });
      const description = 'The role of this key does not allow it: the permission ACCOUNT is missing';
      expect([status, body]).toEqual([403, { error: { description } }]);
    }
  });

  it('does not exist in another account', async () => {
    const ordinary = await server.account();
    const { status, body } = await ordinary.get('/test_clock');
    expect([status, body]).toEqual([404, { error: { description: 'Not found' } }]);
    for (const json of [{ by: '1 day' }, { to: '2026-03-05' }]) {
      const fields = Object.fromEntries(
        Object.keys(json).map((argument) => [argument, ['is only for the clock of a sandbox']]),
      );
      const answer = await ordinary.put('/test_clock', { json });
      expect([answer.status, answer.body]).toEqual([400, fields]);
      const { errors } = await ordinary.graphql(advance, json);
      expect(errors?.[0].extensions).toEqual({ code: 'BAD_USER_INPUT', fields });
    }
    expect((await ordinary.get('/client')).body.client.sandbox).toBe(false);
  });
});

describe('after an advance', () => {
  let offered: BookableService;
  beforeEach(async () => {
    offered = await createBookableService(account);
  });

  it('records are dated, dates are read and periods move by it, in every process at once', async () => {
    const slots = `/services/${offered.serviceId}/slots`;
    expect((await account.get(slots)).body[0].slot.timestamp).toBe('2026-03-02T09:00:00+01:00');
    expect((await account.at(other.origin).get(slots)).body[0].slot.timestamp).toBe('2026-03-02T09:00:00+01:00');
    await jump(30 * day);
    for (const origin of [server.origin, other.origin]) {
      expect((await account.at(origin).get(slots)).body[0].slot.timestamp).toBe('2026-04-01T09:00:00+02:00');
    }
    const person = await account.create('/people', 'person', { name: 'Kari' });
    expect(person.created_at).toBe('2026-04-01T09:00:00+02:00');
  });

  it('a visitor sees it, too', async () => {
    await server.configure(account, { public_access: true });
    await jump(30 * day);
    const visitor = new Visitor(account.at(other.origin));
    const { body } = await visitor.get(`/services/${offered.serviceId}/slots`);
    expect(body[0].slot.timestamp).toBe('2026-04-01T09:00:00+02:00');
  });

  it('a hold has expired, and its place is free, also beyond the clock of the database', async () => {
    await jump(3 * 366 * day);
    const at = { booked_from: '2029-03-08 12:00', booked_to: '2029-03-08 13:00' };
    await server.configure(account, { verification_method: 1 });
    const person_attributes = { name: 'Kari', email: 'kari@example.org' };
    const held = await bookService(account, offered, { ...at, person_attributes }, { confirm: false });
    expect(held.active).toBe(true);
    const again = { json: { service_id: offered.serviceId, resource_id: offered.resourceId, ...at } };
    expect((await account.post('/bookings', again)).status).toBe(400);
    await jump(3 * 366 * day + 3_600);
    expect((await account.get(`/bookings/${held.id}`)).body.booking.active).toBe(false);
    expect((await account.post('/bookings', again)).status).toBe(200);
  });

  it('keys, sessions, idempotency keys and the change log keep real time', async () => {
    const { data } = await account.graphql(
      'mutation { createApiKey(input: { name: "x", role: STAFF, expiresAt: "2026-03-03" }) { secret } }',
    );
    const headers = { authorization: `Bearer ${data.createApiKey.secret}` };
    const create = () => account.post('/people', { json: { name: 'Ola' }, headers: { 'idempotency-key': 'one' } });
    const first = await create();
    await jump(30 * day);
    expect((await account.get('/services', { headers })).status).toBe(200);
    expect((await create()).body).toEqual(first.body);
    await account.create('/people', 'person', { name: 'Kari' });
    const [row] = await server.sql<{ created: string; updated: string }>(
      `select created_at::text as created, snapshot ->> 'updatedAt' as updated from change
       where account_id = ? and name = 'person.created' order by id desc limit 1`,
      account.credentials.id,
    );
    expect(row).toEqual({ created: expect.stringMatching(/^2026-03-02 07:00/), updated: '2026-04-01T07:00:00.000Z' });
  });
});
