import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import type { AccountCredentials, NewAccount } from '../../../src/domain/account/account.actions.js';
import { databaseModel } from '../../../src/domain/entities.js';
import { Database } from '../../../src/platform/database/database.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { startEmbeddedPostgres } from '../../../src/platform/embedded-postgres/embedded-postgres.js';
import { freePort } from '../../../src/platform/embedded-postgres/postmaster.js';
import { type ServerProcess, startMain } from '../../process/server-process.js';
import { startPgBouncer } from '../../support/pgbouncer.js';
import { makeDataFolder, makeDiskFolder } from '../../support/scratch.js';
import { until } from '../../support/until.js';
import { instant } from '../judge/notes.js';
import { type Mongo, startMongo } from './mongo.js';
import { pidIn, signalIfAlive } from './pid.js';

/** Settings that make tests fast. */
export const settingsOfMembers = {
  DEMO: 'off',
  LOG_LEVEL: 'error',
  WEBHOOK_PRIVATE_TARGETS: 'allow',
  WEBHOOK_RETRY_BASE_MS: '200',
};

/** The start of the last line that each process prints when it is ready. */
const lastLine = { web: 'Health', worker: 'Worker' };

/** Starts a process of some version of this program with settings. */
export type StartProcess = (settings: Record<string, string>) => ServerProcess;

/** A process that is restarted whenever it ends, as a supervisor does. */
export class Member {
  /** The number of times that it ended without being killed, after it was ready. */
  crashes = 0;
  /** The spans during which it was ready, by the clock of the clients. */
  readonly service: { from: number; to: number }[] = [];
  readonly #settings: Record<string, string>;
  #start: StartProcess;
  #process: ServerProcess | undefined;
  #wasKilled = false;
  #isOver = false;
  /** Whether it may be started. */
  #mayRun = true;
  readonly #supervision: Promise<void>;

  constructor(
    readonly role: keyof typeof lastLine,
    settings: Record<string, string>,
    /** The address of a web process. */
    readonly origin?: string,
    start: StartProcess = startMain,
  ) {
    this.#start = start;
    this.#settings = { ...settings, ROLE: role };
    this.#supervision = this.#supervise();
  }

  get isReady(): boolean {
    return this.#process?.printedAs(lastLine[this.role]) !== undefined;
  }

  kill(): void {
    this.#wasKilled = true;
    if (this.#process) process.kill(this.#process.pid, 'SIGKILL');
  }

  /** Kills it and leaves it dead, until `release`. */
  hold(): void {
    this.#mayRun = false;
    this.kill();
  }

  release(): void {
    this.#mayRun = true;
  }

  /** Stops it as a deploy does. It is started as another version. */
  async replace(start: StartProcess): Promise<void> {
    this.#start = start;
    this.#wasKilled = true;
    const former = this.#process;
    await former?.end();
    await until(() => this.#process !== former);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    this.release();
    this.kill();
    await this.#supervision;
  }

  async #supervise(): Promise<void> {
    while (!this.#isOver) {
      const started = this.#start(this.#settings);
      this.#process = started;
      this.#wasKilled = false;
      void started.ready(lastLine[this.role]).then(
        () => this.service.push({ from: instant(), to: Number.POSITIVE_INFINITY }),
        () => {}, // it ended because the database was down, or it was killed
      );
      await started.exited;
      const last = this.service.at(-1);
      if (last) last.to = Math.min(last.to, instant());
      if (this.isReady && !this.#wasKilled) this.crashes += 1;
      this.#process = undefined;
      do await pass(100);
      while (!this.#mayRun);
    }
  }
}

/** Processes on one database, each of which is restarted when it ends. */
export interface Processes extends AsyncDisposable {
  /** The addresses of the web processes. */
  origins: readonly string[];
  members: readonly Member[];
  database: Database;
  /** The address of the database. */
  url: string;
  whenReady(): Promise<void>;
  /** Creates the account of the clients by another version of this program. */
  createAccount?(account: NewAccount): Promise<AccountCredentials>;
}

/** Two web and two worker processes on one PostgreSQL. Each of them can be killed and is then restarted. */
export interface Cluster extends Processes {
  killPostgres(): Promise<void>;
  /** The store of jobs, unless that is PostgreSQL. */
  mongo: Mongo | undefined;
}

export interface ClusterOptions {
  /** Settings of each process, in addition to those that make tests fast. */
  settings?: Record<string, string>;
  /** Settings of PostgreSQL. */
  tuning?: Record<string, string>;
  /** Whether PostgreSQL is on a disk, with fsync. */
  isDurable?: boolean;
  /** The command of `startMongo`, if jobs are stored in MongoDB. */
  mongoCommand?: string | undefined;
  /** The connections to PostgreSQL that a PgBouncer in transaction mode shares among the processes, if there is to be one. */
  pooled?: number | undefined;
}

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { settings, tuning, isDurable = false, mongoCommand, pooled } = options;
  const mongo = mongoCommand ? await startMongo(mongoCommand) : undefined;
  const dataDir = await (isDurable ? makeDiskFolder : makeDataFolder)('booking-storm-');
  // The writes of a killed process survive even without fsync; only a failure of the machine loses them.
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: isDurable ? 'on' : 'off', ...tuning } });
  const bouncer = pooled === undefined ? undefined : await startPgBouncer(postgres.url, pooled);
  const further = {
    ...(mongo && { MONGODB_URL: mongo.url }),
    ...(bouncer && { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: postgres.url }),
    ...settings,
  };
  const processes = await startProcesses(postgres.url, { webs: 2, workers: 2 }, further);
  return {
    ...processes,
    killPostgres: async () => {
      signalIfAlive(await pidIn(join(dataDir, 'postgres', 'cluster', 'postmaster.pid')), 'SIGKILL');
    },
    mongo,
    [Symbol.asyncDispose]: async () => {
      await processes[Symbol.asyncDispose]();
      await bouncer?.[Symbol.asyncDispose]();
      await postgres.stop();
      await mongo?.[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Migrates a database and starts processes on it, with settings that make tests fast. */
export async function startProcesses(
  url: string,
  { webs, workers }: { webs: number; workers: number },
  settings: Record<string, string> = {},
): Promise<Processes> {
  const database = await Database.connect(url, databaseModel, 5);
  await migrate(database);
  const common = { DATABASE_URL: url, ...settingsOfMembers, ...settings };
  const members: Member[] = [];
  for (let count = 0; count < webs; count += 1) {
    const port = await freePort();
    members.push(new Member('web', { ...common, PORT: String(port) }, `http://127.0.0.1:${port}`));
  }
  for (let count = 0; count < workers; count += 1) members.push(new Member('worker', common));
  return {
    origins: members.flatMap(({ origin }) => origin ?? []),
    ...{ members, database, url },
    whenReady: () =>
      until(
        async () => members.every(({ isReady }) => isReady) && (await database.refusal.findUnreadiness()) === undefined,
      ),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(members.map((member) => member.end()));
      await database.close();
    },
  };
}
