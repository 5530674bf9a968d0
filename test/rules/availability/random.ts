import type { OpeningHours } from '../../../src/domain/resource/opening-hours.rules.js';
import { formatWallTime } from '../../../src/platform/time/wall-time.js';

/** Returns a random integer from 0 up to, but not including, `below`. */
export type Random = (below: number) => number;

/** Creates a generator of random integers (mulberry32) that repeats itself for the same seed. */
export function seeded(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export function pick<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[random(choices.length)] ?? choices[0];
}

/** Returns random opening hours of a date: often none or the whole day. */
export function randomHours(random: Random): OpeningHours {
  if (random(5) === 0) return pick(random, [null, [], ['00:00', '24:00']]);
  const minutes = new Set<number>();
  const count = 2 + 2 * random(3);
  while (minutes.size < count) {
    // Often near clock changes, and often at a time off the grid.
    minutes.add(random(2) === 0 ? 60 + 15 * random(16) : random(1441));
  }
  return [...minutes].sort((a, b) => a - b).map(formatWallTime);
}
