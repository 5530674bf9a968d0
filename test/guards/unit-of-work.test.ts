import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

const source = join(projectRoot, 'src');

/** `account.actions.ts` writes accounts for the operator, outside a transaction of an account. */
const exceptions = ['domain/account/account.actions.ts', 'platform/database/record-tracker.ts'];

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
const filesWith = (pattern: RegExp): string[] =>
  files.filter((path) => pattern.test(readFileSync(join(source, path), 'utf8'))).toSorted();

it('only the unit of work sets updatedAt of a record', () => {
  expect(filesWith(/\.updatedAt = |\bupdatedAt: (at|clock|now|new Date)/)).toEqual(exceptions);
});

it('actions read records only through the unit of work', () => {
  expect(filesWith(/\btx\.em\.find/)).toEqual([]);
});
