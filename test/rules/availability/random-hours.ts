import type { OpeningHours } from '../../../src/domain/resource/opening-hours.rules.js';
import { formatWallTime } from '../../../src/platform/time/wall-time.js';
import { pick, type Random } from '../../support/random.js';

/** Returns random opening hours of a date: often none or the whole day, sometimes until noon of the next date. */
export function randomHours(random: Random): OpeningHours {
  if (random(5) === 0) return pick(random, [null, [], ['00:00', '24:00'], ['18:00', '26:00']]);
  const isNight = random(3) === 0;
  // Often from or to midnight, where the hours of two dates may meet.
  const minutes = new Set(pick(random, [[], [], [0], [1440], [0, 1440]]));
  const count = 2 + 2 * random(3);
  while (minutes.size < count) {
    // Often near clock changes, and often at a time off the grid.
    const day = isNight ? 1440 * random(2) : 0;
    minutes.add(random(2) === 0 ? day + 60 + 15 * random(16) : random(isNight ? 2161 : 1441));
  }
  const [first = 0, ...others] = [...minutes].sort((a, b) => a - b);
  return [first % 1440, ...others].map(formatWallTime);
}
