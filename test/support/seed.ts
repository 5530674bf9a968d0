/**
 * Returns the seed of a run: what was given to `--seed`, or else FAULT_SEED, or else any.
 *
 * @throws Error if it is no number
 */
export function seedOfRun(given: string | undefined): number {
  const seed = Number(given ?? process.env['FAULT_SEED'] ?? Date.now() % 1_000_000);
  if (!Number.isSafeInteger(seed)) throw new Error('--seed must be a number');
  return seed;
}
