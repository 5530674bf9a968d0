import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

const folder = join(projectRoot, 'test');

/** The files that decide whether the server is right: judges of what clients noted, and plain references of its rules. */
const judges = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^faults\/judge\/.*[.]ts$|^histories\/(?:check|clients)[.]ts$|[.]reference[.]ts$/.test(file),
);

/** Adds a file, and all that files of tests import by a path. Types are no code. */
function addImports(path: string, found: Set<string>): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  if (!path.startsWith(folder)) return found;
  for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(
    /^(?:import (?!type )[^;]*?from |export [^;]*?from )'(\.[^']+)\.js'/gm,
  )) {
    addImports(join(dirname(path), `${name}.ts`), found);
  }
  return found;
}

it('what judges the server shares no code with it', () => {
  const files = judges.reduce((found, file) => addImports(join(folder, file), found), new Set<string>());
  expect(judges.length).toBeGreaterThan(10);
  expect([...files].filter((path) => path.startsWith(join(projectRoot, 'src')))).toEqual([]);
});

it('each command that takes processes away uses the one judge', () => {
  const commands = ['cells', ...['failover', 'move', 'storm', 'versions'].map((name) => join('faults', name))];
  const lacking = commands.filter(
    (name) => !addImports(join(folder, name, 'main.ts'), new Set()).has(join(folder, 'faults', 'judge', 'verdict.ts')),
  );
  expect(lacking).toEqual([]);
});
