import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../src/platform/project-root.js';
import { describeWithTools } from '../support/tools.js';

/** The script that writes the icons. It is no TypeScript. */
interface Script {
  iconsFile(): string;
}

describeWithTools('the icons', () => {
  it('are those that npm run -s pages:icons writes', async () => {
    const { iconsFile }: Script = await import(pathToFileURL(join(projectRoot, 'src', 'pages', 'icons.mjs')).href);
    expect(readFileSync(join(projectRoot, 'src', 'pages', 'design', 'icons.ts'), 'utf8')).toBe(iconsFile());
  });
});

it('each icon is used', () => {
  const names: string[] = JSON.parse(
    readFileSync(join(projectRoot, 'src', 'pages', 'design', 'icon-names.json'), 'utf8'),
  );
  const code = ['pages', 'http'].flatMap((room) =>
    readdirSync(join(projectRoot, 'src', room), { recursive: true, withFileTypes: true })
      .filter(({ name }) => /\.tsx?$/.test(name) && name !== 'icons.ts')
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')),
  );
  const isUsed = (name: string) => code.some((text) => text.includes(`'${name}'`) || text.includes(`"${name}"`));
  expect(names.filter((name) => !isUsed(name))).toEqual([]);
});
