import 'reflect-metadata';
import {
  type ArgumentNode,
  astFromValue,
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  TypeInfo,
  typeFromAST,
  type ValueNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isBulkList } from '../domain/bulk/bulk.input.js';
import type { RefusedItems } from '../domain/context.js';
import { maxListLength, maxTextLength, tooManyCharacters, tooManyItems } from '../platform/accepted.js';
import { type DomainError, type FieldErrors, invalid } from '../platform/errors.js';
import { isObject } from '../platform/is-object.js';

/**
 * A value of an item of a bulk mutation that is not of its type must not refuse the other items, but the library refuses
 * the whole document or all variables. So such an item is replaced by a stand-in that is valid before the library sees
 * it, and the resolver gets its error beside the arguments, because type-graphql copies these. Attributes that do not exist are mistakes in the program, not
 * in its data, and still refuse the request.
 */

/** The items that were replaced in documents, which are validated once and executed many times. */
const refusedLiterals = new WeakMap<ArgumentNode, RefusedItems>();

/** Replaces malformed items that are written in the document. Call it before the validation of the document. */
export function isolateLiteralItems(schema: GraphQLSchema, document: DocumentNode): void {
  for (const { node, itemType } of bulkLists(schema, document)) {
    if (node.value.kind !== Kind.LIST) continue;
    const values: ValueNode[] = [...node.value.values];
    const refused = new Map<number, DomainError>();
    for (const [index, value] of values.entries()) {
      const item = hasVariables(value) ? undefined : refuse(itemType, valueFromASTUntyped(value));
      const standIn = item && astFromValue(standInFor(itemType), itemType);
      if (!item || !standIn) continue;
      values[index] = standIn;
      refused.set(index, item);
    }
    if (refused.size === 0) continue;
    Object.assign(node, { value: { ...node.value, values } });
    refusedLiterals.set(node, refused);
  }
}

/** Replaces malformed items in variables. Returns the variables to execute with. */
export function isolateVariableItems(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): { variables: Readonly<Record<string, unknown>>; refused: ReadonlyMap<string, RefusedItems> } {
  const refused = new Map<string, RefusedItems>();
  const replaced = { ...variables };
  if (operation !== OperationTypeNode.MUTATION) return { variables, refused };
  const names = bulkLists(schema, document).flatMap(({ node: { value } }) =>
    value.kind === Kind.VARIABLE ? [value.name.value] : [],
  );
  for (const { variable, type } of variableDefinitions) {
    const name = variable.name.value;
    const given = variables[name];
    const listType = getNullableType(typeFromAST(schema, type));
    const itemType = isListType(listType) ? listType.ofType : undefined;
    if (!names.includes(name) || !Array.isArray(given) || !isInputType(itemType)) continue;
    if (given.length > maxListLength) continue;
    const items = new Map<number, DomainError>();
    replaced[name] = given.map((value, index) => {
      const item = refuse(itemType, value);
      if (!item) return value;
      items.set(index, item);
      return standInFor(itemType);
    });
    if (items.size > 0) refused.set(name, items);
  }
  return { variables: replaced, refused };
}

/** Returns the refused items of a field, to which others may be added. */
export function refusedItemsOf(
  nodes: readonly FieldNode[],
  refusedVariables: ReadonlyMap<string, RefusedItems> = new Map(),
): Map<number, DomainError> {
  const refused = new Map<number, DomainError>();
  for (const node of nodes[0]?.arguments ?? []) {
    const { value } = node;
    const found = value.kind === Kind.VARIABLE ? refusedVariables.get(value.name.value) : refusedLiterals.get(node);
    for (const [index, error] of found ?? []) refused.set(index, error);
  }
  return refused;
}

interface BulkList {
  node: ArgumentNode;
  itemType: GraphQLInputType;
}

/** Finds the arguments of a document that are lists of items of a bulk mutation. */
function bulkLists(schema: GraphQLSchema, document: DocumentNode): BulkList[] {
  const found: BulkList[] = [];
  const isMutation = document.definitions.some(
    (node) => node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.MUTATION,
  );
  if (!isMutation) return found;
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Argument: (node) => {
        const itemType = itemTypeOf(types.getArgument());
        if (itemType) found.push({ node, itemType });
        return false;
      },
    }),
  );
  return found;
}

function itemTypeOf(argument: GraphQLArgument | null | undefined): GraphQLInputType | undefined {
  const type = argument && isBulkList(argument) ? getNullableType(argument.type) : undefined;
  return isListType(type) ? type.ofType : undefined;
}

function hasVariables(value: ValueNode): boolean {
  let found = false;
  visit(value, {
    Variable: () => {
      found = true;
    },
  });
  return found;
}

/** Returns the refusal of an item that is not of its type, with messages by attribute. */
function refuse(type: GraphQLInputType, value: unknown): DomainError | undefined {
  const errors: FieldErrors = {};
  const nullable = getNullableType(type);
  const isKnown =
    isInputObjectType(nullable) && isObject(value)
      ? checkFields(nullable.getFields(), value, errors)
      : check(type, value, errors, 'base');
  if (!isKnown) return undefined;
  return Object.keys(errors).length > 0 ? invalid(errors) : undefined;
}

/** Adds the errors of a value under `name`. Returns false if it has an attribute that does not exist. */
function check(type: GraphQLInputType, value: unknown, errors: FieldErrors, name: string): boolean {
  const nullable = getNullableType(type);
  if (value === null || value === undefined) {
    if (isNonNullType(type)) errors[name] = ["can't be blank"];
    return true;
  }
  if (isListType(nullable)) {
    const items: unknown[] = Array.isArray(value) ? value : [value];
    if (items.length <= maxListLength) return items.every((item) => check(nullable.ofType, item, errors, name));
    errors[name] = [tooManyItems(maxListLength)];
    return true;
  }
  if (isInputObjectType(nullable)) {
    const inner: FieldErrors = {};
    const isKnown = !isObject(value) || checkFields(nullable.getFields(), value, inner);
    if (!isObject(value)) errors[name] = ['is invalid'];
    else if (Object.keys(inner).length > 0) errors[name] = inner;
    return isKnown;
  }
  if (typeof value === 'string' && value.length > maxTextLength) errors[name] = [tooManyCharacters(maxTextLength)];
  else if (!isValue(() => nullable.parseValue(value))) errors[name] = ['is invalid'];
  return true;
}

function checkFields(
  fields: Readonly<Record<string, { type: GraphQLInputType; defaultValue?: unknown }>>,
  value: Readonly<Record<string, unknown>>,
  errors: FieldErrors,
): boolean {
  if (!Object.keys(value).every((key) => Object.hasOwn(fields, key))) return false;
  return Object.entries(fields).every(([key, { type, defaultValue }]) => {
    const isMissing = !Object.hasOwn(value, key);
    return (isMissing && defaultValue !== undefined) || check(type, value[key], errors, key);
  });
}

function isValue(parse: () => unknown): boolean {
  try {
    return parse() !== undefined;
  } catch {
    return false;
  }
}

/** Returns a value that the library accepts: required attributes only. */
function standInFor(type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [];
  if (isInputObjectType(nullable)) {
    const required = Object.values(nullable.getFields()).filter(
      (field) => isNonNullType(field.type) && field.defaultValue === undefined,
    );
    return Object.fromEntries(required.map((field) => [field.name, standInFor(field.type)]));
  }
  return 0;
}
