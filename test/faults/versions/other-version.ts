import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compatibleMigrations } from '../../../schema/migrations/index.js';
import { migrationNames } from '../../../schema/migrations/names.js';
import type { OpenApiDocument } from '../../../src/http/rest/openapi/document.js';
import { projectRoot } from '../../../src/platform/project-root.js';
import { ServerProcess } from '../../process/server-process.js';

const run = promisify(execFile);
const git = async (...args: string[]): Promise<string> =>
  (await run('git', args, { cwd: projectRoot, maxBuffer: 100_000_000 })).stdout.trim();

/** A version of this program that was built in a folder of its own. */
export interface OtherVersion extends AsyncDisposable {
  /** Its commit and the number of migrations that it lacks, for people. */
  description: string;
  openApi: OpenApiDocument;
  start(settings: Record<string, string>, ...command: string[]): ServerProcess;
}

/**
 * Finds the version to run beside this one: `ref` if given, else the newest tag `v*`, else the newest commit that lacks only
 * migrations beside which it can run.
 *
 * @throws Error if there is none, as in a clone without history
 */
async function findCommit(ref: string | undefined): Promise<string> {
  if (ref !== undefined) return git('rev-parse', '--verify', `${ref}^{commit}`);
  const [tag] = (await git('tag', '--list', 'v*', '--sort=-version:refname')).split('\n');
  if (tag) return git('rev-parse', `${tag}^{commit}`);
  const commits = (await git('log', '--format=%P', '--', 'schema/migrations')).split('\n').filter(Boolean);
  for (const commit of commits) {
    if ((await missingIn(commit)).length > 0) return commit;
  }
  throw new Error('there is no tag v*, and no former version in the history of this clone: fetch it, or name a commit');
}

/** Returns the migrations that a commit lacks. @throws Error if it cannot run beside one of them */
async function missingIn(commit: string): Promise<string[]> {
  const files = (await git('ls-tree', '--name-only', commit, 'schema/migrations/')).split('\n');
  const missing = migrationNames.filter((name) => !files.includes(`schema/migrations/${name}.ts`));
  const incompatible = missing.filter((name) => !compatibleMigrations.includes(name));
  if (incompatible.length > 0) throw new Error(`${commit} cannot run beside ${incompatible.join(', ')}`);
  return missing;
}

/** Builds a version in a folder outside of this one. Uses the packages of this one if it has the same. */
export async function buildOtherVersion(ref: string | undefined): Promise<OtherVersion> {
  const commit = await findCommit(ref);
  const missing = await missingIn(commit);
  const folder = await mkdtemp(join(tmpdir(), 'booking-version-'));
  const archive = join(folder, 'archive.tar');
  await git('archive', '--output', archive, commit);
  await run('tar', ['-xf', archive, '-C', folder]);
  await rm(archive);
  const lock = 'package-lock.json';
  const isSame = (await readFile(join(folder, lock), 'utf8')) === (await readFile(join(projectRoot, lock), 'utf8'));
  if (isSame) await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  else await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder });
  await run('npm', ['run', '-s', 'build'], { cwd: folder, maxBuffer: 10_000_000 });
  return {
    description: `${commit.slice(0, 8)}, which lacks ${missing.length} migrations`,
    openApi: JSON.parse(await readFile(join(folder, 'schema/openapi.json'), 'utf8')),
    start: (settings, ...command) =>
      new ServerProcess(
        process.execPath,
        [`dist/src/process/${command.length > 0 ? 'cli' : 'main'}.js`, ...command],
        settings,
        folder,
      ),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}
