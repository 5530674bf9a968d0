import {
  coerceInputValue,
  type GraphQLInputType,
  type GraphQLSchema,
  GraphQLString,
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { maxListLength, maxTextLength, tooManyCharacters, tooManyItems } from '../platform/accepted.js';
import { DomainError, type FieldErrors } from '../platform/errors.js';
import { atRoot } from './input-reader.js';

/**
 * Values in all variables of an operation together: without this bound, many lists could pass where a long one does
 * not.
 */
const maxValues = 20_000;
/** Maximum number of reported errors. More would not help the client and would take time. */
const maxErrors = 100;

type Path = readonly (string | number)[];

/**
 * Validates the variables of an operation. The error has messages by attribute; its own message is the first sentence
 * that the library reports.
 *
 * Sizes are checked first, without visiting the items of a list that is too long: the library visits every value
 * several times, which took 6 s for 480,000 ids.
 */
export function variableError(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): DomainError | undefined {
  const found = new ErrorCollector();
  const types = new Map<string, GraphQLInputType>();
  for (const { variable, type: node, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    const type = typeFromAST(schema, node);
    if (!isInputType(type)) continue;
    if (Object.hasOwn(variables, name)) types.set(name, type);
    else if (isNonNullType(type) && defaultValue === undefined) {
      found.add([name], `Variable "$${name}" is required`, "can't be blank");
    }
  }
  const values = { left: maxValues };
  for (const [name, type] of types) checkShape(type, variables[name], [name], values, found);
  if (found.isEmpty) {
    for (const [name, type] of types) coerceVariable(name, type, variables[name], found);
  }
  return found.problem();
}

function coerceVariable(name: string, type: GraphQLInputType, value: unknown, found: ErrorCollector): void {
  try {
    coerceInputValue(value, type, (path, wrong, { message }) => {
      const short = wrong === null || wrong === undefined ? "can't be blank" : 'is invalid';
      found.add([name, ...path], `Variable "$${name}": ${message}`, short);
      if (found.isFull) throw enough;
    });
  } catch (error) {
    if (error !== enough) throw error;
  }
}

/** Thrown to stop the validation by the library. */
const enough = new Error('enough errors');

/**
 * Checks sizes and the presence of required fields, which the library would report for the whole object. Stops when there
 * are too many values. Scalars that accept objects bound them themselves.
 */
function checkShape(
  type: GraphQLInputType,
  value: unknown,
  path: Path,
  values: { left: number },
  found: ErrorCollector,
): void {
  const add = (message: string): void => found.add(path, `Variable "$${path[0]}" ${message}`, message);
  values.left -= 1;
  if (values.left === 0) add(`has too many values (maximum is ${maxValues})`);
  if (values.left <= 0) return;
  const nullable = getNullableType(type);
  if (isListType(nullable) && Array.isArray(value)) {
    if (value.length > maxListLength) add(tooManyItems(maxListLength));
    else for (const item of value) checkShape(nullable.ofType, item, path, values, found);
  } else if (isInputObjectType(nullable) && typeof value === 'object' && value !== null) {
    const given = new Map<string, unknown>(Object.entries(value));
    for (const { name, type: ofField, defaultValue } of Object.values(nullable.getFields())) {
      if (given.has(name)) checkShape(ofField, given.get(name), [...path, name], values, found);
      else if (isNonNullType(ofField) && defaultValue === undefined && !found.isFull) {
        found.add([...path, name], `Variable "$${path[0]}" has no "${name}"`, "can't be blank");
      }
    }
  } else if (nullable === GraphQLString && typeof value === 'string' && value.length > maxTextLength) {
    add(tooManyCharacters(maxTextLength));
  }
}

/** Collects errors by attribute, and as sentences. */
class ErrorCollector {
  readonly #fields: FieldErrors = {};
  readonly #messages: string[] = [];

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  get isFull(): boolean {
    return this.#messages.length >= maxErrors;
  }

  add(path: Path, sentence: string, message: string): void {
    this.#messages.push(sentence);
    addError(this.#fields, path, message);
  }

  problem(): DomainError | undefined {
    const [message] = this.#messages;
    return message === undefined ? undefined : new DomainError('INVALID', message, atRoot(this.#fields));
  }
}

/** Errors of list items are added to the list. */
function addError(errors: FieldErrors, path: Path, message: string): void {
  const [name, ...rest] = path.filter((key) => typeof key === 'string');
  if (name === undefined) return;
  if (rest.length === 0) {
    errors[name] = [message];
    return;
  }
  const inner = errors[name];
  const fields = inner && !Array.isArray(inner) ? inner : {};
  errors[name] = fields;
  addError(fields, rest, message);
}
