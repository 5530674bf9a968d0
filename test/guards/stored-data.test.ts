import { databaseModel } from '../../src/domain/entities.js';
import { readGuides } from '../../src/http/documentation/guides.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { createTestDatabase } from '../support/test-database.js';

const test = await disposeAfterAll(createTestDatabase());

/** Returns what the second column of all tables of the guide has, where that is names of a form. */
function namesOf(form: string): string[] {
  const { markdown = '' } = readGuides().find(({ name }) => name === 'stored-data') ?? {};
  const cells = [...markdown.matchAll(/^\|[^|]*\| ([^|]*) \|/gm)].map(([, cell = '']) => cell);
  const list = new RegExp(`^(\`${form}\`(, )?)+$`);
  return cells.flatMap((cell) => (list.test(cell) ? cell.replaceAll('`', '').split(', ') : [])).toSorted();
}

describe('the guide to what is stored', () => {
  it('names every table of the database once, and no other', async () => {
    const tables = await test.database.session.execute<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    );
    expect(namesOf('[a-z_]+')).toEqual(tables.map(({ name }) => name).toSorted());
  });

  it('names every column that is encrypted, and no other', () => {
    expect(namesOf('[a-z_]+[.][a-z_]+')).toEqual([...databaseModel.sealedColumns].toSorted());
  });
});
