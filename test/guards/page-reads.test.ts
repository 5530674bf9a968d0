import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-5';
import { projectRoot } from '../../src/platform/project-root.js';

/** Methods of Playwright that read a page as it is at that moment. The others wait until it is as they need it. */
const reads =
  /\.(?:allInnerTexts|allTextContents|boundingBox|count|evaluate|evaluateAll|getAttribute|innerHTML|innerText|inputValue|is(?:Checked|Disabled|Editable|Enabled|Hidden|Visible)|textContent|title|url)(?:<[^(]*>)?\(/;

/** Returns the places of a source where `expect` gets what a page was at one moment. */
function momentsIn(source: string): string[] {
  const file = ts.createSourceFile('', source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'expect') {
      const text = node.arguments.map((argument) => argument.getText()).join();
      if (reads.test(text)) found.push(`${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

it('no test expects what a page was at one moment: it reads until the page is so', () => {
  const files = globSync('test/**/*.ts', { cwd: projectRoot })
    .map((file): [string, string] => [file, readFileSync(join(projectRoot, file), 'utf8')])
    .filter(([, source]) => source.includes('describeInChromium('));
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap(([file, source]) => momentsIn(source).map((place) => `${file}:${place}`))).toEqual([]);
});

it.each([
  "expect(await page.getByRole('option').allInnerTexts()).toEqual([])",
  "expect([1, await page.evaluate<number>('1')]).toEqual([1, 1])",
  'expect(page.url()).toBe(origin)',
])('finds %s', (source) => {
  expect(momentsIn(source)).toHaveLength(1);
  expect(momentsIn(source.replace(/expect\((.*)\)\./, 'await eventually(async () => $1).'))).toEqual([]);
});
