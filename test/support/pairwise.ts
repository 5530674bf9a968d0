import { pick, type Random } from './random.js';

/** The values of each axis, by the name of the axis. */
export type Axes = Readonly<Record<string, readonly (string | number)[]>>;

/** A value of each axis. */
export type Point<Of extends Axes> = { readonly [Axis in keyof Of]: Of[Axis][number] };

/** More candidates give fewer points: 50 need a tenth fewer than 5, and 500 as many. */
const candidates = 50;

type Pair = string;

const pairOf = (one: string, value: unknown, other: string, otherValue: unknown): Pair =>
  `${one}=${value}, ${other}=${otherValue}`;

function pairsOf(point: Readonly<Record<string, unknown>>): Pair[] {
  const entries = Object.entries(point);
  return entries.flatMap(([one, value], index) =>
    entries.slice(index + 1).map(([other, otherValue]) => pairOf(one, value, other, otherValue)),
  );
}

/** Lists the pairs of values of all axes. */
export function listPairs(axes: Axes): Pair[] {
  const entries = Object.entries(axes);
  return entries.flatMap(([one, values], index) =>
    entries
      .slice(index + 1)
      .flatMap(([other, others]) =>
        values.flatMap((value) => others.map((otherValue) => pairOf(one, value, other, otherValue))),
      ),
  );
}

/** Returns the pairs that none of the points has. */
export function missingPairs<Of extends Axes>(axes: Of, points: readonly Point<Of>[]): Pair[] {
  const covered = new Set(points.flatMap(pairsOf));
  return listPairs(axes).filter((pair) => !covered.has(pair));
}

export function randomPoint<Of extends Axes>(axes: Of, random: Random): Point<Of> {
  return Object.fromEntries(Object.entries(axes).map(([axis, values]) => [axis, pick(random, values)])) as Point<Of>;
}

/**
 * Returns points that have each pair of values of two axes, in few points: each is the one of several random points that
 * adds most pairs, of which the first has a pair that is still missing.
 */
export function coverPairs<Of extends Axes>(axes: Of, random: Random): Point<Of>[] {
  const points: Point<Of>[] = [];
  const missing = new Set(listPairs(axes));
  const gain = (point: Point<Of>): number => pairsOf(point).filter((pair) => missing.has(pair)).length;
  while (missing.size > 0) {
    const wanted = pick(random, [...missing]);
    const fixed = Object.fromEntries(wanted.split(', ').map((part) => part.split('=')));
    const withWanted = (): Point<Of> => {
      const point: Record<string, string | number> = randomPoint(axes, random);
      for (const [axis, values] of Object.entries(axes)) {
        const value = values.find((one) => String(one) === fixed[axis]);
        if (value !== undefined) point[axis] = value;
      }
      return point as Point<Of>;
    };
    const best = Array.from({ length: candidates }, withWanted).reduce((one, other) =>
      gain(other) > gain(one) ? other : one,
    );
    points.push(best);
    for (const pair of pairsOf(best)) missing.delete(pair);
  }
  return points;
}

/**
 * Replaces the values of a failing point by the first of their axis, one after the other, as long as it fails.
 *
 * @param fails whether another point fails, too
 * @returns a point that fails, of which no single axis can become plain
 */
export async function shrinkPoint<Of extends Axes>(
  axes: Of,
  failing: Point<Of>,
  fails: (point: Point<Of>) => Promise<boolean>,
): Promise<Point<Of>> {
  let shrunk = failing;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const [axis, [plain]] of Object.entries(axes)) {
      if (shrunk[axis] === plain) continue;
      const smaller: Point<Of> = { ...shrunk, [axis]: plain };
      if (!(await fails(smaller))) continue;
      shrunk = smaller;
      isSmaller = true;
    }
  }
  return shrunk;
}
