/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

const black: Colour = [0, 0, 0];
const white: Colour = [255, 255, 255];

/** The darkest and the lightest background of texts: `--shade` of `src/pages/design/tokens.css` in the light and in the dark. */
const lightSurface: Colour = [0xec, 0xef, 0xf3];
const darkSurface: Colour = [0x26, 0x2f, 0x3c];

/** WCAG 2.2, contrast of text (AA). */
const minContrast = 4.5;
const steps = 50;

const pattern = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

/**
 * Returns the style sheet of an account's colour. The colour is darkened in the light and lightened in the dark until its
 * text can be read.
 *
 * @returns undefined if the text is no colour such as `#1f5fbf`
 */
export function colourStyles(text: string): string | undefined {
  const colour = parseColour(text);
  if (!colour) return undefined;
  const { light, dark } = accentsOf(colour);
  return `:root { ${variables(light)} }\n@media (prefers-color-scheme: dark) { :root { ${variables(dark)} } }\n`;
}

/** A background of buttons, and the colour of the text on it, such as `#ffffff`. */
interface Accent {
  accent: string;
  onAccent: string;
}

/** @returns undefined if the text is no colour such as `#1f5fbf` */
export function parseColour(text: string): Colour | undefined {
  const channels = pattern.exec(text)?.slice(1);
  if (!channels) return undefined;
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => Number.parseInt(channel, 16));
  return [red, green, blue];
}

/** Returns a colour darkened in the light and lightened in the dark, until its text can be read. */
export function accentsOf(colour: Colour): { light: Accent; dark: Accent } {
  const accentOf = (accent: Colour): Accent => ({ accent: toHex(accent), onAccent: toHex(textOn(accent)) });
  return {
    light: accentOf(readable(colour, lightSurface, black)),
    dark: accentOf(readable(colour, darkSurface, white)),
  };
}

const variables = ({ accent, onAccent }: Accent): string => `--accent: ${accent}; --on-accent: ${onAccent}`;

/** Mixes a colour with another, as little as makes it readable on a background. */
function readable(colour: Colour, background: Colour, target: Colour): Colour {
  for (let step = 0; step < steps; step++) {
    const mixed = mix(colour, target, step / steps);
    if (contrast(mixed, background) >= minContrast) return mixed;
  }
  return target;
}

const textOn = (background: Colour): Colour =>
  contrast(white, background) >= contrast(black, background) ? white : black;

function mix(one: Colour, other: Colour, share: number): Colour {
  const channel = (index: 0 | 1 | 2): number => Math.round(one[index] * (1 - share) + other[index] * share);
  return [channel(0), channel(1), channel(2)];
}

/** Returns the contrast ratio of WCAG, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const luminances = [luminance(one), luminance(other)];
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const toHex = (colour: Colour): string => `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
