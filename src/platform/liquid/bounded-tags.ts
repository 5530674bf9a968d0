import {
  CaptureTag,
  type Context,
  CycleTag,
  Drop,
  defaultOperators,
  type Emitter,
  evalToken,
  ForTag,
  type Liquid,
  type Operators,
  TablerowTag,
  Tag,
  type TagToken,
  type TopLevelToken,
  TypeGuards,
  tags,
} from 'liquidjs';
import { BoundedEmitter, budgetOf, takeForValue } from './bounded-context.js';
import { search } from './bounded-filters.js';

/** The tags that templates may use. Those of files are left out, because templates have none. */
const allowed =
  'assign capture case comment cycle decrement increment if unless for tablerow break continue echo liquid raw #';

/** Replaces the tags of an engine by the allowed ones. None of them loops without taking steps. */
export function boundTags(liquid: Liquid): void {
  for (const name of Object.keys(tags)) if (!allowed.split(' ').includes(name)) delete liquid.tags[name];
  liquid.registerTag('capture', BoundedCapture);
  liquid.registerTag('for', BoundedFor);
  liquid.registerTag('tablerow', BoundedTablerow);
  liquid.registerTag('cycle', BoundedCycle);
  liquid.registerTag('#', InlineComment);
}

/** A rendered part of a text, whose values are already escaped. */
export class Captured extends Drop {
  constructor(readonly text: string) {
    super();
  }

  override valueOf(): string {
    return this.text;
  }
}

class BoundedCapture extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    const emitter = new BoundedEmitter(budgetOf(context));
    yield this.liquid.renderer.renderTemplates(this.templates, context, emitter);
    const { buffer } = emitter;
    context.bottom()[this.variable] = context.opts.outputEscape ? new Captured(buffer) : buffer;
  }
}

/** Takes the steps of copying the whole list, even if a limit leaves out most of it. */
class BoundedFor extends ForTag {
  override *render(context: Context, emitter: Emitter): ReturnType<ForTag['render']> {
    yield takeForList(this, context);
    return yield* super.render(context, emitter);
  }
}

class BoundedTablerow extends TablerowTag {
  override *render(context: Context, emitter: Emitter): ReturnType<TablerowTag['render']> {
    yield takeForList(this, context);
    yield* super.render(context, emitter);
  }
}

function* takeForList({ token, collection }: ForTag | TablerowTag, context: Context): Generator {
  const list: unknown = yield evalToken(collection, context);
  const budget = budgetOf(context);
  budget.take(token.size());
  if (typeof list === 'object' && list !== null) budget.take(Object.keys(list).length);
}

/** The engine takes 1 µs to parse a character of a cycle. */
export const stepsOfCycleCharacter = 10;

/** Parses its values again, and compares the text of the tag and its group, each time it is rendered. */
class BoundedCycle extends CycleTag {
  override *render(context: Context): ReturnType<CycleTag['render']> {
    const budget = budgetOf(context);
    budget.take(stepsOfCycleCharacter * this.token.size());
    // The last of the arguments is the group, if there is one.
    const group = [...this.arguments()].at(-1);
    if (TypeGuards.isValueToken(group)) takeForValue(budget, yield evalToken(group, context));
    return yield* super.render(context, new BoundedEmitter(budget));
  }
}

/** Checks the lines of a comment one by one. The engine's expression takes quadratic time for empty lines. */
class InlineComment extends Tag {
  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
    super(token, remaining, liquid);
    const [, ...lines] = token.args.split('\n');
    if (!lines.every((line) => /^\s*(#|$)/.test(line))) {
      throw new Error("every line of an inline comment must start with a '#' character");
    }
  }

  render(): void {}
}

/** The operators that read their operands to the end. `and`, `or` and `not` only check whether they are empty. */
const reading = ['==', '!=', '<', '>', '<=', '>=', 'contains'];

/** Returns the operators of the engine. Comparing takes the steps of reading both operands. */
export function boundedOperators(): Operators {
  const bounded = reading.map((name): [string, Operators[string]] => {
    const compare = defaultOperators[name];
    if (!compare) throw new Error(`Liquid has no operator ${name}`);
    return [
      name,
      (left: unknown, right: unknown, context: Context) => {
        const budget = budgetOf(context);
        const [size, argSize] = [takeForValue(budget, left), takeForValue(budget, right)];
        if (name === 'contains') budget.take(search({ value: left, size, args: [right], argSize }));
        return compare(left, right, context);
      },
    ];
  });
  return { ...defaultOperators, ...Object.fromEntries(bounded) };
}
