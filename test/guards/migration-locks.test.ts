import type { MigrationObject } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { ConcurrentMigration } from '../../schema/migrations/concurrent-migration.js';
import { concurrentMigrations, migrations } from '../../schema/migrations/index.js';
import { databaseModel } from '../../src/domain/entities.js';
import { migratorOptions } from '../../src/platform/database/migrator.js';
import { createOrm, ormOptions } from '../../src/platform/database/orm.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { fillTable } from '../support/fill-tables.js';
import { growingTables } from '../support/table-growth.js';
import { createTestDatabase } from '../support/test-database.js';

/** The migrations up to this one have been applied wherever the server is used: what they lock cannot be changed any more. */
const lastApplied = '0375-fair-assignment';

/** Later migrations that lock a growing table exclusively while they read or rewrite it, each with the reason. */
const allowed: Readonly<Record<string, string>> = {
  '0380-terms-of-resources': 'providers are few: one for each service of a resource',
  '0385-tax-rates': 'services are few, and the checks of 2,000,000 lines of orders took 0.4 s',
  '0510-deposits': 'services are few',
  '0436-automatic-documents': 'documents are not released yet, so there are none',
  '0395-needs-of-services': 'providers are few: one for each service of a resource',
  '0425-resources-of-users': 'users are few',
};

type MigrationClass = MigrationObject['class'];

const rowCount = 1_000;

/** PostgreSQL's names of the modes in which others cannot write a table, or not even read it. */
const exclusiveModes = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

/** Records the tables that a transaction rewrites. */
const recordRewrites = `create schema observed;
  create table observed.rewrite (transaction xid8, table_id oid);
  create function observed.record_rewrite() returns event_trigger language plpgsql as
    'begin insert into observed.rewrite values (pg_current_xact_id(), pg_event_trigger_table_rewrite_oid()); end';
  create event trigger record_rewrite on table_rewrite execute function observed.record_rewrite()`;

/** The growing tables that this transaction has locked exclusively. A build of an index reads rows in sequence, too. */
const readLocks = `select relname as name, string_agg(mode, ' and ' order by mode) as modes,
    exists (select from observed.rewrite where table_id = relation and transaction = pg_current_xact_id()) as "isRewritten"
  from pg_locks join pg_class on pg_class.oid = relation
  where pid = pg_backend_pid() and granted and relname = any (?) and mode = any (?)
  group by relation, relname order by 1`;

const listOf = (names: readonly string[]): string => `{${names.join()}}`;

/** The rows of each table that this session has read in sequence, of which not all are reported yet. */
async function readInSequence(em: EntityManager): Promise<Map<string, number>> {
  const rows = await em.execute<{ name: string; count: number }[]>(
    'select relname as name, seq_tup_read::integer as count from pg_stat_xact_user_tables where relname = any (?)',
    [listOf(growingTables)],
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** Runs `work` in a transaction. @returns the growing tables that it locks exclusively, and reads or rewrites */
async function observe(orm: MikroORM, work: (em: EntityManager) => Promise<void>): Promise<string[]> {
  return orm.em.fork().transactional(async (em) => {
    // As `migrate` does.
    await em.execute(`select set_config('booking.writes_to', 'all', true)`);
    const before = await readInSequence(em);
    await work(em);
    const after = await readInSequence(em);
    const locks = await em.execute<{ name: string; modes: string; isRewritten: boolean }[]>(readLocks, [
      listOf(growingTables),
      listOf(exclusiveModes),
    ]);
    return locks.flatMap(({ name, modes, isRewritten }) => {
      const isRead = (after.get(name) ?? 0) - (before.get(name) ?? 0) >= rowCount;
      return isRewritten || isRead ? `${name} is ${isRewritten ? 'rewritten' : 'read'} under ${modes}` : [];
    });
  });
}

/** Returns the statements of a migration that are still to do. */
async function listStatements(orm: MikroORM, migration: MigrationClass, em?: EntityManager): Promise<string[]> {
  const one = new migration(orm.em.getDriver(), orm.config);
  if (!(one instanceof Migration)) throw new Error('not a migration');
  one.setTransactionContext(em?.getTransactionContext());
  await one.up();
  return one.getQueries().map(String);
}

/** Applies a migration. @returns the growing tables that it locks exclusively, and reads or rewrites */
async function apply(orm: MikroORM, migration: MigrationClass): Promise<string[]> {
  if (migration.prototype.isTransactional()) {
    return observe(orm, async (em) => {
      for (const statement of await listStatements(orm, migration, em)) await em.execute(statement);
    });
  }
  const found: string[] = [];
  for (const statement of await listStatements(orm, migration)) {
    if (/\bconcurrently\b/i.test(statement)) await orm.em.fork().execute(statement);
    else found.push(...(await observe(orm, async (em) => void (await em.execute(statement)))));
  }
  return found;
}

/** A database of which the growing tables have rows. */
async function openFilled(url: string): Promise<AsyncDisposable & { orm: MikroORM; fill(): Promise<void> }> {
  // Without the planner settings of requests, as migrations run. Workers would read the rows in sessions of their own.
  const settings = { options: '-c max_parallel_maintenance_workers=0' };
  const orm = createOrm({ ...ormOptions(url, databaseModel.entities, 2, settings), ...migratorOptions });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(recordRewrites);
  const fill = async (): Promise<void> => {
    for (const table of growingTables) {
      const { rows } = await client.query(`select from pg_class where oid = to_regclass($1) and relkind = 'r'`, [
        table,
      ]);
      if (rows.length > 0 && (await client.query(`select from ${table} limit 1`)).rowCount === 0) {
        await fillTable(client, table, 1, rowCount);
      }
    }
  };
  return {
    orm,
    fill,
    [Symbol.asyncDispose]: async () => {
      await client.end();
      await orm.close(true);
    },
  };
}

describe('a migration after the last that was applied everywhere', () => {
  it('locks no growing table exclusively while it reads or rewrites it', async () => {
    await using test = await createTestDatabase();
    await test.database.orm.em.fork().execute('drop schema public cascade; create schema public');
    await using filled = await openFilled(test.url);
    await filled.orm.migrator.up({ to: lastApplied });
    const later = migrations.filter(({ name }) => name > lastApplied);
    const found: Record<string, string[]> = {};
    for (const { name, class: migration } of later) {
      await filled.fill();
      const tables = await apply(filled.orm, migration);
      if (tables.length > 0 && !(name in allowed)) found[name] = tables;
    }
    expect(found).toEqual({});
    const names = later.map(({ name }) => name);
    expect(Object.keys(allowed).filter((name) => !names.includes(name))).toEqual([]);
  });
});

const test = await disposeAfterAll(createTestDatabase());
const filled = await disposeAfterAll(openFilled(test.url));
const { orm } = filled;

const migrationOf = (...statements: string[]): MigrationClass =>
  class extends Migration {
    override up(): void {
      for (const statement of statements) this.addSql(statement);
    }
  };

class Concurrent extends ConcurrentMigration {
  override name = 'concurrent';

  override async up(): Promise<void> {
    await this.buildIndex('sample_title', 'on booking (account_id, title)');
    await this.buildIndex('sample_unique', 'on booking (account_id, id, title)', 'unique index');
    this.dropIndex('sample_old');
    this.addSql('alter table booking validate constraint sample_check');
  }
}

describe('the guard', () => {
  beforeAll(async () => {
    await filled.fill();
    await orm.em.fork().execute(`create index sample_old on booking (account_id, notes);
      alter table booking add constraint sample_check check (title <> 'x') not valid`);
  });

  it('fills every growing table', async () => {
    for (const table of growingTables) {
      expect([table, await orm.em.fork().execute(`select from ${table}`)]).toMatchObject([table, { length: rowCount }]);
    }
  });

  it.each([
    ['create index sample on booking (account_id, title)', ['booking is read under ShareLock']],
    [
      'alter table person add sample uuid default gen_random_uuid()',
      ['person is rewritten under AccessExclusiveLock and ShareLock'],
    ],
    [`alter table change add check (name <> '')`, ['change is read under AccessExclusiveLock']],
    ['alter table person alter name set not null', ['person is read under AccessExclusiveLock']],
  ])('finds what %s locks', async (statement, tables) => {
    expect(await apply(orm, migrationOf(statement))).toEqual(tables);
  });

  it('finds a lock and a scan by two statements', async () => {
    const migration = migrationOf('alter table booking add sample_one integer', 'update booking set sample_one = 1');
    expect(await apply(orm, migration)).toEqual(['booking is read under AccessExclusiveLock']);
  });

  it.each([
    'alter table booking add sample_two integer not null default 0',
    'alter table booking add constraint sample_later check (title is not null) not valid',
    'create table sample_table (account_id integer, id integer, primary key (account_id, id))',
    `update booking set title = 'x' where account_id = 2`,
    'create index sample_era on change_log_era (account_id, era)',
  ])('accepts %s', async (statement) => {
    expect(await apply(orm, migrationOf(statement))).toEqual([]);
  });
});

/** Returns the valid indexes among those of the sample, and the invalid ones of all. */
async function readIndexes(): Promise<{ valid: string[]; invalid: string[] }> {
  const rows = await orm.em.fork().execute<{ name: string; isValid: boolean }[]>(
    `select relname as name, indisvalid as "isValid" from pg_index join pg_class on oid = indexrelid
       where not indisvalid or relname in ('sample_title', 'sample_unique', 'sample_old') order by 1`,
  );
  const names = (isValid: boolean) => rows.filter((row) => row.isValid === isValid).map(({ name }) => name);
  return { valid: names(true), invalid: names(false) };
}

/** Invalidates an index, as the end of a session does that builds it. */
const invalidate = (name: string) =>
  orm.em.fork().execute(`update pg_index set indisvalid = false where indexrelid = to_regclass('${name}')`);

describe('a migration outside of a transaction', () => {
  it('locks no growing table exclusively', async () => {
    expect(await apply(orm, Concurrent)).toEqual([]);
    expect(await readIndexes()).toEqual({ valid: ['sample_title', 'sample_unique'], invalid: [] });
  });

  it('does nothing twice', async () => {
    const statements = await listStatements(orm, Concurrent);
    expect(statements).toEqual([
      'drop index concurrently if exists sample_old',
      'alter table booking validate constraint sample_check',
    ]);
  });

  it('is completed after an end at any of its statements', async () => {
    await orm.em.fork().execute('drop index sample_title, sample_unique');
    const statements = await listStatements(orm, Concurrent);
    for (let count = 0; count <= statements.length; count += 1) {
      await orm.em.fork().execute('drop index if exists sample_title, sample_unique');
      for (const statement of statements.slice(0, count)) await orm.em.fork().execute(statement);
      const index = /create (?:unique )?index concurrently (\w+)/.exec(statements[count - 1] ?? '')?.[1];
      if (index) await invalidate(index);
      await apply(orm, Concurrent);
      expect(await readIndexes()).toEqual({ valid: ['sample_title', 'sample_unique'], invalid: [] });
    }
  });

  it('is repeatable, each of them', async () => {
    for (const { name, class: migration } of migrations.filter(({ name }) => concurrentMigrations.has(name))) {
      await apply(orm, migration);
      expect([name, await apply(orm, migration), await readIndexes()]).toMatchObject([name, [], { invalid: [] }]);
    }
  });
});
