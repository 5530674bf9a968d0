import { constants } from 'node:fs';
import { access, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** In bytes. More than all databases of a run take together. */
const requiredSpace = 2 ** 31;

/**
 * Creates a data folder for PostgreSQL, in memory if there is enough of it. A database has hundreds of files, which the
 * file system of a disk creates and deletes at five times the CPU time, and the data need not outlive the tests.
 */
export async function makeDataFolder(prefix: string): Promise<string> {
  return mkdtemp(join((await hasMemory()) ? memory : tmpdir(), prefix));
}

async function hasMemory(): Promise<boolean> {
  try {
    await access(memory, constants.W_OK);
    const { bavail, bsize } = await statfs(memory);
    return bavail * bsize > requiredSpace;
  } catch {
    return false;
  }
}
