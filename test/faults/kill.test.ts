import { createAccount } from '../../src/domain/account/account.actions.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { openTransaction } from '../jobs/change-writer.js';
import { killAll, type ServerProcess, startMain } from '../process/server-process.js';
import { book, openStudio, type Studio } from '../socket/studio.js';
import { startExpiry } from '../support/expiring-hold.js';
import { addService, payOrder } from '../support/shop.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { acme, TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';

let test: TestDatabase;
/** The web process that no test kills. */
let survivor: ServerProcess;
beforeAll(async () => {
  test = await createTestDatabase();
  survivor = await start('web');
});
afterAll(async () => {
  killAll();
  await test[Symbol.asyncDispose]();
});

const start = (role: string): Promise<ServerProcess> =>
  startMain({ DATABASE_URL: test.url, DEMO: 'off', ROLE: role }).ready(role === 'web' ? 'Health' : 'Worker');

const sql = async <Row extends object>(statement: string): Promise<Row[]> =>
  test.database.orm.em.fork().execute<Row[]>(statement);

/** Creates bookings, every second one as a hold, until the server is gone or `isOver`. */
async function keepBooking(
  account: TestAccount,
  studio: Studio,
  acknowledged: number[],
  isOver: () => boolean,
): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const booking = turn % 2 === 0 ? book(account, studio) : book(account, studio, hold, { confirm: false });
    const made = await booking.catch((error: unknown) => {
      if (/fetch failed|terminated/.test(String(error))) return undefined; // the connection broke
      throw error;
    });
    if (!made) return;
    acknowledged.push(made.id);
  }
}

/** It expires when the test says so: on a slow machine, a near time would be over before the booking is made. */
const hold = { expires_at: '2199-01-01', person_attributes: { name: 'Ola', email: 'ola@example.org' } };

/** Changes the expiry of all holds to a time in the past, and starts their jobs, as far as these exist. */
async function expireHolds(): Promise<void> {
  await sql(`update booking set expires_at = now() - interval '1 minute'
    where state = 'awaiting_verification' and expires_at > now()`);
  await sql(`update agenda_jobs set next_run_at = now() where name = 'expire-hold' and next_run_at > now()`);
}

describe('processes that are killed', () => {
  it('lose no acknowledged booking and no change, and each hold expires once', async () => {
    const [first, worker] = await Promise.all([start('web'), start('worker')]);
    const credentials = await createAccount(test.database, systemClock, { ...acme, verification: 'email' });
    const accounts = [first, survivor].map(({ origin }) => new TestAccount(origin, credentials));
    const [account] = accounts;
    if (!account) throw new Error('no account');
    const studio = await openStudio(account);

    const acknowledged: number[] = [];
    const enough = () => acknowledged.length >= 150;
    const clients = accounts.flatMap((one) => [1, 2, 3].map(() => keepBooking(one, studio, acknowledged, enough)));
    await until(() => acknowledged.length >= 50);
    await expireHolds();
    await first.end('SIGKILL');
    await Promise.all(clients);

    const held = await book(new TestAccount(survivor.origin, credentials), studio, hold, { confirm: false });
    await using expiry = await startExpiry(test.url, held.id);
    await until(async () => (await hasBegun(held.id)) && (await waiting()) > 0);
    await worker.end('SIGKILL');
    await expiry.commit();
    const left = await sql(
      `update agenda_jobs set locked_at = locked_at - interval '1 minute'
       where name = 'expire-hold' and locked_at is not null returning id`,
    );
    expect(left.length).toBeGreaterThan(0); // another worker takes them a minute later
    const other = await start('worker');
    await until(async () => {
      await expireHolds();
      return (await holds()) === 0;
    });
    await other.end('SIGKILL');

    const stored = await sql<{ id: number }>('select id from booking');
    const ids = new Set(stored.map(({ id }) => id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    const histories = await sql(
      `select state, changes, count(*)::integer as times
       from (select state, (select array_agg(name order by era, transaction_id, change.id) from change
               where object_type = 'booking' and object_id = booking.id)::text as changes from booking) as history
       group by state, changes order by state`,
    );
    expect(histories).toEqual([
      { state: 'confirmed', changes: '{booking.created}', times: expect.any(Number) },
      { state: 'verification_expired', changes: '{booking.created,booking.modified}', times: expect.any(Number) },
    ]);
    const [recorded] = await sql(
      `select count(distinct object_id)::integer as bookings from change where object_type = 'booking'`,
    );
    expect(recorded).toEqual({ bookings: ids.size });
  });

  it('execute a request once that is retried with its idempotency key, whether or not they had responded', async () => {
    const first = await start('web');
    const account = new TestAccount(
      first.origin,
      await createAccount(test.database, systemClock, { ...acme, subdomain: 'once' }),
    );
    let isDead = false;
    const asked: { key: string; text: string | undefined }[] = [];
    const ask = (one: TestAccount, key: string) =>
      one.post('/people', { json: { person: { name: key } }, headers: { 'idempotency-key': key } });
    const keepAsking = async (client: number): Promise<void> => {
      for (let turn = 0; !isDead; turn += 1) {
        const key = `${client}-${turn}`;
        const answer = await ask(account, key).catch(() => undefined);
        asked.push({ key, text: answer?.text });
      }
    };
    const clients = Array.from({ length: 8 }, (_, client) => keepAsking(client));
    await until(() => asked.length >= 40);
    await first.end('SIGKILL');
    isDead = true;
    await Promise.all(clients);

    const cutOff = asked.filter(({ text }) => text === undefined);
    expect(cutOff.length).toBeGreaterThan(0);
    for (const { key, text } of [...cutOff, ...asked.slice(0, 10)]) {
      const again = await ask(account.at(survivor.origin), key);
      expect(again.status).toBe(200);
      if (text !== undefined) expect(again.text).toBe(text);
    }
    const people = await sql<{ name: string }>(`select name from person where account_id = ${account.credentials.id}`);
    expect(people.map(({ name }) => name).sort()).toEqual(asked.map(({ key }) => key).sort());
  });
});

describe('the worker that erases a person is killed', () => {
  it('keeps the batches that it committed, and another one erases the rest', async () => {
    const worker = await start('worker');
    const credentials = await createAccount(test.database, systemClock, { ...acme, subdomain: 'erased' });
    const account = new TestAccount(survivor.origin, credentials);
    const personId = (await account.create('/people', 'person', { name: 'Ola', email: 'marked@example.org' })).id;
    // Five batches of messages.
    await sql(`insert into message
        (account_id, created_at, updated_at, kind, channel, recipient, subject, body, state, person_id, occasion)
      select ${credentials.id}, now(), now(), 'confirmation', 'email', 'marked@example.org', 'marked', 'marked', 'sent',
        ${personId}, number from generate_series(1, 1000) number`);
    const marked = async () =>
      (await sql(`select from message where account_id = ${credentials.id} and message::text ~ 'marked'`)).length;
    expect(await marked()).toBe(1_000);
    // This lock takes no transaction id, which would hold back the relay.
    await using middle = await openTransaction(test.url);
    await middle.client.query(
      `select lock_record('message', account_id, id) from message
       where account_id = ${credentials.id} and occasion = '500'`,
    );
    await account.post(`/people/${personId}/erase`);
    await until(async () => (await marked()) === 600);
    await worker.end('SIGKILL');
    await middle.commit();

    const readErasure = async () => {
      const [erasure] = await sql<{ is_finished: boolean }>(
        `select erased_rows::integer, finished_at is not null as is_finished, identifiers from person_erasure
         where account_id = ${credentials.id}`,
      );
      return erasure;
    };
    expect(await readErasure()).toMatchObject({ erased_rows: 400, is_finished: false });
    // Another worker takes it a minute later.
    await sql(`update agenda_jobs set locked_at = locked_at - interval '1 minute' where name = 'erase-person'`);
    await start('worker');
    await until(async () => (await readErasure())?.is_finished === true);
    expect(await marked()).toBe(0);
    // With two changes in the log.
    expect(await readErasure()).toEqual({ erased_rows: 1_002, is_finished: true, identifiers: null });
  });
});

describe('a worker that issues documents is killed', () => {
  it('leaves no gap in the numbers of 20, of which 5 are rolled back, when another one goes on', async () => {
    const credentials = await createAccount(test.database, systemClock, { ...acme, subdomain: 'documents' });
    const account = new TestAccount(survivor.origin, credentials);
    const service_id = await addService(account, { title: 'Soap', booking_type: 'product', price: '100' });
    await account.put('/client', { json: { client: { documents: 'receipt', currency: 'NOK' } } });
    const orders: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      orders.push((await account.create('/orders', 'order', { order_line_items: [{ service_id }] })).id);
    }
    const refused = orders.filter((_, index) => index % 4 === 1);
    // Both happen when the transaction has drawn its number.
    await sql(`create function stop_some() returns trigger language plpgsql as $$ begin
        if new.order_id = any ('{${refused.join(',')}}') then raise exception 'refused'; end if;
        if new.order_id = ${orders[10]} then perform pg_advisory_xact_lock(55); end if;
        return new;
      end $$;
      create trigger stop_some after insert on document for each row when (new.account_id = ${credentials.id})
        execute function stop_some()`);
    await using middle = await openTransaction(test.url);
    await middle.client.query('select pg_advisory_xact_lock(55)');
    const worker = await start('worker');
    for (const id of orders) await payOrder(account, id, '100');
    const isInMiddle = async () =>
      (await sql(`select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`)).length;
    await until(async () => (await isInMiddle()) > 0);
    const other = await start('worker');
    await worker.end('SIGKILL');
    await middle.commit();
    const numbers = async () => {
      const rows = await sql<{ number: number }>(
        `select number from document where account_id = ${credentials.id} order by number`,
      );
      return rows.map(({ number }) => number);
    };
    const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
    // The job of the killed worker is free a minute later, and one that failed is repeated later.
    const takeUp = () =>
      sql(`update agenda_jobs set locked_at = locked_at - interval '1 minute', next_run_at = now()
        where name = 'issue-documents'`);
    const issued = async (count: number) => {
      await until(async () => {
        if ((await numbers()).length < count) await takeUp();
        return (await numbers()).length >= count;
      });
      return numbers();
    };
    expect(await issued(15)).toEqual(upTo(15));
    await sql('drop trigger stop_some on document');
    expect(await issued(20)).toEqual(upTo(20));
    await other.end('SIGKILL');
  });
});

/** Returns the number of sessions that wait for the locked row. */
async function waiting(): Promise<number> {
  const rows = await sql(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

/** Whether a worker has begun the job that expires a hold. */
async function hasBegun(bookingId: number): Promise<boolean> {
  const rows = await sql(
    `select from agenda_jobs where name = 'expire-hold' and locked_at is not null
       and (data->'payload'->>'bookingId')::integer = ${bookingId}`,
  );
  return rows.length > 0;
}

async function holds(): Promise<number> {
  return (await sql(`select from booking where state = 'awaiting_verification'`)).length;
}
