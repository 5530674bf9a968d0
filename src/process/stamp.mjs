import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

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
    writeFileSync(this.#file, digest);
  }
}
