import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embedded-postgres/embedded-postgres.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { makeDataFolder } from '../support/scratch.js';
import { LocalServer } from './local-server.js';

let dataDir: string;
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  dataDir = await makeDataFolder('booking-role-');
  postgres = await startEmbeddedPostgres({
    dataDir,
    user: 'postgres',
    database: 'postgres',
    settings: { fsync: 'off' },
  });
});
afterAll(async () => {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function sql<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the statements that the script in the container passes to psql. */
function statementsOfScript(password: string): string[] {
  const script = readFileSync(join(projectRoot, '.docker', 'create-role.sh'), 'utf8');
  const [, statements = ''] = /<<'SQL'\n(.*)^SQL$/ms.exec(script) ?? [];
  return statements
    .replaceAll(`:'password'`, `'${password}'`)
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

it('the role that compose creates is no superuser, and the server migrates and runs as it', async () => {
  for (const statement of statementsOfScript('secret')) await sql(postgres.url, statement);
  const url = new URL(postgres.url);
  Object.assign(url, { username: 'booking', password: 'secret', pathname: '/booking' });
  const server = await new LocalServer({ DATABASE_URL: url.href, DEMO: 'on' }).ready();
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  await server.stop();
  expect(await sql(url.href, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: false },
  ]);
});
