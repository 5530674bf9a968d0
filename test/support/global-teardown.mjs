import { rm } from 'node:fs/promises';
import { allRoutes, readExercises, unexercised } from '../../dist/test/support/route-coverage.js';

/** Stops PostgreSQL. A run of the first tier, or of everything, fails if it has left out a route of the REST API. */
export default async function globalTeardown({ testPathPatterns, testNamePattern, onlyChanged, shard }) {
  // With one worker, the tests ran in this process. It then has the shared server and browser, and what the top of a file
  // started before it failed.
  await globalThis.disposeOfStarted?.();
  await globalThis.stopTestPostgres();
  const exercises = readExercises(process.env.TEST_EXERCISES);
  await rm(process.env.TEST_EXERCISES, { recursive: true });
  const isPart = testPathPatterns.isSet() || testNamePattern || onlyChanged || shard;
  const missing = isPart ? [] : unexercised(allRoutes, exercises);
  if (missing.length > 0) throw new Error(`The tests leave out routes:\n${missing.join('\n')}`);
}
