import { Context, Drop, type Emitter, type Liquid, Tokenizer, TokenKind, toValue } from 'liquidjs';
import { LimitError, type StepBudget } from '../step-budget.js';
import type { Divided } from '../turns.js';

/** Levels of generators that wait for each other. A level of tags or brackets takes at most four. */
const maxDepth = 500;
/** Far below the numbers to which adding 1 has no effect, with which a range would never end. */
const maxRangeBound = 1_000_000_000;

/** Stands for a range where the engine expects the name of a variable. */
const rangeName = Symbol('range');

/**
 * The state of rendering one template, which takes the steps of reading variables. The methods are those by which the
 * engine reads every variable and property.
 */
export class BoundedContext extends Context {
  readonly budget: StepBudget;

  constructor(liquid: Liquid, values: object, budget: StepBudget) {
    super(values, liquid.options, { sync: true }, { liquid });
    this.budget = budget;
    // The engine announces the sizes of its intermediate results here, NaN if an argument is not a number.
    this.memoryLimit.use = (size) => {
      if (Number(size) > 0) budget.take(Number(size) / charactersPerStep);
    };
  }

  override *_get(path: Parameters<Context['_get']>[0]): IterableIterator<unknown> {
    const [name, low, high]: readonly unknown[] = path;
    if (name === rangeName) return this.#range(low, high);
    // The name is looked up in the scope of each loop around it.
    this.budget.take(this.#depth);
    return yield* super._get(path);
  }

  override readProperty(record: object, key: unknown): unknown {
    // A list as a key is converted to text.
    takeForValue(this.budget, key);
    if (key === 'size' && isRecord(record)) this.budget.take(Object.keys(record).length);
    return super.readProperty(record, key as string);
  }

  override spawn(scope: object = {}): Context {
    return new BoundedContext(this.liquid, scope, this.budget);
  }

  #depth = 1;

  override push(scope: object): number {
    this.#depth++;
    return super.push(scope);
  }

  override pop(): ReturnType<Context['pop']> {
    this.#depth--;
    return super.pop();
  }

  #range(low: unknown, high: unknown): number[] {
    takeForValue(this.budget, [low, high]);
    const [first, last] = [Number(low), Number(high)];
    if (!(first <= last)) return [];
    if (Math.max(-first, last) > maxRangeBound) throw new LimitError(`a range is beyond ${maxRangeBound}`);
    this.budget.take(last - first + 1);
    return Array.from({ length: Math.floor(last - first) + 1 }, (_, index) => first + index);
  }
}

export function budgetOf(context: Context): StepBudget {
  if (context instanceof BoundedContext) return context.budget;
  throw new TypeError('A template is rendered without a budget');
}

/**
 * Makes ranges variables, so that `BoundedContext` creates their lists. The engine would create `(a..b)` before it reads
 * any method or option, without an end if `a` is 2 ** 53, and it creates its tokenizers itself.
 */
const readRange = Tokenizer.prototype.readGroupOrRange;
Tokenizer.prototype.readGroupOrRange = function readBoundedRange() {
  const token = readRange.call(this);
  if (!token || !('rhs' in token)) return token;
  const props = [{ content: rangeName }, token.lhs, token.rhs];
  return Object.assign(token, { kind: TokenKind.PropertyAccess, variable: undefined, props });
};

/** Collects output and takes its steps. */
export class BoundedEmitter implements Emitter {
  buffer = '';

  constructor(private readonly budget: StepBudget) {}

  write(value: unknown): void {
    takeForValue(this.budget, value);
    this.buffer += textOf(value);
  }
}

/** Writes a list as its items one after the other, as the engine does. */
function textOf(value: unknown): string {
  const plain: unknown = toValue(value);
  if (Array.isArray(plain)) return plain.map(textOf).join('');
  return String(plain ?? '');
}

/**
 * Runs a generator of the engine and those that it yields. Each step counts, so that no loop of the engine is unbounded, those
 * of filters and expressions included.
 */
export function* runBounded(start: unknown, budget: StepBudget): Divided<unknown> {
  const waiting: Generator[] = [];
  let outcome: { value: unknown } | { error: unknown } = { value: start };
  for (;;) {
    if ('value' in outcome && isGenerator(outcome.value)) {
      waiting.push(outcome.value);
      const isTooDeep = waiting.length > maxDepth;
      outcome = isTooDeep ? { error: new LimitError('the template is nested too deeply') } : { value: undefined };
    }
    const next = waiting.at(-1);
    if (next === undefined) {
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    }
    try {
      if ('value' in outcome && budget.take(1)) yield undefined;
      const step: IteratorResult<unknown> = 'error' in outcome ? next.throw(outcome.error) : next.next(outcome.value);
      if (step.done) waiting.pop();
      outcome = { value: step.value };
    } catch (error) {
      waiting.pop();
      outcome = { error };
    }
  }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isGenerator(value: unknown): value is Generator<unknown, unknown, unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && 'throw' in value;
}

/** Characters of a string that are copied, compared or searched in one step. */
export const charactersPerStep = 4;
/** Levels of lists and objects. JSON of requests has at most 64. */
const maxLevels = 100;

/**
 * Takes the steps of reading a value and everything in it, and returns their number. A value that occurs twice counts twice,
 * because a filter would read it twice: `a | push: a` doubles a list without copying it.
 *
 * @throws LimitError
 */
export function takeForValue(budget: StepBudget, value: unknown, level = 0): number {
  if (level > maxLevels) throw new LimitError('a value is nested too deeply');
  if (value instanceof Drop) return takeForValue(budget, toValue(value), level + 1);
  let steps = 1 + (typeof value === 'string' ? value.length / charactersPerStep : 0);
  budget.take(steps);
  if (typeof value !== 'object' || value === null) return steps;
  if (Array.isArray(value)) for (const item of value) steps += takeForValue(budget, item, level + 1);
  else for (const entry of Object.entries(value)) steps += takeForValue(budget, entry, level + 1);
  return steps;
}
