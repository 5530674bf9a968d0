import { executedStatements } from '../support/plans.js';
import { createTestDatabase } from '../support/test-database.js';

it('reports the rows that statements read, including those in functions and on several connections', async () => {
  await using test = await createTestDatabase();
  const { database } = test;
  const run = (sql: string) => database.orm.em.fork().execute(sql);
  await run('create table number (value integer primary key, parity integer)');
  await run('insert into number select n, n % 2 from generate_series(1, 1000) as n');
  await run(`create function parity_of(integer) returns integer language plpgsql as
    $$ begin return (select parity from number where value = $1); end $$`);

  const statements = await executedStatements(database, () =>
    Promise.all([run('select parity_of(7)'), run('select count(*) from number where parity = 1')]),
  );
  const inFunction = statements.find(({ text }) => text.includes('value = $1'));
  expect(inFunction).toMatchObject({ indexes: ['number_pkey'], sequentialScans: [], rowsRead: 1, pagesRead: 3 });
  const counting = statements.find(({ text }) => text.includes('parity = 1'));
  expect(counting).toMatchObject({ indexes: [], sequentialScans: ['number'], rowsRead: 1000, pagesRead: 5 });

  expect(await executedStatements(database, async () => {})).toEqual([]);
});
