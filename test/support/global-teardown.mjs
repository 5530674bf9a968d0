import { rm } from 'node:fs/promises';
import { allRows, readExercises, unexercised } from '../../dist/test/support/route-coverage.js';

/** Ends PostgreSQL. A run of the whole suite fails when it has left out a row of the REST API. */
export default async function globalTeardown({ testPathPatterns, testNamePattern, onlyChanged, shard }) {
  // Here if the tests ran in this process, as they do with one worker.
  await globalThis.stopSharedTestServer?.();
  await globalThis.stopTestPostgres();
  const exercises = readExercises(process.env.TEST_EXERCISES);
  await rm(process.env.TEST_EXERCISES, { recursive: true });
  const isPart = testPathPatterns.isSet() || testNamePattern || onlyChanged || shard;
  const missing = isPart ? [] : unexercised(allRows, exercises);
  if (missing.length > 0) throw new Error(`The tests leave out routes:\n${missing.join('\n')}`);
}
