import { chmod, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import pg from 'pg';
import { endOfLog, freePort, launchServer } from './postmaster.js';
import { findPrograms } from './programs.js';

/** A base backup with the archived log after it, and the instant to recover. */
export interface Recovery {
  /** The folder that `pg_basebackup --format=plain` has written. It is copied, and never changed. */
  baseBackup: string;
  /** The folder of the archived files of the log. */
  wal: string;
  /** Such as `2026-12-15T09:30:00Z`. */
  until: string;
}

/** In milliseconds, between two looks whether the server has recovered. */
const interval = 100;

/**
 * Runs `work` on a temporary server that has recovered a base backup to an instant, by the programs of the embedded PostgreSQL.
 * Then stops it and deletes its files.
 *
 * @param url has the user, the password and the database, as they were at that instant
 * @param work gets the address of the database
 * @throws Error with the end of PostgreSQL's log if it cannot recover
 */
export async function withRecoveredServer<Result>(
  { baseBackup, wal, until }: Recovery,
  url: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-recovery-'));
  try {
    const directory = join(folder, 'cluster');
    await cp(baseBackup, directory, { recursive: true, verbatimSymlinks: true });
    await prepareCopy(directory);
    const files = { config_file: 'server.conf', hba_file: 'hba.conf', ident_file: 'ident.conf' };
    for (const file of Object.values(files)) await writeFile(join(folder, file), '');
    await writeFile(join(folder, files.hba_file), 'host all all 127.0.0.1/32 md5\n');
    const programs = await findPrograms(folder);
    for (const file of [
      ...Object.values(files).map((name) => join(folder, name)),
      join(directory, 'recovery.signal'),
    ]) {
      await programs.own(file);
    }
    const port = await freePort();
    const logFile = join(folder, 'postgres.log');
    const settings = {
      ...Object.fromEntries(Object.entries(files).map(([name, file]) => [name, join(folder, file)])),
      restore_command: `cp "${resolve(wal)}/%f" "%p"`,
      // PostgreSQL has not read the names of time zones when it reads this.
      recovery_target_time: until.replace('T', ' ').replace('Z', '+00'),
      ...{ recovery_target_action: 'promote', hot_standby: 'off', archive_mode: 'off', fsync: 'off' },
    };
    const server = await launchServer(programs, { directory, port, logFile, settings });
    try {
      const local = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port), search: '' }).href;
      while (!(await isRecovered(local))) {
        if (server.exitCode !== null) throw new Error(`PostgreSQL does not recover:\n${await endOfLog(logFile)}`);
        await pass(interval);
      }
      return await work(local);
    } finally {
      if (server.exitCode === null) {
        await programs.run('pg_ctl', ['stop', '--silent', '--mode=immediate', `--pgdata=${directory}`]);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lets a copy of a base backup recover by the settings of its command alone. @throws Error if it is not one */
async function prepareCopy(directory: string): Promise<void> {
  const names = await readdir(directory);
  if (!names.includes('backup_label')) throw new Error('--base-backup must be a folder with a backup_label');
  const tablespaces = await readdir(join(directory, 'pg_tblspc')).catch(() => []);
  if (tablespaces.length > 0) {
    throw new Error('the base backup has tablespaces, whose files would be those of its server');
  }
  for (const name of ['postmaster.pid', 'standby.signal', 'postgresql.auto.conf']) {
    await rm(join(directory, name), { force: true });
  }
  await writeFile(join(directory, 'recovery.signal'), '');
  await chmod(directory, 0o700);
}

/** Whether the server accepts connections. @throws Error of PostgreSQL if it refuses the user or the database */
async function isRecovered(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    // It starts, or it recovers.
    if (error instanceof pg.DatabaseError && error.code !== '57P03') throw error;
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
