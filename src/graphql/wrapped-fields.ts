import {
  defaultFieldResolver,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { getMetadataStorage, type ResolverData } from 'type-graphql';
import { isBulkList } from '../domain/bulk/bulk.input.js';
import type { RequestContext } from '../domain/context.js';
import { type Refusal, refusalOf, wantedBy } from '../domain/refusal/refusal.rules.js';
import { isObject } from '../platform/accepted.js';
import { isEndOfValidity } from '../platform/end-of-validity.js';
import { type DomainError, type FieldErrors, hasErrors, invalid } from '../platform/errors.js';
import { CustomDataObject, Instant } from '../platform/scalars.js';
import { parseInstant } from '../platform/time/instant-input.js';
import type { Zone } from '../platform/time/zone.js';
import { hasLongList, yieldIfLong } from '../platform/yielding.js';
import { refusedItemsOf } from './bulk-items.js';
import { domainErrorOf } from './errors.js';
import { atRoot, compileReader, type Dialect, type Reader } from './input-reader.js';

/**
 * Wraps the resolvers of all fields with instants in their arguments or results, so that these are parsed and formatted
 * in the time zone of the account (spec, Transport and formats). A scalar cannot: it does not have the request context.
 * A synchronous resolver stays synchronous, which keeps long lists fast.
 */
export function localizeFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const localize = localizers.get(getNamedType(field.type).name);
      if (field.args.length > 0 || localize) originals.set(field, field.resolve);
      if (field.args.length > 0) localizeArguments(field);
      if (localize) localizeResult(field, localize);
    }
  }
  return schema;
}

type Resolver = GraphQLFieldResolver<unknown, RequestContext>;
type Field = GraphQLField<unknown, RequestContext>;
type Localize = (value: unknown, zone: Zone) => unknown;

/** The resolvers as they were before they were wrapped. */
const originals = new WeakMap<Field, Resolver | undefined>();

/**
 * Returns the resolver of a field that gets its arguments as they are and whose result is not formatted. A compiled
 * operation calls it, because REST has read the arguments and its writers format instants.
 */
export function unlocalizedResolver(field: Field): Resolver | undefined {
  return originals.has(field) ? originals.get(field) : field.resolve;
}

const localizers = new Map<string, Localize>([
  [Instant.name, localInstant],
  [CustomDataObject.name, localCustomData],
]);

function localizeResult(field: Field, localize: Localize): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  const finish = (value: unknown, { zone }: RequestContext): unknown =>
    value === null || value === undefined ? null : localize(value, zone);
  field.resolve = (source, args, context, info) => {
    const value = resolve(source, args, context, info);
    return value instanceof Promise ? value.then((found) => finish(found, context)) : finish(value, context);
  };
}

/** @throws TypeError if the value is not a date */
export function localInstant(value: unknown, zone: Zone): string {
  if (value instanceof Date) return zone.format(value.getTime());
  throw new TypeError('not an instant');
}

/** Converts stored strings: `true` and `false` to booleans, and instants under keys that end in `_at` to the zone. */
export function localCustomData(value: unknown, zone: Zone): unknown {
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, convertItem(key, item, zone)]));
}

function convertItem(key: string, item: unknown, zone: Zone): unknown {
  if (item === 'true' || item === 'false') return item === 'true';
  const epoch = key.endsWith('_at') && typeof item === 'string' ? parseInstant(item, zone) : undefined;
  return epoch === undefined ? item : zone.format(epoch);
}

function localizeArguments(field: Field): void {
  const { resolve, subscribe } = field;
  if (resolve) field.resolve = withReadArguments(field, resolve);
  if (subscribe) field.subscribe = withReadArguments(field, subscribe);
}

function withReadArguments(field: Field, resolve: Resolver): Resolver {
  const isBulk = field.args.some(isBulkList);
  return (source, args, given, info) => {
    const refusedItems = isBulk ? refusedItemsOf(info.fieldNodes, given.refusedVariables) : undefined;
    const read = readArguments(field, args, given.zone, refusedItems);
    const context = refusedItems ? { ...given, refusedItems } : given;
    return hasLongList(read)
      ? yieldIfLong(read).then(() => resolve(source, read, context, info))
      : resolve(source, read, context, info);
  };
}

/** Objects that always exist, so that a nullable type would only burden clients. */
const alwaysGiven: ReadonlySet<string> = new Set(['Query.account', 'Query.changes']);

/**
 * Makes the single objects of queries and mutations nullable. A failing non-null field would null the whole response: one
 * deleted booking would remove nine others, and a failing mutation the results of those before it. Lists stay non-null.
 */
export function makeRootsNullable(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    if (!type) continue;
    for (const field of Object.values(type.getFields())) if (isSingleObject(type, field)) makeNullable(type, field);
  }
  return schema;
}

/** Whether the field is null only with an error, so that REST never returns null for it. */
export function isNullOnlyOnError({ extensions }: Pick<Field, 'extensions'>): boolean {
  return extensions['nullOnlyOnError'] === true;
}

function isSingleObject(type: GraphQLObjectType, field: Field): boolean {
  const isList = getNamedType(field.type).name.endsWith('Connection');
  return isNonNullType(field.type) && !isList && !alwaysGiven.has(`${type.name}.${field.name}`);
}

function makeNullable(type: GraphQLObjectType, field: Field): void {
  const { resolve = defaultFieldResolver } = field;
  if (isNonNullType(field.type)) field.type = field.type.ofType;
  field.extensions = { ...field.extensions, nullOnlyOnError: true };
  const given = (value: unknown): unknown => {
    if (value === null || value === undefined) throw new Error(`${type.name}.${field.name} returned nothing`);
    return value;
  };
  field.resolve = (source, args, context, info) => {
    const value = resolve(source, args, context, info);
    return value instanceof Promise ? value.then(given) : given(value);
  };
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Whether the refusals of a mutation are listed by `bookingRefusals`: those of everything that needs the permission to write
 * bookings. REST, public sites and pages execute the same mutations, so no way in is forgotten.
 */
export function isNoted({ extensions }: { extensions: Readonly<Record<string, unknown>> }): boolean {
  return extensions['permission'] === 'bookings';
}

/** Makes mutations note their refusals, also of items of bulk mutations. */
export function noteRefusals(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) if (isNoted(field)) watch(field);
  return schema;
}

function watch(field: Field): void {
  const { name, resolve = defaultFieldResolver } = field;
  field.resolve = async (source, args: Arguments, context, info) => {
    try {
      const result: unknown = await resolve(source, args, context, info);
      if (args['dryRun'] !== true) noteItems(context, name, args, result);
      return result;
    } catch (error) {
      const refusal = domainErrorOf(error);
      if (refusal) note(context, name, args, refusal);
      throw error;
    }
  };
}

/** Notes that the values of a request of REST were refused, before its operation was executed. */
export function noteRefusedInput(
  root: GraphQLObjectType,
  { selectionSet }: OperationDefinitionNode,
  context: RequestContext,
  values: Arguments,
  refusal: DomainError,
): void {
  for (const selection of selectionSet.selections) {
    const field = selection.kind === Kind.FIELD ? root.getFields()[selection.name.value] : undefined;
    if (field && isNoted(field)) note(context, field.name, values, refusal);
  }
}

function note(context: RequestContext, operation: string, args: Arguments, error: DomainError): void {
  context.refusals?.note(context, operation, refusalOf(error), wantedBy(args));
}

function noteItems(context: RequestContext, operation: string, args: Arguments, result: unknown): void {
  if (!context.refusals || !isObject(result) || !Array.isArray(result['items'])) return;
  const wanted = Array.isArray(args['items']) ? args['items'] : [];
  for (const { index, error } of result['items'].filter(isRefusedItem)) {
    const fields = error.fields?.[String(index)];
    const refusal = { ...error, fields: fields && !Array.isArray(fields) ? fields : {} };
    context.refusals.note(context, operation, refusal, wantedBy(args, wanted[index]));
  }
}

interface RefusedItem {
  index: number;
  error: Omit<Refusal, 'fields'> & { fields: FieldErrors | null };
}

const isRefusedItem = (item: unknown): item is RefusedItem => isObject(item) && isObject(item['error']);

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
  args: Arguments,
  zone: Zone,
  refusedItems = new Map<number, DomainError>(),
): Arguments {
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

function pass(param: object, read: (args: Arguments) => unknown): void {
  Object.assign(param, { kind: 'custom', options: {}, resolver: ({ args }: ResolverData) => read(args) });
}

function pick(values: Arguments, names: readonly string[]): Arguments {
  return Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}
