import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { settingNames } from '../support/settings.js';

/** The names that stand in the first column of a table, in backticks. */
function tabledNames(markdown: string): string[] {
  return [...markdown.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap(
    ([, names = '']) => names.match(/[A-Z_]+/g) ?? [],
  );
}

describe("README's table of settings", () => {
  it('has every setting, and none that nothing reads', () => {
    const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
    expect(tabledNames(readme).toSorted()).toEqual(settingNames().toSorted());
  });

  it.each([
    ['| `PORT` | `3000` | where |\n| `HOST` | x | y |', ['PORT', 'HOST']],
    ['| `PORT`, `HOST` | `X` | `Y` |', ['PORT', 'HOST']],
    ['| name | `PORT` |\nSet `PORT`.', []],
  ])('is found in %j', (markdown, names) => expect(tabledNames(markdown)).toEqual(names));
});
