import {
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLList,
  type GraphQLScalarType,
  GraphQLString,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { isBulkList } from '../domain/bulk/bulk.input.js';
import { isVisitorName } from '../domain/text/contact-details.js';
import {
  type ListBounds,
  maxListLength,
  maxTextLength,
  tooManyCharacters,
  tooManyItems,
} from '../platform/accepted.js';
import { type DomainError, type FieldErrors, hasErrors, invalid } from '../platform/errors.js';
import { cleanAttribute, cleanName, isStorable } from '../platform/text.js';
import type { Zone } from '../platform/time/zone.js';

/** An argument, or a field of an input object. */
export type Input = Pick<GraphQLArgument, 'name' | 'type' | 'extensions'>;

/** The zone in which values are read, and the errors of the values, by the names of their inputs. */
export interface Reading {
  /** The zone of date-times without an offset. */
  readonly zone: Zone;
  /** Values that are not of their types. REST reports them before it checks the permission. */
  readonly malformed: FieldErrors;
  /** Texts and lists that are out of bounds, and texts that the database cannot store. */
  readonly refused: FieldErrors;
  /** The errors of items of a bulk mutation, by index. They refuse only the item. */
  readonly refusedItems: Map<number, DomainError>;
}

/** Returns the final value: what the resolver gets. The value is of no use if an error was added. */
export type Reader = (raw: unknown, reading: Reading) => unknown;

type Leaf = GraphQLScalarType | GraphQLEnumType;

/** The messages of a value that is not of its type. */
export class Malformed {
  constructor(readonly messages: string[]) {}
}

/** The ways in which requests write values. */
export interface Dialect {
  /** Whether the value means null. */
  isNothing(raw: unknown, type: unknown): boolean;
  itemsOf(raw: unknown, ofObjects: boolean): readonly unknown[] | Malformed;
  /** Reads the items of the list `name`. */
  readItems(items: readonly unknown[], readItem: Reader, reading: Reading, name: string): unknown[];
  /** Returns undefined if the value is not an object. */
  recordOf(raw: unknown): Readonly<Record<string, unknown>> | undefined;
  /** Returns the key of a field. */
  keyOf(name: string): string;
  /** Returns the errors of an object, given those of its fields. */
  errorsOf(malformed: FieldErrors): FieldErrors;
  /** Returns the conversion of a type for an input, which returns the value or `Malformed`. */
  leafOf(type: Leaf, input: Input): (raw: unknown, zone: Zone) => unknown;
}

/**
 * Compiles the reader of an input: the only walk over its values. It converts them, cleans names and contacts, and checks
 * the bounds. A type may contain itself, so the fields of an object are compiled when the first one is read.
 */
export function compileReader(input: Input, dialect: Dialect): Reader {
  return readerOf(input.type, input, dialect);
}

/** @param type that of the input, or of the items of its list */
function readerOf(type: GraphQLInputType, input: Input, dialect: Dialect): Reader {
  const nullable = getNullableType(type);
  const isRequired = isNonNullType(type);
  const read = presentReader(nullable, input, dialect);
  return (raw, reading) => {
    if (!dialect.isNothing(raw, nullable)) return read(raw, reading);
    if (isRequired) reading.malformed[input.name] = ["can't be blank"];
    return null;
  };
}

function presentReader(
  type: Leaf | GraphQLInputObjectType | GraphQLList<GraphQLInputType>,
  input: Input,
  dialect: Dialect,
): Reader {
  if (isListType(type)) return listReader(type.ofType, input, dialect);
  if (isInputObjectType(type)) return objectReader(type, input, dialect);
  return type === GraphQLString ? textReader(input, dialect) : leafReader(type, input, dialect);
}

function listReader(itemType: GraphQLInputType, input: Input, dialect: Dialect): Reader {
  const { name } = input;
  const { least, most } = listBoundsOf(input);
  const ofObjects = isInputObjectType(getNullableType(itemType));
  const readItem = readerOf(itemType, input, dialect);
  const readItems = isBulkList(input) ? readSeparately : dialect.readItems;
  return (raw, reading) => {
    const items = dialect.itemsOf(raw, ofObjects);
    if (items instanceof Malformed) {
      reading.malformed[name] = items.messages;
      return raw;
    }
    const values = readItems(items, readItem, reading, name);
    if (items.length < least) reading.refused[name] = ["can't be blank"];
    if (items.length > most) reading.refused[name] = [tooManyItems(most)];
    return values;
  };
}

/** Reads the items of a bulk mutation. The errors of an item refuse only itself. */
function readSeparately(items: readonly unknown[], readItem: Reader, reading: Reading): unknown[] {
  return items.map((item, index) => {
    const refused: FieldErrors = {};
    const value = readItem(item, { ...reading, refused });
    if (hasErrors(refused)) reading.refusedItems.set(index, invalid(atRoot(refused)));
    return value;
  });
}

function objectReader(type: GraphQLInputObjectType, { name }: Input, dialect: Dialect): Reader {
  let fields: ReturnType<typeof fieldReaders> | undefined;
  return (raw, reading) => {
    const given = dialect.recordOf(raw);
    if (!given) {
      reading.malformed[name] = ['is invalid'];
      return raw;
    }
    fields ??= fieldReaders(type, dialect);
    const values: Record<string, unknown> = {};
    const within = { ...reading, malformed: {}, refused: {} };
    for (const field of fields) {
      if (Object.hasOwn(given, field.key)) values[field.name] = field.read(given[field.key] ?? null, within);
      else if (field.isRequired) field.read(null, within);
      else if (field.defaultValue !== undefined) values[field.name] = field.defaultValue;
    }
    if (hasErrors(within.malformed)) reading.malformed[name] = dialect.errorsOf(within.malformed);
    if (hasErrors(within.refused)) reading.refused[name] = within.refused;
    return values;
  };
}

function fieldReaders(type: GraphQLInputObjectType, dialect: Dialect) {
  return Object.values(type.getFields()).map((field) => ({
    name: field.name,
    key: dialect.keyOf(field.name),
    isRequired: isRequiredInputField(field),
    defaultValue: field.defaultValue,
    read: compileReader(field, dialect),
  }));
}

function textReader(input: Input, dialect: Dialect): Reader {
  const { name } = input;
  const longest = maxTextLengthOf(input);
  const toText = dialect.leafOf(GraphQLString, input);
  const clean = isVisitorName(input) ? cleanName : (text: string) => cleanAttribute(name, text);
  return (raw, reading) => {
    const text = toText(raw, reading.zone);
    if (text instanceof Malformed) reading.malformed[name] = text.messages;
    if (typeof text !== 'string') return text;
    if (text.length > longest) reading.refused[name] = [tooManyCharacters(longest)];
    else if (!isStorable(text)) reading.refused[name] = ['is invalid'];
    return clean(text);
  };
}

function leafReader(type: Leaf, input: Input, dialect: Dialect): Reader {
  const { name } = input;
  const convert = dialect.leafOf(type, input);
  return (raw, reading) => {
    const value = convert(raw, reading.zone);
    if (value instanceof Malformed) reading.malformed[name] = value.messages;
    return value;
  };
}

/** Moves the errors inside an argument or variable to the root: clients use attributes, not the names of inputs. */
export function atRoot(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, found]) => (Array.isArray(found) ? [[name, found]] : Object.entries(found))),
  );
}

/** Returns the maximum length of a text input: its own (`@Extensions({ maxLength })`), else the general one. */
function maxTextLengthOf({ extensions }: Input): number {
  const maxLength: unknown = extensions['maxLength'];
  return typeof maxLength === 'number' ? maxLength : maxTextLength;
}

/** Returns the bounds of the length of a list: its own (`@Extensions({ items: { least, most } })`), else the general ones. */
function listBoundsOf({ extensions }: Input): ListBounds {
  return isListBounds(extensions['items']) ? extensions['items'] : { least: 0, most: maxListLength };
}

function isListBounds(value: unknown): value is ListBounds {
  return typeof value === 'object' && value !== null && 'least' in value && 'most' in value;
}
