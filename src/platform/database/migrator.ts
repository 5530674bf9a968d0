import { Migrator } from '@mikro-orm/migrations';
import type { EntityManager, MikroORM, Options } from '@mikro-orm/postgresql';
import { compatibleMigrations, migrations } from '../../../schema/migrations/index.js';
import type { MigrationProgress } from './migration-state.js';

/** The options of an ORM that migrates. Loaded only then: a start on a migrated database takes 40 ms less without. */
export const migratorOptions: Pick<Options, 'extensions' | 'migrations'> = {
  extensions: [Migrator],
  migrations: { migrationsList: migrations, tableName: 'schema_migration', snapshot: false },
};

/** Applies the missing migrations in the transaction of `em`, and notes which of all that older processes can run beside. */
export async function applyMigrations(
  orm: MikroORM,
  em: EntityManager,
  missing: readonly string[],
  report: (progress: MigrationProgress) => void,
): Promise<void> {
  const { migrator } = orm;
  migrator.on('migrating', async ({ name }) =>
    report({ name, number: missing.indexOf(name) + 1, count: missing.length }),
  );
  await migrator.up({ transaction: em.getTransactionContext() });
  await em.execute(
    `update schema_migration set backward_compatible = true where name = any (?) and not backward_compatible`,
    [`{${compatibleMigrations.join()}}`],
  );
}
