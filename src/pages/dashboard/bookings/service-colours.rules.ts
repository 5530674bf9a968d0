/** The number of colours in `calendar.css`. */
const colours = 12;

interface Coloured {
  id: number;
  /** Such as `#1f5fbf`; null if none was chosen. */
  colour: string | null;
}

/**
 * The class with the colour of each service or resource. One with a colour of its own has the class of `ownColourStyles`. Any
 * other keeps its colour when some are added: each takes the one of its id, or the next that none with a smaller id has taken.
 */
export function coloursOf(records: readonly Coloured[]): ReadonlyMap<number, string> {
  const classes = new Map<number, string>();
  const taken = new Set<number>();
  for (const { id, colour: own } of records.toSorted((one, other) => one.id - other.id)) {
    if (own !== null) {
      classes.set(id, `colour-own-${id}`);
      continue;
    }
    if (taken.size === colours) taken.clear();
    let colour = id % colours;
    while (taken.has(colour)) colour = (colour + 1) % colours;
    taken.add(colour);
    classes.set(id, `colour-${colour}`);
  }
  return classes;
}

/**
 * The style sheet of the services with a colour of their own. `calendar.css` has the lightness of entries, on which texts are
 * legible, so that a colour gives only its hue, and how vivid it is.
 */
export function ownColourStyles(services: readonly Coloured[]): string {
  return services
    .flatMap(({ id, colour }) => (colour === null ? [] : [`.colour-own-${id} { ${variablesOf(colour)} }`]))
    .join('\n');
}

/** Colours of this chroma in OKLCH, or a higher one, are as vivid as those of `calendar.css`. */
const vividChroma = 0.1;

function variablesOf(colour: string): string {
  const { hue, chroma } = toHueAndChroma(colour);
  return `--hue: ${Math.round(hue)}; --vivid: ${Math.min(1, chroma / vividChroma).toFixed(2)};`;
}

/** The hue in degrees and the chroma of a colour such as `#1f5fbf` in OKLCH. */
function toHueAndChroma(colour: string): { hue: number; chroma: number } {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    linear(Number.parseInt(colour.slice(start, start + 2), 16)),
  );
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { hue: (Math.atan2(b, a) * (180 / Math.PI) + 360) % 360, chroma: Math.hypot(a, b) };
}

/** The share of light of a channel of sRGB from 0 to 255. */
function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
