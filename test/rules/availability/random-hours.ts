import type { OpeningHours } from '../../../src/domain/resource/opening-hours.rules.js';
import { formatWallTime } from '../../../src/platform/time/wall-time.js';
import { pick, type Random } from '../../support/random.js';

/** Returns random opening hours of a date: often none or the whole day. */
export function randomHours(random: Random): OpeningHours {
  if (random(5) === 0) return pick(random, [null, [], ['00:00', '24:00']]);
  // Often from or to midnight, where the hours of two dates may meet.
  const minutes = new Set(pick(random, [[], [], [0], [1440], [0, 1440]]));
  const count = 2 + 2 * random(3);
  while (minutes.size < count) {
    // Often near clock changes, and often at a time off the grid.
    minutes.add(random(2) === 0 ? 60 + 15 * random(16) : random(1441));
  }
  return [...minutes].sort((a, b) => a - b).map(formatWallTime);
}
