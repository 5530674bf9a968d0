import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { claimSource, readClaimedSource } from '../../src/domain/calendar-source/read-calendar-source.actions.js';
import { calendarOf, startCalendarServer } from '../support/calendar-server.js';
import { createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { sendRequest } from '../support/send-request.js';
import { sentStatementsOf } from '../support/sent-statements.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { linkTokenOf } from '../support/valid-input.js';
import { Visitor } from '../support/visitor.js';

const server = await useOwnTestServer({ config: { webhookPrivateTargets: true } });
const account = server.accountPerTest({ publicAccess: true });
const calendar = await disposeAfterAll(startCalendarServer());
const visitor = new Visitor(account);

/** From 10:00 to 12:00 on Wednesday, in Oslo. */
const dentist = { 'dentist@example.org': ['20260304T090000Z', '20260304T110000Z'] } as const;
const day = 'from=2026-03-04&to=2026-03-04';

beforeEach(() => {
  calendar.show(calendarOf(dentist));
  calendar.requests.length = 0;
});

async function read(id: number): Promise<void> {
  const context = await createBackgroundContext(server.database, server.clock, account.credentials.id);
  const claimed = await claimSource(context, id, new Date('9999-12-31'));
  if (claimed) await readClaimedSource(context, claimed, { allowPrivate: true });
}

async function addCalendar(resourceId: number): Promise<number> {
  const { id } = await account.create('/calendar_sources', 'calendar_source', {
    resource_id: resourceId,
    url: calendar.url,
  });
  await read(id);
  return id;
}

const startsOf = async (path: string, client: Pick<TestAccount, 'get'> | Visitor = account): Promise<string[]> => {
  const { body } = await client.get(path);
  return body.map(({ slot }: { slot: { timestamp: string } }) => slot.timestamp.slice(11, 16));
};

const wanted = (offered: { serviceId: number; resourceId?: number }, from = '10:00', to = '11:00') => ({
  service_id: offered.serviceId,
  ...(offered.resourceId && { resource_id: offered.resourceId }),
  booked_from: `2026-03-04 ${from}`,
  booked_to: `2026-03-04 ${to}`,
});

const personAttributes = { name: 'Kari', email: 'kari@example.org' };
const busy = 'is busy in another calendar';
const hint = 'ignore_external_busy=true books it nevertheless';

describe('the times of another calendar', () => {
  it('are no slots, dates or resources, for staff and visitors, until they are gone', async () => {
    const { serviceId, resourceId } = await createBookableService(account, { resource: openDaily('09:00', '13:00') });
    const slots = `/services/${serviceId}/slots?${day}`;
    const all = ['09:00', '10:00', '11:00', '12:00'];
    expect(await startsOf(slots)).toEqual(all);
    const id = await addCalendar(resourceId);
    expect(await startsOf(slots)).toEqual(['09:00', '12:00']);
    expect(await startsOf(slots, visitor)).toEqual(['09:00', '12:00']);

    calendar.show(calendarOf({ 'fair@example.org': ['20260303T230000Z', '20260304T230000Z'] }));
    await read(id);
    expect(await startsOf(slots)).toEqual([]);
    const dates = async () =>
      (await account.get(`/services/${serviceId}/available_dates?from=2026-03-03&to=2026-03-05`)).body.map(
        ({ available_date }: { available_date: { date: string } }) => available_date.date,
      );
    expect(await dates()).toEqual(['2026-03-03', '2026-03-05']);
    expect((await account.get(`/services/${serviceId}/availability?${day}`)).body).toEqual([]);

    calendar.show(calendarOf());
    await read(id);
    expect(await startsOf(slots)).toEqual(all);
    expect(await startsOf(slots, visitor)).toEqual(all);
  });

  it('of two calendars count together, and each frees its own', async () => {
    const { serviceId, resourceId } = await createBookableService(account, { resource: openDaily('09:00', '13:00') });
    const slots = `/services/${serviceId}/slots?${day}`;
    const first = await addCalendar(resourceId);
    calendar.show(calendarOf({ 'lunch@example.org': ['20260304T103000Z', '20260304T120000Z'] }));
    await addCalendar(resourceId);
    expect(await startsOf(slots)).toEqual(['09:00']);
    await account.del(`/calendar_sources/${first}`);
    expect(await startsOf(slots)).toEqual(['09:00', '10:00']);
  });

  it('leave room for the buffers of a service', async () => {
    const { serviceId, resourceId } = await createBookableService(account, {
      service: { buffer_after: 30 },
      resource: openDaily('08:00', '13:00'),
    });
    await addCalendar(resourceId);
    expect(await startsOf(`/services/${serviceId}/slots?${day}`)).toEqual(['08:00', '12:00']);
  });

  it('are why a resource was not assigned', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, {
      service: { priority_strategy: 'balanced' },
      providers: [{}, {}],
    });
    await addCalendar(resourceIds[0] ?? 0);
    const { id } = await account.create('/bookings', 'booking', wanted({ serviceId }));
    const { body } = await account.get(`/bookings/${id}/assignment`);
    expect(body.assignment).toMatchObject({
      resource_id: resourceIds[1],
      candidates: [
        { resource_id: resourceIds[0], obstacle: 'busy_elsewhere', chosen: false },
        { resource_id: resourceIds[1], obstacle: null, chosen: true },
      ],
    });
  });

  it('do not concern events, nor other resources', async () => {
    const event = await createEvent(account, { starts_at: '2026-03-04 10:00', ends_at: '2026-03-04 11:00' });
    await addCalendar(event.resource_id);
    const { status } = await account.post('/bookings', { json: { booking: { event_id: event.id } } });
    expect(status).toBe(200);
  });
});

describe('a booking at such a time', () => {
  it('is refused to visitors and by public_booking, with its own message', async () => {
    const offered = await createBookableService(account);
    await addCalendar(offered.resourceId);
    const byVisitor = await visitor.post('/bookings', {
      json: { booking: { ...wanted(offered), person_attributes: personAttributes } },
    });
    expect([byVisitor.status, byVisitor.body]).toEqual([400, { resource_id: [busy] }]);
    const json = { booking: { ...wanted(offered), public_booking: true }, ignore_external_busy: true };
    const byApp = await account.post('/bookings', { json });
    expect([byApp.status, byApp.body]).toEqual([400, { resource_id: [busy] }]);
    const open = await visitor.post('/bookings', {
      json: { booking: { ...wanted(offered, '12:00', '13:00'), person_attributes: personAttributes } },
    });
    expect(open.status).toBe(200);
  });

  it('is refused to staff, who may ignore it', async () => {
    const offered = await createBookableService(account);
    await addCalendar(offered.resourceId);
    const refused = await account.post('/bookings', { json: { booking: wanted(offered) } });
    expect([refused.status, refused.body]).toEqual([400, { resource_id: [busy, hint] }]);
    const json = { booking: wanted(offered), ignore_external_busy: true };
    const { status, body } = await account.post('/bookings', { json });
    expect(status).toBe(200);
    const again = await account.post('/bookings', { json });
    expect([again.status, again.body]).toEqual([400, { resource_id: ['is not available'] }]);
    const { data } = await account.graphql('query ($id: Int!) { booking(id: $id) { overlapsExternalBusy } }', {
      id: body.booking.id,
    });
    expect(data.booking).toEqual({ overlapsExternalBusy: true });
  });

  it('is accepted with ignore_capacity', async () => {
    const offered = await createBookableService(account);
    await addCalendar(offered.resourceId);
    const json = { booking: wanted(offered), ignore_capacity: true };
    expect((await account.post('/bookings', { json })).status).toBe(200);
  });

  it('gets another resource that is free', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}] });
    const [first = 0, second] = resourceIds;
    await addCalendar(first);
    const book = async (parameters: object = {}) =>
      (await account.post('/bookings', { json: { booking: wanted({ serviceId }), ...parameters } })).body;
    expect((await book({ ignore_external_busy: true })).booking.resource_id).toBe(second);
    expect(await book()).toEqual({ resource_id: [busy, hint] });
    expect((await book({ ignore_external_busy: true })).booking.resource_id).toBe(first);
  });
});

describe('a booking that was made before', () => {
  it('can be changed where it is, but not moved to such a time', async () => {
    const offered = await createBookableService(account, { resource: { capacity: 3 } });
    const { id } = await account.create('/bookings', 'booking', wanted(offered));
    await addCalendar(offered.resourceId);
    const put = async (booking: object, parameters: object = {}) => {
      const { status, body } = await account.put(`/bookings/${id}`, { json: { booking, ...parameters } });
      return status === 200 ? status : body;
    };
    expect(await put({ notes: 'Call', count: 2 })).toBe(200);
    const { data } = await account.graphql('{ bookings { nodes { overlapsExternalBusy } } }');
    expect(data.bookings.nodes).toEqual([{ overlapsExternalBusy: true }]);
    const later = { booked_from: '2026-03-04 11:00', booked_to: '2026-03-04 12:00' };
    expect(await put(later)).toEqual({ resource_id: [busy, hint] });
    expect(await put(later, { ignore_external_busy: true })).toBe(200);
    expect(await put({ booked_from: '2026-03-04 14:00', booked_to: '2026-03-04 15:00' })).toBe(200);
  });
});

it('bookings move to another resource only where its calendars are free, unless they are ignored', async () => {
  const { serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}] });
  const [from = 0, to = 0] = resourceIds;
  const { id } = await account.create('/bookings', 'booking', wanted({ serviceId, resourceId: from }));
  await addCalendar(to);
  const move = async (more: string) => {
    const { data } = await account.graphql(
      `mutation { moveBookings(fromResourceId: ${from}, toResourceId: ${to}, date: "2026-03-04", ${more}) {
        items { booking { id resourceId overlapsExternalBusy } error { fields } }
      } }`,
    );
    return data.moveBookings.items;
  };
  const refused = [{ booking: null, error: { fields: { 0: { resourceId: [busy, hint] } } } }];
  expect(await move('dryRun: true')).toEqual(refused);
  expect(await move('mode: EACH, idempotencyKey: "ill"')).toEqual(refused);
  const moved = [{ booking: { id, resourceId: to, overlapsExternalBusy: true }, error: null }];
  expect(await move('ignoreExternalBusy: true')).toEqual(moved);
});

describe('a booking of a visitor', () => {
  const book = async (offered: { serviceId: number; resourceId: number }, headers: Record<string, string> = {}) => {
    const { status, text } = await sendRequest(`${server.origin}/sites/${account.subdomain}/bookings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ booking: { ...wanted(offered), person_attributes: personAttributes } }),
    });
    return { status, body: JSON.parse(text) };
  };

  const keys: Record<string, string>[] = [{}, { 'idempotency-key': 'once' }];
  it.each(keys)('first reads a calendar that is due, with headers %j', async (headers) => {
    const offered = await createBookableService(account);
    calendar.show(calendarOf());
    await addCalendar(offered.resourceId);
    calendar.show(calendarOf(dentist));
    server.clock.advance(6);
    expect((await book(offered, headers)).body).toEqual({ resource_id: [busy] });
  });

  const keyedGraphql = async (query: string, variables: object, key = { 'idempotency-key': 'once' }) => {
    const { text } = await sendRequest(`${server.origin}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.credentials.api_key}`,
        'content-type': 'application/json',
        ...key,
      },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = JSON.parse(text);
    return errors?.[0]?.extensions.fields ?? data;
  };

  it('first reads a calendar that is due, in a GraphQL request with an idempotency key', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    calendar.show(calendarOf());
    await addCalendar(resourceId);
    calendar.show(calendarOf(dentist));
    server.clock.advance(6);
    const query = `mutation Book($input: PublicBookingInput!) { ...Start }
      fragment Start on Mutation { startPublicBooking(input: $input) { id } }`;
    const time = { bookedFrom: '2026-03-04T10:00', bookedTo: '2026-03-04T11:00' };
    const input = { serviceId, ...time, personAttributes };
    await keyedGraphql(query, { input: { ...input, unknown: 1 } });
    await keyedGraphql(query, {});
    await keyedGraphql(query.replace('{ id }', '{ wrong }'), { input });
    await keyedGraphql('mutation { ...A } fragment A on Mutation { ...A startPublicBooking(input: {}) { id } }', {});
    expect(calendar.requests).toHaveLength(1);
    expect(await keyedGraphql(query, { input })).toEqual({ resourceId: [busy] });
    expect(calendar.requests).toHaveLength(2);
  });

  describe('that moves by its link', () => {
    const ways: [
      string,
      (token: string, booking: { booked_from: string; resource_id?: number }) => Promise<unknown>,
    ][] = [
      ['', (token, booking) => moveByRest(token, booking)],
      ['with an idempotency key', (token, booking) => moveByRest(token, booking, { 'idempotency-key': 'once' })],
      [
        'in GraphQL with an idempotency key',
        async (token, { booked_from, resource_id: resourceId }) => {
          const query = `mutation ($token: String!, $input: BookingMoveInput!) {
            moveBookingByLink(token: $token, input: $input) { id }
          }`;
          const input = { bookedFrom: booked_from.replace(' ', 'T'), ...(resourceId && { resourceId }) };
          const moved = await keyedGraphql(query, { token, input });
          return moved?.resourceId ? { resource_id: moved.resourceId } : moved;
        },
      ],
    ];
    const moveByRest = async (token: string, booking: object, headers: Record<string, string> = {}) => {
      const { text } = await sendRequest(`${server.origin}/sites/${account.subdomain}/bookings/${token}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ booking }),
      });
      return JSON.parse(text);
    };

    it.each(ways)('first reads a calendar that is due, %s', async (_, move) => {
      await server.configure(account, { allow_cancellation: true });
      const { serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}] });
      const [resourceId = 0, other = 0] = resourceIds;
      const { id } = await account.create('/bookings', 'booking', wanted({ serviceId, resourceId }, '14:00', '15:00'));
      const token = await linkTokenOf(account, id);
      calendar.show(calendarOf());
      await addCalendar(resourceId);
      await addCalendar(other);
      calendar.show(calendarOf(dentist));
      server.clock.advance(6);
      await move('1-AAAAAAAAAAAAAAAAAAAAAA', { booked_from: '2026-03-04 10:00' });
      expect(calendar.requests).toHaveLength(2);
      expect(await move(token, { booked_from: '2026-03-04 10:00' })).toEqual({ resource_id: [busy] });
      expect(calendar.requests).toHaveLength(3);
      const there = { booked_from: '2026-03-04 11:00', resource_id: other };
      expect(await move(token, there)).toEqual({ resource_id: [busy] });
      expect(calendar.requests).toHaveLength(4);
    });
  });

  it('does not read a calendar that is not due', async () => {
    const offered = await createBookableService(account);
    calendar.show(calendarOf());
    await addCalendar(offered.resourceId);
    await book(offered);
    expect(calendar.requests).toHaveLength(1);
  });

  it('waits for 2 seconds at most, and once, without a connection', async () => {
    const offered = await createBookableService(account);
    calendar.show(calendarOf());
    const id = await addCalendar(offered.resourceId);
    let end = (): void => {};
    calendar.answer((response) => {
      end = () => void response.end(calendarOf(dentist));
    });
    server.clock.advance(6);
    const begun = performance.now();
    const first = book(offered);
    await until(() => calendar.requests.length === 2);
    const open = await server.sql<{ open: number }>(
      `select count(*)::integer as open from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'`,
    );
    expect(open).toEqual([{ open: 0 }]);
    expect((await book({ ...offered, resourceId: offered.resourceId })).status).toBe(200);
    expect((await first).body).toEqual({ resource_id: ['is not available'] });
    expect(performance.now() - begun).toBeGreaterThan(1_900);
    expect(calendar.requests).toHaveLength(2);
    end();
    await until(async () =>
      (await account.get(`/calendar_sources/${id}`)).body.calendar_source.synced_at.includes('08:06'),
    );
  });
});

it('costs accounts without such calendars no statement', async () => {
  const offered = await createBookableService(account);
  const statements = await sentStatementsOf(() =>
    visitor.post('/bookings', { json: { booking: { ...wanted(offered), person_attributes: personAttributes } } }),
  );
  expect(statements.filter(({ text }) => /external_busy|calendar_source/.test(text))).toEqual([]);
});

it('are listed without details for the calendar of the dashboard', async () => {
  const { resourceId } = await createBookableService(account);
  await addCalendar(resourceId);
  const staff = await server.withRole(account, 'staff');
  const query =
    '{ externalBusyTimes(during: { from: "2026-03-04", to: "2026-03-05" }) { resourceId startsAt endsAt } }';
  const { data } = await staff.graphql(query);
  expect(data.externalBusyTimes).toEqual([
    { resourceId, startsAt: '2026-03-04T10:00:00+01:00', endsAt: '2026-03-04T12:00:00+01:00' },
  ]);
  const { errors } = await staff.graphql('{ calendarSources { nodes { id } } }');
  expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
});
