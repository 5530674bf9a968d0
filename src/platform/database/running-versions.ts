import type { EntityManager } from '@mikro-orm/postgresql';
import { version } from '../project-root.js';
import { knownMigration } from './migration-state.js';
import type { Session } from './session.js';

/**
 * The class of the shared advisory locks by which processes show that they run. The second number of each is that of the
 * newest migration that the process has. The lock ends with the session, so a process that was killed shows nothing.
 */
const runningClass = 7_463_010;

/**
 * Processes hold this lock shared while they register, and a start holds it exclusively while it applies a migration that
 * older processes cannot run beside. So each of those either is seen by that start, or registers after it.
 */
const gateLock = 7_463_011;

/** Registers this process for as long as the session lasts. Waits while the gate is closed. */
export const registration = [
  // The role may have a timeout of its own: see `limitRole`.
  'set statement_timeout = 0',
  `select pg_advisory_lock_shared(${gateLock})`,
  `select pg_advisory_lock_shared(${runningClass}, ${knownMigration})`,
  `select pg_advisory_unlock_shared(${gateLock})`,
  'reset statement_timeout',
].join('; ');

/** Until the transaction of `em` ends or is rolled back to a savepoint, no process can register. */
export async function closeGate(em: EntityManager): Promise<void> {
  await em.execute(`select pg_advisory_xact_lock(${gateLock})`);
}

/** Processes with the same version, role and address that do not know a migration. */
export interface OlderProcesses {
  /** Of their connections, such as `booking-server 1.2.0 web`. */
  name: string;
  /** Null for a connection by a socket of the same machine. */
  address: string | null;
}

/**
 * The first migration that processes cannot run beside from before connections had names. Of those, there is nothing but
 * sessions of another name, or of none.
 */
const firstAfterUnnamed = '0096-paused-web-hooks';

/**
 * Finds the processes on this database that do not know a migration. Some are not registered: those of versions before there
 * was a registration, those whose session was lost a moment ago, and commands. They are found by the name of their
 * connections, unless another process of their version has the migration, or waits for the gate: that version registers.
 *
 * If such processes can run, because the database lacks `firstAfterUnnamed`, all other sessions of the role that migrates or
 * of the one that owns the tables are found, too. An empty database has no older processes.
 *
 * @param missing the names of the migrations that the database lacks
 * @param migration the number of the migration
 */
export async function findOlderProcesses(
  em: EntityManager,
  missing: readonly string[],
  migration: number,
): Promise<OlderProcesses[]> {
  const countsUnnamed = missing.some((name) => name <= firstAfterUnnamed);
  // Otherwise a transaction would see the sessions of its first look for ever.
  await em.execute('select pg_stat_clear_snapshot()');
  return em.execute<OlderProcesses[]>(
    `with known as (
       select session.pid, split_part(session.application_name, ' ', 2) as version,
         case when classid = ${runningClass} then objid::bigint end as migration
       from pg_locks "lock" join pg_stat_activity session on session.pid = "lock".pid
       where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
         and (classid = ${runningClass} and objsubid = 2 and granted or classid = 0 and objid = ${gateLock} and not granted))
     select distinct coalesce(nullif(application_name, ''), 'a session without a name') as name, host(client_addr) as address
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and (
       pid in (select pid from known where migration < ?)
       or application_name like 'booking-server %' and split_part(application_name, ' ', 2) not in (
         select version from known where migration >= ? or migration is null union all select ?)
       or ? and backend_type = 'client backend' and application_name not like 'booking-server %' and exists (
         select from pg_class where oid = to_regclass('schema_migration') and usename in (current_user, pg_get_userbyid(relowner))))
     order by 1, 2`,
    [migration, migration, version, countsUnnamed],
  );
}

/** The registered processes of a version and a role, such as `web`. Commands do not register. */
export interface RunningProcesses {
  version: string;
  role: string;
  count: number;
  /** Seconds since the first and the last of them registered; null if the role of the session may not know. */
  oldest: number | null;
  newest: number | null;
}

/** Lists the processes that are registered at this database. */
export function listRunningProcesses(session: Pick<Session, 'execute'>): Promise<RunningProcesses[]> {
  return session.execute<RunningProcesses>(
    `select split_part(application_name, ' ', 2) as version, split_part(application_name, ' ', 3) as role,
       count(*)::integer as count,
       extract(epoch from clock_timestamp() - min(backend_start))::float8 as oldest,
       extract(epoch from clock_timestamp() - max(backend_start))::float8 as newest
     from pg_locks "lock" join pg_stat_activity session on session.pid = "lock".pid
     where locktype = 'advisory' and classid = ${runningClass} and objsubid = 2 and granted
       and database = (select oid from pg_database where datname = current_database())
     group by 1, 2 order by 1, 2`,
  );
}
