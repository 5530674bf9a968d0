import { databaseModel } from '../../domain/entities.js';
import { findStuckWork } from '../../domain/work.queries.js';
import { AccountsBehind, readRelayBacklog, relayConsumer } from '../../outbox/backlog.js';
import type { CellOfDirectory } from '../../platform/cells/directory.js';
import { Database } from '../../platform/database/database.js';
import { migrate } from '../../platform/database/migrate.js';
import { readMigrationState, requireKnown } from '../../platform/database/migration-state.js';
import { listRunningProcesses, type RunningProcesses } from '../../platform/database/running-versions.js';
import { guardedRequest } from '../../platform/outbound/guarded-request.js';
import { readAll } from '../../platform/outbound/read-all.js';
import { version } from '../../platform/project-root.js';
import { systemClock } from '../../platform/time/clock.js';
import { findProblemOfCell } from '../directory-check.js';

/** In milliseconds, for the answer of a web process. */
const probePatience = 5_000;

/** In bytes. */
const maxAnswer = 1_000_000;

/** In seconds. Jobs that failed longer ago say nothing about this version. */
const failuresSince = 3_600;

/** In seconds. The relay is late for no longer while processes are replaced. */
const longestBacklog = 60;

/** In milliseconds. Work that was due longer ago should have got its job again: workers search for it every minute. */
const longestStuck = 150_000;

/** The roles of processes of which each cell needs one, by what is said if it has none. */
const neededRoles = { web: ['web', 'all'], worker: ['worker', 'all'] } as const;

/** The state of a cell by its database. */
export interface UpgradeState {
  /** The names of the migrations of this version that the database lacks. */
  missing: string[];
  /** The number of functions whose texts this version replaces. */
  functions: number;
  processes: RunningProcesses[];
}

/** A cell whose processes are replaced by those of this version. Nothing about it is stored but by them. */
export class UpgradingCell {
  readonly #behind = new AccountsBehind(relayConsumer);

  private constructor(
    readonly row: CellOfDirectory,
    private readonly database: Database,
  ) {}

  static async open(row: CellOfDirectory, url: string): Promise<UpgradingCell> {
    return new UpgradingCell(row, await Database.connect(url, databaseModel, 2));
  }

  close(): Promise<void> {
    return this.database.close();
  }

  /** @throws Error if the cell cannot be upgraded; NewerDatabaseError */
  async read(): Promise<UpgradeState> {
    const problem = await findProblemOfCell(this.row, this.database);
    if (problem !== undefined) throw new Error(problem);
    const { session } = this.database;
    const [moving] = await session.execute<{ name: string }>(
      `select 'account ' || account_id || ' moves to ' || target as name from account_move
       union all select 'an account moves here: ' || subname from pg_subscription
       where subdbid = (select oid from pg_database where datname = current_database()) and subname like 'move\\_of\\_%'`,
    );
    if (moving) throw new Error(`${moving.name}; end the move first`);
    const state = await readMigrationState(this.database.orm.em.fork());
    requireKnown(state);
    const { missing, outdated } = state;
    return { missing, functions: outdated.length, processes: await listRunningProcesses(session) };
  }

  /** @returns whether the database is migrated; else older processes run that its new processes wait for */
  async migrate(): Promise<boolean> {
    try {
      await migrate(this.database);
      return true;
    } catch (error) {
      const { OlderProcessesError } = await import('../../platform/database/migrator.js');
      if (error instanceof OlderProcessesError) return false;
      throw error;
    }
  }

  /** Returns what is missing until the cell runs this version, and nothing else. */
  async findMissing({ missing, functions, processes }: UpgradeState): Promise<string[]> {
    const others = processes.filter((process) => process.version !== version);
    const own = processes.filter((process) => process.version === version);
    return [
      ...(missing.length > 0 ? [`it lacks the migrations ${missing.join(', ')}`] : []),
      ...(functions > 0 ? [`${functions} functions are of another version`] : []),
      ...others.map(({ count, role, version: other }) => `${other} still runs (${count} ${role})`),
      ...lackedRoles(own).map((role) => `${version} runs in no ${role}`),
      ...(await this.findUnready(version)),
    ];
  }

  /** Returns which of the web processes that the directory names are not ready, or of another version than is given. */
  async findUnready(expected?: string): Promise<string[]> {
    const { name, origins } = this.row;
    const answers = await Promise.all(
      origins.map(async (origin) => {
        try {
          const health = await askFor(`${origin}/healthz`);
          if (health['cell'] !== name) return `${origin} is of the cell ${health['cell'] ?? 'none'}`;
          if (expected && health['version'] !== expected) return `${origin} is of ${health['version']}`;
          const { status, reason } = await askFor(`${origin}/readyz`);
          return status === 'ok' ? [] : `${origin} is not ready: ${reason}`;
        } catch (error) {
          return `${origin} does not answer: ${error instanceof Error ? error.message : error}`;
        }
      }),
    );
    return answers.flat();
  }

  /** Returns what is wrong with a cell that runs this version, by the measures of `/metrics` and the search for stuck work. */
  async findAlarms({ processes }: UpgradeState): Promise<string[]> {
    const { session } = this.database;
    const since = Math.min(failuresSince, ...processes.map(({ oldest }) => oldest ?? failuresSince));
    const failures = await session.execute<{ name: string; count: number }>(
      `select name, count(*)::integer as count from failed_job where failed_at > now() - make_interval(secs => $1)
       group by name order by name`,
      [since],
    );
    const stuck = await findStuckWork(this.database, systemClock, longestStuck);
    const backlog = await readRelayBacklog(this.database, this.#behind);
    const isLate = backlog && backlog.seconds > longestBacklog;
    return [
      ...failures.map(({ name, count }) => `jobs failed: ${name} (${count})`),
      ...(stuck.length > 0
        ? [`work is stuck: ${[...new Set(stuck.map(({ kind }) => kind))].join(', ')} (${stuck.length})`]
        : []),
      ...(isLate ? [`the relay is ${Math.round(backlog.seconds)} seconds late`] : []),
    ];
  }
}

/** Whether processes of other versions do all the work of a cell, and none of this one has begun. */
export const isUntouched = ({ processes }: UpgradeState): boolean =>
  processes.every((process) => process.version !== version) && lackedRoles(processes).length === 0;

/** Returns the roles that none of some processes has. */
function lackedRoles(processes: readonly RunningProcesses[]): string[] {
  return Object.entries(neededRoles).flatMap(([role, roles]) =>
    processes.some((process) => roles.some((one) => one === process.role)) ? [] : [role],
  );
}

/** Requests a health check, which answers with JSON. */
function askFor(url: string): Promise<Record<string, unknown>> {
  const request = { method: 'GET', headers: {}, body: undefined, timeout: probePatience, allowPrivate: true };
  return guardedRequest(url, request, async (response) => JSON.parse(String(await readAll(response, maxAnswer))));
}
