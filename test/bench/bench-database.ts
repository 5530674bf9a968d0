import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseModel } from '../../src/domain/entities.js';
import { Database } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.js';
import { readPidFile } from '../../src/platform/embedded-postgres/postmaster.js';
import { makeDataFolder } from '../support/scratch.js';
import { BulkWriter } from './bulk-writer.js';

/** Without autovacuum, only the measurements collect statistics. Latencies are measured from the time of the commit. */
const settings = {
  autovacuum: 'off',
  track_commit_timestamp: 'on',
  shared_preload_libraries: 'pg_stat_statements',
};

/** A statement that returns the bytes of the write-ahead log and the statements of clients so far, but for itself. */
const walCounter = `select (pg_current_wal_insert_lsn() - '0/0')::float8 as wal`;
const allCounters = `${walCounter}, (select sum(calls)::float8 from pg_stat_statements(true)
  where query not like '%pg_stat_statements%') as statements`;

/** A booking takes 1 kB with its indexes. Loading writes as much again into the log. */
const bookingBytes = 2_000;

/** An empty, migrated database: that of `DATABASE_URL`, otherwise of an embedded PostgreSQL. */
export interface BenchDatabase extends AsyncDisposable {
  url: string;
  database: Database;
  writer: BulkWriter;
  /** The statement that reads the counters of a measurement. A given database may count no statements. */
  counters: string;
  /** Process id of PostgreSQL if it is the embedded one. */
  postmaster: number | undefined;
}

/** @param bookings the bookings that it will have */
export async function openBenchDatabase(bookings: number): Promise<BenchDatabase> {
  const given = process.env['DATABASE_URL'];
  const dataDir = await makeDataFolder('booking-bench-', bookings * bookingBytes);
  const postgres = given ? undefined : await startEmbeddedPostgres({ dataDir, settings });
  const url = given ?? postgres?.url ?? '';
  const database = await Database.connect(url, databaseModel);
  await migrate(database);
  const writer = await BulkWriter.connect(url);
  if (postgres) await writer.script('create extension pg_stat_statements');
  return {
    url,
    database,
    writer,
    counters: postgres ? allCounters : walCounter,
    postmaster: postgres && (await readPidFile(join(dataDir, 'postgres', 'cluster')))?.pid,
    [Symbol.asyncDispose]: async () => {
      await writer[Symbol.asyncDispose]();
      await database.close();
      await postgres?.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
