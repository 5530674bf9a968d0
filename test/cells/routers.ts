import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { readGuides } from '../../src/http/documentation/guides.js';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.js';
import { siteDomain } from '../support/address-forms.js';
import { blocksOf } from '../support/guide-runner.js';
import type { MovingCells } from '../support/moving-cells.js';
import { until } from '../support/until.js';
import { Program } from './program.js';

/** The address from which the terminators send, which the routers trust. Other requests of the tests come from 127.0.0.1. */
export const terminatorAddress = '127.0.0.2';

const routerNames = ['nginx', 'haproxy'] as const;
type RouterName = (typeof routerNames)[number];

/** The parts of a router that can be killed. */
export const routerParts = ['router', 'TLS'] as const;
export type RouterPart = (typeof routerParts)[number];

/** A router of the guide that runs behind a TLS terminator, such as the load balancer of a cloud. */
export interface Router {
  name: RouterName;
  /** Its own address, without TLS. */
  origin: string;
  /** The address of its terminator. */
  secureOrigin: string;
  /** The folder of the files of `account directory map`. */
  folder: string;
  /** Reads the files again. */
  reload(): Promise<void>;
  /** Writes the files by the directory, and reads them again if they have changed. */
  refresh(): Promise<void>;
  /** Kills it or its terminator, which start again. */
  kill(part: RouterPart): Promise<void>;
}

/** Both routers of the guide. */
export interface Front extends AsyncDisposable {
  routers: readonly Router[];
  /** The addresses of the terminators. */
  origins: readonly string[];
}

/** Starts both routers by the directory. Installs what they need. @throws Error that says what to install */
export async function startFront(cells: MovingCells): Promise<Front> {
  requirePrograms();
  // Workers of nginx under another user read it.
  const folder = await mkdtemp('/tmp/booking-front-');
  await chmod(folder, 0o755);
  createCertificate(folder);
  await using started = new AsyncDisposableStack();
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const routers: Router[] = [];
  for (const name of routerNames) routers.push(await startRouter(name, join(folder, name), cells, started));
  const whole = started.move();
  return {
    routers,
    origins: routers.map(({ secureOrigin }) => secureOrigin),
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  };
}

/** Installs the Debian packages that are missing. */
function requirePrograms(): void {
  const isMissing = (name: string): boolean => spawnSync('which', [name]).status !== 0;
  const missing = [...routerNames, 'openssl'].filter(isMissing);
  if (missing.length === 0) return;
  const packages = missing.map((name) => (name === 'nginx' ? 'nginx-light' : name));
  console.log(`installs ${packages.join(' and ')}`);
  const run = (...args: string[]): SpawnSyncReturns<Buffer> =>
    spawnSync('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  run('update');
  run('install', '-y', '--no-install-recommends', ...packages);
  if (missing.some(isMissing)) throw new Error(`install ${packages.join(' and ')}, such as by apt-get install as root`);
}

const certificateOf = (folder: string): string => join(folder, 'tls.pem');

/** Creates a certificate with its key in one file, which this process trusts from then on. */
function createCertificate(folder: string): void {
  const [keyFile, file] = [join(folder, 'tls.key'), certificateOf(folder)];
  const names = 'subjectAltName=DNS:book.example.org,IP:127.0.0.1';
  const subject = ['-subj', '/CN=book.example.org', '-addext', names];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', '-days', '1', ...curve, ...subject, '-keyout', keyFile, '-out', file], {
    stdio: 'ignore',
  });
  const certificate = readFileSync(file, 'utf8');
  setDefaultCACertificates([...getCACertificates('default'), certificate]);
  writeFileSync(file, certificate + readFileSync(keyFile, 'utf8'));
}

async function startRouter(
  name: RouterName,
  folder: string,
  { attempt }: MovingCells,
  started: AsyncDisposableStack,
): Promise<Router> {
  mkdirSync(folder);
  const writeMap = () => attempt('cell1', 'directory', 'map', '--format', name, '--output', folder);
  await writeMap();
  const [port, securePort] = [await freePort(), await freePort()];
  const { args, signal } = { nginx: configureNginx, haproxy: configureHaproxy }[name](folder, port);
  const router = started.use(await Program.start(port, name, ...args));
  const terminator = configureTerminator(folder, securePort, port);
  const tls = started.use(await Program.start(securePort, 'haproxy', ...terminator.args));
  const reload = async (): Promise<void> => {
    await router.reload(signal);
    // Workers of the former configuration answer for a moment.
    await pass(500);
  };
  return {
    ...{ name, folder, reload },
    origin: `http://127.0.0.1:${port}`,
    secureOrigin: `https://127.0.0.1:${securePort}`,
    refresh: async () => {
      let lines: string[] = [];
      // The directory may be away, or late to answer on a busy machine.
      await until(async () => {
        const result = await writeMap();
        lines = result.lines;
        return result.status === 0;
      });
      if (lines.some((line) => JSON.parse(line).changed)) await reload();
    },
    kill: (part) => (part === 'router' ? router : tls).kill(),
  };
}

/** The arguments of a program in the foreground, and the signal upon which it reads its files again. */
interface Configured {
  args: string[];
  signal: NodeJS.Signals;
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

/** Writes the configuration of the guide. The folder has the files of the map already. */
function configureNginx(folder: string, port: number): Configured {
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
  return { args: ['-p', folder, '-c', file], signal: 'SIGHUP' };
}

/** Writes the configuration of the guide. The folder has the files of the map already. */
function configureHaproxy(folder: string, port: number): Configured {
  const file = join(folder, 'haproxy.cfg');
  const configuration = configurationOf('haproxy', {
    '/etc/haproxy/booking/': `${folder}/`,
    'bind :80': `bind 127.0.0.1:${port}`,
    ...own,
  });
  writeFileSync(file, configuration);
  return { args: ['-W', '-f', file, '-f', join(folder, 'cells.cfg')], signal: 'SIGUSR2' };
}

/** Writes the configuration of a terminator that passes requests on without TLS, from an address of its own. */
function configureTerminator(folder: string, port: number, routerPort: number): Configured {
  const file = join(folder, 'tls.cfg');
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout tunnel 1h
  http-error status 502 content-type application/json string '{"error":"system error"}'
  http-error status 503 content-type application/json string '{"error":"system error"}' hdr Retry-After 1
frontend tls
  bind 127.0.0.1:${port} ssl crt ${certificateOf(join(folder, '..'))}
  option forwardfor
  http-request set-header X-Forwarded-Proto https
  default_backend router
backend router
  server router 127.0.0.1:${routerPort} source ${terminatorAddress}
`,
  );
  return { args: ['-W', '-f', file], signal: 'SIGUSR2' };
}
