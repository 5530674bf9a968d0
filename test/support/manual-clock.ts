import type { Clock } from '../../src/platform/time/clock.js';

/**
 * A clock that stands until it is moved. Keep it in the past where a hold is to expire: the capacity constraint counts a
 * hold until the clock of the database has reached its end, too.
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
