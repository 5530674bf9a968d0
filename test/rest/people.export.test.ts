import { exportedTables } from '../../src/domain/person-data/export-person.actions.js';
import { bookableServicePerTest, bookService } from '../support/catalog.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = server.accountPerTest();
const place = bookableServicePerTest(account, { service: { price: '100' } });

describe('the export of a person', () => {
  it('has the rows of every table, without secrets and without other people', async () => {
    const { id } = await account.create('/people', 'person', {
      ...{ name: 'Kari', email: 'kari@example.org', password: 'correct horse', custom_data: { shoe: '38' } },
    });
    const { id: twin } = await account.create('/people', 'person', { name: 'Twin' });
    await account.post(`/people/${id}/merge?merge_person_id=${twin}`);
    const booking = await bookService(account, place, { person_id: id, notes: 'Bad knee', custom_data: { a: 'b' } });
    await account.create('/people', 'person', { name: 'Ola', email: 'ola@example.org' });
    await account.del(`/people/${id}`);
    const { status, body, text, headers } = await account.get(`/people/${id}/export`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { person_id, tables } = body.export;
    expect(person_id).toBe(id);
    expect(Object.keys(tables)).toEqual(exportedTables);
    expect(tables.person).toMatchObject([
      { id, name: 'Kari', email: 'kari@example.org', custom_data: { shoe: '38' }, active: false },
      { id: twin, name: 'Twin', merged_into_id: id },
    ]);
    expect(tables.booking).toMatchObject([
      { id: booking.id, notes: 'Bad knee', booked_from: '2026-03-04T11:00:00+00:00' },
    ]);
    expect(tables.order_line_item).toMatchObject([{ booking_id: booking.id, amount: 100 }]);
    expect(tables.change.map(({ name }: { name: string }) => name)).toContain('booking.created');
    expect(text).not.toContain('Ola');
    expect(text).not.toContain('password_hash');
    expect(text).not.toContain('argon2');
    expect(
      await server.sql('select kind, details from security_event where account_id = ?', account.credentials.id),
    ).toEqual([{ kind: 'person.exported', details: { personId: id } }]);
  });

  it('has the places of a booking, of which one has several', async () => {
    const { id } = await account.create('/people', 'person', { name: 'Kari' });
    const booking = await bookService(account, place, { person_id: id });
    await server.sql('update booking set has_places = true where id = ?', booking.id);
    await server.sql(
      `insert into booking_place (account_id, booking_id, position, need_id, resource_id, starts_at, ends_at, count)
       select account_id, id, position, 7, resource_id, booked_from + (position - 1) * interval '10 min',
         booked_from + position * interval '10 min', 1
       from booking cross join generate_series(1, 2) as position where id = ?`,
      booking.id,
    );
    const { body } = await account.get(`/people/${id}/export?tables=booking_place`);
    expect(body.export.tables.booking_place).toMatchObject([
      { booking_id: booking.id, position: 1, need_id: 7, starts_at: '2026-03-04T11:00:00+00:00' },
      { booking_id: booking.id, position: 2, need_id: 7, ends_at: '2026-03-04T11:20:00+00:00' },
    ]);
  });

  it('may be of some tables, and refuses others', async () => {
    const { id } = await account.create('/people', 'person', { name: 'Kari' });
    const some = await account.get(`/people/${id}/export?tables=person,message`);
    expect(some.body.export.tables).toEqual({ person: [expect.objectContaining({ name: 'Kari' })], message: [] });
    const refused = await account.get(`/people/${id}/export?tables[]=account`);
    expect([refused.status, refused.body]).toEqual([
      400,
      { tables: ['is not included in the list', expect.stringContaining('must be some of person, ')] },
    ]);
    expect((await account.get('/people/999999999/export')).status).toBe(404);
    expect((await account.get('/people/x/export')).status).toBe(404);
  });

  it('is refused for more than 8 MB', async () => {
    const { id } = await account.create('/people', 'person', { name: 'Kari' });
    const add = (count: number) =>
      server.sql(
        `insert into message (account_id, created_at, updated_at, kind, channel, recipient, body, person_id)
         select ?, now(), now(), 'x', 'email', 'a@example.org', repeat('x', 1000), ? from generate_series(1, ?)`,
        ...[account.credentials.id, id, count],
      );
    await add(5_000);
    const { status, body } = await account.get(`/people/${id}/export`);
    expect(status).toBe(200);
    expect(body.export.tables.message).toHaveLength(5_000);
    await add(5_000);
    const refused = await account.get(`/people/${id}/export`);
    expect([refused.status, refused.body]).toEqual([
      400,
      { tables: ['have more than 20000 rows or 8 MB of this person: export some of them at a time'] },
    ]);
  });
});
