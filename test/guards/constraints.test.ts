import { databaseModel } from '../../src/domain/entities.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { createTestDatabase } from '../support/test-database.js';

const test = await disposeAfterAll(createTestDatabase());

it('messages exist only for constraints of the database', async () => {
  const names = Object.keys(databaseModel.constraintMessages);
  expect(names.length).toBeGreaterThan(10);
  const known = await test.database.orm.em.fork().execute<{ name: string }[]>(
    `select conname as name from pg_constraint
     union all select relname from pg_class where relkind = 'i'
     union all select unnest(regexp_matches(prosrc, 'constraint = ''(\\w+)''', 'g')) from pg_proc`,
  );
  const all = new Set(known.map(({ name }) => name));
  expect(names.filter((name) => !all.has(name))).toEqual([]);
});
