import { colourStyles, contrast } from '../../../src/platform/colours.js';

type Rgb = [number, number, number];

const toRgb = (hex: string): Rgb => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
  return [red, green, blue];
};
const coloursOf = (styles: string): string[] => [...styles.matchAll(/#[0-9a-f]{6}/g)].map(([colour]) => colour);

it.each(['#1f5fbf', '#ffff00', '#ffffff', '#000000', '#FF0000', '#7f7f7f', '#00ff88'])(
  '%s becomes legible in the light and in the dark scheme',
  (colour) => {
    const [light = '', onLight = '', dark = '', onDark = ''] = coloursOf(colourStyles(colour) ?? '');
    expect(contrast(toRgb(light), toRgb('#eceff3'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(toRgb(dark), toRgb('#262f3c'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(toRgb(light), toRgb(onLight))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(toRgb(dark), toRgb(onDark))).toBeGreaterThanOrEqual(4.5);
  },
);

it('a legible colour is kept', () => {
  expect(coloursOf(colourStyles('#1f5fbf') ?? '')[0]).toBe('#1f5fbf');
});

it.each(['', '#fff', 'red', '#12345g', '#1f5fbf;}', '#1f5fbf\n'])('the colour %j is rejected', (text) => {
  expect(colourStyles(text)).toBeUndefined();
});
