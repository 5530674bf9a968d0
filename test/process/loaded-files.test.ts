import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { createTestDatabase } from '../support/test-database.js';
import { killAll, startMain } from './server-process.js';

afterAll(killAll);
const test = await disposeAfterAll(createTestDatabase());

const hook = fileURLToPath(new URL('loaded-files.hook.js', import.meta.url));

/** Returns the name of the package that a path belongs to. */
const packageOf = (path: string): string[] => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.slice(1) ?? [];

/** Returns the packages in a file of the bundle. */
function packagesIn(file: string): string[] {
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
  return sources.flatMap(packageOf);
}

/** A package that is loaded twice costs time and memory, and its classes and registries exist twice. */
it('a server does not load packages of its bundle again from node_modules', async () => {
  const server = startMain({ DATABASE_URL: test.url, DEMO: 'off', NODE_OPTIONS: `--import=${hook}` });
  await server.ready();
  const loaded = server.errors
    .filter((line) => line.startsWith('loaded file:'))
    .map((line) => fileURLToPath(line.slice('loaded '.length)));
  const [bundled, others] = [true, false].map((is) => loaded.filter((file) => file.includes('/dist/bundle/') === is));
  const inBundle = new Set(bundled?.flatMap(packagesIn));
  // Traces are off: only the metrics use a package of OpenTelemetry.
  const ofTracing = [...inBundle, ...(others ?? []).flatMap(packageOf)].filter((name) =>
    name.startsWith('@opentelemetry/'),
  );
  expect(ofTracing.filter((name) => name !== '@opentelemetry/api')).toEqual([]);
  // No agent has called.
  expect(others?.flatMap(packageOf).filter((name) => name.startsWith('@modelcontextprotocol/'))).toEqual([]);
  expect([...inBundle].filter((name) => name.startsWith('@modelcontextprotocol/'))).toEqual([]);
  expect([...inBundle]).toEqual(expect.arrayContaining(['@mikro-orm/core', 'graphql', 'express']));
  expect([...new Set(others?.flatMap(packageOf))].filter((name) => inBundle.has(name))).toEqual([]);
}, 60_000);
