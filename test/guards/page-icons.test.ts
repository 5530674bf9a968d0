import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../src/platform/project-root.js';

/** The script that writes the icons. It is no TypeScript. */
interface Script {
  iconsFile(): string;
}

it('the icons are those that npm run -s pages:icons writes', async () => {
  const { iconsFile }: Script = await import(pathToFileURL(join(projectRoot, 'src', 'pages', 'icons.mjs')).href);
  expect(readFileSync(join(projectRoot, 'src', 'pages', 'design', 'icons.ts'), 'utf8')).toBe(iconsFile());
});
