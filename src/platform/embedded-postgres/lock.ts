import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 15;
const SQLITE_BUSY = 5;

/**
 * Does something while no other process does anything under the same lock. The lock is the kernel's, on the file, and
 * ends with its process however that ends: Node has no file locks of its own, but SQLite's are.
 * @param path the lock's file, made when missing; it stays empty
 * @param patienceMs how long to wait for the others
 * @throws when the others take longer
 */
export async function withLock<Result>(path: string, patienceMs: number, work: () => Promise<Result>): Promise<Result> {
  const lock = new DatabaseSync(path);
  try {
    const deadline = performance.now() + patienceMs;
    while (!tryLock(lock)) {
      if (performance.now() > deadline) throw new Error(`Another process has held ${path} for too long`);
      await sleep(PAUSE_MS);
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
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
