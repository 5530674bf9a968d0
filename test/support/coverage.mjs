import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';

const folder = 'dist/coverage';

/** Files that repeat what others cover with thousands of values, and those that measure CPU time, are left out. */
const leftOut =
  'bad-input concurrency property differential hostile introspection-cost liquid-steps request-body'.split(' ');

async function run(command, environment = {}) {
  const child = spawn(process.execPath, command, { stdio: 'inherit', env: { ...process.env, ...environment } });
  const [code] = await once(child, 'exit');
  return code;
}

/** Tests one half of rules and REST. Each has a process, because a worker of Jest ends without writing what it has counted. */
const count = (shard) => {
  const files = ['dist/test/rules', 'dist/test/rest', '--testPathIgnorePatterns', ...leftOut];
  const jest = ['--enable-source-maps', 'node_modules/jest/bin/jest.js', '-w', '1', `--shard=${shard}/2`, ...files];
  return run(jest, { NODE_V8_COVERAGE: folder });
};

rmSync(folder, { recursive: true, force: true });
const codes = await Promise.all([1, 2].map(count));
const report = ['report', '--temp-directory', folder, '--include', 'dist/src/**', '--reporter', 'text-summary'];
codes.push(await run(['.ci/tools/node_modules/c8/bin/c8.js', ...report]));
process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;
