import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseModel } from '../../dist/src/domain/entities.js';
import { Database } from '../../dist/src/platform/database/database.js';
import { migrate } from '../../dist/src/platform/database/migrate.js';
import { startEmbeddedPostgres } from '../../dist/src/platform/embedded-postgres/embedded-postgres.js';
import { makeDataFolder } from '../../dist/test/support/scratch.js';

const settings = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' },
  // A table has statistics only if a test collects them.
  autovacuum: 'off',
};

/** Starts one PostgreSQL for the whole run, with a migrated template database that tests clone. */
export default async function globalSetup() {
  const dataDir = await makeDataFolder('booking-test-');
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    process.env.TEST_TEMPLATE = await createTemplate(postgres.url);
  } catch (error) {
    await stop();
    throw error;
  }
  process.env.TEST_POSTGRES_URL = postgres.url;
  process.env.TEST_SEED ??= String(randomInt(2 ** 31));
  const cases = process.env.TEST_CASES === 'all' ? 'All' : 'A sample of the';
  console.log(`${cases} generated cases, TEST_SEED=${process.env.TEST_SEED}`);
  process.env.TEST_EXERCISES = await mkdtemp(join(tmpdir(), 'booking-exercises-'));
  globalThis.stopTestPostgres = stop;
}

async function createTemplate(serverUrl) {
  const template = `template_${randomUUID().slice(0, 8)}`;
  const server = await Database.connect(serverUrl, databaseModel);
  await server.orm.em.fork().execute(`create database ${template}`);
  await server.close();
  const database = await Database.connect(serverUrl.replace(/\/[^/?]+($|\?)/, `/${template}$1`), databaseModel);
  await migrate(database);
  await database.close();
  return template;
}
