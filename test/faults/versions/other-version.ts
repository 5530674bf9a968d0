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
import { type FormerCommit, firstThatBuilds, git, type KnownMigrations, listFormerCommits } from './former-commits.js';

const run = promisify(execFile);
const known: KnownMigrations = { names: migrationNames, compatible: compatibleMigrations };

/** A version of this program that was built in a folder of its own. */
export interface OtherVersion extends AsyncDisposable {
  /** Its commit and the number of migrations that it lacks, for people. */
  description: string;
  openApi: OpenApiDocument;
  start(settings: Record<string, string>, ...command: string[]): ServerProcess;
}

/** Builds the version to run beside this one, see `listFormerCommits`. @throws NoFormerVersion if there is none */
export async function buildOtherVersion(ref: string | undefined): Promise<OtherVersion> {
  return firstThatBuilds(await listFormerCommits(projectRoot, known, ref), build);
}

/** Builds a commit in a folder outside of this one. Uses the packages of this one if it has the same. */
async function build({ id, missing }: FormerCommit): Promise<OtherVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-version-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  try {
    const archive = join(folder, 'archive.tar');
    await git(projectRoot, 'archive', '--output', archive, id);
    await run('tar', ['-xf', archive, '-C', folder]);
    await rm(archive);
    const lock = 'package-lock.json';
    const isSame = (await readFile(join(folder, lock), 'utf8')) === (await readFile(join(projectRoot, lock), 'utf8'));
    if (isSame) await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    else await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder });
    await run('npm', ['run', '-s', 'build'], { cwd: folder, maxBuffer: 10_000_000 });
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    description: `${id.slice(0, 8)}, which lacks ${missing.length} of the migrations`,
    openApi: JSON.parse(await readFile(join(folder, 'schema/openapi.json'), 'utf8')),
    start: (settings, ...command) =>
      new ServerProcess(
        process.execPath,
        [`dist/src/process/${command.length > 0 ? 'cli' : 'main'}.js`, ...command],
        settings,
        folder,
      ),
    [Symbol.asyncDispose]: remove,
  };
}
