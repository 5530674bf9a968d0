import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();

interface Column {
  table: string;
  column: string;
}

const nameOf = ({ table, column }: Column): string => `${table}.${column}`;

/** Lists the columns of the database that name a person: by a foreign key, or by their own name. Erased people are not merged. */
async function columnsOfPeople(): Promise<Column[]> {
  return server.sql<Column>(
    `select distinct cls.relname as "table", att.attname as "column"
     from pg_class cls
     join pg_namespace space on space.oid = cls.relnamespace and space.nspname = 'public'
     join pg_attribute att on att.attrelid = cls.oid and att.attnum > 0 and not att.attisdropped
     left join pg_constraint con on con.conrelid = cls.oid and con.contype = 'f' and con.confrelid = 'person'::regclass
     where cls.relkind in ('r', 'p') and att.attname <> 'account_id' and cls.relname <> 'person_erasure'
       and (att.attnum = any (con.conkey) or att.attname ~ 'person.*_id$')
     order by 1, 2`,
  );
}

/** Lists the places in all rows of an account that name a person, as `table.column` or, in JSON, `table.column path`. */
async function placesOf(accountId: number, personId: number, columns: readonly Column[]): Promise<string[]> {
  const tables = await server.sql<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' and table_name not in ('change', 'account')
       and table_name in (select tablename from pg_tables where schemaname = 'public')`,
  );
  const named = new Set(columns.map(nameOf));
  const places = new Set<string>();
  for (const { name } of tables) {
    const rows = await server.sql<{ row: Record<string, unknown> }>(
      `select to_jsonb(one) as row from "${name}" one where account_id = ?`,
      accountId,
    );
    for (const { row } of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (named.has(`${name}.${column}`) && value === personId) places.add(`${name}.${column}`);
        for (const path of pathsIn(value, personId)) places.add(`${name}.${column} ${path}`);
      }
    }
  }
  return [...places].toSorted();
}

/** Lists the keys in JSON that end like the id of a person and have that value. */
function pathsIn(value: unknown, personId: number, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(/person_?id$/i.test(key) && inner === personId ? [`${path}${key}`] : []),
    ...pathsIn(inner, personId, `${path}${key}.`),
  ]);
}

it('no record names the merged person, in any column of the database', async () => {
  const account = await server.account({ publicAccess: true });
  const person = (attributes: object) => account.create('/people', 'person', attributes);
  const { serviceId, resourceId } = await createBookableService(account, { service: { price: 10 } });
  const kept = await person({ name: 'Kept' });
  const merged = await person({ name: 'Merged', email: 'merged@example.org', phone_number: '40612345' });
  const of = { serviceId, resourceId };

  // One row for each column that names a person, and series whose later bookings are not created yet.
  await person({ name: 'Child', parent_id: merged.id });
  const { id: aunt } = await person({ name: 'Aunt' });
  await account.create(`/people/${merged.id}/guardians`, 'guardian', { person_id: aunt, position: 2, pays: false });
  await bookService(account, of, { person_id: merged.id });
  const forOther = { booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 13:00', person_id: kept.id };
  await bookService(account, of, { ...forOther, booked_by_person_id: merged.id });
  await account.post('/people/perishable_token/send', { json: { phone_number: '40612345' } });
  await account.create('/gift_cards', 'gift_card', {
    value: 10,
    person_id: merged.id,
    purchased_by_person_id: merged.id,
  });
  const owned = { person_id: merged.id, purchased_by_person_id: merged.id };
  await account.create('/packages', 'package', { title: 'Ten', units: 10, ...owned });
  await account.graphql('mutation ($id: Int!) { createCalendarFeed(personId: $id) { address } }', merged);
  const { id: ward } = await person({ name: 'Ward' });
  await account.create(`/people/${ward}/guardians`, 'guardian', { person_id: merged.id });
  await account.graphql(
    'mutation ($id: Int!, $ward: Int!) { createCalendarFeed(personId: $ward, guardianId: $id) { address } }',
    { id: merged.id, ward },
  );
  const event = await createEvent(account);
  const period = { from: '2026-03-20', to: '2026-03-21' };
  const waiting = { name: 'Merged', email: 'merged@example.org' };
  const entries = [
    await account.create('/waitlist', 'waitlist_entry', {
      service_id: serviceId,
      ...period,
      ...waiting,
      person_id: merged.id,
    }),
    await account.create('/waitlist', 'waitlist_entry', { event_id: event.id, ...waiting }),
  ];
  const series = (booking: object) =>
    account.post('/bookings/recurring', {
      json: {
        booking: { service_id: serviceId, resource_id: resourceId, ...booking },
        recurring: { rrule: 'FREQ=WEEKLY;COUNT=3' },
      },
    });
  const time = { booked_from: '2026-03-10 10:00', booked_to: '2026-03-10 11:00' };
  const later = { booked_from: '2026-03-11 10:00', booked_to: '2026-03-11 11:00' };
  const { body } = await series({ ...time, person_id: merged.id });
  await series({ ...later, person_id: kept.id, booked_by_person_id: merged.id });

  const columns = await columnsOfPeople();
  const before = await placesOf(account.credentials.id, merged.id, columns);
  expect(before).toEqual(
    [
      ...columns.map(nameOf),
      ...['recurrence.booking input.personId', 'recurrence.booking input.bookedByPersonId'],
    ].toSorted(),
  );
  const answer = await account.post(`/people/${kept.id}/merge?merge_person_id=${merged.id}`);
  expect(answer.status).toBe(200);
  expect(await placesOf(account.credentials.id, merged.id, columns)).toEqual([]);

  for (const { id } of entries) {
    expect((await account.get(`/waitlist/${id}`)).body.waitlist_entry).toMatchObject({ person_id: kept.id });
  }
  expect(await server.changes(account)).toContain('waitlist_entry.modified');
  await createAllOccurrences(server, account, body.collection_id);
  const created = await account.get(`/bookings/recurring/${body.collection_id}`);
  expect(created.body.map(({ booking }: { booking: { person_id: number } }) => booking.person_id)).toEqual([
    ...[kept.id, kept.id, kept.id],
  ]);
});
