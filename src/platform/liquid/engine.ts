import { Liquid, LiquidError, type LiquidOptions, Parser, type Template } from 'liquidjs';
import { BoundedContext, BoundedEmitter, runBounded } from './bounded-context.js';
import { boundFilters } from './bounded-filters.js';
import { boundedOperators, boundTags } from './bounded-tags.js';
import { LimitError, TemplateBudget } from './template-budget.js';

/** A template could not be parsed or rendered. The message may be shown: it quotes the template, never its values. */
export class TemplateError extends Error {}

/** The maximum length of a template and of its output. */
export const maxLiquidCharacters = 65_536;

/** Steps of parsing and rendering a template: about 50 ms, for which it blocks the event loop. */
export const maxSteps = 250_000;

/** Tags within tags. */
const maxTagLevels = 60;
/** Steps of parsing a tag, an output or the text between them, and characters that are read in one step. */
const [stepsPerNode, charactersPerStep] = [10, 8];

/** Operators are compared by the identity of the object that holds them, so all engines share one. */
const operators = boundedOperators();

/** Creates an engine whose filters, tags and operators take steps, without access to files. */
export function createEngine(options: Omit<LiquidOptions, 'operators'> = {}): Liquid {
  const liquid = new Liquid({
    ...options,
    templates: {},
    strictFilters: true,
    ownPropertyOnly: true,
    operators,
  });
  boundFilters(liquid);
  boundTags(liquid);
  return liquid;
}

/** Takes the steps of parsing. Tags parse what is between them and their end by calling `parseToken` again. */
class BoundedParser extends Parser {
  #level = 0;

  constructor(
    liquid: Liquid,
    private readonly budget: TemplateBudget,
  ) {
    super(liquid);
  }

  override parseToken(...[token, remaining]: Parameters<Parser['parseToken']>): ReturnType<Parser['parseToken']> {
    this.budget.take(stepsPerNode);
    if (this.#level >= maxTagLevels) throw new Error(`tags are nested too deeply (maximum is ${maxTagLevels} levels)`);
    this.#level++;
    try {
      return super.parseToken(token, remaining);
    } finally {
      this.#level--;
    }
  }
}

/** Parses a template. Texts of one request share a budget. @throws TemplateError */
export function parseTemplate(liquid: Liquid, text: string, budget = new TemplateBudget(maxSteps)): Template[] {
  if (text.length > maxLiquidCharacters) throw new TemplateError(`is longer than ${maxLiquidCharacters} characters`);
  return withTemplateErrors(() => {
    budget.take(text.length / charactersPerStep);
    return new BoundedParser(liquid, budget).parse(text);
  });
}

/**
 * Parses and renders a template. Whether it exceeds its limits depends only on the template and the values.
 *
 * @throws TemplateError
 */
export function renderTemplate(
  liquid: Liquid,
  text: string,
  values: object,
  budget = new TemplateBudget(maxSteps),
): string {
  const templates = parseTemplate(liquid, text, budget);
  const emitter = new BoundedEmitter(budget);
  // `increment` and `decrement` write to the values.
  const context = new BoundedContext(liquid, { ...values }, budget);
  withTemplateErrors(() => runBounded(liquid.renderer.renderTemplates(templates, context, emitter), budget));
  if (emitter.buffer.length > maxLiquidCharacters) {
    throw new TemplateError(`makes more than ${maxLiquidCharacters} characters`);
  }
  return emitter.buffer;
}

/** The engine wraps all errors of filters and tags. Others are faults of this server. */
function withTemplateErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (LiquidError.is(error) || error instanceof LimitError) throw new TemplateError(error.message);
    throw error;
  }
}
