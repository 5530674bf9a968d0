import {
  coerceInputValue,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  GraphQLString,
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import type { RefusedItems } from '../domain/context.js';
import { isObject, maxListLength, maxTextLength, tooManyCharacters, tooManyItems } from '../platform/accepted.js';
import { DomainError, type FieldErrors, invalid } from '../platform/errors.js';
import { atRoot } from './input-reader.js';

/**
 * Values in all variables of an operation together: without this bound, many lists could pass where a long one does
 * not.
 */
const maxValues = 20_000;
const tooManyValues = `has too many values (maximum is ${maxValues})`;
/** Maximum number of reported errors of a kind. More would not help the client and would take time. */
const maxErrors = 100;

type Values = Readonly<Record<string, unknown>>;

/** Names, of which the first is that of a variable. Errors of list items are added to the list. */
type Path = readonly string[];

export interface CheckedVariables {
  /** The variables to execute with: stand-ins are in the places of refused items. */
  variables: Values;
  /** The errors of items of bulk mutations, by the variable. */
  refused: ReadonlyMap<string, RefusedItems>;
  problem: DomainError | undefined;
}

/**
 * Checks the variables of an operation before the library reads them. The error has messages by attribute; its own
 * message is the first sentence that the library reports. If a value is too long or a required attribute is absent,
 * only such errors are reported.
 *
 * The items of a list that is too long are not visited: the library visits every value several times, which took 6 s
 * for 480,000 ids.
 *
 * @param bulkVariables the variables that are lists of items of bulk mutations. An item that is not of its type is
 * replaced, because the library would refuse all of them.
 */
export function checkVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Values,
  bulkVariables: ReadonlySet<string> = new Set(),
): CheckedVariables {
  const found = new Findings();
  const types = new Map<string, GraphQLInputType>();
  for (const { variable, type: node, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    const type = typeFromAST(schema, node);
    if (!isInputType(type)) continue;
    if (Object.hasOwn(given, name)) types.set(name, type);
    else if (isNonNullType(type) && defaultValue === undefined) {
      found.add('shape', [name], "can't be blank", `Variable "$${name}" is required`);
    }
  }
  const variables = { ...given };
  const refused = new Map<string, RefusedItems>();
  const budget = new Budget();
  for (const [name, type] of types) {
    const value = given[name];
    const listType = getNullableType(type);
    if (bulkVariables.has(name) && isListType(listType) && Array.isArray(value) && value.length <= maxListLength) {
      const items = new Map<number, DomainError>();
      variables[name] = value.map((item, index) => {
        const ofItem = new Findings(true);
        check(listType.ofType, item, [name], ofItem, budget);
        if (ofItem.hasUnknown) found.addAll(ofItem);
        const refusal = ofItem.refusal();
        if (refusal) items.set(index, refusal);
        return refusal ? standInFor(listType.ofType) : item;
      });
      if (items.size > 0) refused.set(name, items);
    } else {
      check(type, value, [name], found, budget);
    }
  }
  if (budget.exceededAt) found.add('shape', budget.exceededAt, tooManyValues);
  return { variables, refused, problem: found.problem(() => firstSentence(types, variables)) };
}

/** Returns the refusal of an item of a bulk mutation that is not of its type, with messages by attribute. */
export function itemRefusalOf(itemType: GraphQLInputType, item: unknown): DomainError | undefined {
  const found = new Findings(true);
  check(itemType, item, ['item'], found, new Budget());
  return found.refusal();
}

/** Returns a value that the library accepts: required attributes only. */
export function standInFor(type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [];
  if (!isInputObjectType(nullable)) return 0;
  const required = Object.values(nullable.getFields()).filter(isRequiredInputField);
  return Object.fromEntries(required.map((field) => [field.name, standInFor(field.type)]));
}

/** Visits a value and those in it. Scalars that accept objects bound them themselves. */
function check(type: GraphQLInputType, value: unknown, path: Path, found: Findings, budget: Budget): void {
  if (!budget.take(path)) return;
  const nullable = getNullableType(type);
  if (value === null || value === undefined) {
    if (isNonNullType(type)) found.add('type', path, "can't be blank");
  } else if (isListType(nullable)) {
    const items: unknown[] = Array.isArray(value) ? value : [value];
    if (items.length > maxListLength) found.add('shape', path, tooManyItems(maxListLength));
    else for (const item of items) check(nullable.ofType, item, path, found, budget);
  } else if (isInputObjectType(nullable)) {
    if (isObject(value)) checkFields(nullable, value, path, found, budget);
    else found.add('type', path, 'is invalid');
  } else if (
    typeof value === 'string' &&
    value.length > maxTextLength &&
    (nullable === GraphQLString || found.isOfItem)
  ) {
    found.add('shape', path, tooManyCharacters(maxTextLength));
  } else if (!found.isFull('type') && !isValue(() => nullable.parseValue(value))) {
    found.add('type', path, 'is invalid');
  }
}

function checkFields(type: GraphQLInputObjectType, values: Values, path: Path, found: Findings, budget: Budget): void {
  const fields = type.getFields();
  for (const field of Object.values(fields)) {
    const value = values[field.name];
    const at = [...path, field.name];
    if (value !== undefined) check(field.type, value, at, found, budget);
    else if (isRequiredInputField(field)) {
      found.add('shape', at, "can't be blank", `Variable "$${path[0]}" has no "${field.name}"`);
    }
  }
  if (Object.keys(values).every((key) => Object.hasOwn(fields, key))) return;
  found.hasUnknown = true;
  found.add('type', path, 'is invalid');
}

function isValue(parse: () => unknown): boolean {
  try {
    return parse() !== undefined;
  } catch {
    return false;
  }
}

/** Returns what the library says about the first value that is not of its type. */
function firstSentence(types: ReadonlyMap<string, GraphQLInputType>, variables: Values): string {
  for (const [name, type] of types) {
    try {
      coerceInputValue(variables[name], type, (_path, _value, { message }) => {
        throw new FirstError(`Variable "$${name}": ${message}`);
      });
    } catch (error) {
      if (error instanceof FirstError) return error.message;
      throw error;
    }
  }
  return 'The input is invalid';
}

class FirstError extends Error {}

/** The number of values that may still be visited. */
class Budget {
  exceededAt: Path | undefined;
  #left = maxValues;

  take(path: Path): boolean {
    this.#left -= 1;
    if (this.#left === 0) this.exceededAt = path;
    return this.#left > 0;
  }
}

type Kind = 'shape' | 'type';

/** The errors of variables, or of an item of a bulk mutation. */
class Findings {
  /** Whether an object has an attribute that does not exist: a mistake in the program, which refuses the request. */
  hasUnknown = false;
  readonly #found: { kind: Kind; path: Path; message: string; sentence: string }[] = [];

  constructor(readonly isOfItem = false) {}

  add(kind: Kind, path: Path, message: string, sentence = `Variable "$${path[0]}" ${message}`): void {
    if (!this.isFull(kind)) this.#found.push({ kind, path, message, sentence });
  }

  addAll(others: Findings): void {
    this.#found.push(...others.#found);
  }

  isFull(kind: Kind): boolean {
    return this.#found.length >= maxErrors && this.#of(kind).length >= maxErrors;
  }

  /** Returns the error of the request. */
  problem(firstSentence: () => string): DomainError | undefined {
    const shape = this.#of('shape');
    const reported = shape.length > 0 ? shape : this.#found;
    if (reported.length === 0) return undefined;
    const errors: FieldErrors = {};
    for (const { path, message } of reported) addError(errors, path, message);
    return new DomainError('INVALID', shape[0]?.sentence ?? firstSentence(), atRoot(errors));
  }

  /** Returns the error of the item, unless the request is refused. */
  refusal(): DomainError | undefined {
    if (this.hasUnknown || this.#found.length === 0) return undefined;
    const errors: FieldErrors = {};
    for (const { path, message } of this.#found) addError(errors, path.length > 1 ? path.slice(1) : ['base'], message);
    return invalid(errors);
  }

  #of(kind: Kind) {
    return this.#found.filter((finding) => finding.kind === kind);
  }
}

function addError(errors: FieldErrors, [name = '', ...rest]: Path, message: string): void {
  if (rest.length === 0) {
    errors[name] = [message];
    return;
  }
  const inner = errors[name];
  const fields = inner && !Array.isArray(inner) ? inner : {};
  errors[name] = fields;
  addError(fields, rest, message);
}
