import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { databaseModel } from '../../src/domain/entities.js';
import { Database } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { makeDataFolder } from './scratch.js';

/** The rows of a database at one moment, one file per table. */
export interface Dump extends AsyncDisposable {
  /** Replaces the rows of a database on any server of this machine, also of the database that was dumped. */
  restore(url: string): Promise<void>;
}

/**
 * Replaces `pg_dump --data-only` and `pg_restore --disable-triggers`, which the embedded PostgreSQL lacks, by COPY. The
 * migrations create the tables.
 */
export async function dumpDatabase(url: string): Promise<Dump> {
  const folder = await makeDataFolder('booking-dump-');
  await chmod(folder, 0o777); // the servers may run as another user
  const fileOf = (table: string): string => join(folder, table);
  const { tables, sequences } = await withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read');
    const tables = await client.query<{ name: string; columns: string }>(
      `select relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid
       where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migration'
         and attnum > 0 and not attisdropped and attgenerated = ''
       group by relname`,
    );
    for (const { name, columns } of tables.rows) await client.query(`copy ${name} (${columns}) to '${fileOf(name)}'`);
    const sequences = await client.query<{ name: string; value: string }>(
      `select sequencename as name, last_value as value from pg_sequences
       where schemaname = 'public' and last_value is not null and sequencename not like 'schema_migration%'`,
    );
    return { tables: tables.rows, sequences: sequences.rows };
  });
  return {
    restore: async (target) => {
      const database = await Database.connect(target, databaseModel);
      await migrate(database);
      await database.close();
      await withClient(target, async (client) => {
        await client.query('begin');
        await client.query('set local session_replication_role = replica');
        await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
        for (const { name, columns } of tables) await client.query(`copy ${name} (${columns}) from '${fileOf(name)}'`);
        for (const { name, value } of sequences) await client.query('select setval($1, $2)', [name, value]);
        await client.query('commit');
      });
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
