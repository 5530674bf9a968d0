import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Programs, unless } from './programs.js';

const MAX_LOG_BYTES = 5_000_000;
const LOG_END_LINES = 10;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  password_encryption: 'scram-sha-256',
};

/** What a running server, or one that was killed, says of itself in `postmaster.pid`. */
export interface PidFile {
  /** NaN while the file is being written, or when it never was. */
  readonly pid: number;
  /** The cluster it was started on: another one's when the folder is a copy. */
  readonly directory: string | undefined;
  /** 0 while it is not known. */
  readonly port: number;
}

/** @returns undefined when no server runs on the cluster and the last one was stopped in order */
export async function readPidFile(directory: string): Promise<PidFile | undefined> {
  const text = await readFile(pidFilePath(directory), 'utf8').catch(unless('ENOENT'));
  if (text === undefined) return undefined;
  const [pid, cluster, , port] = text.split('\n');
  return { pid: Number.parseInt(pid ?? '', 10), directory: cluster, port: Number.parseInt(port ?? '', 10) || 0 };
}

/** Whether the process of that number is a server on this cluster, and not a later program that got its number. */
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
 * Takes a stale pid file away: PostgreSQL refuses to start over one that is empty or whose number is in use again.
 * Should processes of the killed server live on, the new one still finds their shared memory, and waits for its end.
 */
export async function removePidFile(directory: string): Promise<void> {
  await rm(pidFilePath(directory), { force: true });
}

function pidFilePath(directory: string): string {
  return join(directory, 'postmaster.pid');
}

/** Starts a server on the cluster; it is not ready yet when this resolves, and may still give up. */
export async function launchServer(
  programs: Programs,
  server: { directory: string; port: number; logFile: string; tuning: Record<string, string> },
): Promise<ChildProcess> {
  const settings = Object.entries({ ...SETTINGS, ...server.tuning, port: String(server.port) });
  const log = await open(server.logFile, 'a', 0o600);
  try {
    if ((await log.stat()).size > MAX_LOG_BYTES) await truncate(server.logFile);
    await programs.own(server.logFile);
    const args = ['-D', server.directory, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    return await programs.launch(args, log.fd);
  } finally {
    await log.close();
  }
}

/** The last lines PostgreSQL itself wrote. */
export async function endOfLog(logFile: string): Promise<string> {
  const log = await readFile(logFile, 'utf8').catch(() => '');
  return log.trimEnd().split('\n').slice(-LOG_END_LINES).join('\n');
}

/** The port the cluster's last server had: who still knows the server there finds the next one too. */
export async function lastPort(directory: string): Promise<number | undefined> {
  const options = await readFile(join(directory, 'postmaster.opts'), 'utf8').catch(unless('ENOENT'));
  const port = options?.match(/"port=(\d+)"/)?.[1];
  return port === undefined ? undefined : Number(port);
}

/** A free port of the loopback address: the preferred one when it is free. */
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
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port');
  return address.port;
}
