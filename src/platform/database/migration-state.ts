import type { EntityManager } from '@mikro-orm/postgresql';
import { migrationNames } from '../../../schema/migrations/names.js';

/** The migrations of a database, compared with those of this program. */
export interface MigrationState {
  /** Names of this program's migrations that the database lacks. */
  missing: string[];
  /** Names of the database's migrations that this program lacks and cannot run beside. */
  unknown: string[];
  isReadOnly: boolean;
}

/** A migration that begins. */
export interface MigrationProgress {
  name: string;
  /** From 1 to `count`. */
  number: number;
  /** The number of migrations that this start applies. */
  count: number;
}

/** A newer version has migrated the database in a way that this program cannot run beside. */
export class NewerDatabaseError extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `a newer version has migrated the database (${unknown.join(', ')}): start that version or a later one, or restore a dump from before the upgrade`,
    );
    this.name = 'NewerDatabaseError';
  }
}

interface AppliedMigration {
  name: string;
  isCompatible: boolean;
  isReadOnly: boolean;
}

/** Reads as JSON what the table lacks before 0088-compatible-migrations. */
const statement = `select name,
    coalesce((to_jsonb(migration) ->> 'backward_compatible')::boolean, false) as "isCompatible",
    current_setting('transaction_read_only') = 'on' as "isReadOnly"
  from schema_migration migration order by name`;

export async function readMigrationState(em: EntityManager): Promise<MigrationState> {
  // A failed statement would end the transaction of `em`.
  const [{ exists } = { exists: false }] = await em.execute<{ exists: boolean }[]>(
    `select to_regclass('schema_migration') is not null as exists`,
  );
  const applied = exists ? await em.execute<AppliedMigration[]>(statement) : [];
  const names = new Set(applied.map(({ name }) => name));
  const known = new Set(migrationNames);
  return {
    missing: migrationNames.filter((name) => !names.has(name)),
    unknown: applied.filter(({ name, isCompatible }) => !isCompatible && !known.has(name)).map(({ name }) => name),
    isReadOnly: applied.some(({ isReadOnly }) => isReadOnly),
  };
}
