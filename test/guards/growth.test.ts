import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { tableGrowth } from '../support/table-growth.js';
import { createTestDatabase } from '../support/test-database.js';

/** Matches the source of a function that deletes rows. */
const deletion = /delete from |job\.remove\(\)|clearExpiredByTimeout: true/;

const test = await disposeAfterAll(createTestDatabase());

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

describe('every table', () => {
  it('has a reason why it does not grow for ever', async () => {
    const found = await test.database.orm.em
      .fork()
      .execute<{ name: string }[]>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
      );
    expect(found.map(({ name }) => name).filter((name) => !(name in tableGrowth))).toEqual([]);
    expect(Object.keys(tableGrowth).filter((name) => !found.some((table) => table.name === name))).toEqual([]);
  });

  it('that is trimmed has a recurring job of that name', () => {
    const sources = readdirSync(join(projectRoot, 'src/jobs')).map((file) => read(`src/jobs/${file}`));
    const jobs = sources.filter((source) => source.includes('every:')).join();
    const named = Object.values(tableGrowth).flatMap((reason) => ('job' in reason ? reason.job : []));
    expect(named.filter((job) => !jobs.includes(`name: '${job}'`))).toEqual([]);
  });

  it('whose work deletes its rows has a source that does', () => {
    const sources = Object.values(tableGrowth).flatMap((reason) => ('deletedBy' in reason ? reason.deletedBy : []));
    expect(sources.filter((path) => !deletion.test(read(path)))).toEqual([]);
  });
});
