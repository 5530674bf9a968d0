import { randomBytes } from 'node:crypto';
import { access, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isServer, readPidFile } from './postmaster.js';
import { type Programs, succeeds } from './programs.js';

const draftPrefix = 'initdb-';

/** A complete database cluster. */
export interface Cluster {
  /** PostgreSQL's data directory, absolute. */
  readonly directory: string;
  /** The superuser that the cluster was created with. */
  readonly user: string;
  readonly password: string;
}

/**
 * Returns the cluster of the data folder, and creates it if there is none. `initdb` writes to a draft folder that is renamed
 * when it is complete, so a kill never leaves half a cluster. Call it under the lock of the folder.
 *
 * @throws Error if `initdb` fails
 */
export async function ensureCluster(
  dataDir: string,
  user: string,
  programs: Programs,
  log: (message: string) => void,
): Promise<Cluster> {
  await removeDrafts(dataDir);
  const home = join(dataDir, 'postgres');
  const directory = join(home, 'cluster');
  if (!(await succeeds(access(join(directory, 'PG_VERSION'))))) {
    log(`Creating a PostgreSQL database in ${dataDir}`);
    await rename(await createDraft(dataDir, user, programs), home);
  }
  return { directory, user, password: await readFile(join(home, 'password'), 'utf8') };
}

/** Deletes the cluster of the data folder if its server was not shut down and no longer runs. Call it under the lock. */
export async function discardCrashed(dataDir: string): Promise<void> {
  const home = join(dataDir, 'postgres');
  const directory = join(home, 'cluster');
  const pidFile = await readPidFile(directory);
  if (!pidFile || (await isServer(pidFile.pid, directory))) return;
  // In one step: what is left of it after a kill is no cluster.
  const draft = await mkdtemp(join(dataDir, draftPrefix));
  await rename(home, join(draft, 'discarded'));
  await rm(draft, { recursive: true, force: true });
}

/** Deletes the drafts of killed processes. An orphaned `initdb` may still be writing to one; the next start deletes that. */
async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(draftPrefix)) await succeeds(rm(join(dataDir, name), { recursive: true, force: true }));
  }
}

async function createDraft(dataDir: string, user: string, programs: Programs): Promise<string> {
  const draft = await mkdtemp(join(dataDir, draftPrefix));
  const passwordFile = join(draft, 'password');
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  await programs.own(draft);
  await programs.own(passwordFile);
  await programs.run('initdb', [
    `--pgdata=${join(draft, 'cluster')}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  return draft;
}
