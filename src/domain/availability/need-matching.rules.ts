import type { StepBudget } from '../../platform/step-budget.js';

/** A need for so many distinct resources of a pool. */
export interface PoolNeed {
  readonly count: number;
  /** Ids of the resources that may serve it, each once, those that are preferred first. */
  readonly pool: readonly number[];
  /** Resources of the pool that must serve it. More than `count` cannot. */
  readonly required?: readonly number[];
}

/**
 * Returns whether a resource has room for several needs together: for those whose bits are set in `needs`, by their place
 * in the list. What has room for some needs must have room for each part of them.
 */
export type HasRoom = (resourceId: number, needs: number) => boolean;

/** The reason for which needs cannot be met: there are fewer resources for some of them, taken together, than they need. */
export interface Shortage {
  /** The places in the list of as few needs as cannot be met together. */
  readonly needs: number[];
  /** The number of resources that these needs take. */
  readonly needed: number;
  /** The most of them that can be had. */
  readonly has: number;
}

/**
 * The resources that can serve the same sets of needs. `sets` are the largest sets that one of them can serve, as bits.
 */
interface Kind {
  readonly sets: readonly number[];
  /** The most needs among those with these bits that one resource serves. */
  readonly ranks: readonly number[];
  /** Whether every set of needs that cannot be extended has the same size, also among any part of the needs. */
  readonly isMatroid: boolean;
}

interface Supply {
  readonly kind: Kind;
  readonly count: number;
}

/**
 * Matches needs to resources: each need gets distinct resources of its pool, and a resource may serve several needs if it
 * has room for them together.
 *
 * The needs can be met only if every set of them can: the resources that it takes must not be more than those that the
 * pools can give to it (Hall). With at most six needs these are 63 sums. The condition is also sufficient if the sets of
 * needs that each resource can serve form a matroid, as with needs that last for the whole booking. Otherwise, such as for
 * a resource that can serve one long need or two short ones, the sets that these resources serve are searched. Rejected:
 * augmenting paths, which are exact only for matroids, too, and choose by where they begin instead of by preference.
 */
export class Matching {
  readonly #needs: readonly PoolNeed[];
  readonly #hasRoom: HasRoom;
  readonly #budget: StepBudget;
  /** The bits of the needs in whose pool a resource is. */
  readonly #offers = new Map<number, number>();
  /** The bits of the needs that were given to a resource. */
  readonly #taken = new Map<number, number>();
  /** The resources that each need still lacks. */
  readonly #left: number[];
  readonly #rooms = new Map<number, Map<number, boolean>>();
  readonly #kinds = new Map<string, Kind>();
  /** Whether the needs have the resources that must serve them. */
  readonly #hasRequired: boolean;

  /** @param budget counts the steps of the whole search. Its methods throw LimitError */
  constructor(needs: readonly PoolNeed[], hasRoom: HasRoom, budget: StepBudget) {
    this.#needs = needs;
    this.#hasRoom = hasRoom;
    this.#budget = budget;
    this.#left = needs.map(({ count }) => count);
    for (const [index, { pool }] of needs.entries()) {
      for (const id of pool) this.#offers.set(id, (this.#offers.get(id) ?? 0) | (1 << index));
    }
    this.#hasRequired = needs.every(({ required = [] }, need) => required.every((id) => this.#give(id, need)));
  }

  /** Returns whether all needs can be met, with the required resources. */
  isPossible(): boolean {
    if (!this.#hasRequired) return false;
    const open = this.#left.reduce((bits, left, index) => (left > 0 ? bits | (1 << index) : bits), 0);
    if (open === 0) return true;
    const counts = new Map<Kind, number>();
    for (const id of this.#offers.keys()) {
      const kind = this.#kindOf(id, open);
      if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    const supplies = Array.from(counts, ([kind, count]): Supply => ({ kind, count }));
    if (!this.#suffices(supplies, this.#left)) return false;
    const even = supplies.filter(({ kind }) => kind.isMatroid);
    const uneven = supplies.filter(({ kind }) => !kind.isMatroid);
    return uneven.length === 0 || this.#canServe(uneven, even, [...this.#left], new Set());
  }

  /** Returns the resources that can be among those of a need if all needs are met, in the order of its pool. */
  choicesFor(need: number): number[] {
    const { pool } = this.#needs[need] ?? { pool: [] };
    if (pool.length === 0 || !this.isPossible()) return [];
    return pool.filter((id) => {
      if (this.#serves(id, need)) return true;
      if (!this.#take(id, need)) return false;
      this.#release(id, need);
      return true;
    });
  }

  /**
   * Chooses the resources of each need: those that are required, and then those that its pool has first, as far as all
   * later needs can still be met. Call it once.
   *
   * @returns the ids of each need in the order of its pool; undefined if there is no such choice
   */
  choose(): number[][] | undefined {
    if (!this.isPossible()) return undefined;
    for (const [need, { pool }] of this.#needs.entries()) {
      for (const id of pool) if ((this.#left[need] ?? 0) > 0) this.#take(id, need);
    }
    return this.#needs.map(({ pool }, need) => pool.filter((id) => this.#serves(id, need)));
  }

  #serves(id: number, need: number): boolean {
    return ((this.#taken.get(id) ?? 0) & (1 << need)) !== 0;
  }

  /** Gives a resource to a need if all needs can still be met afterwards. */
  #take(id: number, need: number): boolean {
    if (!this.#give(id, need)) return false;
    // A resource of one pool can take the place of any other in it.
    if (this.#offers.get(id) === 1 << need || this.isPossible()) return true;
    this.#release(id, need);
    return false;
  }

  /** Gives a resource to a need that lacks one, if it has room. */
  #give(id: number, need: number): boolean {
    const taken = this.#taken.get(id) ?? 0;
    const bit = 1 << need;
    const isOffered = ((this.#offers.get(id) ?? 0) & ~taken & bit) !== 0;
    if (!isOffered || (this.#left[need] ?? 0) === 0 || !this.#fits(id, taken | bit)) return false;
    this.#taken.set(id, taken | bit);
    this.#left[need] = (this.#left[need] ?? 0) - 1;
    return true;
  }

  #release(id: number, need: number): void {
    this.#taken.set(id, (this.#taken.get(id) ?? 0) & ~(1 << need));
    this.#left[need] = (this.#left[need] ?? 0) + 1;
  }

  #fits(id: number, needs: number): boolean {
    const rooms = this.#rooms.get(id) ?? new Map<number, boolean>();
    this.#rooms.set(id, rooms);
    const fits = rooms.get(needs) ?? this.#hasRoom(id, needs);
    rooms.set(needs, fits);
    return fits;
  }

  /** Returns the kind of a resource for the needs that are open; undefined if it can serve none of them. */
  #kindOf(id: number, open: number): Kind | undefined {
    const taken = this.#taken.get(id) ?? 0;
    const offered = (this.#offers.get(id) ?? 0) & open & ~taken;
    this.#budget.take(stepsOfResource + (offered > maxKnown ? offered : 0));
    const sets: number[] = [];
    for (const set of partsOf(offered)) {
      if (!sets.some((larger) => (larger & set) === set) && this.#fits(id, taken | set)) sets.push(set);
    }
    if (sets.length === 0) return undefined;
    const key = sets.join();
    const kind = this.#kinds.get(key) ?? this.#createKind(sets);
    this.#kinds.set(key, kind);
    return kind;
  }

  #createKind(sets: readonly number[]): Kind {
    this.#budget.take((1 << this.#needs.length) * sets.length);
    const ranks = Array.from({ length: 1 << this.#needs.length }, (_, needs) =>
      Math.max(...sets.map((set) => sizeOf(set & needs))),
    );
    return { sets, ranks, isMatroid: isMatroid(sets) };
  }

  /** Returns whether every set of needs can get as many resources as it lacks. */
  #suffices(supplies: readonly Supply[], left: readonly number[]): boolean {
    const all = 1 << this.#needs.length;
    this.#budget.take(all * (supplies.length + 1));
    for (let needs = 1; needs < all; needs++) {
      const lacking = left.reduce((sum, count, index) => (needs & (1 << index) ? sum + count : sum), 0);
      const has = supplies.reduce((sum, { kind, count }) => sum + count * (kind.ranks[needs] ?? 0), 0);
      if (has < lacking) return false;
    }
    return true;
  }

  /**
   * Searches the sets that the resources of uneven kinds serve, one resource after the other. Those of a kind are equal, so
   * each serves the same set as the one before or a later one.
   */
  #canServe(
    uneven: readonly Supply[],
    even: readonly Supply[],
    left: readonly number[],
    failed: Set<string>,
    firstSet = 0,
  ): boolean {
    const [first, ...others] = uneven;
    if (!first || left.every((count) => count <= 0)) return this.#suffices(even, left);
    if (first.count === 0) return this.#canServe(others, even, left, failed);
    const key = [uneven.length, first.count, firstSet, ...left].join();
    if (failed.has(key) || !this.#suffices([...uneven, ...even], left)) return false;
    const rest = [{ ...first, count: first.count - 1 }, ...others];
    for (const [index, set] of first.kind.sets.entries()) {
      const lacking = left.map((count, need) => (set & (1 << need) ? Math.max(0, count - 1) : count));
      if (index >= firstSet && this.#canServe(rest, even, lacking, failed, index)) return true;
    }
    failed.add(key);
    return false;
  }
}

const stepsOfResource = 4;

/** Returns the parts of a set of bits, the largest first, without the empty one. */
function partsOf(set: number): readonly number[] {
  const known = parts.get(set);
  if (known) return known;
  const found: number[] = [];
  for (let part = set; part > 0; part = (part - 1) & set) found.push(part);
  found.sort((a, b) => sizeOf(b) - sizeOf(a) || a - b);
  if (set <= maxKnown) parts.set(set, found);
  return found;
}

/** The largest set whose parts are kept: of 12 needs. */
const maxKnown = (1 << 12) - 1;
const parts = new Map<number, readonly number[]>();

function sizeOf(set: number): number {
  let size = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) size++;
  return size;
}

/** Whether the sets are the bases of a matroid: an element of one can always be exchanged for one of another. */
function isMatroid(sets: readonly number[]): boolean {
  const known = new Set(sets);
  return sets.every((set) =>
    sets.every(
      (other) =>
        sizeOf(set) === sizeOf(other) &&
        bitsOf(set & ~other).every((lost) => bitsOf(other & ~set).some((won) => known.has((set & ~lost) | won))),
    ),
  );
}

function bitsOf(set: number): number[] {
  return Array.from({ length: 31 }, (_, index) => set & (1 << index)).filter((bit) => bit !== 0);
}

/** Returns why needs cannot be met; undefined if they can. The first shortage of those with as few needs counts. */
export function findShortage(needs: readonly PoolNeed[], hasRoom: HasRoom, budget: StepBudget): Shortage | undefined {
  const canMeet = (counts: readonly number[]): boolean =>
    new Matching(
      needs.map(({ pool }, index) => ({ pool, count: counts[index] ?? 0 })),
      hasRoom,
      budget,
    ).isPossible();
  for (const set of partsOf((1 << needs.length) - 1).toReversed()) {
    const counts = needs.map(({ count }, index) => (set & (1 << index) ? count : 0));
    if (canMeet(counts)) continue;
    const needed = counts.reduce((sum, count) => sum + count, 0);
    const last = counts.findLastIndex((count) => count > 0);
    let lacking = 1;
    while (!canMeet(counts.with(last, (counts[last] ?? 0) - lacking))) lacking++;
    return { needs: [...counts.keys()].filter((index) => set & (1 << index)), needed, has: needed - lacking };
  }
  return undefined;
}
