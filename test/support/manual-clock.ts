import type { Clock } from '../../src/platform/time/clock.js';

/**
 * A clock that only moves when a test sets it. Keep it in the past if a hold is to expire: the capacity constraint counts
 * a hold until the database's clock has reached its end, too.
 */
export class ManualClock implements Clock {
  #now: number;

  constructor(iso: string) {
    this.#now = Date.parse(iso);
  }

  now(): Date {
    return new Date(this.#now);
  }

  set(iso: string): void {
    this.#now = Date.parse(iso);
  }

  advance(minutes: number): void {
    this.#now += minutes * 60_000;
  }
}
