import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { figureSettings, readNumbers } from '../../src/domain/figures/figure-statements.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();

const names = Object.keys(figureSettings);
const current = { sql: 'select name as key0, current_setting(name) as value from unnest($2::text[]) as name' };

it('PostgreSQL executes the statements of figures with every setting', async () => {
  const db = server.database.account(account.credentials.id);
  const found = await readNumbers(db, [{ sql: `${current.sql} where $1 > 0`, parameters: [names] }], 1);
  const applied = Object.fromEntries(found.map(({ keys, numbers }) => [String(keys[0]), numbers['value']]));
  expect(applied).toEqual(figureSettings);
});

it('the settings end with the statement', async () => {
  const db = server.database.account(account.credentials.id);
  const read = () => db.query<{ key0: string; value: string }>(`${current.sql} where $1 > 0`, [names]);
  const before = await read();
  await readNumbers(db, [{ sql: 'select 1 as key0 where $1 > 0', parameters: [] }], 1);
  expect(await read()).toEqual(before);
  const isDifferent = before.filter(({ key0, value }) => value !== figureSettings[key0]);
  expect(isDifferent).toHaveLength(names.length);
});

it('no other statements have settings of their own', () => {
  const root = join(projectRoot, 'src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const senders = files.filter((file) => /\bqueryWith\b/.test(readFileSync(join(root, file), 'utf8')));
  expect(senders.toSorted()).toEqual(['domain/figures/figure-statements.ts', 'platform/database/account-database.ts']);
});
