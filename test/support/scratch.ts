import { constants } from 'node:fs';
import { access, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** In bytes: more than the databases of a run ever take together. */
const enough = 2 ** 31;

/**
 * A new folder for the data of a PostgreSQL: in memory where there is enough of it. The files of a database are some
 * hundred, which a disk's file system makes and drops at five times the CPU time, and none is to outlive the tests.
 */
export async function makeDataFolder(prefix: string): Promise<string> {
  return mkdtemp(join((await hasMemory()) ? memory : tmpdir(), prefix));
}

async function hasMemory(): Promise<boolean> {
  try {
    await access(memory, constants.W_OK);
    const { bavail, bsize } = await statfs(memory);
    return bavail * bsize > enough;
  } catch {
    return false;
  }
}
