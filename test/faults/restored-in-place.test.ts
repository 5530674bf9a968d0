import { dumpDatabase } from '../support/logical-copy.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { subscribe } from './storm/readers.js';

const server = await useOwnTestServer();

/** Begins every refusal of a cursor. An advice follows as soon as another change was recorded. */
const refusal = [400, { after: expect.arrayContaining(['is invalid']) }];

/** Adds a person, and returns the cursor of that change once it is listed. */
async function addPerson(account: TestAccount, name: string): Promise<string> {
  const { id } = await account.create('/people', 'person', { name });
  let cursor = '';
  await until(async () => {
    const { body } = await account.get('/changes?after=');
    cursor = body.changes.cursor;
    return body.changes.items.at(-1)?.object_id === id;
  });
  return cursor;
}

const listAfter = async (account: TestAccount, cursor: string): Promise<unknown[]> => {
  const { status, body } = await account.get(`/changes?after=${cursor}`);
  return [
    status,
    status === 200 ? body.changes.items.map(({ person }: { person: { name: string } }) => person.name) : body,
  ];
};

describe('a dump that is restored into the database that was dumped, without a restart of PostgreSQL', () => {
  it('never accepts the cursor of a lost change, however many changes follow and however often it is restored', async () => {
    const account = await server.account();
    const kept = await addPerson(account, 'In the dump');
    await using dump = await dumpDatabase(server.databaseUrl);
    const lost = [await addPerson(account, 'Lost at first'), await addPerson(account, 'Also lost')];
    for (const names of [
      ['A', 'B', 'C', 'D'],
      ['E', 'F', 'G', 'H'],
    ]) {
      await dump.restore(server.databaseUrl);
      for (const cursor of lost) expect(await listAfter(account, cursor)).toEqual(refusal);
      expect(await listAfter(account, kept)).toEqual([200, []]);
      const cursors: string[] = [];
      for (const name of names) {
        cursors.push(await addPerson(account, name));
        for (const cursor of lost) expect(await listAfter(account, cursor)).toEqual(refusal);
      }
      expect(await listAfter(account, kept)).toEqual([200, names]);
      lost.push(...cursors);
    }
  });

  it('interrupts subscribers, and refuses to resume after a lost change', async () => {
    const account = await server.account();
    const kept = await addPerson(account, 'In the dump');
    await using dump = await dumpDatabase(server.databaseUrl);
    const read = subscribe([account]);
    const lost = await addPerson(account, 'Lost');
    await until(() => read.cursors.includes(lost));
    await dump.restore(server.databaseUrl);
    const unaware = subscribe([account]);
    await until(() => unaware.cursors.includes(kept));
    const next = await addPerson(account, 'After the restore');
    await until(() => unaware.cursors.includes(next));
    expect(unaware.cursors).toEqual([kept, next]);
    // Each attempt to resume at the lost change is refused.
    await until(() => read.resumes > 2);
    expect(read.cursors).toEqual([kept, lost]);
    await Promise.all([read.stop(), unaware.stop()]);
  });
});

describe('the era of a change log', () => {
  /** Ways to write the row of an era. `isNew` tells whether the next change begins another era. */
  it.each<[string, string, boolean]>([
    ['is kept while nothing happens', 'select', false],
    ['is kept when its row is locked', 'select * from change_log_era for update', false],
    ['is kept when its row is frozen', 'vacuum (freeze) change_log_era', false],
    ['is kept when its table is rewritten', 'vacuum (full) change_log_era', false],
    [
      'ends when its row is loaded again',
      'with dumped as (delete from change_log_era returning *) insert into change_log_era select * from dumped',
      true,
    ],
    ['ends when a replica writes its row', 'update change_log_era set era = era', true],
  ])('%s', async (_, statement, isNew) => {
    const [account] = await server.sql<{ id: number }>(
      `insert into account (created_at, updated_at, subdomain, name, email, time_zone, country_code, secret)
       values (now(), now(), gen_random_uuid()::text, 'Acme', 'a@example.org', 'Europe/Oslo', 'NO', 'secret') returning id`,
    );
    const open = async (): Promise<number> => {
      const [row] = await server.sql<{ era: number }>(`select open_change_log_era(${account?.id}) as era`);
      return row?.era ?? 0;
    };
    const before = await open();
    expect([before, await open()]).toEqual([1, 1]);
    await server.sql(statement);
    const next = await open();
    expect([next > before, await open()]).toEqual([isNew, next]);
  });

  it('is kept when it was begun in a subtransaction', async () => {
    const [account] = await server.sql<{ id: number }>('select max(id) + 1 as id from account');
    await server.sql(`do $$ begin
      begin
        insert into account (id, created_at, updated_at, subdomain, name, email, time_zone, country_code, secret)
        values (${account?.id}, now(), now(), gen_random_uuid()::text, 'Acme', 'a@example.org', 'Europe/Oslo', 'NO', 'secret');
        perform open_change_log_era(${account?.id});
      exception when division_by_zero then null;
      end;
    end $$`);
    const [row] = await server.sql<{ era: number }>(`select open_change_log_era(${account?.id}) as era`);
    expect(row?.era).toBe(1);
  });
});
