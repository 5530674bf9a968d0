import { databaseModel } from '../../src/domain/entities.js';
import { findErasingAccounts } from '../../src/domain/person/idle-people.queries.js';
import { findDueChecks } from '../../src/domain/waitlist/waitlist-check.queries.js';
import { findStuckWork } from '../../src/domain/work.queries.js';
import { Metrics } from '../../src/observability/metrics.js';
import { AccountsBehind, relayConsumer } from '../../src/outbox/backlog.js';
import { Database } from '../../src/platform/database/database.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { executedStatements } from '../support/plans.js';
import { createTestDatabase } from '../support/test-database.js';

const test = await disposeAfterAll(createTestDatabase());

const sql = <Row extends object>(statement: string): Promise<Row[]> =>
  test.database.orm.em.fork().execute<Row[]>(statement);

/** Creates accounts that have rows of all kinds, and nothing to do. */
async function addIdleAccounts(count: number): Promise<void> {
  const batch = 1_000;
  if (count > batch) await addIdleAccounts(count - batch);
  await sql(`
    create temporary table added as with added as (
      insert into account (created_at, updated_at, subdomain, name, email, time_zone, country_code, secret)
      select now(), now(), gen_random_uuid()::text, 'Acme', 'a@example.org', 'Europe/Oslo', 'NO', 'secret'
      from generate_series(1, ${Math.min(count, batch)}) returning id)
    select id as account_id from added;
    analyze added;
    insert into resource (account_id, created_at, updated_at, title, capacity) select account_id, now(), now(), 'Room', 1 from added;
    insert into booking (account_id, created_at, updated_at, resource_id, booked_from, booked_to, state, reminder_at, reminded_at)
      select account_id, now(), now(), resource.id, now(), now() + interval '1 hour', state, now(), case state when 'confirmed' then now() end
      from added join resource using (account_id), unnest(array['confirmed', 'cancelled', 'verification_expired']) as state;
    insert into message (account_id, created_at, updated_at, kind, channel, recipient, body, state)
      select account_id, now(), now(), 'reminder', 'email', 'kari@example.org', 'Hello', 'sent' from added;
    insert into web_hook (account_id, created_at, updated_at, target_url, event)
      select account_id, now(), now(), 'https://example.org', '*' from added;
    insert into web_hook_delivery (account_id, created_at, updated_at, web_hook_id, change_cursor, event, state)
      select account_id, now(), now(), web_hook.id, '1', 'person.created', 'delivered' from added join web_hook using (account_id);
    insert into service (account_id, created_at, updated_at, title) select account_id, now(), now(), 'Cut' from added;
    insert into waitlist_entry (account_id, service_id, created_at, updated_at, period_from, period_to, places, email, state, queued_at, unanswered_offers)
      select account_id, service.id, now(), now(), now(), now() + interval '1 hour', 1, 'kari@example.org', 'left', now(), 0
      from added join service using (account_id);
    select open_change_log_era(account_id) from added;
    insert into change (account_id, era, object_id, created_at, name, object_type, snapshot, actor)
      select account_id, 1, number, now(), 'booking.created', 'booking', '{}', '{}' from added, generate_series(1, 3) as number;
    insert into relay_position (account_id, consumer, era, transaction_id, change_id)
      select account_id, '${relayConsumer}', era, transaction_id, max(change.id) from added join change using (account_id)
      group by account_id, era, transaction_id;
    drop table added`);
}

/** The first account. It has work of several kinds, and gets changes that were not relayed. */
async function addBusyAccount(): Promise<void> {
  await addIdleAccounts(1);
  const account = 1;
  await sql(`
    delete from booking where account_id = ${account};
    insert into booking (account_id, created_at, updated_at, resource_id, booked_from, booked_to, state, expires_at)
      select account_id, now(), now(), id, now(), now() + interval '1 hour', 'awaiting_verification', now() - interval '1 hour' from resource where account_id = ${account};
    update web_hook_delivery set state = 'pending', next_attempt_at = now() - interval '1 hour' where account_id = ${account};
    update message set state = 'queued', updated_at = now() - interval '1 hour' where account_id = ${account};
    update account set sandbox = true, clock_target = 60, clock_advanced_at = now() - interval '1 hour',
      person_retention_months = 12 where id = ${account}`);
}

/** Records a change of the busy account. */
const addChange = () =>
  sql(`insert into change (account_id, era, object_id, created_at, name, object_type, snapshot, actor)
    values (1, 1, 4, now(), 'booking.modified', 'booking', '{}', '{}')`);

/** The work that runs more often than hourly and concerns all accounts, or few of them by a setting. Returns its findings. */
const periodic: Record<string, (process: Process) => Promise<unknown>> = {
  'the poll of a relay, each second': async ({ behind, database }) => (await behind.find(database.session)).active,
  'the metrics, at each request for them': async ({ metrics }) =>
    /booking_relay_lag_changes \d|booking_pending_deliveries \d/g[Symbol.match](await metrics.text()),
  'the search for stuck work, each minute': async ({ database }) =>
    (await findStuckWork(database, systemClock)).map(({ kind }) => kind).sort(),
  'the search for checks of waitlists, each minute': async ({ database }) => {
    await sql('insert into waitlist_check (account_id, checked_at, next_at) values (1, now(), now())');
    const due = await findDueChecks(database, systemClock, 90_000);
    await sql('delete from waitlist_check');
    return due.length;
  },
  'the search for accounts that have people erased, each day': async ({ database }) =>
    (await findErasingAccounts(database, systemClock.now())).map(({ id }) => id),
};

/** A process that has run for a while. */
interface Process {
  database: Database;
  behind: AccountsBehind;
  metrics: Metrics;
}

interface Measured {
  /** The findings of the work. */
  found: unknown;
  /** The number of rows that were read, by table. */
  rows: Record<string, number>;
}

/** Runs all that is periodic, in a process that has done so before. */
async function measure(): Promise<Record<string, Measured>> {
  const database = await Database.connect(test.url, databaseModel, 2);
  try {
    const process = { database, behind: new AccountsBehind(relayConsumer), metrics: new Metrics(database) };
    await process.behind.find(database.session);
    await process.metrics.text();
    const measured: Record<string, Measured> = {};
    await sql('delete from change where object_id = 4');
    for (const [name, run] of Object.entries(periodic)) {
      await addChange();
      let found: unknown;
      const work = async () => {
        found = await run(process);
      };
      const statements = await executedStatements(database, work);
      const rows: Record<string, number> = {};
      for (const [table, read] of statements.flatMap(({ rowsRead }) => Object.entries(rowsRead))) {
        // The horizon reads `pg_database` only while another transaction runs.
        if (!table.startsWith('pg_')) rows[table] = (rows[table] ?? 0) + read;
      }
      measured[name] = { found, rows };
    }
    return measured;
  } finally {
    await database.close();
  }
}

/** Each statement finds what the busy account has to do. */
const found = [
  [1],
  ['booking_relay_lag_changes 2', 'booking_pending_deliveries 1'],
  ['email', 'hold', 'test_clock', 'web_hook'],
  1,
  [1],
];

describe('a process reads the same rows with 10 idle accounts and with 10,000', () => {
  let few: Record<string, Measured>;

  beforeAll(async () => {
    await addBusyAccount();
    await addIdleAccounts(10);
    few = await measure();
    await addIdleAccounts(10_000 - 10);
  });

  it('in statements that find what there is to do', () => {
    expect(Object.values(few).map((measured) => measured.found)).toEqual(found);
  });

  it.each(['none', 'of all rows'])('with statistics: %s', async (statistics) => {
    if (statistics === 'of all rows') await sql('vacuum analyze');
    expect(await measure()).toEqual(few);
  });
});
