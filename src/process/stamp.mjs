import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the files below a folder in order, none if there is no folder. */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

/** Returns a digest of files: of their names and contents. */
export function digestOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** The digest of the inputs of a build, stored beside its output. */
export class Stamp {
  #file;

  constructor(file) {
    this.#file = file;
  }

  is(digest) {
    return existsSync(this.#file) && readFileSync(this.#file, 'utf8') === digest;
  }

  write(digest) {
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, digest);
  }
}
