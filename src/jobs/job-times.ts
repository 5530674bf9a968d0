import type { JobParameters } from 'agenda';
import { type Clock, systemClock } from '../platform/time/clock.js';

/** The times of a job that Agenda sets by the clock of its process. */
const fields = ['nextRunAt', 'lockedAt', 'lastRunAt', 'lastFinishedAt', 'failedAt'] as const;

/**
 * In milliseconds. By so much a job may start after its time. Without it, rounding and small corrections of a clock would
 * start some jobs before their time, when their work is not due yet.
 */
const margin = 10;

/**
 * Converts the times of jobs between the clock of this process, by which Agenda works, and the clock by which jobs are
 * stored. Agenda cannot be given a clock. With its own, a process whose clock is days ahead would move the recurring jobs
 * of all by that much, and run jobs that are not due.
 */
export class JobTimes {
  readonly #clock: Clock;
  /**
   * The stored time of each local one. Agenda stores a time several times, such as the next run of a job at its start and
   * at its end. It must not move if the clock of the process jumps in between.
   */
  readonly #stored = new WeakMap<Date, Date>();

  /** @param clock the clock by which jobs are stored */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  toStored(local: Date): Date {
    const stored = this.#stored.get(local) ?? new Date(local.getTime() + this.#offset());
    this.#stored.set(local, stored);
    return stored;
  }

  toLocal(stored: Date): Date {
    const local = new Date(stored.getTime() - this.#offset());
    this.#stored.set(local, stored);
    return local;
  }

  toStoredJob<Job extends JobParameters>(job: Job): Job {
    return convert(job, (local) => this.toStored(local));
  }

  toLocalJob<Job extends JobParameters>(job: Job): Job {
    return convert(job, (stored) => this.toLocal(stored));
  }

  /** Stored time minus local time. */
  #offset(): number {
    return this.#clock.now().getTime() - systemClock.now().getTime() - margin;
  }
}

function convert<Job extends JobParameters>(job: Job, to: (time: Date) => Date): Job {
  const converted = { ...job };
  for (const field of fields) {
    const time = job[field];
    if (time) converted[field] = to(time);
  }
  return converted;
}
