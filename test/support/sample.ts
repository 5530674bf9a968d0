import { createHash } from 'node:crypto';

/** The seed of the run. The same seed generates the same cases. */
export const seed = Number(process.env['TEST_SEED']);

/** Whether the run tests all generated cases, as `.ci/run` does. Otherwise it tests a part that depends on the seed. */
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
