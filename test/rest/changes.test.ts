import { untilSettled } from '../jobs/change-writer.js';
import { createBookableService } from '../support/catalog.js';
import { carryOutErasures } from '../support/erasures.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();

/** Reads all changes after a cursor, page by page. */
async function follow(account: TestAccount, after = '', limit = 3) {
  const items = [];
  let cursor = after;
  for (;;) {
    const { status, body } = await account.get(`/changes?limit=${limit}&after=${cursor}`);
    expect(status).toBe(200);
    items.push(...body.changes.items);
    cursor = body.changes.cursor;
    if (!body.changes.has_more) return { items, cursor };
  }
}

/** Reads the changes once there are so many. A change is listed when no earlier one can be committed any more. */
async function followed(account: TestAccount, count: number, after = '') {
  let found = await follow(account, after);
  await until(async () => {
    if (found.items.length < count) found = await follow(account, after);
    return found.items.length >= count;
  });
  return found;
}

describe('GET /changes', () => {
  it('lists every change once, in order, in pages', async () => {
    const account = await server.account();
    const people = [];
    for (let index = 0; index < 8; index++) {
      people.push(await account.create('/people', 'person', { name: `Person ${index}` }));
    }
    const { id } = people[0];
    await account.put(`/people/${id}`, { json: { person: { city: 'Oslo' } } });
    await account.del(`/people/${id}`);
    const { items, cursor } = await followed(account, 10);
    expect(items.map(({ name, object_id }) => [name, object_id])).toEqual([
      ...people.map((person) => ['person.created', person.id]),
      ['person.modified', id],
      ['person.deleted', id],
    ]);
    expect(items[8]).toEqual({
      cursor: expect.stringMatching(/^\d+-\d+$/),
      name: 'person.modified',
      changed_at: '2026-03-02T08:00:00+01:00',
      performed_by: { kind: 'api_key', name: 'api' },
      attributes: ['city'],
      object: 'person',
      object_id: id,
      booking: null,
      event: null,
      message: null,
      order: null,
      waitlist_entry: null,
      person: { ...people[0], city: 'Oslo' },
      previous: {
        ...{ booking: null, event: null, message: null, order: null, waitlist_entry: null },
        person: { city: null },
      },
    });
    expect(items[0].previous).toBeNull();
    expect(new Set(items.map((item) => item.cursor)).size).toBe(10);
    expect(await follow(account, cursor)).toEqual({ items: [], cursor });
    expect((await account.get('/changes?after=latest')).body).toEqual({
      changes: { items: [], cursor, has_more: false },
    });
    const { id: next } = await account.create('/people', 'person', { name: 'Next' });
    expect((await followed(account, 1, cursor)).items).toMatchObject([{ name: 'person.created', object_id: next }]);
  });

  it('returns a booking as REST does, without its code', async () => {
    const account = await server.account({ verification: 'email' });
    const { serviceId, resourceId } = await createBookableService(account);
    const booking = await account.create(
      '/bookings',
      'booking',
      {
        service_id: serviceId,
        resource_id: resourceId,
        booked_from: '2026-03-03 09:00',
        booked_to: '2026-03-03 10:00',
        person_attributes: { email: 'ola@example.org' },
      },
      { confirm: false },
    );
    const { items } = await followed(account, 5);
    const { verification_code: code, overlapping_bookings: _, ...shown } = booking;
    expect(code).toEqual(expect.any(String));
    expect(items.at(-1).booking).toEqual(shown);
    expect(JSON.stringify(items)).not.toMatch(new RegExp(`\\b${code}\\b`));
  });

  it('has no earlier values of a person who was erased', async () => {
    const account = await server.account();
    const { id } = await account.create('/people', 'person', { name: 'Dagny', email: 'dagny@example.org' });
    await account.put(`/people/${id}`, { json: { person: { name: 'Kari', email: 'kari@example.org' } } });
    const [, before] = (await followed(account, 2)).items;
    expect(before.previous.person).toEqual({ name: 'Dagny', email: 'dagny@example.org' });
    await account.post(`/people/${id}/erase`);
    const [, , erased] = (await followed(account, 3)).items;
    expect([erased.name, erased.previous]).toEqual(['person.erased', null]);
    await carryOutErasures(server, account);
    const { items } = await followed(account, 3);
    expect(items[1].previous.person).toEqual({ name: 'erased person', email: null });
    expect(JSON.stringify(items)).not.toMatch(/dagny|kari/i);
  });

  it('returns no changes of another account', async () => {
    const [account, other] = [await server.account(), await server.account()];
    const { cursor } = await follow(account);
    await other.create('/people', 'person', { name: 'Ola' });
    const { id } = await account.create('/people', 'person', { name: 'Kari' });
    const { items } = await followed(account, 1, cursor);
    expect(items.map(({ name, object_id }) => [name, object_id])).toEqual([['person.created', id]]);
  });

  it.each([
    ['after', 'x', 'is invalid'],
    ['after', '1', 'is invalid'],
    ['after', '1-', 'is invalid'],
    ['after', '-1-1', 'is invalid'],
    ['after', '1-1-1', 'is invalid'],
    ['after', '99999999999999999999999-1', 'is invalid'],
    ['after', '9999999999-1', 'is invalid'],
    ['after', "1-1'--", 'is invalid'],
    ['limit', '0', 'must be between 1 and 100'],
    ['limit', '101', 'must be between 1 and 100'],
    ['limit', 'x', 'is not a number'],
  ])('rejects %s=%s', async (name, value, message) => {
    const account = await server.account();
    await account.create('/people', 'person', { name: 'Ola' });
    const { status, body } = await account.get(`/changes?${name}=${encodeURIComponent(value)}`);
    expect([status, body]).toEqual([400, { [name]: [message] }]);
  });

  it('rejects a cursor whose following changes are deleted', async () => {
    const account = await server.account();
    await account.create('/people', 'person', { name: 'Gone' });
    const old = (await followed(account, 1)).cursor;
    await account.create('/people', 'person', { name: 'Gone too' });
    await account.create('/people', 'person', { name: 'Kept' });
    const { id } = account.credentials;
    await server.sql(
      `with gone as (delete from change where account_id = ? and snapshot ->> 'name' like 'Gone%' returning transaction_id, id)
       insert into change_log_start (account_id, era, transaction_id, change_id)
       select ?, 1, max(transaction_id), max(id) from gone`,
      id,
      id,
    );
    const { status, body } = await account.get(`/changes?after=${old}`);
    expect([status, body]).toEqual([400, { after: ['is older than the changes that are kept'] }]);
    expect((await followed(account, 1)).items).toMatchObject([{ person: { name: 'Kept' } }]);
  });
});

describe('the log of a restored database', () => {
  /** Changes the rows as a restore into another cluster, or a fail-over, leaves them. */
  async function moveToAnotherServer(account: TestAccount): Promise<void> {
    const { id } = account.credentials;
    await server.sql(
      'update change set transaction_id = (transaction_id::text::bigint + 1000000000)::text::xid8 where account_id = ?',
      id,
    );
    await server.sql(`update change_log_era set server_started_at = '2020-01-01' where account_id = ?`, id);
  }
  const names = (items: { person: { name: string } }[]) => items.map(({ person }) => person.name);

  it('continues after its last change, although transaction ids are smaller', async () => {
    const account = await server.account();
    await account.create('/people', 'person', { name: 'Before' });
    await moveToAnotherServer(account);
    await untilSettled(server.database);
    const { items, cursor } = await followed(account, 1);
    expect(names(items)).toEqual(['Before']);
    for (const name of ['First', 'Second']) await account.create('/people', 'person', { name });
    expect(names((await followed(account, 3)).items)).toEqual(['Before', 'First', 'Second']);
    const { body } = await account.get(`/changes?after=${cursor}`);
    expect(names(body.changes.items)).toEqual(['First', 'Second']);
    expect((await account.get(`/changes?after=${body.changes.cursor}`)).body.changes.items).toEqual([]);
  });

  it('rejects the cursor of a change that was not restored', async () => {
    const account = await server.account();
    await account.create('/people', 'person', { name: 'Before' });
    await moveToAnotherServer(account);
    const [transactionId = '', id] = (await followed(account, 1)).cursor.split('-');
    const lost = `${BigInt(transactionId) + 1n}-${id}`;
    expect((await account.get(`/changes?after=${lost}`)).body).toEqual({ after: ['is invalid'] });
    await account.create('/people', 'person', { name: 'After' });
    await followed(account, 2);
    const { status, body } = await account.get(`/changes?after=${lost}`);
    expect([status, body]).toEqual([
      400,
      { after: ['is invalid', 'names a change that the restored database does not have: begin anew'] },
    ]);
  });
});

describe('the history of an object', () => {
  it.each([
    ['/people', 'person', { name: 'Ola' }, { notes: 'first' }],
    ['/events', 'event', { title: 'Yoga' }, { title: 'first' }],
    ['/bookings', 'booking', { title: 'Cut' }, { title: 'first' }],
  ])('of %s has its changes', async (path, wrapper, attributes, change) => {
    const account = await server.account();
    const { serviceId, resourceId } = await createBookableService(account, {
      service: wrapper === 'event' ? { booking_type: 'attendance' } : {},
    });
    const place = { service_id: serviceId, resource_id: resourceId };
    const times = {
      person: {},
      event: { ...place, capacity: 3, starts_at: '2026-03-03 09:00', ends_at: '2026-03-03 10:00' },
      booking: { ...place, booked_from: '2026-03-03 09:00', booked_to: '2026-03-03 10:00' },
    }[wrapper];
    const { id } = await account.create(path, wrapper, { ...attributes, ...times });
    await account.create('/people', 'person', { name: 'Someone else' });
    await account.put(`${path}/${id}`, { json: { [wrapper]: change } });
    const { status, body, headers } = await account.get(`${path}/${id}/changes`);
    expect(status).toBe(200);
    expect(headers.get('total-count')).toBe('2');
    expect(body.map((item: { change: { name: string; attributes: string[] } }) => item.change)).toMatchObject([
      { name: `${wrapper}.created`, attributes: [], [wrapper]: attributes, performed_by: { kind: 'api_key' } },
      { name: `${wrapper}.modified`, attributes: expect.arrayContaining(Object.keys(change)), [wrapper]: change },
    ]);
    expect((await account.get(`${path}/999999/changes`)).status).toBe(404);
    expect((await (await server.account()).get(`${path}/${id}/changes`)).status).toBe(404);
  });
});

describe('the changes of a booking in GraphQL', () => {
  let account: TestAccount;
  let id: number;
  beforeAll(async () => {
    account = await server.account();
    const { resourceId } = await createBookableService(account);
    const times = { booked_from: '2026-03-03 09:00', booked_to: '2026-03-03 10:00' };
    ({ id } = await account.create('/bookings', 'booking', { resource_id: resourceId, ...times }));
    for (const title of ['a', 'b']) {
      server.clock.advance(60);
      await account.put(`/bookings/${id}`, { json: { booking: { title } } });
    }
    await account.put(`/bookings/${id}/cancel`);
  });

  const names = async (given: string): Promise<string[]> => {
    const nodes = '{ totalCount nodes { name booking { title } } }';
    const { data, errors } = await account.graphql(
      `{ root: bookingHistory(id: ${id}, ${given}) ${nodes} booking(id: ${id}) { related: changes(${given}) ${nodes} } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.booking.related).toEqual(data.root);
    expect(data.root.totalCount).toBe(data.root.nodes.length);
    return data.root.nodes.map((change: { name: string; booking: { title: string | null } }) =>
      [change.name.replace('booking.', ''), change.booking.title].join(' ').trim(),
    );
  };

  it.each([
    ['first: 50', ['created', 'modified a', 'modified b', 'cancelled b']],
    ['order: COMMITTED_DESC', ['cancelled b', 'modified b', 'modified a', 'created']],
    ['filter: { name: ["booking.created", "booking.cancelled"] }', ['created', 'cancelled b']],
    ['filter: { name: [] }', []],
    ['filter: { changedAt: { from: "2000-01-01", to: "2001-01-01" } }', []],
  ])('are listed by %s', async (given, expected) => {
    expect(await names(given)).toEqual(expected);
  });

  it('of a period are those since its start and before its end', async () => {
    const { data } = await account.graphql(`{ bookingHistory(id: ${id}) { nodes { changedAt } } }`);
    const [, from, to] = data.bookingHistory.nodes.map(({ changedAt }: { changedAt: string }) => changedAt);
    expect(await names(`filter: { changedAt: { from: "${from}", to: "${to}" } }`)).toEqual(['modified a']);
  });

  it.each(['COMMITTED', 'COMMITTED_DESC'])('continue after a cursor in the order %s', async (order) => {
    const read = async (after: string) => {
      const { data } = await account.graphql(
        `{ list: bookingHistory(id: ${id}, order: ${order}, first: 3${after}) { nodes { cursor } pageInfo { endCursor hasNextPage } } }`,
      );
      return data.list;
    };
    const first = await read('');
    const rest = await read(`, after: "${first.pageInfo.endCursor}"`);
    expect([first.nodes.length, rest.nodes.length, rest.pageInfo.hasNextPage]).toEqual([3, 1, false]);
    expect(new Set([...first.nodes, ...rest.nodes].map(({ cursor }) => cursor)).size).toBe(4);
  });

  it.each([
    ['filter: { name: ["booking.eaten"] }', { name: expect.arrayContaining(['is not included in the list']) }],
    ['filter: { changedAt: { from: "2026-03-02", to: "2026-03-01" } }', { changedAt: { to: ['must be after from'] } }],
    ['after: "x"', { after: ['is not a cursor of this list in this order'] }],
  ])('are refused by %s', async (given, fields) => {
    for (const document of [`bookingHistory(id: ${id}, ${given})`, `booking(id: ${id}) { changes(${given})`]) {
      const { errors } = await account.graphql(
        `{ ${document} { totalCount }${document.startsWith('booking(') ? ' }' : ''} }`,
      );
      expect(errors).toEqual([expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT', fields } })]);
    }
  });
});
