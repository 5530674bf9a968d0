import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rowsOfApi, rowsOfSiteApi } from '../../src/packages/client/rest.operations.js';
import { projectRoot } from '../../src/platform/project-root.js';

interface OpenApi {
  paths: Record<string, Record<string, { operationId?: string }>>;
}

it('has a client that matches the OpenAPI document', async () => {
  const check = promisify(execFile)(process.execPath, ['src/packages/client/generate.mjs', '--check'], {
    cwd: projectRoot,
  });
  expect(await check).toEqual({ stdout: '', stderr: '' });
}, 60_000);

it('has a method of the client for each operation, and no other', () => {
  const { paths }: OpenApi = JSON.parse(readFileSync(join(projectRoot, 'schema', 'openapi.json'), 'utf8'));
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { operationId }]) => operationId !== undefined)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const rows = [rowsOfApi, rowsOfSiteApi].flatMap((table) => Object.values(table).flatMap(Object.values));
  const called = rows.map((row: string) => row.split(' ').slice(0, 2).join(' '));
  expect(operations.length).toBeGreaterThan(200);
  expect(called.toSorted()).toEqual(operations.toSorted());
});
