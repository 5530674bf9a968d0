import { filters, type Liquid } from 'liquidjs';
import { LimitError, type StepBudget } from '../step-budget.js';
import { budgetOf, charactersPerStep, takeForValue } from './bounded-context.js';

/** Steps of a filter beyond reading its value and arguments once. The sizes are the steps of reading them. */
type ExtraSteps = (input: { value: unknown; size: number; args: readonly unknown[]; argSize: number }) => number;

type FilterImpl = Exclude<Parameters<Liquid['registerFilter']>[1], { raw: boolean }>;
type FilterThis = ThisParameterType<FilterImpl>;

const none: ExtraSteps = () => 0;

/** Searching for a text compares each character of the value with each of the text, in the worst case. */
export const search: ExtraSteps = ({ size, argSize }) => (size * argSize) / 8;

const itemsOf = (value: unknown): number => (Array.isArray(value) ? value.length : 1);

/** The name of the property or the expression is read for each item. */
const perItem: ExtraSteps = ({ value, argSize }) => itemsOf(value) * argSize;

/** The expression is parsed once. Its steps for each item are counted when they are taken. */
const expression: ExtraSteps = ({ argSize }) => argSize * charactersPerStep;

/** Items are compared about log2(n) times each. */
const sort: ExtraSteps = (input) => input.size * Math.log2(itemsOf(input.value) + 1) + perItem(input);

/** In characters. No pattern is near this length. 30,000 names of days take the engine 2 s. */
const maxDatePattern = 255;
/** Parsing a date and finding its offset takes 100 µs, formatting a name of a day or month 25 µs. */
const [parsedDate, formattedPart] = [1_000, 250];

/** The filters that have a pattern of their own, of up to 8 parts. */
export const dateInFormat: ExtraSteps = () => parsedDate + 8 * formattedPart;

const date: ExtraSteps = ({ args: [pattern] }) => {
  const text = typeof pattern === 'string' ? pattern : '';
  if (text.length > maxDatePattern) {
    throw new LimitError(`a pattern of a date is too long (maximum is ${maxDatePattern} characters)`);
  }
  return parsedDate + formattedPart * text.split('%').length;
};

/**
 * The filters that templates may use. Left out are `sample` and `number_of_words`, whose results differ from call to
 * call. Filters that a new version of the engine adds are not available until they are listed here.
 */
const allowed: readonly (readonly [ExtraSteps, string])[] = [
  [none, 'abs at_least at_most ceil divided_by floor minus modulo plus round times to_integer'],
  [none, 'append prepend capitalize downcase upcase strip lstrip rstrip strip_newlines squish normalize_whitespace'],
  [none, 'truncate truncatewords slice size first last default raw escape escape_once xml_escape newline_to_br'],
  [none, 'strip_html url_decode url_encode cgi_escape uri_escape slugify base64_encode base64_decode sha256'],
  [none, 'hmac_sha256 json jsonify inspect join reverse compact concat push unshift pop shift uniq'],
  [none, 'array_to_sentence_string'],
  [search, 'split remove remove_first remove_last replace replace_first replace_last'],
  [perItem, 'map sum where reject group_by has find find_index'],
  [expression, 'where_exp reject_exp group_by_exp has_exp find_exp find_index_exp'],
  [sort, 'sort sort_natural'],
  [date, 'date'],
  [dateInFormat, 'date_to_xmlschema date_to_rfc822 date_to_string date_to_long_string'],
];

/** Indentation makes the text of a nested value much longer than the value. */
const withoutIndentation = ['json', 'jsonify', 'inspect'];

/** Replaces the filters of an engine by those that are allowed, which take their steps before they work. */
export function boundFilters(liquid: Liquid): void {
  for (const name of Object.keys(filters)) liquid.unregisterFilter(name);
  for (const [extra, names] of allowed) {
    for (const name of names.split(' ')) registerFilter(liquid, name, engineFilter(name), extra);
  }
}

/** Registers a filter of ours that formats dates. */
export function registerDateFilter(liquid: Liquid, name: string, handler: FilterImpl, extra = date): void {
  registerFilter(liquid, name, handler, extra);
}

/** Replaces the work of a filter that takes time in proportion to its value. */
export function registerPlainFilter(liquid: Liquid, name: string, handler: FilterImpl): void {
  registerFilter(liquid, name, handler, none);
}

function registerFilter(liquid: Liquid, name: string, handler: FilterImpl, extra: ExtraSteps): void {
  const maxArguments = withoutIndentation.includes(name) ? 0 : undefined;
  liquid.registerFilter(name, function bounded(this: FilterThis, value: unknown, ...given: unknown[]): unknown {
    const args = given.slice(0, maxArguments);
    takeSteps(budgetOf(this.context), value, args, extra);
    return handler.call(this, value, ...args);
  });
}

function takeSteps(budget: StepBudget, value: unknown, args: readonly unknown[], extra: ExtraSteps): void {
  const [size, argSize] = [takeForValue(budget, value), takeForValue(budget, args)];
  budget.take(extra({ value, size, args, argSize }));
}

/** Returns the engine's own filter, without a limit. */
export function engineFilter(name: string): FilterImpl {
  const filter = filters[name];
  if (!filter) throw new Error(`Liquid has no filter ${name}`);
  return typeof filter === 'function' ? filter : filter.handler;
}
