import type { Clock } from '../time/clock.js';
import type { Database } from './database.js';

/** In milliseconds. */
const syncInterval = 10_000;

/**
 * The clock of the database server. All workers share it, so that one whose own clock is wrong or jumps neither expires
 * holds early nor delays jobs. Between two readings it counts by a monotonic clock.
 */
export class DatabaseClock implements Clock {
  readonly #read: () => Promise<number>;
  readonly #monotonic: () => number;
  /** The time of the database minus the time of the monotonic clock. */
  #offset = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  /** The parameters are those of `start`. */
  private constructor(read: () => Promise<number>, monotonic: () => number) {
    this.#read = read;
    this.#monotonic = monotonic;
  }

  /**
   * Reads the time of the database, now and every 10 seconds.
   *
   * @param read the time of the database server, in milliseconds since 1970
   * @param monotonic milliseconds of a clock that never jumps
   */
  static async start(
    read: () => Promise<number>,
    monotonic: () => number = () => performance.now(),
  ): Promise<DatabaseClock> {
    const clock = new DatabaseClock(read, monotonic);
    await clock.sync();
    // While the database is unavailable, the clock continues from the last reading.
    clock.#timer = setInterval(() => void clock.sync().catch(() => {}), syncInterval).unref();
    return clock;
  }

  now(): Date {
    return new Date(this.#monotonic() + this.#offset);
  }

  /**
   * Reads the time of the database, at an unknown instant between the request and the answer. So an answer bounds the
   * offset on both sides. The clock moves only if it is out of these bounds: a slow answer does not make it worse.
   */
  async sync(): Promise<void> {
    const requestedAt = this.#monotonic();
    const time = await this.#read();
    this.#offset = Math.min(Math.max(this.#offset, time - this.#monotonic()), time - requestedAt);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Returns the time of the database server, in milliseconds since 1970. */
export async function readDatabaseTime({ session }: Pick<Database, 'session'>): Promise<number> {
  const [row] = await session.execute<{ time: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as time',
  );
  if (!row) throw new Error('the database did not return its time');
  return row.time;
}
