import { readSheet as readRows } from 'read-excel-file/node';
import { createBookableService, createEvent } from '../support/catalog.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const server = await useTestServer();

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function request({ credentials }: TestAccount, path: string, accept?: string, more: RequestInit = {}) {
  const headers = { authorization: `Bearer ${credentials.api_key}`, ...(accept && { accept }) };
  return fetch(`${server.origin}/api/v1${path}`, { headers, ...more });
}

/** Parses CSV by RFC 4180. */
function parseCsv(text: string): string[][] {
  expect(text.startsWith('\uFEFF') && text.endsWith('\r\n')).toBe(true);
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text
    .slice(1, -2)
    .matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows;
}

async function readCsv(account: TestAccount, path: string, accept = 'text/csv') {
  const response = await request(account, path, accept);
  // fetch() would remove the byte order mark from text.
  const [header = [], ...rows] = parseCsv(Buffer.from(await response.arrayBuffer()).toString());
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index]])));
}

const readSheet = async (account: TestAccount, path: string) =>
  readRows(Buffer.from(await (await request(account, path)).arrayBuffer()));

describe('an export of people', () => {
  it('has all pages, in the order of the list and each person once, with the filters of the list', async () => {
    const account = await server.account();
    await server.sql(
      `insert into person (account_id, created_at, updated_at, name, custom_data)
       select ?, now(), now(), 'Person ' || number,
         case when number % 300 = 0 then jsonb_build_object('size', number::text) end
       from generate_series(1, 700) number`,
      account.credentials.id,
    );
    const rows = await readCsv(account, '/people');
    expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 700 }, (_none, index) => `Person ${index + 1}`));
    expect(rows.filter((row) => row['custom_data.size']).map((row) => row['custom_data.size'])).toEqual(['300', '600']);
    const found = await readCsv(account, '/people.csv?search=Person%20300', '*/*');
    expect(found.map(({ name }) => name)).toEqual(['Person 300']);
  });

  it('quotes fields, and lets no spreadsheet execute a text', async () => {
    const account = await server.account();
    const texts = ['=1+1', '+1', '-1', '@sum', '\t=1', 'Åse, "the\r\nbest"', '＝1'];
    const [first = '', ...others] = texts;
    await account.create('/people', 'person', { name: 'Ola', notes: first, phone_number: '40612345' });
    for (const notes of others) await account.create('/people', 'person', { name: 'Ola', notes });
    const rows = await readCsv(account, '/people/all');
    expect(rows.map(({ notes }) => notes)).toEqual([
      "'=1+1",
      "'+1",
      "'-1",
      "'@sum",
      "\t'=1",
      'Åse, "the\r\nbest"',
      "'＝1",
    ]);
    expect(rows[0]).toMatchObject({ phone_number: "'+4740612345", blocked: 'false', parent_id: '' });
    const [header, row] = await readSheet(account, '/people.xlsx');
    expect(header?.slice(0, 5)).toEqual(['id', 'created_at', 'updated_at', 'active', 'name']);
    expect(row?.[header?.indexOf('notes') ?? -1]).toBe('=1+1');
  });

  it('is JSON unless the client prefers a file, and only of the lists that can be exported', async () => {
    const account = await server.account();
    const typeOf = async (path: string, accept?: string) =>
      (await request(account, path, accept)).headers.get('content-type')?.split(';')[0];
    expect(await typeOf('/people')).toBe('application/json');
    expect(await typeOf('/people', '*/*')).toBe('application/json');
    expect(await typeOf('/people', 'text/csv;q=0.5, application/json')).toBe('application/json');
    expect(await typeOf('/people', `text/csv;q=0.5, ${workbook}`)).toBe(workbook);
    expect(await typeOf('/services', 'text/csv')).toBe('application/json');
    expect((await request(account, '/services.csv')).status).toBe(404);
    expect((await request(account, '/people.csv', undefined, { method: 'POST' })).status).toBe(404);
  });

  it('is in the security log, and refused without a key', async () => {
    const account = await server.account();
    expect((await fetch(`${server.origin}/api/v1/people.csv`)).status).toBe(401);
    const head = await request(account, '/people/deleted.csv', undefined, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-disposition')]).toEqual([200, 'attachment; filename="people.csv"']);
    await readCsv(account, '/people.csv');
    const details = { list: 'people', format: 'csv' };
    expect(
      await server.sql('select kind, details from security_event where account_id = ?', account.credentials.id),
    ).toEqual([1, 2].map(() => ({ kind: 'records.exported', details })));
  });
});

describe('an export of bookings and orders', () => {
  it('has times in the zone of the account, and amounts as numbers with their currency', async () => {
    const account = await server.account();
    await account.put('/client', { json: { client: { currency: 'NOK' } } });
    const { serviceId, resourceId } = await createBookableService(account, { service: { price: '115.5' } });
    const time = { booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' };
    const booking = { service_id: serviceId, resource_id: resourceId, custom_data: { 'a,b': 'x' } };
    await account.create('/bookings', 'booking', { ...booking, ...time, person_attributes: { name: 'Ola Nordmann' } });
    const rows = await readCsv(account, '/bookings?state=confirmed');
    expect(rows).toEqual([
      expect.objectContaining({
        ...{
          booked_from: '2026-03-04T12:00:00+01:00',
          state: 'confirmed',
          service_title: 'Cut',
          resource_title: 'Chair',
        },
        ...{ person_name: 'Ola Nordmann', 'custom_data.a,b': 'x', currency: 'NOK' },
      }),
    ]);
    expect(rows[0]).not.toHaveProperty('verification_code');
    expect(await readCsv(account, '/bookings?state=cancelled')).toEqual([]);
    const [header = [], order = []] = await readSheet(account, '/orders.xlsx');
    const values = Object.fromEntries(header.map((name, index) => [String(name), order[index]]));
    expect(values).toMatchObject({ total: 115.5, balance: 115.5, state: 'pending', person_name: 'Ola Nordmann' });
  });

  it('has the bookings of one person, and of one event', async () => {
    const account = await server.account();
    const { serviceId, resourceId } = await createBookableService(account);
    const time = { booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' };
    const booking = { service_id: serviceId, resource_id: resourceId, ...time, person_attributes: { name: 'Ola' } };
    const { person_id: personId } = await account.create('/bookings', 'booking', booking);
    await account.create('/bookings', 'booking', {
      resource_id: resourceId,
      booked_from: '2026-03-05 12:00',
      booked_to: '2026-03-05 13:00',
    });
    const event = await createEvent(account);
    await account.create('/bookings', 'booking', { event_id: event.id, person_attributes: { name: 'Kari' } });
    expect((await readCsv(account, `/people/${personId}/bookings`)).map((row) => row['person_name'])).toEqual(['Ola']);
    const attendances = await request(account, `/events/${event.id}/bookings/upcoming.csv`);
    expect(attendances.headers.get('content-disposition')).toBe('attachment; filename="bookings.csv"');
    expect(await attendances.text()).toContain('"Kari"');
    expect((await request(account, '/people/9999/bookings.csv')).status).toBe(404);
  });

  it('has the items of orders, one row for each, with their order and service', async () => {
    const account = await server.account();
    const { serviceId, resourceId } = await createBookableService(account, { service: { price: '115.5' } });
    const booking = {
      service_id: serviceId,
      resource_id: resourceId,
      booked_from: '2026-03-04 12:00',
      booked_to: '2026-03-04 13:00',
    };
    const { id } = await account.create('/bookings', 'booking', {
      ...booking,
      person_attributes: { name: 'Ola Nordmann' },
    });
    const item = {
      service_title: 'Cut',
      booking_id: String(id),
      quantity: '1',
      amount: '115.5',
      order_state: 'pending',
    };
    expect(await readCsv(account, '/order_line_items')).toEqual([
      expect.objectContaining({ ...item, order_person_name: 'Ola Nordmann' }),
    ]);
    const { body } = await account.get('/order_line_items');
    expect(body).toEqual([
      { order_line_item: expect.objectContaining({ booking_id: id, quantity: 1, service_id: serviceId }) },
    ]);
  });

  it('answers a filter that is invalid as the list does', async () => {
    const account = await server.account();
    const response = await request(account, '/bookings.csv?start=never');
    expect([response.status, await response.json()]).toEqual([400, { start: ['is invalid', expect.any(String)] }]);
  });
});

it('holds no connection, no turn and no transaction for a client that does not read', async () => {
  const account = await server.account();
  await server.sql(
    `insert into person (account_id, created_at, updated_at, name, notes)
     select ?, now(), now(), 'Person ' || number, repeat('x', 5000) from generate_series(1, 6000) number`,
    account.credentials.id,
  );
  const responses = await Promise.all(Array.from({ length: 12 }, () => request(account, '/people.csv')));
  expect((await account.get('/people')).status).toBe(200);
  const [open] = await server.sql<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
  );
  expect(open).toEqual({ count: 0 });
  const [first, ...others] = responses;
  await Promise.all(others.map(({ body }) => body?.cancel()));
  expect((await first?.text())?.split('\r\n')).toHaveLength(6002);
});
