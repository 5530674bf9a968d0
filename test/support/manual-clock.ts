import type { Clock } from '../../src/platform/time/clock.js';

/** A clock that stands until it is moved. */
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
