import { randomBytes } from 'node:crypto';
import { access, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Programs, succeeds } from './programs.js';

/** The superuser the cluster is made with. */
export const USER = 'booking';

const DRAFT = 'initdb-';

/** A database cluster that is whole. */
export interface Cluster {
  /** PostgreSQL's data directory, absolute. */
  readonly directory: string;
  readonly password: string;
}

/**
 * The data folder's cluster, made when there is none. It is made under another name and renamed when whole, with its
 * password, so that a kill leaves no half of one. To be called by one process at a time.
 * @throws when `initdb` fails
 */
export async function ensureCluster(
  dataDir: string,
  programs: Programs,
  log: (message: string) => void,
): Promise<Cluster> {
  await removeDrafts(dataDir);
  const home = join(dataDir, 'postgres');
  const directory = join(home, 'cluster');
  if (!(await succeeds(access(join(directory, 'PG_VERSION'))))) {
    log(`Creating a PostgreSQL database in ${dataDir}`);
    await rename(await createDraft(dataDir, programs), home);
  }
  return { directory, password: await readFile(join(home, 'password'), 'utf8') };
}

/** What killed processes left. An `initdb` that outlived its parent may still write there: the next start tries again. */
async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(DRAFT)) await succeeds(rm(join(dataDir, name), { recursive: true, force: true }));
  }
}

async function createDraft(dataDir: string, programs: Programs): Promise<string> {
  const draft = await mkdtemp(join(dataDir, DRAFT));
  const passwordFile = join(draft, 'password');
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  await programs.own(draft);
  await programs.own(passwordFile);
  await programs.run('initdb', [
    `--pgdata=${join(draft, 'cluster')}`,
    `--username=${USER}`,
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
