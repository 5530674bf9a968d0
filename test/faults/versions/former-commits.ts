import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The migrations of this version, and which of them processes of the version before can run beside. */
export interface KnownMigrations {
  names: readonly string[];
  compatible: readonly string[];
}

/** More commits in a row that do not compile would be a mistake of the search. */
const maxTries = 20;

/** Runs git in a folder. @returns what it prints, without the last line break */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { cwd: folder, maxBuffer: 100_000_000 });
  return stdout.trim();
}

/**
 * Lists the commits that may run beside this version, the best first: `ref` alone if given, else the newest tag `v*` alone,
 * else the newest commits that lack a migration. A commit of the history need not compile.
 *
 * @throws Error if there is none, as in a clone without history
 */
export async function listFormerCommits(
  folder: string,
  known: KnownMigrations,
  ref: string | undefined,
): Promise<string[]> {
  if (ref !== undefined) return [await git(folder, 'rev-parse', '--verify', `${ref}^{commit}`)];
  const [tag] = (await git(folder, 'tag', '--list', 'v*', '--sort=-version:refname')).split('\n');
  if (tag) return [await git(folder, 'rev-parse', `${tag}^{commit}`)];
  const commits = (await git(folder, 'rev-list', '--first-parent', 'HEAD')).split('\n');
  for (const [index, commit] of commits.entries()) {
    if ((await listMissing(folder, known, commit)).length > 0) return commits.slice(index, index + maxTries);
  }
  throw new Error('there is no tag v*, and no former version in the history of this clone: fetch it, or name a commit');
}

/** Returns the migrations that a commit lacks. @throws Error if it cannot run beside one of them */
export async function listMissing(
  folder: string,
  { names, compatible }: KnownMigrations,
  commit: string,
): Promise<string[]> {
  const files = (await git(folder, 'ls-tree', '--name-only', commit, 'schema/migrations/')).split('\n');
  const missing = names.filter((name) => !files.includes(`schema/migrations/${name}.ts`));
  const incompatible = missing.filter((name) => !compatible.includes(name));
  if (incompatible.length > 0) throw new Error(`${commit} cannot run beside ${incompatible.join(', ')}`);
  return missing;
}

/** Returns the first that can be built. @throws Error of the last one if none can */
export async function firstThatBuilds<Built>(
  commits: readonly string[],
  build: (commit: string) => Promise<Built>,
): Promise<Built> {
  let failure: unknown = new Error('there is no commit to build');
  for (const commit of commits) {
    try {
      return await build(commit);
    } catch (error) {
      failure = error;
      console.log(`${commit.slice(0, 8)} does not build`);
    }
  }
  throw failure;
}
