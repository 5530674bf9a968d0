import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pathOfTool } from '../../.ci/tools/tools.mjs';

/**
 * Writes `design/icons.ts` with the icons that `design/icon-names.json` lists, from the package lucide-static: it has two
 * thousand, of which the pages need some.
 */
const design = join(dirname(fileURLToPath(import.meta.url)), 'design');
const lucide = pathOfTool('lucide-static');

/** Returns the elements of an icon with their attributes. */
function elementsOf(name) {
  const path = join(lucide, 'icons', `${name}.svg`);
  if (!existsSync(path)) throw new Error(`lucide-static has no icon ${name}. See https://lucide.dev/icons`);
  const [, content = ''] = /<svg[^>]*>(.*)<\/svg>/s.exec(readFileSync(path, 'utf8')) ?? [];
  return [...content.matchAll(/<(\w+)([^>]*)\/>/g)].map(([, element, attributes]) => [
    element,
    Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
  ]);
}

/** Returns the text of `icons.ts`. */
export function iconsFile() {
  const names = JSON.parse(readFileSync(join(design, 'icon-names.json'), 'utf8'));
  const { version } = JSON.parse(readFileSync(join(lucide, 'package.json'), 'utf8'));
  const licence = readFileSync(join(lucide, 'LICENSE'), 'utf8').trim();
  const notice = licence.split('\n').map((line) => ` * ${line}`.trimEnd());
  const entries = names.toSorted().map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(elementsOf(name))},`);
  return [
    `/*! Icons of Lucide ${version} (https://lucide.dev), written by \`npm run -s pages:icons\`.`,
    ' *',
    ...notice,
    ' */',
    '',
    'type Drawing = readonly (readonly [element: string, attributes: Readonly<Record<string, string>>])[];',
    '',
    'const drawings = {',
    ...entries,
    '} as const satisfies Record<string, Drawing>;',
    '',
    'export type IconName = keyof typeof drawings;',
    '',
    '/** The elements of each icon with their attributes. */',
    'export const icons: Readonly<Record<IconName, Drawing>> = drawings;',
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(join(design, 'icons.ts'), iconsFile());
