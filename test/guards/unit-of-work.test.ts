import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

const source = join(projectRoot, 'src');

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
const filesWith = (pattern: RegExp): string[] =>
  files.filter((path) => pattern.test(readFileSync(join(source, path), 'utf8'))).toSorted();

it('only the unit of work sets updatedAt of a record', () => {
  expect(filesWith(/\.updatedAt = |\bupdatedAt: (at|clock|now|new Date)/)).toEqual(['platform/database/row-writes.ts']);
});

it('actions send statements only through the unit of work', () => {
  expect(filesWith(/\btx\.source\b/)).toEqual([]);
});
