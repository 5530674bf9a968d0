import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** CPU time and memory of processes are read from `/proc`. On systems other than Linux, all values are NaN. */
let ticksPerSecond: number | undefined;

/** Returns the CPU time in milliseconds of a process and its terminated children. */
async function cpuOf(pid: number): Promise<number> {
  try {
    ticksPerSecond ??= Number((await exec('getconf', ['CLK_TCK'])).stdout);
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces, so split after it. Fields 14 to 17 are CPU times.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
    return (ticks * 1_000) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** Returns the CPU time so far, in milliseconds, of a process or of PostgreSQL with all its sessions. */
export async function cpuTime(pid: number | undefined, withChildren = false): Promise<number> {
  if (pid === undefined) return Number.NaN;
  const children = withChildren ? await childrenOf(pid) : [];
  const [own = Number.NaN, ...times] = await Promise.all([pid, ...children].map(cpuOf));
  // A child that has just ended is part of the time of its parent.
  return times.filter((time) => !Number.isNaN(time)).reduce((total, time) => total + time, own);
}

/** Returns the resident memory of a process in megabytes. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(status) ?? [];
  return Math.round(Number(kilobytes ?? Number.NaN) / 1_024);
}
