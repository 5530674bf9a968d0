import { createHash } from 'node:crypto';

/** The seed of the run. The same seed generates the same cases. */
export const seed = Number(process.env['TEST_SEED']);

/** Whether the run tests all generated cases, as the second tier does. Otherwise it tests a part that depends on the seed. */
const areAllTested = process.env['TEST_CASES'] === 'all';

/**
 * Whether a case is in the sample of this run.
 *
 * @param position the place of the case among those of the same key
 * @param share one in so many is
 * @param key names what the cases are of, so that other cases are in the sample of something else
 */
export function isSampled(position: number, share: number, key: string): boolean {
  if (areAllTested) return true;
  const digest = createHash('sha256').update(`${seed} ${key}`).digest();
  return (position + digest.readUInt32BE()) % share === 0;
}

/** Returns the cases that this run tests: all, or one in `share`. */
export function sampled<Case>(cases: readonly Case[], share: number, key: string): Case[] {
  return cases.filter((_one, index) => isSampled(index, share, key));
}

/** Returns the sample of the seeds from 1 to `count` of random worlds. */
export function sampledSeeds(count: number, share: number, key: string): number[] {
  return sampled(
    Array.from({ length: count }, (_, index) => index + 1),
    share,
    key,
  );
}
