import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstThatBuilds, git, listFormerCommits } from '../faults/versions/former-commits.js';

const folder = mkdtempSync(join(tmpdir(), 'booking-history-'));
const migrations = join(folder, 'schema/migrations');
const known = { names: ['0001-first', '0002-second'], compatible: ['0002-second'] };
/** From the oldest to the newest. */
const commits: string[] = [];

async function commit(file: string): Promise<void> {
  writeFileSync(join(folder, file), '');
  await git(folder, 'add', '.');
  const author = ['-c', 'user.name=history', '-c', 'user.email=history@example.com'];
  await git(folder, ...author, 'commit', '--quiet', '--message', file);
  commits.push(await git(folder, 'rev-parse', 'HEAD'));
}

beforeAll(async () => {
  mkdirSync(migrations, { recursive: true });
  await git(folder, 'init', '--quiet');
  for (const file of ['schema/migrations/0001-first.ts', 'a', 'b', 'schema/migrations/0002-second.ts', 'c']) {
    await commit(file);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the newest commit that lacks a migration is tried first, then those before it', async () => {
  expect(await listFormerCommits(folder, known, undefined)).toEqual(commits.slice(0, 3).reverse());
});

it('a commit that cannot run beside a migration is none', async () => {
  const listing = listFormerCommits(folder, { ...known, compatible: [] }, undefined);
  await expect(listing).rejects.toThrow(`${commits[2]} cannot run beside 0002-second`);
});

it('a history without a former version has none', async () => {
  const listing = listFormerCommits(folder, { ...known, names: ['0001-first'] }, undefined);
  await expect(listing).rejects.toThrow('no former version in the history of this clone');
});

it('a commit that is named, or the newest tag, is the only one', async () => {
  expect(await listFormerCommits(folder, known, 'HEAD~4')).toEqual([commits[0]]);
  for (const [tag, at] of [
    ['v1.9.0', 'HEAD~3'],
    ['v1.10.0', 'HEAD~2'],
  ] as const) {
    await git(folder, 'tag', tag, at);
  }
  expect(await listFormerCommits(folder, known, undefined)).toEqual([commits[2]]);
});

it('the first that builds is taken', async () => {
  const build = async (name: string): Promise<string> => {
    if (name === 'broken') throw new Error('broken');
    return name;
  };
  expect(await firstThatBuilds(['broken', 'broken', 'whole', 'older'], build)).toBe('whole');
  await expect(firstThatBuilds(['broken'], build)).rejects.toThrow('broken');
});
