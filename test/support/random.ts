/** Returns a random integer from 0 up to, but not including, `below`, which is at most 2 ** 32. */
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

/** Returns a random integer in the range, including both ends. */
export function between(random: Random, least: number, most: number): number {
  return least + random(most - least + 1);
}

/** @throws RangeError if there are no choices */
export function pick<Choice>(random: Random, choices: readonly Choice[]): Choice {
  if (choices.length === 0) throw new RangeError('nothing to pick from');
  return choices[random(choices.length)] as Choice;
}
