import { constants } from 'node:fs';
import { access, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** In bytes. More than all databases of a run of the tests take together. */
const spaceOfTests = 2 ** 31;

/**
 * Creates a data folder for PostgreSQL, in memory if there is enough of it. A database has hundreds of files, which the
 * file system of a disk creates and deletes at five times the CPU time, and the data need not outlive the tests.
 *
 * @param bytes what the data will take, if that is more than databases of tests take
 */
export async function makeDataFolder(prefix: string, bytes = 0): Promise<string> {
  return mkdtemp(join((await hasMemory(Math.max(bytes, spaceOfTests))) ? memory : tmpdir(), prefix));
}

/** Creates a data folder on the disk, where each commit waits for it. */
export const makeDiskFolder = (prefix: string): Promise<string> => mkdtemp(join(tmpdir(), prefix));

async function hasMemory(bytes: number): Promise<boolean> {
  try {
    await access(memory, constants.W_OK);
    const { bavail, bsize } = await statfs(memory);
    return bavail * bsize > bytes;
  } catch {
    return false;
  }
}
