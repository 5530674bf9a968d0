import { disposeAfterAll } from '../support/dispose-after-all.js';
import { createTestDatabase } from '../support/test-database.js';

const test = await disposeAfterAll(createTestDatabase());

const bookings = 20_000;
/** Bytes of a booking in the table and all indexes, 3 % more than measured. `0365-narrow-indexes-of-bookings` has those of each. */
const most = 682;

/**
 * Makes bookings in the order of their creation, of 40 accounts of which the largest has 40 times as many as the smallest. Their
 * starts are in the next 60 days. Rows are valid without the triggers that check capacity and references.
 */
const insert = `insert into booking
    (account_id, created_at, updated_at, resource_id, service_id, person_id, booked_from, booked_to, state, created_by, updated_by)
  select account_id, at, at, account_id * 10 + n % (40 / account_id + 1), n % 7, n % 1009, starts, starts + interval '1 hour',
    case when n % 10 = 0 then 'cancelled' else 'confirmed' end, 'api', 'api'
  from generate_series(1, ${bookings}) as n,
    lateral (select floor(power(41, random()))::integer as account_id, '2026-01-01'::timestamptz + n * interval '20 minutes' as at),
    lateral (select date_trunc('day', at + power(random(), 2) * interval '60 days') + floor(random() * 36) * interval '15 minutes'
      as starts) as times
  order by n`;

it('a booking takes few bytes, with its indexes', async () => {
  const sizes = await test.database.orm.em.fork().transactional(async (em) => {
    await em.execute('set local session_replication_role = replica');
    await em.execute('select setseed(0.5)');
    await em.execute(insert);
    return em.execute<{ name: string; bytes: number }[]>(
      `select relname as name, (pg_relation_size(oid) / ${bookings})::integer as bytes from pg_class
       where oid = 'booking'::regclass or oid in (select indexrelid from pg_index where indrelid = 'booking'::regclass)`,
    );
  });
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  // Those of each, if they are too many.
  expect({ sizes: total > most ? sizes : [], isSmall: total <= most }).toEqual({ sizes: [], isSmall: true });
});
