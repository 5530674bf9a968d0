import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { killAll, ServerProcess } from '../process/server-process.js';
import { makeDataFolder } from '../support/scratch.js';
import { imageFiles, installFiles, installFlags } from './image.js';

/**
 * Installs the packages of the production image in an empty folder, copies the files of the image there, and starts a web
 * process and a worker. A package that only a development install has would be missing. Prints one line, or throws.
 */
const exec = promisify(execFile);
// The image has its own Node; that of the machine may be too old.
const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);

const begun = performance.now();
const folder = await mkdtemp(join(tmpdir(), 'booking-pruned-'));
const dataDir = await makeDataFolder('booking-pruned-data-');
const postgres = await startEmbeddedPostgres({ dataDir });
try {
  for (const part of [...installFiles, ...imageFiles]) {
    const filter = (path: string) => path !== join(projectRoot, 'dist', 'test');
    await cp(join(projectRoot, part), join(folder, part), { recursive: true, filter });
  }
  await exec('npm', ['ci', ...installFlags, '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: folder,
    env: { ...process.env, PATH: path },
  });
  const { stdout: size } = await exec('du', ['-sm', join(folder, 'node_modules')]);
  await exec(process.execPath, [join(folder, 'dist/src/process/compile-ahead.js')]);
  const answer = await serveOneRequest(postgres.url);
  const seconds = Math.round((performance.now() - begun) / 1_000);
  console.log(`Pruned install: ${Number.parseInt(size, 10)} MB of packages, ${answer}, in ${seconds} s`);
} finally {
  killAll();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

async function serveOneRequest(databaseUrl: string): Promise<string> {
  const settings = { DATABASE_URL: databaseUrl, DEMO: 'off', PATH: path };
  const start = (role: string) =>
    new ServerProcess(
      process.execPath,
      [join(folder, 'dist/src/process/main.js')],
      { ...settings, ROLE: role },
      folder,
    );
  const processes = [start('web'), start('worker')] as const;
  const [web, worker] = processes;
  await Promise.all([web.ready('Metrics'), worker.ready('Worker')]);
  const { api_key: key } = await createAccount(settings);
  const response = await fetch(`${web.origin}/api/v1/client`, {
    headers: { authorization: `Bearer ${key}`, 'user-agent': 'pruned-install' },
  });
  if (response.status !== 200) throw new Error(`GET /api/v1/client answered ${response.status}`);
  const ended = await Promise.all(processes.map((process) => process.end()));
  if (ended.some((status) => status !== 0)) throw new Error(`a process ended with ${ended}`);
  return `web and worker started, GET /api/v1/client answered ${response.status}`;
}

/** Creates an account by the command of the README, as `docker compose exec` runs it. */
async function createAccount(settings: Record<string, string>): Promise<{ api_key: string }> {
  const attributes = ['--subdomain=acme', '--name=Acme', '--email=a@example.org', '--time-zone=Europe/Oslo'];
  const command = ['run', '-s', 'account', '--', 'create', ...attributes, '--country=NO'];
  const { stdout } = await exec('npm', command, { cwd: folder, env: { ...process.env, ...settings } });
  return JSON.parse(stdout);
}
