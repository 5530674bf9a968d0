import type { ChildProcess } from 'node:child_process';
import { mkdir, realpath } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { type Cluster, discardCrashed, ensureCluster } from './cluster.js';
import { endOfLog, freePort, isServer, lastPort, launchServer, readPidFile, removePidFile } from './postmaster.js';
import { findPrograms, type Programs } from './programs.js';

const startTimeout = 30_000;
const lockTimeout = 60_000;
const connectTimeout = 5_000;
const lastUserTimeout = 1_000;

const applicationName = 'embedded-postgres';

/** Key of the advisory lock that each process holds, shared, while it uses the server. */
const inUseLock = 0x626f6f6b;

export interface EmbeddedPostgresOptions {
  /** Folder of the server's files, created if it is missing. Relative paths are resolved against the working directory. */
  dataDir: string;
  /** Superuser that is created with the folder. A folder can only be opened with the user it was created with. Default: `postgres`. */
  user?: string;
  /** Database of the URL, created if it is missing. Default: `postgres`. */
  database?: string;
  /** Server settings such as `{ shared_buffers: '16MB' }`. Only the process that starts the server applies them. */
  settings?: Record<string, string>;
  /**
   * Whether the data may be lost, as those of tests that run with `fsync` off. A cluster whose server was not shut down, and no
   * longer runs, is then replaced by an empty one. Default: false.
   */
  isExpendable?: boolean;
  /** Called with one line for each step, such as `Starting PostgreSQL`. Default: no log. */
  log?: (message: string) => void;
}

/** A running server that this process uses. */
export interface EmbeddedPostgres {
  /** `postgresql://…` with user, password, port and database. It does not change until `stop()`, even if the server restarts. */
  readonly url: string;
  /**
   * Stops using the server. The last process that does so shuts it down (fast shutdown), so close your connections first.
   * Further calls return the same promise.
   */
  stop(): Promise<void>;
}

interface Server {
  readonly cluster: Cluster;
  readonly programs: Programs;
  readonly logFile: string;
  readonly database: string;
  readonly settings: Record<string, string>;
  readonly log: (message: string) => void;
}

/** An open connection that holds the lock inUseLock. PostgreSQL releases the lock if the process dies. */
interface Membership {
  readonly client: Client;
  readonly socket: Socket;
  readonly port: number;
}

/**
 * Starts PostgreSQL on a folder, or connects to the server that already runs there. Several processes may use a folder
 * at the same time. If all of them were killed, the next one takes over the server that they left running. If the server
 * is killed, its users start it again on the same port.
 *
 * @throws Error if PostgreSQL cannot run on this platform or as this user, or does not start within 30 s; the message
 *   then ends with the last lines of its log
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { user = 'postgres', database = 'postgres', settings = {}, isExpendable = false, log = () => {} } = options;
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const lockFile = join(dataDir, 'lock');
  const exclusively = <Result>(work: () => Promise<Result>) => withLock(lockFile, lockTimeout, work);

  const programs = await exclusively(() => findPrograms(dataDir));
  await programs.own(lockFile);
  const cluster = await exclusively(async () => {
    if (isExpendable) await discardCrashed(dataDir);
    return ensureCluster(dataDir, user, programs, log);
  });
  const server: Server = { cluster, programs, logFile: join(dataDir, 'postgres.log'), database, settings, log };

  let membership = await exclusively(() => joinServer(server));
  const { port } = membership;
  let revival = Promise.resolve();
  let stopped: Promise<void> | undefined;

  const watch = () => {
    membership.client.once('end', () => {
      if (stopped === undefined) revival = revive();
    });
  };
  const revive = async () => {
    log('The connection to PostgreSQL was lost; connecting again');
    while (stopped === undefined) {
      try {
        membership = await exclusively(() => joinServer(server, port));
        return watch();
      } catch (error) {
        log(`PostgreSQL is still unavailable: ${String(error)}`);
        await sleep(1000);
      }
    }
  };
  watch();

  return {
    url: `postgresql://${encodeURIComponent(user)}:${cluster.password}@127.0.0.1:${port}/${encodeURIComponent(database)}`,
    stop() {
      stopped ??= revival.then(() => exclusively(() => leaveServer(server, membership)));
      return stopped;
    },
  };
}

/**
 * Connects to the server of the cluster, and starts one while none is running. Call it under the lock of the folder.
 *
 * @param port the port on which this process already expects the server; undefined for any
 */
async function joinServer(server: Server, port?: number): Promise<Membership> {
  const { directory } = server.cluster;
  const deadline = performance.now() + startTimeout;
  let child: ChildProcess | undefined;
  let reason: unknown;
  for (let pause = 10; performance.now() < deadline; pause = Math.min(pause * 1.5, 500)) {
    const pidFile = await readPidFile(directory);
    if (pidFile?.directory === directory && pidFile.port > 0 && (port ?? pidFile.port) === pidFile.port) {
      try {
        return await connect(server, pidFile.port);
      } catch (error) {
        reason = error;
      }
    }
    if (!isRunning(child) && !(pidFile && (await isServer(pidFile.pid, directory)))) {
      await removePidFile(directory);
      if (child === undefined) server.log('Starting PostgreSQL');
      child = await launchServer(server.programs, {
        ...server,
        directory,
        port: port ?? (await freePort(await lastPort(directory))),
      });
    }
    await sleep(pause);
  }
  throw new Error(
    `PostgreSQL did not start within ${startTimeout / 1000} s: ${String(reason ?? 'no connection')}\n` +
      `The end of ${server.logFile}:\n${await endOfLog(server.logFile)}`,
  );
}

function isRunning(child: ChildProcess | undefined): boolean {
  return child !== undefined && child.exitCode === null && child.signalCode === null;
}

async function connect({ cluster, database }: Server, port: number): Promise<Membership> {
  const socket = new Socket();
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: cluster.user,
    password: cluster.password,
    database: 'postgres',
    application_name: `${applicationName} ${process.pid}`,
    ssl: false,
    stream: () => socket,
    connectionTimeoutMillis: connectTimeout,
  });
  client.on('error', () => {}); // An 'end' event follows, which is handled.
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1)', [inUseLock]);
    await ensureDatabase(client, database);
    socket.unref();
    return { client, socket, port };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function ensureDatabase(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${escapeIdentifier(name)}`);
}

/** Closes the connection, and shuts the server down if no other process uses it. Call it under the lock of the folder. */
async function leaveServer(server: Server, { client, socket }: Membership): Promise<void> {
  socket.ref();
  const last = await isLast(client).catch((error: unknown) => {
    server.log(`PostgreSQL is no longer running: ${String(error)}`);
    return undefined;
  });
  if (last === undefined) return;
  if (last) {
    server.log('Stopping PostgreSQL');
    await server.programs.run('pg_ctl', ['stop', '--silent', '--mode=fast', `--pgdata=${server.cluster.directory}`]);
  }
  await client.end();
}

/**
 * Releases the shared lock and returns whether no other process holds it, that is whether it can be taken exclusively.
 * Retries, because the server takes a moment to notice that a process was killed: for a second, or until one that holds it
 * is found alive.
 */
async function isLast(client: Client): Promise<boolean> {
  await client.query('SELECT pg_advisory_unlock_shared($1)', [inUseLock]);
  const deadline = performance.now() + lastUserTimeout;
  do {
    const { rows } = await client.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [inUseLock]);
    if (rows[0]?.last === true) return true;
    await sleep(50);
  } while (performance.now() < deadline && !(await holders(client)).some(isAlive));
  return false;
}

/** Returns the ids of the processes that hold the lock. NaN for those of earlier versions, which did not state it. */
async function holders(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND objsubid = 1`,
    [inUseLock],
  );
  return rows.map(({ name }) => Number.parseInt(name.slice(applicationName.length), 10));
}

function isAlive(pid: number): boolean {
  try {
    return Number.isInteger(pid) && process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const retryDelay = 15;
const sqliteBusy = 5;

/**
 * Runs `work` under a lock that excludes other processes. It is a lock of the kernel on a file, which the kernel releases
 * when the process ends, even by SIGKILL. Node has no API for file locks, but SQLite uses them.
 *
 * @param path the file to lock, created if it is missing; it stays empty
 * @param timeoutMs how long to wait for other processes
 * @throws Error if other processes hold the lock for longer
 */
async function withLock<Result>(path: string, timeoutMs: number, work: () => Promise<Result>): Promise<Result> {
  const lock = new DatabaseSync(path);
  try {
    const deadline = performance.now() + timeoutMs;
    while (!tryLock(lock)) {
      if (performance.now() > deadline) {
        throw new Error(`another process has held the lock ${path} for more than ${timeoutMs / 1000} s`);
      }
      await sleep(retryDelay);
    }
    return await work();
  } finally {
    lock.close();
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return false;
    throw error;
  }
}
