import type { ChildProcess } from 'node:child_process';
import { mkdir, realpath } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Cluster, ensureCluster, USER } from './cluster.js';
import { withLock } from './lock.js';
import { endOfLog, freePort, isServer, lastPort, launchServer, readPidFile, removePidFile } from './postmaster.js';
import { findPrograms, type Programs } from './programs.js';

const DATABASE = 'booking';
const START_PATIENCE_MS = 30_000;
const LOCK_PATIENCE_MS = 60_000;
const CONNECT_PATIENCE_MS = 5_000;
const LEAVE_PATIENCE_MS = 1_000;

/** Advisory lock that each process holds, shared, for as long as it uses the server. */
const IN_USE = 0x626f6f6b;

/** A PostgreSQL server of our own that this process is using. */
export interface EmbeddedPostgres {
  /** `postgresql://…` of the database `booking`; stays the same for as long as this process uses it. */
  readonly url: string;
  /** Leaves the server; the last process to leave ends it (fast shutdown). Close all other connections first. */
  stop(): Promise<void>;
}

interface Server {
  readonly cluster: Cluster;
  readonly programs: Programs;
  readonly logFile: string;
  readonly tuning: Record<string, string>;
  readonly log: (message: string) => void;
}

/** An open connection that holds IN_USE: it ends when its process dies, and when the server does. */
interface Membership {
  readonly client: Client;
  readonly socket: Socket;
  readonly port: number;
}

/**
 * Starts PostgreSQL on a folder, or joins the one that runs there: several processes may use a folder at once, and a
 * server whose processes were all killed is taken over. A server that is killed while it is in use is started again.
 * @param options.dataDir made when missing; holds `postgres/`, PostgreSQL's `postgres.log` and a `lock`
 * @param options.tuning PostgreSQL settings on top of ours; they hold for the process that starts the server
 * @throws when PostgreSQL cannot be run here, or does not start within 30 s (with the end of its log)
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log?: (message: string) => void;
  tuning?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const { log = () => {}, tuning = {} } = options;
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const lockFile = join(dataDir, 'lock');
  const exclusively = <Result>(work: () => Promise<Result>) => withLock(lockFile, LOCK_PATIENCE_MS, work);

  const programs = await exclusively(() => findPrograms(dataDir));
  await programs.own(lockFile);
  const cluster = await exclusively(() => ensureCluster(dataDir, programs, log));
  const server: Server = { cluster, programs, logFile: join(dataDir, 'postgres.log'), tuning, log };

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
    log('The connection to PostgreSQL was lost; joining it again');
    while (stopped === undefined) {
      try {
        membership = await exclusively(() => joinServer(server, port));
        return watch();
      } catch (error) {
        log(`PostgreSQL is not back: ${String(error)}`);
        await sleep(1000);
      }
    }
  };
  watch();

  return {
    url: `postgresql://${USER}:${cluster.password}@127.0.0.1:${port}/${DATABASE}`,
    stop() {
      stopped ??= revival.then(() => exclusively(() => leaveServer(server, membership)));
      return stopped;
    },
  };
}

/**
 * Connects to the cluster's server; starts one as long as there is none. To be called by one process at a time.
 * @param port where it has to listen, because we know it there already
 */
async function joinServer(server: Server, port?: number): Promise<Membership> {
  const { directory } = server.cluster;
  const deadline = performance.now() + START_PATIENCE_MS;
  let child: ChildProcess | undefined;
  let reason: unknown;
  for (let pause = 10; performance.now() < deadline; pause = Math.min(pause * 1.5, 500)) {
    const pidFile = await readPidFile(directory);
    if (pidFile?.directory === directory && pidFile.port > 0 && (port ?? pidFile.port) === pidFile.port) {
      try {
        return await connect(pidFile.port, server.cluster.password);
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
    `PostgreSQL did not start within ${START_PATIENCE_MS / 1000} s: ${String(reason ?? 'no connection')}\n` +
      `The end of ${server.logFile}:\n${await endOfLog(server.logFile)}`,
  );
}

function isRunning(child: ChildProcess | undefined): boolean {
  return child !== undefined && child.exitCode === null && child.signalCode === null;
}

async function connect(port: number, password: string): Promise<Membership> {
  const socket = new Socket();
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: USER,
    password,
    database: 'postgres',
    application_name: 'embedded-postgres',
    ssl: false,
    stream: () => socket,
    connectionTimeoutMillis: CONNECT_PATIENCE_MS,
  });
  client.on('error', () => {}); // 'end' follows
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1)', [IN_USE]);
    await ensureDatabase(client);
    socket.unref();
    return { client, socket, port };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function ensureDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
}

/** Ends the server when nobody else uses it. To be called by one process at a time. */
async function leaveServer(server: Server, { client, socket }: Membership): Promise<void> {
  socket.ref();
  const last = await isLast(client).catch((error: unknown) => {
    server.log(`PostgreSQL has gone already: ${String(error)}`);
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
 * Gives up the shared lock: nobody else holds it when it can then be had alone. The server may need a moment to see that
 * one who was killed has gone.
 */
async function isLast(client: Client): Promise<boolean> {
  await client.query('SELECT pg_advisory_unlock_shared($1)', [IN_USE]);
  const deadline = performance.now() + LEAVE_PATIENCE_MS;
  for (;;) {
    const { rows } = await client.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [IN_USE]);
    if (rows[0]?.last === true) return true;
    if (performance.now() > deadline) return false;
    await sleep(50);
  }
}
