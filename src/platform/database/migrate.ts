import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { grantToApplication, readApplicationRole } from './application-role.js';
import type { Database } from './database.js';
import { transactExclusively } from './exclusive-transaction.js';
import { applyFunctions } from './functions.js';
import { type MigrationProgress, type MigrationState, readMigrationState, requireKnown } from './migration-state.js';
import type { OlderPolicy } from './migrator.js';
import { maxAttempts } from './session.js';
import { isConflict } from './unavailable.js';

/** The options of a migration. A command does without all of them. */
export interface MigrateOptions extends Pick<OlderPolicy, 'older' | 'reportWait' | 'signal'> {
  /**
   * Called when another process migrates (undefined), and when a migration begins. If it throws, `migrate` does, and the
   * migrations of this transaction are rolled back.
   */
  report(progress: MigrationProgress | undefined): void;
}

type MigratedDatabase = Pick<Database, 'orm' | 'session' | 'directUrl' | 'migrationUrl' | 'model'>;

const unattended: MigrateOptions = { older: 'refuse', reportWait: () => {}, report: () => {} };

const migrationLock = 7_463_001;

/**
 * Applies the migrations that are missing, then the functions whose texts differ, in one transaction, which ends before and
 * begins after each migration that runs outside of one. If another role owns
 * the tables, that role does so, and grants the role of the application what it needs. Several processes may call it at
 * the same time.
 *
 * @throws NewerDatabaseError, OlderProcessesError
 */
export async function migrate(database: MigratedDatabase, options = unattended): Promise<void> {
  const { orm, migrationUrl } = database;
  if (hasMigrationRole(database)) await grantIfLacking(database);
  const { missing, outdated } = await readKnownState(orm.em.fork());
  if (missing.length === 0 && outdated.length === 0) return;
  options.report(undefined);
  // Before it waits for a process that waits itself.
  if (options.older === 'refuse') {
    await orm.em.fork().transactional((em) => awaitOlder(database, em, missing, options));
  }
  const report = (name: string) => options.report({ name, number: missing.indexOf(name) + 1, count: missing.length });
  const applyStep = (em: EntityManager, migrating: MikroORM) =>
    applyFirstStep(database, em, migrating, { ...options, report });
  for (let attempt = 1, isComplete = false; !isComplete; ) {
    try {
      isComplete = await transactExclusively(database, migrationLock, applyStep, migrationUrl);
      attempt = 1;
    } catch (error) {
      // Migrations and the statements of processes that go on may lock tables in another order.
      if (attempt === maxAttempts || !isConflict(error)) throw error;
      attempt += 1;
    }
  }
}

interface StepOptions extends Omit<MigrateOptions, 'report'> {
  report(name: string): void;
}

/** @returns whether the database is migrated now */
async function applyFirstStep(
  database: MigratedDatabase,
  em: EntityManager,
  orm: MikroORM,
  options: StepOptions,
): Promise<boolean> {
  const { missing, outdated } = await readKnownState(em);
  const { applyMigrations, firstStep } = await import('./migrator.js');
  const step = firstStep(missing);
  if (missing.length > 0) await awaitOlder(database, em, step, options);
  // As `write_to_accounts`, which may be missing.
  await em.execute(`select pg_advisory_xact_lock_shared(7463005, 0), set_config('booking.writes_to', 'all', true)`);
  if (missing.length > 0) await applyMigrations(orm, em, step, options.report);
  const isComplete = step.length === missing.length;
  if (isComplete) {
    await applyFunctions(em, outdated);
    if (hasMigrationRole(database)) await grantToApplication(em, (await readApplicationRole(database.session)).name);
  }
  if (missing.length > 0) await em.execute(`select pg_notify('migration', '0')`);
  return isComplete;
}

function hasMigrationRole({ migrationUrl, directUrl }: MigratedDatabase): boolean {
  return migrationUrl !== directUrl;
}

/** Lets the role of the application use tables that were there before it. */
async function grantIfLacking(database: MigratedDatabase): Promise<void> {
  const { name, lacksGrants } = await readApplicationRole(database.session);
  if (!lacksGrants) return;
  await transactExclusively(database, migrationLock, (em) => grantToApplication(em, name), database.migrationUrl);
}

async function awaitOlder(
  { session }: MigratedDatabase,
  em: EntityManager,
  missing: readonly string[],
  options: Omit<MigrateOptions, 'report'>,
): Promise<void> {
  const { awaitOlderProcesses } = await import('./migrator.js');
  const requestLeave = async (migration: number) => {
    await session.execute(`select pg_notify('migration', $1)`, [String(migration)]);
  };
  await awaitOlderProcesses(em, missing, { ...options, requestLeave });
}

async function readKnownState(em: EntityManager): Promise<MigrationState> {
  const state = await readMigrationState(em);
  requireKnown(state);
  return state;
}
