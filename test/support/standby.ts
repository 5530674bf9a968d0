import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.js';
import { freePort, launchServer } from '../../src/platform/embedded-postgres/postmaster.js';
import { findPrograms } from '../../src/platform/embedded-postgres/programs.js';
import { makeDataFolder } from './scratch.js';
import { until } from './until.js';

/** A PostgreSQL server of the tests. */
export interface PostgresServer extends AsyncDisposable {
  readonly url: string;
  /** Executes one statement as the superuser. */
  sql<Row extends object>(statement: string): Promise<Row[]>;
}

/** A server that replays the log of another one. */
export interface Standby extends PostgresServer {
  /** Ends all its processes at once. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, at the same address. */
  start(): Promise<void>;
  /** Stops all its processes, so that it neither answers nor refuses, until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

interface PrimaryFiles {
  readonly url: string;
  /** PostgreSQL's data directory. */
  readonly directory: string;
}

const settings = { fsync: 'off', shared_buffers: '16MB', max_connections: '60', autovacuum: 'off' };

export type Primary = PostgresServer & PrimaryFiles;

/** Starts a server with an empty database. */
export async function startPrimary(): Promise<Primary> {
  const dataDir = await makeDataFolder('booking-primary-');
  const { url, stop } = await startEmbeddedPostgres({ dataDir, settings });
  return {
    url,
    directory: join(dataDir, 'postgres', 'cluster'),
    sql: (statement) => executeAt(url, statement),
    [Symbol.asyncDispose]: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a standby of a server, or of a standby of it that was promoted. The embedded PostgreSQL has no `pg_basebackup`,
 * so its files are copied between the start and the stop of a backup.
 */
export async function startStandby(of: PrimaryFiles): Promise<Standby & PrimaryFiles> {
  const dataDir = await makeDataFolder('booking-standby-');
  const directory = join(dataDir, 'cluster');
  await copyFiles(of, directory);
  const port = await freePort();
  const { username, password, port: primaryPort } = new URL(of.url);
  const connection = `host=127.0.0.1 port=${primaryPort} user=${username} password=${password}`;
  const own = { ...settings, primary_conninfo: connection, hot_standby: 'on', wal_retrieve_retry_interval: '100ms' };
  const programs = await findPrograms(dataDir);
  await writeFile(join(directory, 'standby.signal'), '');
  for (const name of ['standby.signal', 'backup_label']) await programs.own(join(directory, name));
  const url = of.url.replace(/:\d+\//, `:${port}/`);
  const sql: PostgresServer['sql'] = (statement) => executeAt(url, statement);
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    for (const pid of await processesOf(directory)) process.kill(pid, name);
  };
  const start = async (): Promise<void> => {
    await rm(join(directory, 'postmaster.pid'), { force: true });
    await launchServer(programs, { directory, port, logFile: join(dataDir, 'log'), settings: own });
    await until(() => sql('select').then(Boolean, () => false));
  };
  const kill = async (): Promise<void> => {
    await signal('SIGKILL');
    while ((await processesOf(directory)).length > 0) await pass(10);
  };
  await start();
  return {
    ...{ url, directory, sql, start, kill },
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    [Symbol.asyncDispose]: async () => {
      await kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function copyFiles({ url, directory }: PrimaryFiles, to: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`select pg_backup_start('standby', true)`);
    await promisify(execFile)('cp', ['-a', directory, to]);
    for (const name of ['postmaster.pid', 'postmaster.opts', 'standby.signal'])
      await rm(join(to, name), { force: true });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
}

async function executeAt<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the ids of the server of a directory and of its children. */
async function processesOf(directory: string): Promise<number[]> {
  const processes = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const read = (file: string): Promise<string> => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '');
        const [line, stat] = await Promise.all([read('cmdline'), read('stat')]);
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return { pid: Number(name), line: line.replaceAll('\0', ' '), parent: Number(parent), isOver: state === 'Z' };
      }),
  );
  const running = processes.filter(({ isOver }) => !isOver);
  const server = running.find(({ line }) => line.includes(`postgres -D ${directory} `));
  if (!server) return [];
  return [server.pid, ...running.filter(({ parent }) => parent === server.pid).map(({ pid }) => pid)];
}
