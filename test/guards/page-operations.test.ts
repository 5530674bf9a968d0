import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectRoot } from '../../src/platform/project-root.js';

it('has operations of pages that match the schema and their documents', async () => {
  const check = promisify(execFile)(process.execPath, ['src/pages/operations.mjs', '--check'], { cwd: projectRoot });
  expect(await check).toEqual({ stdout: '', stderr: '' });
}, 60_000);
