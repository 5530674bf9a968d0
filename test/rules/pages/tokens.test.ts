import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrast } from '../../../src/platform/colours.js';
import { projectRoot } from '../../../src/platform/project-root.js';

const tokens = readFileSync(join(projectRoot, 'src', 'pages', 'design', 'tokens.css'), 'utf8');
const [light = '', dark = ''] = tokens.split('@media (prefers-color-scheme: dark)');
const coloursOf = (css: string) =>
  new Map([...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', colour = '']) => [name, colour]));
const schemes = {
  light: coloursOf(light),
  dark: new Map([...coloursOf(light), ...coloursOf(dark)]),
};

/** Colours with their backgrounds and the least contrast of WCAG 2.2 AA: 4.5 for texts, 3 for the lines of controls and plots. */
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

const calendar = readFileSync(
  join(projectRoot, 'src', 'pages', 'dashboard', 'views', 'calendar', 'calendar.css'),
  'utf8',
);
const [lightCalendar = '', darkCalendar = ''] = calendar.split('@media (prefers-color-scheme: dark)');

/** The backgrounds of the calendar's entries: of every hue, from grey to the most vivid. */
function entriesOf(css: string): [number, number, number][] {
  const [lightness = 0, chroma = 0] = [/--entry: ([\d.]+)%/, /--entry-chroma: ([\d.]+)/].map((pattern) =>
    Number(pattern.exec(css)?.[1]),
  );
  return Array.from({ length: 360 }, (_, hue) => hue).flatMap((hue) =>
    [0, 0.5, 1].map((vivid) => fromOklch(lightness / 100, chroma * vivid, hue)),
  );
}

function fromOklch(lightness: number, chroma: number, hue: number): [number, number, number] {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const [long, medium, short] = [
    (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const channel = (light: number): number => {
    const share = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.min(255, Math.max(0, share * 255));
  };
  return [
    channel(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    channel(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    channel(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

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

  it('texts are legible on the entries of the calendar, whatever colour a service has', () => {
    const backgrounds = entriesOf(scheme === 'light' ? lightCalendar : darkCalendar);
    const reached = backgrounds.map((background) => contrast(rgb(colour('text')), background));
    expect(reached).toHaveLength(1_080);
    expect(Math.min(...reached)).toBeGreaterThanOrEqual(4.5);
  });
});
