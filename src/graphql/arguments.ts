import {
  type GraphQLArgument,
  type GraphQLInputType,
  GraphQLString,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { getMetadataStorage, type ResolverData } from 'type-graphql';
import { isBulkList } from '../domain/bulk/bulk.input.js';
import { isVisitorName } from '../domain/text/contact-details.js';
import { isStorable } from '../platform/database/storable.js';
import { type DomainError, type FieldErrors, invalid } from '../platform/errors.js';
import {
  type ListBounds,
  maxListLength,
  maxTextLength,
  tooManyCharacters,
  tooManyItems,
} from '../platform/input-bounds.js';
import { Instant } from '../platform/scalars.js';
import { cleanAttribute, cleanName } from '../platform/text.js';
import { parseInstant } from '../platform/time/instant-input.js';
import type { Zone } from '../platform/time/zone.js';

type Values = Readonly<Record<string, unknown>>;

/** An argument, or a field of an input object. */
type Input = Pick<GraphQLArgument, 'type' | 'extensions'>;

/**
 * Converts the arguments of a field for its resolver: instants to Date, in the time zone of the account if they have no
 * offset. Also cleans names and contacts, and checks the bounds, for literals and variables, over REST and GraphQL.
 *
 * @param refused gets the errors of items of a bulk mutation, by index
 * @throws DomainError INVALID for a list or text that is too long, and for text that the database cannot store
 */
export function readArguments(
  inputs: ReadonlyMap<string, Input>,
  args: Values,
  zone: Zone,
  refused = new Map<number, DomainError>(),
): Values {
  const errors: FieldErrors = {};
  const read = readValues((name) => inputs.get(name), args, { zone, refused, errors });
  if (Object.keys(errors).length > 0) throw invalid(atRoot(errors));
  return read;
}

/**
 * Passes arguments to resolvers as `readArguments` returns them. By default type-graphql copies each into an instance of
 * its class, for which it searches its metadata at each field of each item: 15 of the CPU microseconds of a booking, and
 * 800 of a bulk mutation of 100. The classes of inputs have no methods, and their defaults are in the schema.
 */
export function passArgumentsUncopied(): void {
  for (const param of getMetadataStorage().params) {
    if (param.kind === 'arg') pass(param, (args) => args[param.name]);
    if (param.kind !== 'args') continue;
    const names = argumentNames(param.getType());
    pass(param, (args) => pick(args, names));
  }
}

/** Returns the fields of a class of arguments, and then those of its base classes. */
function argumentNames(type: unknown): string[] {
  if (typeof type !== 'function') return [];
  const own = getMetadataStorage().argumentTypes.find(({ target }) => target === type)?.fields ?? [];
  return [...own.map(({ name }) => name), ...argumentNames(Object.getPrototypeOf(type))];
}

function pass(param: object, read: (args: Values) => unknown): void {
  Object.assign(param, { kind: 'custom', options: {}, resolver: ({ args }: ResolverData) => read(args) });
}

function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}

/** Moves the errors inside an argument or variable to the root: clients use attributes, not the names of inputs. */
export function atRoot(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, found]) => (Array.isArray(found) ? [[name, found]] : Object.entries(found))),
  );
}

/** Returns the maximum length of a text input: its own (`@Extensions({ maxLength })`), else the general one. */
export function maxTextLengthOf({ extensions }: Pick<Input, 'extensions'>): number {
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

function readValues(
  inputOf: (name: string) => Input | undefined,
  values: Values,
  within: Pick<Place, 'zone' | 'refused' | 'errors'>,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const input = inputOf(name);
    read[name] = input ? readValue(input.type, value, { ...within, input, name }) : value;
  }
  return read;
}

interface Place {
  input: Input;
  /** The key of its errors in `errors`. */
  name: string;
  zone: Zone;
  errors: FieldErrors;
  /** The errors of items of a bulk mutation, by index. */
  refused: Map<number, DomainError>;
}

function readValue(type: GraphQLInputType, value: unknown, place: Place): unknown {
  const { name, zone, errors, refused } = place;
  const nullable = getNullableType(type);
  if (isListType(nullable) && Array.isArray(value)) {
    const { most, least } = listBoundsOf(place.input);
    if (value.length < least) errors[name] = ["can't be blank"];
    else if (value.length > most) errors[name] = [tooManyItems(most)];
    else if (isBulkList(place.input)) return readItems(nullable.ofType, value, place);
    else return value.map((item) => readValue(nullable.ofType, item, place));
    return value;
  }
  if (isInputObjectType(nullable) && typeof value === 'object' && value !== null) {
    const fields = nullable.getFields();
    const inner: FieldErrors = {};
    const read = readValues((field) => fields[field], { ...value }, { zone, refused, errors: inner });
    if (Object.keys(inner).length > 0) errors[name] = inner;
    return read;
  }
  if (typeof value !== 'string') return value;
  if (nullable === GraphQLString) {
    checkText(value, place);
    return isVisitorName(place.input) ? cleanName(value) : cleanAttribute(name, value);
  }
  return nullable === Instant ? new Date(parseInstant(value, zone) ?? Number.NaN) : value;
}

/** Reads the items of a bulk mutation. The errors of an item refuse only itself. */
function readItems(type: GraphQLInputType, items: readonly unknown[], place: Place): unknown[] {
  return items.map((item, index) => {
    const errors: FieldErrors = {};
    const read = readValue(type, item, { ...place, errors });
    if (Object.keys(errors).length > 0) place.refused.set(index, invalid(atRoot(errors)));
    return read;
  });
}

function checkText(text: string, { input, name, errors }: Place): void {
  const longest = maxTextLengthOf(input);
  if (text.length > longest) errors[name] = [tooManyCharacters(longest)];
  else if (!isStorable(text)) errors[name] = ['is invalid'];
}
