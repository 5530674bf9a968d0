import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const changelog = '.github/CHANGELOG.md';
const releaseHeading = /^## \[(\d[^\]]*)\].*$/m;

/** Runs git in the working folder. @throws Error with the message of git */
function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 100_000_000, stdio: 'pipe' }).trim();
}

/**
 * Finds the version to compare with: the newest tag `v*`, or else the commit that dated the newest version of the changelog.
 *
 * @returns its commit; undefined if nothing was released yet
 * @throws Error if the clone lacks that commit
 */
export function findRelease() {
  const [heading, version] = releaseHeading.exec(readFileSync(changelog, 'utf8')) ?? [];
  const tag = isClone() ? git('tag', '--list', 'v*', '--sort=-version:refname').split('\n')[0] : '';
  if (tag) return git('rev-parse', `${tag}^{commit}`);
  if (heading === undefined) return undefined;
  // The oldest commit of a shallow clone seems to have added all that it contains.
  const isComplete = isClone() && git('rev-parse', '--is-shallow-repository') === 'false';
  const commit = isComplete ? git('log', '--format=%H', '-S', heading, '--', changelog).split('\n').at(-1) : '';
  if (commit) return commit;
  throw new Error(`this folder lacks the history up to version ${version}: run git fetch --tags, or name a git ref`);
}

/** @throws Error if there is no such commit in this clone */
export function commitOf(ref) {
  try {
    return git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
  } catch {
    throw new Error(
      `there is no ${ref} in this clone: name a branch, a tag or a commit, and fetch it if the clone is shallow`,
    );
  }
}

/** Returns the text of a file at a commit. Undefined if it was not there yet. */
export function readAt(commit, path) {
  return git('ls-tree', '--name-only', commit, path) === '' ? undefined : git('show', `${commit}:${path}`);
}

/** Returns the part of the changelog that was written after a commit: above the newest version that the commit knew. */
export function changelogSince(commit) {
  const text = readFileSync(changelog, 'utf8');
  const [heading] = releaseHeading.exec(readAt(commit, changelog) ?? '') ?? [];
  return heading === undefined ? text : text.split(heading, 1)[0];
}

function isClone() {
  try {
    return git('rev-parse', '--is-inside-work-tree') === 'true';
  } catch {
    return false;
  }
}
