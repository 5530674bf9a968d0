import type { StepBudget } from '../../platform/step-budget.js';
import type { PoolNeed } from './need-matching.rules.js';

/**
 * Matches needs to resources of which each serves one need at most, with the results of `Matching`. Its steps grow with the
 * product of needs and resources instead of doubling with each need: it exchanges resources along augmenting paths, which are
 * exact in this case.
 */
export class ExclusiveMatching {
  readonly #pools: readonly (readonly number[])[];
  readonly #budget: StepBudget;
  /** The needs to which resources were given. */
  readonly #taken = new Map<number, number>();
  /** The resources that each need still lacks. */
  readonly #left: number[];

  /**
   * @param canServe whether a resource has room for a need, by its place in the list
   * @param budget counts the steps of the whole search. The methods throw LimitError
   */
  constructor(needs: readonly PoolNeed[], canServe: (resourceId: number, need: number) => boolean, budget: StepBudget) {
    this.#pools = needs.map(({ pool }, need) => pool.filter((id) => canServe(id, need)));
    this.#left = needs.map(({ count }) => count);
    this.#budget = budget;
  }

  /** Returns whether all needs can be met. */
  isPossible(): boolean {
    const owners = new Map<number, number>();
    return this.#left.every((count, need) => {
      for (let found = 0; found < count; found++) if (!this.#serve(need, owners, new Set())) return false;
      return true;
    });
  }

  /** Returns the resources that can be among those of a need if all needs are met, in the order of its pool. */
  choicesFor(need: number): number[] {
    if ((this.#left[need] ?? 0) === 0 || !this.isPossible()) return [];
    return (this.#pools[need] ?? []).filter((id) => {
      if (!this.#take(id, need)) return false;
      this.#release(id, need);
      return true;
    });
  }

  /**
   * Chooses for each need the resources that its pool has first, as far as all later needs can still be met. Call it once.
   *
   * @returns the ids of each need in the order of its pool; undefined if there is no such choice
   */
  choose(): number[][] | undefined {
    if (!this.isPossible()) return undefined;
    for (const [need, pool] of this.#pools.entries()) {
      for (const id of pool) if ((this.#left[need] ?? 0) > 0) this.#take(id, need);
    }
    return this.#pools.map((pool, need) => pool.filter((id) => this.#taken.get(id) === need));
  }

  /** Gives a resource to a need if all needs can still be met afterwards. */
  #take(id: number, need: number): boolean {
    if (this.#taken.has(id)) return false;
    this.#taken.set(id, need);
    this.#left[need] = (this.#left[need] ?? 0) - 1;
    if (this.isPossible()) return true;
    this.#release(id, need);
    return false;
  }

  #release(id: number, need: number): void {
    this.#taken.delete(id);
    this.#left[need] = (this.#left[need] ?? 0) + 1;
  }

  /** Finds one more resource for a need, for which those before it may exchange theirs. */
  #serve(need: number, owners: Map<number, number>, seen: Set<number>): boolean {
    const pool = this.#pools[need] ?? [];
    this.#budget.take(pool.length);
    for (const id of pool) {
      if (seen.has(id) || this.#taken.has(id)) continue;
      const owner = owners.get(id);
      if (owner === need) continue;
      seen.add(id);
      if (owner !== undefined && !this.#serve(owner, owners, seen)) continue;
      owners.set(id, need);
      return true;
    }
    return false;
  }
}
