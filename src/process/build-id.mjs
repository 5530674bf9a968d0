import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Writes into `dist/build-id` which commit is compiled, such as `v1.2.0`, or `v1.2.0-3-g1f2e3d4c5b6a`
 * for the third commit after that tag; `-dirty` at the end means with changes that are not committed. `BUILD_ID` gives it
 * where the repository is missing, as in the build of the image. The file is empty if neither is there.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));

const describe = ['describe', '--tags', '--always', '--dirty', '--abbrev=12'];
// A folder inside of another repository is not built from a commit of that.
const env = { ...process.env, GIT_CEILING_DIRECTORIES: join(root, '..') };
const { stdout } = spawnSync('git', describe, { cwd: root, env, encoding: 'utf8' });

mkdirSync(join(root, 'dist'), { recursive: true });
writeFileSync(join(root, 'dist', 'build-id'), process.env.BUILD_ID || stdout?.trim() || '');
