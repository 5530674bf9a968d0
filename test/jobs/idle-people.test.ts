import { findErasingAccounts, findIdlePeople } from '../../src/domain/person/idle-people.queries.js';
import { trimHistoryJob } from '../../src/jobs/maintenance.jobs.js';
import { createBookableService } from '../support/catalog.js';
import { jobContext, running } from '../support/job-context.js';
import { executedStatements } from '../support/plans.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = server.accountPerTest();
let id: number;
let before: Date;
beforeEach(async () => {
  id = account.credentials.id;
  before = new Date('2025-03-02T07:00:00Z');
});

/** Adds a person who was created three years ago. */
async function oldPerson(attributes: object = {}): Promise<number> {
  const person = await account.create('/people', 'person', { name: 'Ola', ...attributes });
  await server.sql(`update person set created_at = '2023-03-02' where account_id = ? and id = ?`, id, person.id);
  return person.id;
}

const find = async (after = 0) => findIdlePeople(server.database.account(id), before, after);

/** Adds a booking by SQL, because the API refuses those of the past. */
async function book(person: number, end: string, more: Record<string, unknown> = {}): Promise<void> {
  const { serviceId, resourceId } = await createBookableService(account);
  const columns = { person_id: person, service_id: serviceId, resource_id: resourceId, state: 'confirmed', ...more };
  await server.sql(
    `insert into booking (account_id, created_at, updated_at, booked_from, booked_to, ${Object.keys(columns).join(', ')})
     values (?, now(), now(), ?::timestamptz - interval '1 hour', ?, ${Object.keys(columns)
       .map(() => '?')
       .join(', ')})`,
    ...[id, end, end, ...Object.values(columns)],
  );
}

describe('a person is erased by age', () => {
  it.each([
    ['after the last booking has ended before the time', '2025-03-01T10:00:00Z', {}, true],
    ['not if a booking has ended since', '2025-03-03T10:00:00Z', {}, false],
    ['not if one was cancelled that would have ended since', '2025-03-03T10:00:00Z', { state: 'cancelled' }, false],
    ['not with a booking in the future', '2026-12-03T10:00:00Z', {}, false],
  ])('%s', async (_when, end, more, isIdle) => {
    const person = await oldPerson();
    await book(person, end, more);
    expect(await find()).toEqual({ idle: isIdle ? [person] : [], last: person });
  });

  it('not if the person booked for somebody else since', async () => {
    const [buyer, guest] = [await oldPerson(), await oldPerson()];
    await book(guest, '2025-03-03T10:00:00Z', { booked_by_person_id: buyer });
    expect((await find()).idle).toEqual([]);
  });

  it('not if the person was created since', async () => {
    await account.create('/people', 'person', { name: 'New' });
    expect((await find()).idle).toEqual([]);
  });

  it.each([
    ['waiting', false],
    ['offered', false],
    ['left', true],
  ])('with an entry of the waitlist that is %s: %s', async (state, isIdle) => {
    const person = await oldPerson();
    const { serviceId } = await createBookableService(account);
    await server.sql(
      `insert into waitlist_entry (account_id, service_id, person_id, created_at, updated_at, period_from, period_to, places,
         email, state, queued_at, unanswered_offers, offer_expires_at)
       values (?, ?, ?, now(), now(), now(), now() + interval '1 hour', 1, 'a@example.org', ?, now(), 0,
         case when ? = 'offered' then now() end)`,
      ...[id, serviceId, person, state, state],
    );
    expect((await find()).idle).toEqual(isIdle ? [person] : []);
  });

  it.each([
    ['pending', '2024-01-01', false],
    ['cancelled', '2024-01-01', true],
    ['cancelled', '2025-06-01', false],
  ])('with an order that is %s since %s: %s', async (state, at, isIdle) => {
    const person = await oldPerson();
    await server.sql(
      `insert into booking_order (account_id, created_at, updated_at, person_id, state, total, discount_amount, paid_amount)
       values (?, ?, ?, ?, ?, 10, 0, 0)`,
      ...[id, at, at, person, state],
    );
    expect((await find()).idle).toEqual(isIdle ? [person] : []);
  });

  it.each([
    ['person_id', 5, null, false],
    ['purchased_by_person_id', 5, null, false],
    ['person_id', 0, null, true],
    ['person_id', 5, '2025-03-01', true],
    ['person_id', 5, '2027-03-01', false],
  ])('with a gift card whose %s it is, with %s left, valid until %s: %s', async (column, remaining, until, isIdle) => {
    const person = await oldPerson();
    await server.sql(
      `insert into gift_card (account_id, created_at, updated_at, code, remaining, initial_value, valid_until, ${column})
       values (?, now(), now(), 'C', ?, 5, ?, ?)`,
      ...[id, remaining, until, person],
    );
    expect((await find()).idle).toEqual(isIdle ? [person] : []);
  });

  it('not if the person is blocked, a parent or a user', async () => {
    await oldPerson({ blocked: true });
    const parent = await oldPerson();
    const child = await oldPerson({ parent_id: parent });
    await oldPerson({ email: 'Boss@example.org' });
    await server.sql(
      `insert into account_user (account_id, created_at, updated_at, name, email) values (?, now(), now(), 'B', 'boss@Example.org')`,
      id,
    );
    expect((await find()).idle).toEqual([child]);
  });
});

describe('the daily job', () => {
  const run = () => trimHistoryJob(jobContext(server)).run({}, running);
  const names = async (of: number) => {
    const rows = await server.sql<{ name: string }>('select name from person where account_id = ? order by id', of);
    return rows.map(({ name }) => name);
  };

  it('erases people without bookings of the accounts that have it on, once', async () => {
    await oldPerson({ name: 'Idle', email: 'idle@example.org' });
    const active = await oldPerson({ name: 'Active' });
    await book(active, '2026-03-01T10:00:00Z');
    await run();
    expect(await names(id)).toEqual(['Idle', 'Active']);
    await server.configure(account, { person_retention_months: 12 });
    await run();
    await run();
    expect(await names(id)).toEqual(['erased person', 'Active']);
    expect((await server.changes(account)).filter((name) => name === 'person.erased')).toHaveLength(1);
  });

  it('counts months by the clock of a sandbox', async () => {
    const sandbox = await server.account({ sandbox: true });
    await sandbox.create('/people', 'person', { name: 'Ola' });
    await server.configure(sandbox, { person_retention_months: 12, clock_offset: 300 * 86_400 });
    await run();
    expect(await names(sandbox.credentials.id)).toEqual(['Ola']);
    await server.configure(sandbox, { clock_offset: 400 * 86_400 });
    await run();
    expect(await names(sandbox.credentials.id)).toEqual(['erased person']);
  });
});

describe('the search for people', () => {
  it('finds the accounts with the setting, with the time of their clock', async () => {
    const sandbox = await server.account({ sandbox: true });
    await server.configure(account, { person_retention_months: 12 });
    await server.configure(sandbox, { person_retention_months: 1, clock_offset: 86_400 });
    const ids = [id, sandbox.credentials.id];
    const findAt = async (now: string) =>
      (await findErasingAccounts(server.database, new Date(now))).filter((found) => ids.includes(found.id));
    expect(await findAt('2026-03-02T07:00:00Z')).toEqual([
      { id, before: new Date('2025-03-02T07:00:00Z') },
      { id: sandbox.credentials.id, before: new Date('2026-02-03T07:00:00Z') },
    ]);
    await server.configure(account, { paused_at: '2026-03-02' });
    expect((await findAt('2026-03-02T07:00:00Z')).map((found) => found.id)).toEqual([sandbox.credentials.id]);
    await server.configure(account, { paused_at: null });
  });

  it('looks at 1,000 people at a time, by indexes', async () => {
    await server.sql(`insert into person (account_id, created_at, updated_at, name)
      select ${id}, '2023-03-02', now(), 'P' || n from generate_series(1, 2500) n`);
    const pages: number[] = [];
    const statements = await executedStatements(server.database, async () => {
      let after = 0;
      for (let page = await find(after); page.last !== null; page = await find(after)) {
        pages.push(page.idle.length);
        after = page.last;
      }
    });
    expect(pages).toEqual([1_000, 1_000, 500]);
    expect(
      statements.flatMap(({ sequentialScans }) => sequentialScans).filter((table) => !/^(page|idle)$/.test(table)),
    ).toEqual([]);
  });
});
