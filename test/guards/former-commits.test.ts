import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type FormerCommit,
  firstThatBuilds,
  git,
  isShallow,
  listFormerCommits,
  NoFormerVersion,
} from '../faults/versions/former-commits.js';

const scratch = mkdtempSync(join(tmpdir(), 'booking-history-'));
const folder = join(scratch, 'full');
const known = { names: ['0001-first', '0002-second'], compatible: ['0002-second'] };
/** From the oldest to the newest. */
const commits: string[] = [];

async function commit(file: string): Promise<void> {
  if (existsSync(join(folder, file))) rmSync(join(folder, file));
  else writeFileSync(join(folder, file), '');
  await git(folder, 'add', '--all');
  const author = ['-c', 'user.name=history', '-c', 'user.email=history@example.com'];
  await git(folder, ...author, 'commit', '--quiet', '--message', file);
  commits.push(await git(folder, 'rev-parse', 'HEAD'));
}

/** Clones the newest commits. */
async function shallowClone(depth: number): Promise<string> {
  const clone = join(scratch, `depth-${depth}`);
  await git(scratch, 'clone', '--quiet', '--depth', String(depth), pathToFileURL(folder).href, clone);
  return clone;
}

/** Builds commits that have the file `program` in place of a program. */
async function build({ id }: FormerCommit): Promise<string> {
  await git(folder, 'cat-file', '-e', `${id}:program`);
  return id;
}

const idsOf = (found: readonly FormerCommit[]): string[] => found.map(({ id }) => id);

beforeAll(async () => {
  mkdirSync(join(folder, 'schema/migrations'), { recursive: true });
  await git(folder, 'init', '--quiet');
  const first = 'schema/migrations/0001-first.ts';
  const second = 'schema/migrations/0002-second.ts';
  // The third does not build: the program is deleted in it, and then written again.
  for (const file of [first, 'program', 'program', second, 'program', 'a']) await commit(file);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

it('without a tag, the newest commits that lack a migration come first, then the newest others', async () => {
  const found = await listFormerCommits(folder, known, undefined);
  expect(found.map(({ id, missing }) => [commits.indexOf(id), missing])).toEqual([
    [2, ['0002-second']],
    [1, ['0002-second']],
    [0, ['0002-second']],
    [4, []],
    [3, []],
  ]);
});

it('the first that builds is taken', async () => {
  expect(await firstThatBuilds(await listFormerCommits(folder, known, undefined), build)).toBe(commits[1]);
});

it('there is no former version if none builds', async () => {
  const broken = (await listFormerCommits(folder, known, undefined)).slice(0, 1);
  const building = firstThatBuilds(broken, build);
  await expect(building).rejects.toThrow(new NoFormerVersion('no earlier commit builds, of 1 that were tried'));
});

it('a commit that cannot run beside a migration is none, nor is an older one', async () => {
  const strict = { ...known, compatible: [] };
  expect(idsOf(await listFormerCommits(folder, strict, undefined))).toEqual([commits[4], commits[3]]);
  const named = listFormerCommits(folder, strict, 'HEAD~3');
  await expect(named).rejects.toThrow(new NoFormerVersion('HEAD~3 cannot run beside 0002-second'));
  const alone = listFormerCommits(folder, { names: ['0001-first', 'new'], compatible: [] }, undefined);
  await expect(alone).rejects.toThrow(new NoFormerVersion('no earlier commit can run beside new'));
});

it('a shallow clone has the commits that it was given, or says how to get more', async () => {
  expect(await isShallow(folder)).toBe(false);
  const two = await shallowClone(2);
  expect(await isShallow(two)).toBe(true);
  expect(idsOf(await listFormerCommits(two, known, undefined))).toEqual([commits[4]]);
  const one = listFormerCommits(await shallowClone(1), known, undefined);
  await expect(one).rejects.toThrow(
    new NoFormerVersion(
      'the history of this clone has no earlier commit. It is shallow: `git fetch --unshallow` completes it',
    ),
  );
});

it('sources without a history have no former version, also inside of another repository', async () => {
  const inner = join(folder, 'schema');
  await expect(listFormerCommits(inner, known, undefined)).rejects.toThrow(NoFormerVersion);
});

it('a commit that is named, or the newest earlier tag, is the only one', async () => {
  expect(idsOf(await listFormerCommits(folder, known, 'HEAD~5'))).toEqual([commits[0]]);
  for (const [tag, at] of [
    ['v1.9.0', 'HEAD~5'],
    ['v1.10.0', 'HEAD~4'],
    ['v1.11.0', 'HEAD'],
  ] as const) {
    await git(folder, 'tag', tag, at);
  }
  expect(idsOf(await listFormerCommits(folder, known, undefined))).toEqual([commits[1]]);
});
