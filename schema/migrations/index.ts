import type { MigrationObject } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { migrationNames } from './names.js';

/** The migrations up to this one are older than any version that could be replaced while it runs: none of them is compatible. */
const lastUndeclared = '0064-missed-openings';

/**
 * All migrations, in the order in which they are applied. The sources are listed and the compiled files loaded, so that a
 * compiled file whose source was renamed or deleted does not run.
 */
export const migrations: MigrationObject[] = await Promise.all(migrationNames.map(load));

/**
 * The declaration of a migration about the processes of the version before: whether they may go on while it runs and after
 * it. There is no default, because both mistakes are silent: a process that should have stopped writes wrong rows, and one
 * that could have gone on is stopped for nothing.
 */
type Declaration =
  /** They can: it only adds what their statements do not need. */
  | { readonly backwardCompatible: true }
  /** They cannot, for the reason, which operators read. It waits until they have ended. */
  | { readonly backwardCompatible: false; readonly reason: string };

/** The names of the migrations that processes of the version before can run beside. */
export const compatibleMigrations: readonly string[] = migrations
  .filter(({ class: migration }) => isDeclared(migration) && migration.backwardCompatible)
  .map(({ name }) => name);

/** The reason why processes of the version before cannot run beside a migration, by its name. */
export const incompatibilities: ReadonlyMap<string, string> = new Map(
  migrations.flatMap(({ name, class: migration }) =>
    isDeclared(migration) && !migration.backwardCompatible ? [[name, migration.reason]] : [],
  ),
);

/** The names of the migrations that run outside of a transaction: see `ConcurrentMigration`. */
export const concurrentMigrations: ReadonlySet<string> = new Set(
  migrations.filter(({ class: migration }) => isConcurrent(migration)).map(({ name }) => name),
);

/** @throws Error if the file does not export one migration and nothing else, or the migration declares too little */
async function load(name: string): Promise<MigrationObject> {
  const exported: Record<string, unknown> = await import(`./${name}.js`);
  return { name, class: migrationOf(name, exported) };
}

/** @param exported what the file of the migration exports */
export function migrationOf(name: string, exported: Readonly<Record<string, unknown>>): MigrationObject['class'] {
  const [migration, ...others] = Object.values(exported);
  if (!isMigration(migration) || others.length > 0) {
    throw new Error(`schema/migrations/${name} must export a migration`);
  }
  if (name > lastUndeclared && !isDeclared(migration)) {
    throw new Error(
      `schema/migrations/${name} must declare whether processes of the version before can run beside it: ` +
        'static readonly backwardCompatible = true, or = false with static readonly reason = the reason',
    );
  }
  if (isConcurrent(migration) && (!isDeclared(migration) || !migration.backwardCompatible)) {
    throw new Error(`schema/migrations/${name} runs outside of a transaction, so it must be compatible`);
  }
  return migration;
}

function isConcurrent(migration: MigrationObject['class']): boolean {
  return !migration.prototype.isTransactional();
}

function isDeclared(migration: object): migration is Declaration {
  if (!('backwardCompatible' in migration)) return false;
  const { backwardCompatible } = migration;
  if (backwardCompatible === true) return true;
  return backwardCompatible === false && 'reason' in migration && typeof migration.reason === 'string';
}

function isMigration(value: unknown): value is MigrationObject['class'] {
  return typeof value === 'function' && value.prototype instanceof Migration;
}
