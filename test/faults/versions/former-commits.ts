import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The migrations of this version, and which of them processes of the version before can run beside. */
export interface KnownMigrations {
  names: readonly string[];
  compatible: readonly string[];
}

/** A commit with an earlier version of this program, beside which this one can run. */
export interface FormerCommit {
  id: string;
  /** The migrations of this version that it lacks. */
  missing: readonly string[];
}

/** No earlier version can run beside this one. The message says why. */
export class NoFormerVersion extends Error {
  override readonly name = 'NoFormerVersion';
}

/** More commits in a row that do not build would be a mistake of the search. */
const maxTries = 20;

/** Runs git in a folder. @returns what it prints, without the last line break */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { cwd: folder, maxBuffer: 100_000_000 });
  return stdout.trim();
}

/** Returns whether a clone lacks the older part of its history, as one of `git clone --depth` does. */
export async function isShallow(folder: string): Promise<boolean> {
  return (await git(folder, 'rev-parse', '--is-shallow-repository')) === 'true';
}

/**
 * Lists the commits with versions to run beside this one, the best first: `ref` alone if given, else the newest earlier tag
 * `v*` alone, else the newest earlier commits, those that lack a migration before the others. They need not build.
 *
 * @throws NoFormerVersion if there is none, as in a clone of one commit
 */
export async function listFormerCommits(
  folder: string,
  known: KnownMigrations,
  ref: string | undefined,
): Promise<FormerCommit[]> {
  // Sources without a history may lie in the repository of something else.
  if (!existsSync(join(folder, '.git'))) throw new NoFormerVersion('these sources have no history: clone them');
  const named = ref ?? (await findFormerTag(folder));
  if (named !== undefined) {
    const id = await git(folder, 'rev-parse', '--verify', `${named}^{commit}`);
    const missing = await listMissing(folder, known, id);
    const obstacles = listObstacles(known, missing);
    if (obstacles.length > 0) throw new NoFormerVersion(`${named} cannot run beside ${obstacles.join(', ')}`);
    return [{ id, missing }];
  }
  return listEarlierCommits(folder, known);
}

/** Finds the newest version that was released before this commit. */
async function findFormerTag(folder: string): Promise<string | undefined> {
  const earlier = ['--merged', 'HEAD', '--no-contains', 'HEAD'];
  const tags = await git(folder, 'tag', '--list', 'v*', ...earlier, '--sort=-version:refname');
  return tags.split('\n')[0] || undefined;
}

async function listEarlierCommits(folder: string, known: KnownMigrations): Promise<FormerCommit[]> {
  const [, ...ids] = (await git(folder, 'rev-list', '--first-parent', 'HEAD')).split('\n');
  const lacking: FormerCommit[] = [];
  const others: FormerCommit[] = [];
  let end = 'the history of this clone has no earlier commit';
  for (const id of ids) {
    const missing = await listMissing(folder, known, id);
    const obstacles = listObstacles(known, missing);
    if (obstacles.length > 0) {
      end = `no earlier commit can run beside ${obstacles.join(', ')}`;
      break;
    }
    (missing.length > 0 ? lacking : others).push({ id, missing });
    if (lacking.length === maxTries) break;
  }
  const commits = [...lacking, ...others].slice(0, maxTries);
  if (commits.length > 0) return commits;
  const hint = (await isShallow(folder)) ? '. It is shallow: `git fetch --unshallow` completes it' : '';
  throw new NoFormerVersion(end + hint);
}

async function listMissing(folder: string, { names }: KnownMigrations, id: string): Promise<string[]> {
  const files = (await git(folder, 'ls-tree', '--name-only', id, 'schema/migrations/')).split('\n');
  return names.filter((name) => !files.includes(`schema/migrations/${name}.ts`));
}

/** Returns those of the missing migrations beside which a version without them cannot run. */
function listObstacles({ compatible }: KnownMigrations, missing: readonly string[]): string[] {
  return missing.filter((name) => !compatible.includes(name));
}

/** Builds the first commit that can be built. @throws NoFormerVersion if none can */
export async function firstThatBuilds<Built>(
  commits: readonly FormerCommit[],
  build: (commit: FormerCommit) => Promise<Built>,
): Promise<Built> {
  for (const commit of commits) {
    try {
      return await build(commit);
    } catch (error) {
      console.log(`${commit.id.slice(0, 8)} does not build: ${reasonOf(error)}`);
    }
  }
  throw new NoFormerVersion(`no earlier commit builds, of ${commits.length} that were tried`);
}

/** Returns a line that says why a commit does not build: the first that the compiler prints, if it gets that far. */
function reasonOf(error: unknown): string {
  const printed = error instanceof Error && 'stdout' in error ? String(error.stdout).trim() : '';
  return (printed || String(error)).split('\n')[0] ?? '';
}
