import { setTimeout as pass } from 'node:timers/promises';
import { Migrator } from '@mikro-orm/migrations';
import type { EntityManager, MikroORM, Options } from '@mikro-orm/postgresql';
import {
  compatibleMigrations,
  concurrentMigrations,
  incompatibilities,
  migrations,
} from '../../../schema/migrations/index.js';
import { migrationNumberOf } from './migration-state.js';
import { closeGate, findOlderProcesses, type OlderProcesses } from './running-versions.js';

/** The options of an ORM that migrates. Loaded only then: a start on a migrated database takes 40 ms less without. */
export const migratorOptions: Pick<Options, 'extensions' | 'migrations'> = {
  extensions: [Migrator],
  migrations: { migrationsList: migrations, tableName: 'schema_migration', snapshot: false },
};

/** Returns the missing migrations to commit first: one that runs outside of a transaction, or all before the next such. */
export function firstStep(missing: readonly string[]): readonly string[] {
  const next = missing.findIndex((name) => concurrentMigrations.has(name));
  return next === -1 ? missing : missing.slice(0, Math.max(next, 1));
}

/** Applies the migrations of a step, and notes in the transaction of `em` which older processes can run beside. */
export async function applyMigrations(
  orm: MikroORM,
  em: EntityManager,
  names: readonly string[],
  report: (name: string) => void,
): Promise<void> {
  const { migrator } = orm;
  migrator.on('migrating', async ({ name }) => report(name));
  await migrator.up({ transaction: em.getTransactionContext(), migrations: [...names] });
  await em.execute(
    `update schema_migration set backward_compatible = true where name = any (?) and not backward_compatible`,
    [`{${compatibleMigrations.join()}}`],
  );
}

/** Says how a start treats running processes of older versions beside which a migration cannot be applied. */
export interface OlderPolicy {
  /**
   * `refuse`: throws. `wait`: waits until they have ended, and lets others start meanwhile. `drain`: also asks them, by
   * `requestLeave`, to stop their work, and lets no other start.
   */
  older: 'refuse' | 'wait' | 'drain';
  /** Notifies the processes that do not know the migration of this number. */
  requestLeave(migration: number): Promise<void>;
  /** Called with the description of the wait, again if that changes. */
  reportWait(description: string): void;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
}

/** Migrations that cannot be applied beside processes of older versions, which run. */
export class OlderProcessesError extends Error {
  override name = 'OlderProcessesError';
}

/** More migrations are counted in the description of a wait. */
const maxNamed = 3;

/** In milliseconds. */
const pollInterval = 1_000;

/**
 * Waits until no process runs that cannot go on beside the missing migrations. Then none can start until the transaction of
 * `em` ends, which must have no timeout.
 *
 * @throws OlderProcessesError
 */
export async function awaitOlderProcesses(
  em: EntityManager,
  missing: readonly string[],
  { older, requestLeave, reportWait, signal }: OlderPolicy,
): Promise<void> {
  const incompatible = missing.filter((name) => !compatibleMigrations.includes(name));
  const last = incompatible.at(-1);
  if (last === undefined) return;
  for (;;) {
    await em.execute('savepoint gate');
    await closeGate(em);
    const processes = await findOlderProcesses(em, missing, migrationNumberOf(last));
    if (processes.length === 0) return;
    const description = describe(incompatible, processes);
    if (older === 'refuse') throw new OlderProcessesError(`${description}; stop them first`);
    reportWait(`${description}; it waits until they have ended`);
    if (older === 'drain') await requestLeave(migrationNumberOf(last));
    else await em.execute('rollback to savepoint gate');
    await pass(pollInterval, undefined, signal && { signal });
  }
}

function describe(incompatible: readonly string[], processes: readonly OlderProcesses[]): string {
  const migrations = incompatible.slice(0, maxNamed).map((name) => {
    const reason = incompatibilities.get(name);
    return reason === undefined ? name : `${name} (${reason})`;
  });
  if (incompatible.length > maxNamed) migrations.push(`${incompatible.length - maxNamed} more`);
  const running = processes.map(({ name, address }) => (address === null ? name : `${name} at ${address}`));
  return `older versions cannot run beside ${migrations.join(', ')}, and run: ${running.join(', ')}`;
}
