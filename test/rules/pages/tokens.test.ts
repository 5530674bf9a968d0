import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrast } from '../../../src/http/public-pages/booking-page/colours.rules.js';
import { projectRoot } from '../../../src/platform/project-root.js';

const tokens = readFileSync(join(projectRoot, 'src', 'pages', 'design', 'tokens.css'), 'utf8');
const [light = '', dark = ''] = tokens.split('@media (prefers-color-scheme: dark)');
const coloursOf = (css: string) =>
  new Map([...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', colour = '']) => [name, colour]));
const schemes = {
  light: coloursOf(light),
  dark: new Map([...coloursOf(light), ...coloursOf(dark)]),
};

/** What stands on what, by the least contrast of WCAG 2.2 AA: 4.5 for texts, 3 for the lines of controls and of plots. */
const pairs: readonly [foreground: string, backgrounds: readonly string[], least: number][] = [
  ['text', ['page', 'surface', 'raised', 'shade', 'danger-shade', 'good-shade', 'warning-shade', 'info-shade'], 4.5],
  ['muted', ['page', 'surface', 'raised', 'shade'], 4.5],
  ['accent', ['page', 'surface', 'raised', 'shade'], 4.5],
  ['on-accent', ['accent'], 4.5],
  ['danger', ['page', 'surface', 'raised', 'shade', 'danger-shade'], 4.5],
  ['good', ['page', 'surface', 'raised', 'shade', 'good-shade'], 4.5],
  ['warning', ['page', 'surface', 'raised', 'shade', 'warning-shade'], 4.5],
  ['info', ['page', 'surface', 'raised', 'info-shade'], 4.5],
  ['control-line', ['page', 'surface', 'raised'], 3],
  ...[1, 2, 3, 4, 5, 6, 7].map((series): [string, string[], number] => [`plot-${series}`, ['surface'], 3]),
];

const rgb = (colour: string): [number, number, number] => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
  return [red, green, blue];
};

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  const colour = (name: string): string => {
    const found = schemes[scheme].get(name);
    if (found === undefined) throw new Error(`There is no token --${name}`);
    return found;
  };

  it.each(pairs)('--%s is legible on %j', (foreground, backgrounds, least) => {
    for (const background of backgrounds) {
      const reached = contrast(rgb(colour(foreground)), rgb(colour(background)));
      expect({ background, isLegible: reached >= least }).toEqual({ background, isLegible: true });
    }
  });
});
