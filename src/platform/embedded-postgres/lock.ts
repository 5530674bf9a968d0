import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const retryDelay = 15;
const sqliteBusy = 5;

/**
 * Runs `work` under a lock that excludes other processes. It is a lock of the kernel on a file, which the kernel releases
 * when the process ends, even by SIGKILL. Node has no API for file locks, but SQLite uses them.
 *
 * @param path the file to lock, created if it is missing; it stays empty
 * @param timeoutMs how long to wait for other processes
 * @throws Error if other processes hold the lock for longer
 */
export async function withLock<Result>(path: string, timeoutMs: number, work: () => Promise<Result>): Promise<Result> {
  const lock = new DatabaseSync(path);
  try {
    const deadline = performance.now() + timeoutMs;
    while (!tryLock(lock)) {
      if (performance.now() > deadline) {
        throw new Error(`another process has held the lock ${path} for more than ${timeoutMs / 1000} s`);
      }
      await sleep(retryDelay);
    }
    return await work();
  } finally {
    lock.close();
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return false;
    throw error;
  }
}
