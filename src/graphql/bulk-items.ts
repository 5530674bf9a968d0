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
  isListType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  TypeInfo,
  type ValueNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isBulkList } from '../domain/bulk/bulk.input.js';
import type { RefusedItems } from '../domain/context.js';
import type { DomainError } from '../platform/errors.js';
import { itemRefusalOf, standInFor } from './variables.js';

/**
 * A value of an item of a bulk mutation that is not of its type must not refuse the other items, but the library refuses
 * the whole document or all variables. So such an item is replaced by a stand-in that is valid before the library sees
 * it, and the resolver gets its error beside the arguments. Attributes that do not exist are mistakes in the program, not
 * in its data, and still refuse the request. `checkVariables` does the same for lists in variables.
 */

type Values = Readonly<Record<string, unknown>>;

/** The items that were replaced in documents, which are validated once and executed many times. */
const refusedLiterals = new WeakMap<ArgumentNode, RefusedItems>();

/**
 * Replaces malformed items that are written in the document, except those that contain a variable. Call it before the
 * validation of the document.
 */
export function isolateLiteralItems(schema: GraphQLSchema, document: DocumentNode): void {
  for (const { node, itemType } of bulkLists(schema, document)) isolate(node, node, itemType, undefined);
}

/**
 * Replaces items that are malformed because of a variable in them. A variable that is used only there is no longer
 * declared, so that its value does not refuse the request.
 *
 * @returns the document to execute, and the names of variables that are lists of items
 */
export function isolateItemsWithVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Values,
): { document: DocumentNode; bulkVariables: ReadonlySet<string> } {
  const lists = bulkLists(schema, document);
  if (lists.length === 0) return { document, bulkVariables: new Set() };
  const values = lists.map(({ node }) => node.value);
  const bulkVariables = new Set(values.flatMap((value) => (value.kind === Kind.VARIABLE ? [value.name.value] : [])));
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
  );
  const variables = { ...Object.fromEntries(defaults), ...given };
  const isolated = new Map<ArgumentNode, ArgumentNode>();
  for (const { node, itemType } of lists) {
    const replacement = { ...node };
    if (isolate(replacement, node, itemType, variables)) isolated.set(node, replacement);
  }
  if (isolated.size === 0) return { document, bulkVariables };
  const replaced = visit(document, { Argument: (node) => isolated.get(node) });
  const used = new Set<string>();
  visit(replaced, { VariableDefinition: () => false, Variable: ({ name }) => void used.add(name.value) });
  const isUnused = (name: string): boolean => !used.has(name) && Object.hasOwn(given, name);
  return {
    document: visit(replaced, { VariableDefinition: ({ variable }) => (isUnused(variable.name.value) ? null : false) }),
    bulkVariables,
  };
}

/**
 * Replaces the malformed items of a list in `node`: those without variables, or if their values are given, those with some.
 *
 * @param earlier the node in which others may have been replaced
 * @returns whether there are any
 */
function isolate(
  node: ArgumentNode,
  earlier: ArgumentNode,
  itemType: GraphQLInputType,
  variables: Values | undefined,
): boolean {
  const { value } = node;
  if (value.kind !== Kind.LIST) return false;
  const refused = new Map<number, DomainError>();
  const values = value.values.map((item, index) => {
    if (hasVariables(item) !== (variables !== undefined)) return item;
    const refusal = itemRefusalOf(itemType, valueFromASTUntyped(item, variables));
    const standIn = refusal && astFromValue(standInFor(itemType), itemType);
    if (!refusal || !standIn) return item;
    refused.set(index, refusal);
    return standIn;
  });
  if (refused.size === 0) return false;
  Object.assign(node, { value: { ...value, values } });
  refusedLiterals.set(node, new Map([...(refusedLiterals.get(earlier) ?? []), ...refused]));
  return true;
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

/** The lists of documents, which are searched once: 25 µs for `createBooking`. */
const listsOfDocuments = new WeakMap<DocumentNode, readonly BulkList[]>();

/** Returns the arguments of a document that are lists of items of a bulk mutation. */
function bulkLists(schema: GraphQLSchema, document: DocumentNode): readonly BulkList[] {
  const lists = listsOfDocuments.get(document) ?? findBulkLists(schema, document);
  listsOfDocuments.set(document, lists);
  return lists;
}

function findBulkLists(schema: GraphQLSchema, document: DocumentNode): BulkList[] {
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
