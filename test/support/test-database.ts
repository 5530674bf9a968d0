import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { databaseModel } from '../../src/domain/entities.js';
import { Database } from '../../src/platform/database/database.js';
import { version } from '../../src/platform/project-root.js';

// As in each process of the server: sessions without a name count as processes of an old version.
Object.assign(pg.defaults, { application_name: `booking-server ${version} test` });

export interface ConnectOptions {
  poolSize?: number;
  /** The port of a proxy in front of PostgreSQL. */
  port?: number;
  /** The user's name, which is the password, too. */
  user?: string;
}

export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
  readonly database: Database;
  /** Opens another connection pool, as another process has. It is closed with the database. */
  connect(own?: ConnectOptions): Promise<Database>;
  /** Closes such a pool earlier. */
  disconnect(database: Database): Promise<void>;
}

function environment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is set by the global set-up`);
  return value;
}

/** Returns the URL of the same database at the port of a proxy. */
export function atPort(url: string, port: number | undefined): string {
  return port === undefined ? url : url.replace(/:\d+\//, `:${port}/`);
}

function asUser(url: string, user: string): string {
  return Object.assign(new URL(url), { username: user, password: user }).href;
}

/** A session for all databases of this worker process: starting one takes 30 ms of CPU time on a slow machine. */
let administration: pg.Pool | undefined;

async function administer(statement: string): Promise<void> {
  if (!administration) {
    administration = new pg.Pool({ connectionString: environment('TEST_POSTGRES_URL'), max: 1, allowExitOnIdle: true });
    // PostgreSQL may stop while the session is idle, at the end of the run.
    administration.on('error', () => {});
  }
  await administration.query(statement);
}

/** A new name of a database, and its URL. */
function newDatabase(): { name: string; url: string } {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  return { name, url: environment('TEST_POSTGRES_URL').replace(/\/[^/?]+($|\?)/, `/${name}$1`) };
}

/** Creates a database without tables, which is dropped when disposed. */
export async function createEmptyDatabase(): Promise<AsyncDisposable & { url: string }> {
  const { name, url } = newDatabase();
  await administer(`create database ${name}`);
  return { url, [Symbol.asyncDispose]: () => administer(`drop database ${name} with (force)`) };
}

/** Creates an empty, migrated database, which is dropped when disposed. */
export async function createTestDatabase(poolSize = 10): Promise<TestDatabase> {
  const { name, url } = newDatabase();
  // Copying files takes 40 ms of CPU time to create and drop a database. The default, copying by the WAL, takes 70 ms.
  await administer(`create database ${name} template ${environment('TEST_TEMPLATE')} strategy file_copy`);
  const connections = new Set<Database>();
  const connect = async (own: ConnectOptions = {}): Promise<Database> => {
    const address = atPort(own.user ? asUser(url, own.user) : url, own.port);
    const database = await Database.connect(address, databaseModel, own.poolSize ?? poolSize);
    connections.add(database);
    return database;
  };
  return {
    url,
    database: await connect(),
    connect,
    disconnect: async (database) => {
      connections.delete(database);
      await database.close();
    },
    [Symbol.asyncDispose]: async () => {
      for (const database of connections) await database.close();
      await administer(`drop database ${name} with (force)`);
    },
  };
}
