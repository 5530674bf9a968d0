import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { until } from './until.js';

const path = [process.env['PATH'], '/usr/sbin'].join(delimiter);

/** Debian installs PgBouncer in /usr/sbin, which is not in every PATH. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version'], { env: { PATH: path } }).status === 0;

/** A PgBouncer in transaction mode in front of PostgreSQL, at `url`. */
export interface PgBouncer extends AsyncDisposable {
  readonly url: string;
}

/** @param poolSize the maximum number of connections to the database */
export async function startPgBouncer(databaseUrl: string, poolSize: number): Promise<PgBouncer> {
  const { hostname, port: databasePort, pathname, username, password } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'booking-pgbouncer-'));
  const config = join(folder, 'pgbouncer.ini');
  await chmod(folder, 0o755); // if this is root, PgBouncer runs as `nobody`
  await writeFile(
    config,
    `[databases]
${database} = host=${hostname} port=${databasePort} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
`,
  );
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const bouncer = spawn('pgbouncer', [...user, config], { env: { PATH: path }, stdio: 'ignore' });
  const url = `postgresql://${username}@127.0.0.1:${port}/${database}`;
  await until(() => answers(url));
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      await end(bouncer);
      await rm(folder, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return address.port;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

async function end(bouncer: ChildProcess): Promise<void> {
  if (bouncer.exitCode !== null) return;
  bouncer.kill('SIGKILL');
  await once(bouncer, 'exit');
}
