import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGuides } from '../../src/http/documentation/guides.js';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.js';
import { ServerProcess } from '../process/server-process.js';
import { siteDomain } from '../support/address-forms.js';
import { blocksOf } from '../support/guide-runner.js';
import { until } from '../support/until.js';
import { terminatorAddress } from './tls-terminator.js';

/** A router of the guide that runs. */
export interface Router {
  name: 'nginx' | 'haproxy';
  origin: string;
  /** The folder of the files of `account directory map`. */
  folder: string;
  /** Reads the files again. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

/** Installs the Debian packages that are missing. @throws Error that says what to install */
export function requirePrograms(...names: string[]): void {
  const isMissing = (name: string): boolean => spawnSync('which', [name]).status !== 0;
  const missing = names.filter(isMissing);
  if (missing.length === 0) return;
  const packages = missing.map((name) => (name === 'nginx' ? 'nginx-light' : name));
  console.log(`installs ${packages.join(' and ')}`);
  const run = (...args: string[]): SpawnSyncReturns<Buffer> =>
    spawnSync('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  run('update');
  run('install', '-y', '--no-install-recommends', ...packages);
  if (missing.some(isMissing)) throw new Error(`install ${packages.join(' and ')}, such as by apt-get install as root`);
}

/** Returns the only block of the guide in a language, with the values of this machine. */
function configurationOf(language: string, replacements: Readonly<Record<string, string>>): string {
  const { markdown = '' } = readGuides().find(({ name }) => name === 'scale') ?? {};
  const [block] = blocksOf(markdown).filter((one) => one.language === language);
  if (!block) throw new Error(`the guide has no configuration of ${language}`);
  return Object.entries(replacements).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the configuration of ${language} has no ${from}`);
    return text.replaceAll(from, to);
  }, block.text);
}

/** The domain and the trusted proxy of the guide, as its configurations write them. */
const own = { 'book\\.example\\.org': siteDomain.replaceAll('.', '\\.'), '10.0.0.0/24': `${terminatorAddress}/32` };

async function listens(port: number, child: ServerProcess): Promise<void> {
  let isOver = false;
  void child.exited.then(() => {
    isOver = true;
  });
  await until(() =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => isOver,
    ),
  );
  if (isOver) throw new Error(`the router ended: ${child.errors.join('\n')}`);
}

/** Starts nginx by the configuration of the guide. The folder has the files of the map already. */
export async function startNginx(folder: string): Promise<Router> {
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  const configuration = configurationOf('nginx', {
    '/etc/nginx/': `${folder}/`,
    'listen 80;': `listen 127.0.0.1:${port};`,
    ...own,
  });
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name), { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${join(folder, name.replace('client_', ''))};\n`,
  );
  const settings = `daemon off;\npid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\n`;
  writeFileSync(
    file,
    `${settings}${configuration.replace('http {\n', `http {\n  access_log off;\n${temporary.join('')}`)}`,
  );
  const child = new ServerProcess('nginx', ['-p', folder, '-c', file], {});
  await listens(port, child);
  return {
    ...{ name: 'nginx', origin: `http://127.0.0.1:${port}`, folder },
    reload: async () => {
      execFileSync('nginx', ['-p', folder, '-c', file, '-s', 'reload']);
      // Workers of the former configuration answer for a moment.
      await new Promise((resolve) => setTimeout(resolve, 500));
    },
    stop: async () => void (await child.end()),
  };
}

/** Starts HAProxy by the configuration of the guide. The folder has the files of the map already. */
export async function startHaproxy(folder: string): Promise<Router> {
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const configuration = configurationOf('haproxy', {
    '/etc/haproxy/booking/': `${folder}/`,
    'bind :80': `bind 127.0.0.1:${port}`,
    ...own,
  });
  writeFileSync(file, configuration);
  const start = (): ServerProcess =>
    new ServerProcess('haproxy', ['-db', '-f', file, '-f', join(folder, 'cells.cfg')], {});
  let child = start();
  await listens(port, child);
  return {
    ...{ name: 'haproxy', origin: `http://127.0.0.1:${port}`, folder },
    // As `haproxy -sf`, but at once.
    reload: async () => {
      await child.end('SIGTERM');
      child = start();
      await listens(port, child);
    },
    stop: async () => void (await child.end('SIGTERM')),
  };
}
