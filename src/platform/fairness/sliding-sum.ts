/** The sum of the amounts of the last seconds, kept in slots of equal length. */
export class SlidingSum {
  readonly #amounts: number[];
  /** The number of the slot of the latest amount, counted since the clock's origin. */
  #latest = 0;

  /** @param slotSeconds the length of a slot. The sum forgets amounts slot by slot. */
  constructor(
    readonly slots: number,
    readonly slotSeconds: number,
  ) {
    this.#amounts = new Array(slots).fill(0);
  }

  /** @param now seconds since any fixed instant, as in the other methods */
  add(amount: number, now: number): void {
    this.#advance(now);
    const index = this.#latest % this.slots;
    this.#amounts[index] = (this.#amounts[index] ?? 0) + amount;
  }

  sum(now: number): number {
    this.#advance(now);
    let sum = 0;
    for (const amount of this.#amounts) sum += amount;
    return sum;
  }

  /** Returns the seconds until the sum is below `bound`, if nothing is added until then. 0 if it is already. */
  secondsUntilBelow(bound: number, now: number): number {
    let left = this.sum(now);
    if (left < bound) return 0;
    const oldest = this.#latest - this.slots + 1;
    for (let slot = oldest; slot <= this.#latest; slot += 1) {
      left -= this.#amounts[((slot % this.slots) + this.slots) % this.slots] ?? 0;
      if (left < bound) return Math.max(0, (slot + this.slots) * this.slotSeconds - now);
    }
    return this.slots * this.slotSeconds;
  }

  /** Empties the slots that began since the latest amount. */
  #advance(now: number): void {
    const current = Math.floor(now / this.slotSeconds);
    const first = Math.max(this.#latest + 1, current - this.slots + 1);
    for (let slot = first; slot <= current; slot += 1) this.#amounts[slot % this.slots] = 0;
    this.#latest = Math.max(this.#latest, current);
  }
}
