import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  defaultFieldResolver,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLEnumType,
  GraphQLError,
  type GraphQLField,
  type GraphQLFieldResolver,
  GraphQLInt,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLScalarType,
  type GraphQLSchema,
  GraphQLString,
  getArgumentValues,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';
import type { RequestContext } from '../../domain/context.js';
import { AttributeName, CustomDataObject, Instant } from '../../platform/scalars.js';
import { fieldsOfSelections, responseKey } from '../../platform/selections.js';
import { snakeCase } from '../../platform/text.js';
import { changedFields, isShownWhenSet, showsOnlyChanged } from '../changed-fields.js';
import { localCustomData, localInstant, unlocalizedResolver } from '../wrapped-fields.js';
import { expectFailures, output } from './json-output.js';
import { type Attribute, type Execution, type LeafWriter, objectWriter } from './object-writer.js';

/** Writes a value of a type to `output`. @throws Error if the value is null and the type is non-null */
type Writer = (value: unknown, execution: Execution) => void;

/** A compiled field of a selection. */
export interface CompiledField {
  /** The key in the response. */
  readonly key: string;
  /** The name in the schema. */
  readonly name: string;
  /** Resolves the field of an object. */
  resolve(source: unknown, execution: Execution): unknown;
  /** Resolves the field of an object and writes its value. */
  write(source: unknown, execution: Execution): void;
  /** The fields of its own selection, if its type is an object or a list of objects. */
  readonly fields: readonly CompiledField[];
  /** Undefined for a field with a resolver or of another type than a leaf. */
  readonly attribute: Attribute | undefined;
  /** Whether the field is left out while its value is null. */
  readonly isShownWhenSet: boolean;
  /** Writes a resolved value. Undefined for a field without a resolver. */
  readonly writeValue?: Writer;
}

/** The document to compile, and its schema. */
interface Compilation {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}

/** Longer lists yield to the event loop after each so many items. Pages are shorter; slots of many days are not. */
const itemsPerTurn = 1_000;

/** Compiles the selection of an object type. `resolveConditions` has removed `@include` and `@skip`. */
export function compileFields(
  compilation: Compilation,
  type: GraphQLObjectType,
  selections: readonly SelectionNode[],
): CompiledField[] {
  const fragment = (name: string): FragmentDefinitionNode | undefined => compilation.fragments[name];
  const nodesOf = Map.groupBy(fieldsOfSelections(selections, { fragment }), responseKey);
  return [...nodesOf].map(([key, nodes]) => compileField(compilation, type, key, nodes));
}

function compileField(
  compilation: Compilation,
  type: GraphQLObjectType,
  key: string,
  nodes: readonly FieldNode[],
): CompiledField {
  const [node] = nodes;
  if (node?.name.value === '__typename') return typeNameField(key, type);
  const field = node && type.getFields()[node.name.value];
  if (!node || !field) throw new Error(`${type.name} has no field ${key}`);
  const selections = nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  const named = objectTypeIn(field.type);
  const fields = named ? compileFields(compilation, named, selections) : [];
  const { name } = field;
  const coordinate = `${type.name}.${name}`;
  if (named && showsOnlyChanged(field)) return changedPart(key, name, named, fields);
  const resolver = unlocalizedResolver(field);
  if (!resolver || resolver === defaultFieldResolver) {
    return { key, name, fields, isShownWhenSet: isShownWhenSet(field), ...readProperty(field, fields, coordinate) };
  }
  const resolve = compileResolver(compilation, type, key, nodes, resolver);
  const writeValue = writerOf(field.type, fields, coordinate);
  const computed = { attribute: undefined, isShownWhenSet: isShownWhenSet(field), resolve, writeValue };
  return { key, name, fields, ...computed, write: whenResolved(resolve, writeValue) };
}

/** Writes the resolved value of a field. */
function whenResolved(resolve: CompiledField['resolve'], write: Writer): Writer {
  return (source, execution) => whenAvailable(resolve(source, execution), write, execution);
}

/** Writes a value, or leaves a gap for it if it is a promise. */
function whenAvailable(value: unknown, write: Writer, execution: Execution): void {
  if (value instanceof Promise) output.later(value.then((found) => output.collect(() => write(found, execution))));
  else write(value, execution);
}

/** Compiles a field without a resolver. */
function readProperty(
  { name, type }: GraphQLField<unknown, unknown>,
  fields: readonly CompiledField[],
  coordinate: string,
): Pick<CompiledField, 'resolve' | 'write' | 'attribute'> {
  const resolve = (source: unknown): unknown => propertyOf(source, name);
  const nullable = getNullableType(type);
  const attribute = isLeafType(nullable)
    ? { name, isNullable: nullable === type, write: leafWriterOf(nullable), coordinate }
    : undefined;
  return { resolve, attribute, write: whenResolved(resolve, writerOf(type, fields, coordinate)) };
}

function typeNameField(key: string, { name }: GraphQLObjectType): CompiledField {
  const write = () => output.string(name);
  const property = { fields: [], attribute: undefined, isShownWhenSet: false };
  return { key, name: '__typename', ...property, resolve: () => name, write };
}

/** Compiles a field whose object is written with its changed fields alone, by the `attributes` of the object around it. */
function changedPart(
  key: string,
  name: string,
  type: GraphQLObjectType,
  fields: readonly CompiledField[],
): CompiledField {
  const resolve = (source: unknown): unknown => propertyOf(source, name);
  const write = (source: unknown, execution: Execution): void => {
    const object = resolve(source);
    if (object === null) {
      output.json('null');
      return;
    }
    const { attributes } = source as { attributes: readonly string[] };
    const changed = new Set(changedFields(type, attributes));
    output.json('{');
    for (const [index, field] of fields.filter((each) => changed.has(each.name)).entries()) {
      output.json(`${index > 0 ? ',' : ''}${JSON.stringify(field.key)}:`);
      field.write(object, execution);
    }
    output.json('}');
  };
  return { key, name, fields, attribute: undefined, isShownWhenSet: false, resolve, write };
}

function objectTypeIn(type: GraphQLOutputType): GraphQLObjectType | undefined {
  if (isNonNullType(type) || isListType(type)) return objectTypeIn(type.ofType);
  return isObjectType(type) ? type : undefined;
}

const noArguments = Object.freeze({});

/** Adds the arguments and `info` to a resolver. */
function compileResolver(
  compilation: Compilation,
  parentType: GraphQLObjectType,
  key: string,
  fieldNodes: readonly FieldNode[],
  resolver: GraphQLFieldResolver<unknown, RequestContext>,
): CompiledField['resolve'] {
  const [node] = fieldNodes;
  const name = node?.name.value ?? '';
  const field = parentType.getFields()[name];
  if (!node || !field) throw new Error(`${parentType.name} has no field ${name}`);
  const { schema, operation, fragments } = compilation;
  const known = {
    ...{ fieldName: name, fieldNodes, returnType: field.type, parentType, schema, operation, fragments },
    rootValue: undefined,
    path: { prev: undefined, key, typename: parentType.name },
  };
  const argumentsOf = compileArguments(field, node);
  /** Of the last execution: an object for each of the records in a page takes as much memory as the records. */
  let info: GraphQLResolveInfo = { ...known, variableValues: {} };
  return (source, { context, variables }) => {
    if (info.variableValues !== variables) info = { ...known, variableValues: variables };
    return resolver(source, argumentsOf(variables), context, info);
  };
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Compiles what `getArgumentValues` of graphql-js does at each call, for a field whose arguments are variables, as those of
 * the server's own operations are. Their values were coerced already.
 */
function compileArguments(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): (variables: Execution['variables']) => Arguments {
  const given = new Map((node.arguments ?? []).map(({ name, value }) => [name.value, value]));
  const coerce = (variables: Execution['variables']): Arguments => getArgumentValues(field, node, variables);
  if (field.args.length === 0) return () => noArguments;
  if ([...given.values()].some(({ kind }) => kind !== Kind.VARIABLE)) return coerce;
  const args = field.args.map(({ name, type, defaultValue }) => {
    const value = given.get(name);
    const variable = value?.kind === Kind.VARIABLE ? value.name.value : undefined;
    return { name, variable, defaultValue, isRequired: isNonNullType(type) };
  });
  return (variables) => {
    const values: Record<string, unknown> = {};
    for (const { name, variable, defaultValue, isRequired } of args) {
      const sent = variable === undefined ? undefined : variables[variable];
      const value = sent === undefined ? defaultValue : sent;
      const isMissing = isRequired && (value === undefined || value === null);
      if (isMissing) return coerce(variables); // Throws the error.
      if (value !== undefined) values[name] = value;
    }
    return values;
  };
}

/** Reads a property or calls a method, as `defaultFieldResolver` does. */
function propertyOf(source: unknown, name: string): unknown {
  const value = (source as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'function' ? value.call(source) : value;
}

function writerOf(type: GraphQLOutputType, fields: readonly CompiledField[], coordinate: string): Writer {
  if (isNonNullType(type)) return requiring(writerOf(type.ofType, fields, coordinate), coordinate);
  const write = nullableWriterOf(type, fields, coordinate);
  return (value, execution) => {
    if (value === null || value === undefined) output.json('null');
    else write(value, execution);
  };
}

function requiring(write: Writer, coordinate: string): Writer {
  return (value, execution) => {
    if (value === null || value === undefined) throw new GraphQLError(`${coordinate} is null`);
    write(value, execution);
  };
}

type NullableWriter = (value: NonNullable<unknown>, execution: Execution) => void;

function nullableWriterOf(
  type: GraphQLOutputType,
  fields: readonly CompiledField[],
  coordinate: string,
): NullableWriter {
  if (isListType(type)) return listWriter(writerOf(type.ofType, fields, coordinate), coordinate);
  if (isLeafType(type)) {
    const write = leafWriterOf(type);
    return (value, { context }) => write(value, context.zone);
  }
  if (isObjectType(type)) return objectWriter(fields);
  throw new Error(`${coordinate} has a type that is neither an object nor a leaf`);
}

const comma = Buffer.from(',');

function listWriter(write: Writer, coordinate: string): NullableWriter {
  const writeItems = (items: readonly unknown[], execution: Execution): void => {
    for (const [index, item] of items.entries()) {
      if (index > 0) output.copy(comma);
      whenAvailable(item, write, execution);
    }
  };
  const writeYielding = async (items: readonly unknown[], execution: Execution): Promise<string> => {
    const texts: string[] = [];
    for (let start = 0; start < items.length; start += itemsPerTurn) {
      if (start > 0) await nextTurn();
      texts.push(await output.collect(() => writeItems(items.slice(start, start + itemsPerTurn), execution)));
    }
    return texts.join(',');
  };
  return (items, execution) => {
    if (!Array.isArray(items)) throw new TypeError(`${coordinate} is not a list`);
    expectFailures(items);
    output.json('[');
    if (items.length > itemsPerTurn) output.later(writeYielding(items, execution));
    else writeItems(items, execution);
    output.json(']');
  };
}

/**
 * Returns the writer of the values of a type for REST. Instants are formatted in the time zone of the account here,
 * without a resolver. Enumerations are written as stored, not by their GraphQL names; attribute names in snake case.
 */
function leafWriterOf(type: GraphQLLeafType): LeafWriter {
  return (isEnumType(type) ? writeStored : leafWriters.get(type.name)) ?? writerOfScalar(type);
}

const writeStored: LeafWriter = (value) =>
  typeof value === 'string' ? output.string(value) : output.json(JSON.stringify(value));

const leafWriters: ReadonlyMap<string, LeafWriter> = new Map<string, LeafWriter>([
  // Fast path: a list of slots has 10,000 ids.
  [
    GraphQLInt.name,
    (value) => (isInt32(value) ? output.integer(value) : output.json(JSON.stringify(GraphQLInt.serialize(value)))),
  ],
  [GraphQLString.name, (value) => output.string(typeof value === 'string' ? value : GraphQLString.serialize(value))],
  [Instant.name, (value, zone) => output.string(localInstant(value, zone))],
  [CustomDataObject.name, (value, zone) => output.json(JSON.stringify(localCustomData(value, zone)))],
  [AttributeName.name, (value) => output.string(snakeCase(String(value)))],
]);

function writerOfScalar(type: GraphQLScalarType | GraphQLEnumType): LeafWriter {
  return (value) => {
    // Undefined for values without a JSON form, contrary to the declared type.
    const text: string | undefined = JSON.stringify(type.serialize(value));
    if (text === undefined) throw new TypeError(`${type.name} has no JSON for a value`);
    output.json(text);
  };
}

function isInt32(value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value;
}
