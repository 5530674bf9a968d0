import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, getNullableType, isLeafType, isNonNullType, isObjectType } from 'graphql';
import { projectRoot } from '../../src/platform/project-root.js';
import { untilSettled } from '../jobs/change-writer.js';
import { createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();

/** The types of objects that the log shows: the name of the field, the type and the table. */
const shown = [
  ['booking', 'Booking', 'booking'],
  ['person', 'Person', 'person'],
  ['event', 'Event', 'event'],
  ['message', 'Message', 'message'],
  ['order', 'Order', 'booking_order'],
  ['waitlistEntry', 'WaitlistEntry', 'waitlist_entry'],
] as const;

const schema = buildSchema(readFileSync(join(projectRoot, 'schema', 'schema.graphql'), 'utf8'));

/** The fields of a type that are never null, have no arguments and no fields of their own. */
function requiredFields(name: string): string[] {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(name);
  return Object.values(type.getFields())
    .filter(({ type: of, args }) => isNonNullType(of) && args.length === 0 && isLeafType(getNullableType(of)))
    .map((field) => field.name);
}

const selections = shown.map(([field, type]) => `${field} { ${requiredFields(type).join(' ')} }`);
const query = `{ changes { items { name attributes ${selections.join(' ')} } } }`;

async function readChanges() {
  await untilSettled(server.database);
  const { data, errors } = await account.graphql(query);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.changes.items;
}

/** Creates one object of each type, with the initial values of everything that a migration could add. */
async function createObjects(): Promise<void> {
  const { resourceId, serviceId } = await createBookableService(account, { service: { price: '100' } });
  const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
  const person = await account.create('/people', 'person', { name: 'Kari', email: 'kari@example.org' });
  const attributes = { resource_id: resourceId, service_id: serviceId, person_id: person.id };
  await account.create('/bookings', 'booking', { ...attributes, ...time });
  await account.create('/waitlist', 'waitlist_entry', {
    service_id: serviceId,
    person_id: person.id,
    from: '2026-03-03 10:00',
    to: '2026-03-03 11:00',
  });
  const { id } = await account.create('/services', 'service', { title: 'Yoga', booking_type: 'attendance' });
  await account.create('/events', 'event', {
    ...{ resource_id: resourceId, service_id: id, capacity: 5 },
    ...{ starts_at: '2026-03-04 10:00', ends_at: '2026-03-04 11:00' },
  });
}

/** Logs a message as the job that sends it does. */
async function logMessage(): Promise<void> {
  const common = { id: 1, createdAt: '2026-03-02T07:00:00.000Z', updatedAt: '2026-03-02T07:00:00.000Z' };
  const message = { ...common, kind: 'reminder', channel: 'email', recipient: 'kari@example.org', state: 'queued' };
  await server.sql(
    `insert into change (account_id, era, created_at, name, object_type, object_id, snapshot, previous, actor)
     values (?, open_change_log_era(?), now(), 'message.processed', 'message', 1, ?::jsonb, '{"attemptCount": 0}', '{"kind": "background"}')`,
    account.credentials.id,
    account.credentials.id,
    JSON.stringify({ ...message, attemptCount: 0 }),
  );
}

describe('an entry of the log that an earlier version wrote', () => {
  it('has the initial values of the attributes that were added since', async () => {
    await createObjects();
    await logMessage();
    const complete = await readChanges();
    const found = shown.map(([field]) => complete.some((item: Record<string, unknown>) => item[field] !== null));
    expect(found).toEqual(shown.map(() => true));
    // A migration can add a column that is not null only with a default.
    for (const [, , table] of shown) {
      await server.sql(
        `update change set snapshot = snapshot - array(
           select lower(left(name, 1)) || substr(name, 2)
           from information_schema.columns, lateral (select replace(initcap(replace(column_name, '_', ' ')), ' ', '') as name)
           where table_schema = current_schema() and table_name = ? and is_nullable = 'NO' and column_default is not null
             and column_name not in ('id', 'account_id'))
         where account_id = ? and object_type = ?`,
        table,
        account.credentials.id,
        table.replace('booking_order', 'order'),
      );
    }
    expect(await readChanges()).toEqual(complete);
  });

  it('has the values of renamed attributes by their present names', async () => {
    await server.sql(
      `update change set snapshot = snapshot - 'attemptCount' || '{"tries": 2}', previous = '{"tries": 1}'
       where account_id = ? and object_type = 'message'`,
      account.credentials.id,
    );
    const items = await readChanges();
    expect(items.at(-1)).toMatchObject({ attributes: ['attemptCount'], message: { attemptCount: 2 } });
  });
});
