import 'reflect-metadata';
import { entities } from './src/domain/entities.js';
import { migratorOptions } from './src/platform/database/migrator.js';
import { ormOptions } from './src/platform/database/orm.js';
import { readConfig } from './src/process/config.js';

/** For the ORM's own command line, which needs `DATABASE_URL`. */
export default {
  ...ormOptions(readConfig().databaseUrl ?? 'postgresql://127.0.0.1/booking', entities),
  ...migratorOptions,
};
