import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

/** The folder of the payment providers: each has a folder in it, and its name stays there. */
const folder = 'src/platform/payments';
const names = readdirSync(join(projectRoot, folder), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The files outside that may name a provider, by the reason. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'it is the list of providers': [`${folder}/payment-providers.ts`],
  'guides say what to enter at a provider, and how its setting is named': [
    'src/http/guides/08-shop.md',
    'src/http/guides/18-settings.md',
  ],
};

const files = globSync('{src,schema}/**/*.{ts,tsx,css,json,md,sql,graphql,liquid}', { cwd: projectRoot });
const naming = files.filter((file) => {
  if (names.some((name) => file.startsWith(`${folder}/${name}/`))) return false;
  const text = readFileSync(join(projectRoot, file), 'utf8').toLowerCase();
  return names.some((name) => text.includes(name));
});

it('reads the folders and the files', () => {
  expect(names).toContain('stripe');
  expect(files.length).toBeGreaterThan(900);
});

it('no file outside of the folder of a payment provider names it', () => {
  expect(naming.toSorted()).toEqual(Object.values(exceptions).flat().toSorted());
});
