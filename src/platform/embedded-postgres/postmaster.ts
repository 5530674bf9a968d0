import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Programs, unless } from './programs.js';

const maxLogBytes = 5_000_000;
const logEndLines = 10;

/** Defaults that the caller's settings override. */
const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  password_encryption: 'scram-sha-256',
};

/** The content of `postmaster.pid`, which a running or killed server has written. */
export interface PidFile {
  /** NaN while the file is incomplete. */
  readonly pid: number;
  /** The cluster that the server was started on. It differs from the file's own folder if that is a copy. */
  readonly directory: string | undefined;
  /** 0 while it is unknown. */
  readonly port: number;
}

/** Returns undefined if no server runs on the cluster and the last one was shut down properly. */
export async function readPidFile(directory: string): Promise<PidFile | undefined> {
  const text = await readFile(pidFilePath(directory), 'utf8').catch(unless('ENOENT'));
  if (text === undefined) return undefined;
  const [pid, cluster, , port] = text.split('\n');
  return { pid: Number.parseInt(pid ?? '', 10), directory: cluster, port: Number.parseInt(port ?? '', 10) || 0 };
}

/** Whether the process with this id is a server on this cluster, not another program that has reused the id. */
export async function isServer(pid: number, directory: string): Promise<boolean> {
  return Number.isInteger(pid) && (await commandLine(pid)).includes(`postgres -D ${directory} `);
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return line.replaceAll('\0', ' ');
  }
  const ps = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  return ps.then(
    ({ stdout }) => stdout,
    () => '',
  );
}

/**
 * Deletes a stale pid file: PostgreSQL refuses to start if the file is empty or its process id has been reused. If child
 * processes of the killed server are still running, the new server detects their shared memory and waits for their end.
 */
export async function removePidFile(directory: string): Promise<void> {
  await rm(pidFilePath(directory), { force: true });
}

function pidFilePath(directory: string): string {
  return join(directory, 'postmaster.pid');
}

/** Launches a server on the cluster. When this resolves, the server is not ready yet and may still fail to start. */
export async function launchServer(
  programs: Programs,
  server: { directory: string; port: number; logFile: string; settings: Record<string, string> },
): Promise<ChildProcess> {
  const settings = Object.entries({ ...serverSettings, ...server.settings, port: String(server.port) });
  const log = await open(server.logFile, 'a', 0o600);
  try {
    if ((await log.stat()).size > maxLogBytes) await truncate(server.logFile);
    await programs.own(server.logFile);
    const args = ['-D', server.directory, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    return await programs.launch(args, log.fd);
  } finally {
    await log.close();
  }
}

/** Returns the last lines of PostgreSQL's log. */
export async function endOfLog(logFile: string): Promise<string> {
  const log = await readFile(logFile, 'utf8').catch(() => '');
  return log.trimEnd().split('\n').slice(-logEndLines).join('\n');
}

/** Returns the port of the cluster's last server. Its clients can reconnect if the next server uses the same one. */
export async function lastPort(directory: string): Promise<number | undefined> {
  const options = await readFile(join(directory, 'postmaster.opts'), 'utf8').catch(unless('ENOENT'));
  const port = options?.match(/"port=(\d+)"/)?.[1];
  return port === undefined ? undefined : Number(port);
}

/** Returns a free port of the loopback address: the preferred one, if it is free. */
export async function freePort(preferred = 0): Promise<number> {
  const server = createServer().listen(preferred, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (preferred === 0) throw error;
    return freePort();
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port');
  return address.port;
}
