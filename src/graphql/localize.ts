import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from 'graphql';
import { isBulkList } from '../domain/bulk/bulk.input.js';
import type { RequestContext } from '../domain/context.js';
import { CustomDataObject, Instant } from '../platform/scalars.js';
import { parseInstant } from '../platform/time/instant-input.js';
import type { Zone } from '../platform/time/zone.js';
import { hasLongList, yieldIfLong } from '../platform/yielding.js';
import { readArguments } from './arguments.js';
import { refusedItemsOf } from './bulk-items.js';

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
