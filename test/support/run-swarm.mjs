import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/**
 * Lists and books slots in random worlds for half of a time, and lets random commands meet for the other half:
 * `run-swarm.mjs --minutes 1`. Worlds that have failed are first. A world that fails becomes a file in
 * `test/rest/slots.failures`, and is the last.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' } } });
const seconds = 60 * Number(values.minutes);
if (!(seconds > 0)) throw new Error('--minutes must be a positive number');

/** In seconds. A test must end within ten minutes. */
const longestRun = 300;

const files = ['dist/test/rest/slots.property.test.js', 'dist/test/races/meetings.random.test.js'];
const jest = ['--enable-source-maps', 'node_modules/jest/bin/jest.js', '--runInBand', ...files];
const first = Number(process.env.TEST_SEED ?? randomInt(2 ** 31));
for (let run = 0; run * longestRun < seconds && !process.exitCode; run += 1) {
  const left = Math.min(longestRun, seconds - run * longestRun);
  const env = { ...process.env, TEST_SEED: String(first + run), SWARM_SECONDS: String(left / files.length) };
  process.exitCode = spawnSync(process.execPath, jest, { stdio: 'inherit', env }).status ?? 1;
}
