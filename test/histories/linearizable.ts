import type { Operation } from './history.js';

/** The behaviour of an object that gets one request after the other. States are values of JSON. */
export interface Model<State, Action, Answer> {
  initial: State;
  /**
   * Returns the state after an action, or undefined if the object does not give that answer to it.
   *
   * @param answer null if it is not known: any is right
   */
  step(state: State, action: Action, answer: Answer | null): State | undefined;
}

export interface Finding {
  verdict: 'linearizable' | 'impossible' | 'undecided';
  /** The configurations that the search has visited. */
  steps: number;
  /** Unless the verdict is `linearizable`, the longest order that was found, and the operations of which none can follow it. */
  longest?: { order: Operation[]; state: unknown; next: Operation[] };
}

/** A set of executed operations with the state that one order of them leaves. */
interface Configuration<State> {
  executed: bigint;
  state: State;
  order: readonly number[];
  /** The operations to try next, the best last. */
  next: number[];
}

const defaultSteps = 200_000;

/**
 * Searches an order of the operations of one object in which each comes after those that had returned when it began, and in
 * which the model gives the same answers (Wing and Gong, with the visited configurations remembered as by Lowe). Operations
 * without an answer may come at any place after their beginning, or at none.
 *
 * @param mostSteps bounds the search, which is exponential in the operations at once if the history is wrong
 */
export function findOrder<State, Action, Answer>(
  { initial, step }: Model<State, Action, Answer>,
  history: readonly Operation<Action, Answer>[],
  mostSteps = defaultSteps,
): Finding {
  const operations = history.toSorted((one, other) => one.from - other.from);
  const bits = operations.map((_, index) => 1n << BigInt(index));
  const answered = operations.reduce((set, { to }, index) => (to === null ? set : set | (bits[index] ?? 0n)), 0n);
  const isIn = (set: bigint, index: number): boolean => (set & (bits[index] ?? 0n)) !== 0n;

  /** Returns the operations that may be the next: those that began before any that is left has returned. */
  const nextOf = (executed: bigint): number[] => {
    let end = Number.POSITIVE_INFINITY;
    const next: number[] = [];
    for (const [index, { from, to }] of operations.entries()) {
      if (from > end) break;
      if (isIn(executed, index)) continue;
      next.push(index);
      end = Math.min(end, to ?? Number.POSITIVE_INFINITY);
    }
    // Those without an answer are tried last: most were not executed, or were not needed yet.
    const of = (isAnswered: boolean) => next.filter((index) => isIn(answered, index) === isAnswered).toReversed();
    return [...of(false), ...of(true)];
  };

  const begin: Configuration<State> = { executed: 0n, state: initial, order: [], next: nextOf(0n) };
  const stack = [begin];
  const visited = new Set<string>();
  let steps = 0;
  let longest = begin;
  const failed = (verdict: 'impossible' | 'undecided'): Finding => ({
    ...{ verdict, steps },
    longest: {
      order: longest.order.flatMap((index) => operations[index] ?? []),
      state: longest.state,
      next: nextOf(longest.executed).flatMap((index) => operations[index] ?? []),
    },
  });
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    if ((top.executed & answered) === answered) return { verdict: 'linearizable', steps };
    const index = top.next.pop();
    const operation = index === undefined ? undefined : operations[index];
    if (index === undefined || !operation) {
      stack.pop();
      continue;
    }
    const state = step(top.state, operation.action, operation.answer);
    if (state === undefined) continue;
    const text = JSON.stringify(state);
    if (!isIn(answered, index) && text === JSON.stringify(top.state)) continue;
    const executed = top.executed | (bits[index] ?? 0n);
    const key = `${executed.toString(36)} ${text}`;
    if (visited.has(key)) continue;
    visited.add(key);
    steps += 1;
    if (steps > mostSteps) return failed('undecided');
    const reached = { executed, state, order: [...top.order, index], next: nextOf(executed) };
    if (reached.order.length > longest.order.length) longest = reached;
    stack.push(reached);
  }
  return failed('impossible');
}
