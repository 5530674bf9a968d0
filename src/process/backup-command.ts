import { createLogger } from '../observability/logger.js';
import { openCell } from '../platform/cells/cell.js';
import type { Database } from '../platform/database/database.js';
import { type Recovery, withRecoveredServer } from '../platform/embedded-postgres/recovered-server.js';
import { copyAccount } from './backup/copy-account.js';
import { exportAccount } from './backup/export-account.js';
import { restoreAccount } from './backup/restore-account.js';
import { asOwner, atCell, type CommandResult, flag, readCommandLine, resultOf, text, UsageError } from './command.js';
import { type Config, type Environment, readConfig } from './config.js';
import { openDatabase } from './open-database.js';

export const backupUsage = `account export-all --subdomain NAME --output FILE [--cell CELL]
               writes all that the account has, with its images and secrets, into one file while it is used
account export-all --subdomain NAME --output FILE --base-backup FOLDER --wal FOLDER --until INSTANT
               the same from a base backup and the archived log after it, as the account was at that instant: starts a
               temporary PostgreSQL on a copy, with the user, password and database of DATABASE_URL
account restore FILE [--cell CELL]
               writes the account of such a file with its ids; refused if there is anything of it, or another schema
account restore FILE --as-new --subdomain NAME [--name NAME] [--cell CELL]
               writes it as a new account, also beside the original, and prints a new admin key: without other keys,
               passwords, sign-ins, feeds, payment provider and messages that wait; webhooks and calendars are inactive`;

const optionTypes = {
  ...{ subdomain: text, output: text, cell: text, 'as-new': flag, name: text },
  ...{ 'base-backup': text, wal: text, until: text },
};

export const isBackupCommand = ([first = '']: readonly string[]): boolean => ['export-all', 'restore'].includes(first);

/** Writes an account into a file, or restores it. */
export function runBackupCommand(args: string[], environment?: Environment): Promise<CommandResult> {
  return resultOf(backupUsage, async () => {
    const { name, values } = readCommandLine(args, optionTypes);
    const [, file] = /^restore (.+)$/s.exec(name) ?? [];
    const { subdomain, output, cell, 'as-new': isNew = false, name: newName, ...times } = values;
    const recovery = recoveryOf(times);
    const config = atCell(readConfig(environment), cell);
    if (file !== undefined) {
      if (output !== undefined || recovery) throw new UsageError('restore takes no --output and no instant');
      if (!isNew) {
        if (subdomain !== undefined || newName !== undefined) {
          throw new UsageError('restore takes --subdomain and --name only with --as-new');
        }
        return {
          objects: [await withDatabase(config, ({ session, cell: own }) => restoreAccount(session, own, file))],
        };
      }
      if (!subdomain) throw new UsageError('--as-new takes --subdomain');
      const names = { subdomain, name: newName };
      return { objects: [await withDatabase(config, (database) => copyAccount(database, names, file))] };
    }
    if (isNew || newName !== undefined) throw new UsageError('--as-new and --name are options of restore');
    if (name === 'restore') throw new UsageError('the name of a file is missing');
    if (name !== 'export-all') throw new UsageError('unknown command');
    if (!subdomain) throw new UsageError('--subdomain is required');
    if (!output) throw new UsageError('--output is required');
    const write = ({ session }: Database) => exportAccount(session, subdomain, output);
    if (!recovery) return { objects: [await withDatabase(config, write)] };
    const { databaseUrl } = asOwner(config);
    if (databaseUrl === undefined) throw new UsageError('DATABASE_URL is required');
    const report = await withRecoveredServer(recovery, databaseUrl, (url) =>
      withDatabase(
        { ...config, databaseUrl: url, databaseDirectUrl: undefined, databaseMigrationUrl: undefined },
        write,
      ),
    );
    return { objects: [report] };
  });
}

/** Returns the recovery that the options describe. @throws UsageError if some of them are missing */
function recoveryOf(values: Partial<Record<'base-backup' | 'wal' | 'until', string>>): Recovery | undefined {
  const { 'base-backup': baseBackup, wal, until } = values;
  if (baseBackup === undefined && wal === undefined && until === undefined) return undefined;
  if (!baseBackup || !wal || !until) throw new UsageError('--base-backup, --wal and --until go together');
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(until)) {
    throw new UsageError('--until takes an instant such as 2026-12-15T09:30:00Z');
  }
  return { baseBackup, wal, until };
}

async function withDatabase<Result>(config: Config, work: (database: Database) => Promise<Result>): Promise<Result> {
  const opened = await openDatabase(asOwner(config), await createLogger('silent'));
  try {
    opened.database.cell = await openCell(opened.database.session, config);
    return await work(opened.database);
  } finally {
    await opened.stop();
  }
}
