import type { GraphQLArgument, GraphQLField } from 'graphql';
import { getMetadataStorage, type ResolverData } from 'type-graphql';
import { isEndOfValidity } from '../platform/end-of-validity.js';
import { type DomainError, type FieldErrors, hasErrors, invalid } from '../platform/errors.js';
import { isObject } from '../platform/is-object.js';
import { Instant } from '../platform/scalars.js';
import { parseInstant } from '../platform/time/instant-input.js';
import type { Zone } from '../platform/time/zone.js';
import { atRoot, compileReader, type Dialect, type Reader } from './input-reader.js';

type Values = Readonly<Record<string, unknown>>;

/** The arguments of a GraphQL document, after the library has checked that they are of their types. */
const checkedArguments: Dialect = {
  isNothing: (value) => value === null,
  itemsOf: (value) => (Array.isArray(value) ? value : [value]),
  readItems: (items, readItem, reading) => items.map((item) => readItem(item, reading)),
  recordOf: (value) => (isObject(value) ? value : undefined),
  keyOf: (name) => name,
  errorsOf: (malformed) => malformed,
  leafOf: (type, input) => (type === Instant ? toDate(isEndOfValidity(input)) : (value) => value),
};

const toDate =
  (includesDay: boolean) =>
  (text: unknown, zone: Zone): Date =>
    new Date(parseInstant(String(text), zone, includesDay) ?? Number.NaN);

/** The readers of the arguments of fields, compiled when a field is first executed. */
const compiled = new WeakMap<readonly GraphQLArgument[], readonly [name: string, read: Reader][]>();

/**
 * Converts the arguments of a field for its resolver: instants to Date, in the time zone of the account if they have no
 * offset. Also cleans names and contacts, and checks the bounds, for literals and variables. The arguments of REST are
 * final already.
 *
 * @param refusedItems gets the errors of items of a bulk mutation, by index
 * @throws DomainError INVALID for a list or text that is too long, and for text that the database cannot store
 */
export function readArguments(
  { args: declared }: Pick<GraphQLField<unknown, unknown>, 'args'>,
  args: Values,
  zone: Zone,
  refusedItems = new Map<number, DomainError>(),
): Values {
  let readers = compiled.get(declared);
  readers ??= declared.map((argument) => [argument.name, compileReader(argument, checkedArguments)]);
  compiled.set(declared, readers);
  const refused: FieldErrors = {};
  const read: Record<string, unknown> = {};
  for (const [name, reader] of readers) {
    if (args[name] !== undefined) read[name] = reader(args[name], { zone, malformed: {}, refused, refusedItems });
  }
  if (hasErrors(refused)) throw invalid(atRoot(refused));
  return read;
}

/**
 * Passes arguments to resolvers as they are read. By default type-graphql copies each into an instance of its class, for
 * which it searches its metadata at each field of each item: 15 of the CPU microseconds of a booking, and 800 of a bulk
 * mutation of 100. The classes of inputs have no methods, and their defaults are in the schema.
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
