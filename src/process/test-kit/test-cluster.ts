import { hash, randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import pg from 'pg';
import { outdatedFunctions } from '../../platform/database/functions.js';
import { knownMigration } from '../../platform/database/migration-state.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.js';
import { version } from '../../platform/project-root.js';

/** Data of tests need not survive a failure of the machine. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' };

/** Keys of advisory locks: of the processes that have databases, and of the one that creates the template. */
const ownerLock = 0x626b7474;
const templateLock = 0x626b7475;

/** Changes with the schema, so that each version finds its own template in the shared server. */
const template = `template_${hash(
  'sha256',
  JSON.stringify([version, knownMigration, outdatedFunctions({}).map(({ hash }) => hash)]),
).slice(0, 16)}`;

/**
 * The PostgreSQL of all test processes of a user, and the databases of this one. The last process that uses the server
 * shuts it down. Each process holds a lock while it has databases: those of processes that were killed are dropped by the
 * next start.
 */
export class TestCluster {
  readonly #postgres: EmbeddedPostgres;
  readonly #session: pg.Client;
  readonly #owner = randomInt(1, 2 ** 31);
  /** The number of databases that this process has created. */
  #count = 0;

  private constructor(postgres: EmbeddedPostgres, session: pg.Client) {
    this.#postgres = postgres;
    this.#session = session;
  }

  /** @param migrate applies the migrations to an empty database */
  static async open(folder: string, migrate: (url: string) => Promise<void>): Promise<TestCluster> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const postgres = await startEmbeddedPostgres({ dataDir: folder, settings, isExpendable: true });
    const session = new pg.Client(postgres.url);
    session.on('error', () => {}); // The next statement fails.
    await session.connect();
    const cluster = new TestCluster(postgres, session);
    await session.query('select pg_advisory_lock($1, $2)', [ownerLock, cluster.#owner]);
    await cluster.#dropAbandoned();
    await cluster.#ensureTemplate(migrate);
    return cluster;
  }

  async createDatabase(): Promise<{ name: string; url: string }> {
    this.#count += 1;
    const name = `test_${this.#owner}_${this.#count}`;
    await this.#session.query(`create database ${name} template ${template} strategy file_copy`);
    return { name, url: this.#urlOf(name) };
  }

  async dropDatabase(name: string): Promise<void> {
    await this.#session.query(`drop database if exists ${name} with (force)`);
  }

  async close(): Promise<void> {
    await this.#session.end();
    await this.#postgres.stop();
  }

  #urlOf(name: string): string {
    return this.#postgres.url.replace(/\/[^/]*$/, `/${name}`);
  }

  async #dropAbandoned(): Promise<void> {
    const { rows } = await this.#session.query<{ name: string; owner: number }>(
      String.raw`select datname as name, split_part(datname, '_', 2)::integer as owner from pg_database
        where datname ~ '^test_\d+_\d+$'`,
    );
    for (const { name, owner } of rows.filter((row) => row.owner !== this.#owner)) {
      const locked = await this.#session.query<{ isDead: boolean }>('select pg_try_advisory_lock($1, $2) as "isDead"', [
        ownerLock,
        owner,
      ]);
      if (!locked.rows[0]?.isDead) continue;
      await this.dropDatabase(name);
      await this.#session.query('select pg_advisory_unlock($1, $2)', [ownerLock, owner]);
    }
  }

  /** Creates the migrated database, of which the others are copies. A draft that was not completed is created anew. */
  async #ensureTemplate(migrate: (url: string) => Promise<void>): Promise<void> {
    if (await this.#hasTemplate()) return;
    await this.#session.query('select pg_advisory_lock($1, 0)', [templateLock]);
    try {
      if (await this.#hasTemplate()) return;
      const draft = `draft_${template}`;
      await this.dropDatabase(draft);
      await this.#session.query(`create database ${draft}`);
      await migrate(this.#urlOf(draft));
      await this.#session.query(`alter database ${draft} rename to ${template}`);
    } finally {
      await this.#session.query('select pg_advisory_unlock($1, 0)', [templateLock]);
    }
  }

  async #hasTemplate(): Promise<boolean> {
    const { rowCount } = await this.#session.query('select from pg_database where datname = $1', [template]);
    return rowCount !== 0;
  }
}
