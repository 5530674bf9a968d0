import { spawnSync } from 'node:child_process';
import { filesOf, sampledFiles, secondTier } from '../../dist/test/support/tiers.js';

/**
 * Runs the first tier of the tests, the second, which is what the first leaves out, or all: `run-tests.mjs first`. Further
 * arguments are those of Jest. Files that they name run whichever their tier is.
 */
const [tier, ...options] = process.argv.slice(2);
const names = options.some((option) => option.startsWith('dist/test/'));

/** For each tier, the options that select its files. The check that each route is exercised needs a run without a pattern. */
const selections = {
  first: names ? [] : [`--testPathIgnorePatterns=${filesOf(secondTier)}`],
  second: [filesOf([...secondTier, ...sampledFiles])],
  all: [],
};
const selection = selections[tier];
if (!selection) throw new Error(`${tier} is none of ${Object.keys(selections)}`);

const jest = ['--enable-source-maps', 'node_modules/jest/bin/jest.js', ...selection, ...options];
const env = { ...process.env, ...(tier !== 'first' && { TEST_CASES: 'all' }) };
process.exitCode = spawnSync(process.execPath, jest, { stdio: 'inherit', env }).status ?? 1;
