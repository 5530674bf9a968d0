import {
  Liquid,
  LiquidError,
  type LiquidOptions,
  Parser,
  type Template,
  Tokenizer,
  type TopLevelToken,
  TypeGuards,
} from 'liquidjs';
import { LimitError, StepBudget } from '../step-budget.js';
import { type Divided, runInTurns } from '../turns.js';
import { BoundedContext, BoundedEmitter, runBounded } from './bounded-context.js';
import { boundFilters } from './bounded-filters.js';
import { boundedOperators, boundTags, stepsOfCycleCharacter } from './bounded-tags.js';

/** A template could not be parsed or rendered. The message may be shown: it quotes the template, never its values. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/** The maximum length of a template and of its output. */
export const maxLiquidCharacters = 65_536;

/** Of the texts of a message or request. 65 kB with 10 values a kB take 500,000, a list of 200 dates 300,000. */
const maxSteps = 1_000_000;
/** The most steps of a part that cannot be divided: a filter, a comparison, a list, or parsing a tag and what is in it. */
const maxStepsAtOnce = 50_000;

/** Returns the budget of the texts of one message or request. */
export function templateBudget(): StepBudget {
  return new StepBudget(maxSteps, { maxOverrun: maxStepsAtOnce });
}

/** Tags within tags. */
const maxTagLevels = 60;
/** Steps of parsing a tag, an output or the text between them, of a character in one, and of one in a text. */
const [stepsOfNode, stepsOfCharacter, stepsOfTextCharacter] = [10, 3, 1 / 8];

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
    private readonly budget: StepBudget,
  ) {
    super(liquid);
  }

  override parseToken(...[token, remaining]: Parameters<Parser['parseToken']>): ReturnType<Parser['parseToken']> {
    this.budget.take(stepsOfNode + token.size() * stepsOfCharacterIn(token));
    if (this.#level >= maxTagLevels) throw new Error(`tags are nested too deeply (maximum is ${maxTagLevels} levels)`);
    this.#level++;
    try {
      return super.parseToken(token, remaining);
    } finally {
      this.#level--;
    }
  }
}

function stepsOfCharacterIn(token: TopLevelToken): number {
  if (TypeGuards.isHTMLToken(token)) return stepsOfTextCharacter;
  return TypeGuards.isTagToken(token) && token.name === 'cycle' ? stepsOfCycleCharacter : stepsOfCharacter;
}

/** Parses a template. Texts of one request share a budget. @throws TemplateError */
export function parseTemplate(liquid: Liquid, text: string, budget = templateBudget()): Promise<Template[]> {
  return withTemplateErrors(() => runInTurns(parse(liquid, text, budget), budget));
}

function* parse(liquid: Liquid, text: string, budget: StepBudget): Divided<Template[]> {
  if (text.length > maxLiquidCharacters) throw new TemplateError(`is longer than ${maxLiquidCharacters} characters`);
  const nodes = text.match(/\{[{%]/g)?.length ?? 0;
  if (budget.take(nodes * stepsOfNode + text.length * stepsOfTextCharacter)) yield undefined;
  const parser = new BoundedParser(liquid, budget);
  const tokens = new Tokenizer(text, operators).readTopLevelTokens(liquid.options);
  const templates: Template[] = [];
  for (let token = tokens.shift(); token; token = tokens.shift()) {
    templates.push(parser.parseToken(token, tokens));
    if (budget.take(0)) yield undefined;
  }
  return templates;
}

/**
 * Parses and renders a template. Whether it exceeds its limits depends only on the template and the values.
 *
 * @throws TemplateError
 */
export async function renderTemplate(
  liquid: Liquid,
  text: string,
  values: object,
  budget = templateBudget(),
): Promise<string> {
  const templates = await parseTemplate(liquid, text, budget);
  const emitter = new BoundedEmitter(budget);
  // `increment` and `decrement` write to the values.
  const context = new BoundedContext(liquid, { ...values }, budget);
  const rendering = liquid.renderer.renderTemplates(templates, context, emitter);
  await withTemplateErrors(() => runInTurns(runBounded(rendering, budget), budget));
  if (emitter.buffer.length > maxLiquidCharacters) {
    throw new TemplateError(`makes more than ${maxLiquidCharacters} characters`);
  }
  return emitter.buffer;
}

/** The engine wraps all errors of filters and tags. Others are faults of this server. */
async function withTemplateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (LiquidError.is(error) || error instanceof LimitError) throw new TemplateError(error.message);
    throw error;
  }
}
