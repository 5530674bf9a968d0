import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const postgresFolder = '/usr/lib/postgresql';

/** The packages of Debian, each with a file of it. */
const packages: Readonly<Record<string, string>> = {
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': postgresFolder,
  iproute2: '/usr/sbin/ip',
};

/** Debian installs some programs where not every PATH leads. */
export const programPath = [process.env['PATH'], '/usr/sbin', '/sbin'].join(delimiter);

const missing = (): string[] => Object.keys(packages).filter((name) => !existsSync(packages[name] ?? ''));

/**
 * Installs the programs that are missing, if this is root on Debian.
 *
 * @returns the folder of PostgreSQL's programs
 * @throws Error that says what to install
 */
export function installPrograms(): string {
  if (process.getuid?.() !== 0) throw new Error('run this as root: it separates the machines by network namespaces');
  const names = missing();
  if (names.length > 0) {
    console.log(`installing ${names.join(' ')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['-qq', 'update'], { env });
    spawnSync('apt-get', ['-qq', 'install', '--yes', '--no-install-recommends', ...names], { env });
  }
  if (missing().length > 0) throw new Error(`install ${missing().join(', ')}, for example from Debian`);
  const [newest = ''] = readdirSync(postgresFolder).toSorted((a, b) => Number(b) - Number(a));
  return join(postgresFolder, newest, 'bin');
}
