import { trimChangeLogJob } from '../../src/jobs/maintenance.jobs.js';
import { trimChangeLog } from '../../src/outbox/trim-change-log.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { sentStatementsOf } from '../support/sent-statements.js';
import { createTestDatabase } from '../support/test-database.js';
import { createAccount, writeChange } from './change-writer.js';

const test = await disposeAfterAll(createTestDatabase());

const now = new Date('2026-06-01T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

/** Writes changes 1 to 4, which are 40, 35, 29 and 0 days old. */
async function accountWithChanges(): Promise<number> {
  const account = await createAccount(test.database);
  for (const [index, days] of [40, 35, 29, 0].entries()) {
    await writeChange(test.database, account, index + 1, { at: daysAgo(days) });
  }
  return account;
}

async function passedBy(consumer: string, account: number, objectId: number): Promise<void> {
  await test.database.orm.em.fork().execute(
    `insert into relay_position (account_id, consumer, era, transaction_id, change_id)
     select account_id, ?, era, transaction_id, id from change where account_id = ? and object_id = ?`,
    [consumer, account, objectId],
  );
}

async function kept(account: number): Promise<number[]> {
  const rows = await test.database
    .account(account)
    .query<{ id: number }>('select object_id as id from change where account_id = $1 order by id');
  return rows.map(({ id }) => id);
}

describe('trimming the change log', () => {
  it.each([
    { passed: [], left: [1, 2, 3, 4], why: 'there is no reader' },
    { passed: [4], left: [3, 4], why: 'every change was read, and old ones are deleted' },
    { passed: [1], left: [2, 3, 4], why: 'only the first change was read' },
    { passed: [4, 1], left: [2, 3, 4], why: 'the slowest reader limits the deletion' },
  ])('keeps $left if $passed were handled: $why', async ({ passed, left }) => {
    const account = await accountWithChanges();
    for (const [index, objectId] of passed.entries()) await passedBy(`consumer-${index}`, account, objectId);
    await trimChangeLog(test.database, now);
    expect(await kept(account)).toEqual(left);
  });

  it('keeps changes for the days of their account, and at most for 30', async () => {
    const [short, long] = [await accountWithChanges(), await accountWithChanges()];
    for (const [account, days] of [
      [short, 28],
      [long, 365],
    ] as const) {
      await passedBy('jobs', account, 4);
      await test.database.account(account).query('update account set change_retention_days = $2 where id = $1', [days]);
    }
    await trimChangeLog(test.database, now);
    expect([await kept(short), await kept(long)]).toEqual([[4], [3, 4]]);
  });

  it('measures the age of the changes of a sandbox by its clock', async () => {
    const account = await accountWithChanges();
    await passedBy('jobs', account, 4);
    const twoDays = 2 * 86_400;
    await test.database
      .account(account)
      .query('update account set sandbox = true, clock_offset = $2 where id = $1', [twoDays]);
    await trimChangeLog(test.database, now);
    expect(await kept(account)).toEqual([4]);
  });

  it('continues until all are deleted, and renews its lock after each batch', async () => {
    const account = await createAccount(test.database);
    await test.database.orm.em.fork().execute(
      `insert into change (account_id, era, object_id, created_at, name, object_type, snapshot, actor)
       select ?, 1, n, ?, 'booking.created', 'booking', '{}', '{}' from generate_series(1, 1100) as n`,
      [account, daysAgo(31)],
    );
    await writeChange(test.database, account, 2_000, { at: now });
    await passedBy('jobs', account, 2_000);
    let touched = 0;
    const job = trimChangeLogJob({ database: test.database, clock: { now: () => now } });
    const touch = async () => {
      touched += 1;
    };
    await job.run({}, { touch, isStopping: () => false });
    expect(await kept(account)).toEqual([2_000]);
    expect(touched).toBeGreaterThanOrEqual(2);
  });

  it('sends a statement only for accounts with old changes, and leaves out accounts that another cell has', async () => {
    const [old, moved, recent] = [
      await accountWithChanges(),
      await accountWithChanges(),
      await createAccount(test.database),
    ];
    await writeChange(test.database, recent, 1, { at: now });
    for (const [account, last] of [
      [old, 4],
      [moved, 4],
      [recent, 1],
    ] as const) {
      await passedBy('jobs', account, last);
    }
    await test.database.account(moved).query(`update account set moved_to = 'cell2' where id = $1`);
    const sent = await sentStatementsOf(() => trimChangeLog(test.database, now));
    const deletions = sent
      .filter(({ text }) => text.includes('delete from change'))
      .map(({ values }) => Number(values[0]));
    expect(deletions).toContain(old);
    expect(deletions).not.toContain(moved);
    expect(deletions).not.toContain(recent);
    expect([await kept(old), await kept(moved)]).toEqual([
      [3, 4],
      [1, 2, 3, 4],
    ]);
  });
});
