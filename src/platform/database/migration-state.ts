import type { EntityManager } from '@mikro-orm/postgresql';
import { migrationNames } from '../../../schema/migrations/names.js';
import { type DatabaseFunction, outdatedFunctions } from './functions.js';

/** The migrations and functions of a database, compared with those of this program. */
export interface MigrationState {
  /** Names of this program's migrations that the database lacks. */
  missing: string[];
  /** Names of the database's migrations that this program lacks and cannot run beside. */
  unknown: string[];
  /**
   * The functions that this program would replace; none if the database has any migration that this program lacks, because
   * its functions may be newer, too.
   */
  outdated: DatabaseFunction[];
  isReadOnly: boolean;
}

/** The number of a migration, by its name. */
export const migrationNumberOf = (name: string): number => Number(name.slice(0, 4));

/** The number of the newest migration that this program has. */
export const knownMigration: number = migrationNumberOf(migrationNames.at(-1) ?? '');

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

/** @throws NewerDatabaseError */
export function requireKnown({ unknown }: MigrationState): void {
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
}

interface Applied {
  migrations: { name: string; isCompatible: boolean }[];
  /** The hashes of the texts of functions, by name. */
  functions: Record<string, string>;
  isReadOnly: boolean;
}

interface Tables {
  hasMigrations: boolean;
  hasFunctions: boolean;
}

/** Reads as JSON what the tables lack before 0088-compatible-migrations and 0100-functions. */
const statementFor = ({ hasFunctions }: Tables): string => `select
    (select coalesce(json_agg(json_build_object('name', name,
        'isCompatible', coalesce((to_jsonb(migration) ->> 'backward_compatible')::boolean, false)) order by name), '[]')
      from schema_migration migration) as migrations,
    ${hasFunctions ? `(select coalesce(json_object_agg(name, hash), '{}') from schema_function)` : `'{}'::json`} as functions,
    current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

const nothing: Applied = { migrations: [], functions: {}, isReadOnly: false };

async function readApplied(em: EntityManager): Promise<Applied> {
  // A statement that names a table which does not exist would end the transaction of `em`.
  const [tables] = await em.execute<Tables[]>(
    `select to_regclass('schema_migration') is not null as "hasMigrations",
       to_regclass('schema_function') is not null as "hasFunctions"`,
  );
  if (!tables?.hasMigrations) return nothing;
  const [applied = nothing] = await em.execute<Applied[]>(statementFor(tables));
  return applied;
}

export async function readMigrationState(em: EntityManager): Promise<MigrationState> {
  const { migrations, functions, isReadOnly } = await readApplied(em);
  const names = new Set(migrations.map(({ name }) => name));
  const known = new Set(migrationNames);
  const newer = migrations.filter(({ name }) => !known.has(name));
  return {
    missing: migrationNames.filter((name) => !names.has(name)),
    unknown: newer.filter(({ isCompatible }) => !isCompatible).map(({ name }) => name),
    outdated: newer.length === 0 ? outdatedFunctions(functions) : [],
    isReadOnly,
  };
}
