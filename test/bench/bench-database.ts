import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { entities } from '../../src/domain/entities.js';
import { Database } from '../../src/platform/database/database.js';
import { readPidFile } from '../../src/platform/database/embedded/postmaster.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { makeDataFolder } from '../support/scratch.js';

/** An empty, migrated database: that of `DATABASE_URL`, or one of its own. */
export interface BenchDatabase extends AsyncDisposable {
  url: string;
  database: Database;
  /** Process id of PostgreSQL if it is the embedded one. */
  postmaster: number | undefined;
}

export async function openBenchDatabase(): Promise<BenchDatabase> {
  const given = process.env['DATABASE_URL'];
  const dataDir = await makeDataFolder('booking-bench-');
  const postgres = given ? undefined : await startEmbeddedPostgres({ dataDir });
  const url = given ?? postgres?.url ?? '';
  const database = await Database.connect(url, entities);
  await database.migrate();
  return {
    url,
    database,
    postmaster: postgres && (await readPidFile(join(dataDir, 'postgres', 'cluster')))?.pid,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await postgres?.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
