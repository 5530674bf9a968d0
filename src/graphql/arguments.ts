import { type GraphQLInputType, GraphQLString, getNullableType, isInputObjectType, isListType } from 'graphql';
import { type FieldErrors, invalid } from '../errors.js';
import { isStorable } from '../platform/database/storable.js';
import { Instant } from '../platform/scalars.js';
import { parseInstant } from '../platform/time/instant-input.js';
import type { Zone } from '../platform/time/zone.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * The arguments of a field as its resolver takes them: instants as dates, those without an offset on the wall clock of
 * the account.
 *
 * @throws DomainError INVALID for text that the database cannot keep
 */
export function readArguments(types: ReadonlyMap<string, GraphQLInputType>, args: Values, zone: Zone): Values {
  const errors: FieldErrors = {};
  const read = readValues((name) => types.get(name), args, zone, errors);
  if (Object.keys(errors).length > 0) throw invalid(atRoot(errors));
  return read;
}

/** Errors of what is inside an argument or a variable, by attribute: an input's own name says nothing to who sent it. */
export function atRoot(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, found]) => (Array.isArray(found) ? [[name, found]] : Object.entries(found))),
  );
}

function readValues(
  typeOf: (name: string) => GraphQLInputType | undefined,
  values: Values,
  zone: Zone,
  errors: FieldErrors,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const type = typeOf(name);
    read[name] = type ? readValue(type, value, zone, name, errors) : value;
  }
  return read;
}

/** What is wrong with the value goes into `errors` under `name`. */
function readValue(type: GraphQLInputType, value: unknown, zone: Zone, name: string, errors: FieldErrors): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable) && Array.isArray(value)) {
    return value.map((item) => readValue(nullable.ofType, item, zone, name, errors));
  }
  if (isInputObjectType(nullable) && typeof value === 'object' && value !== null) {
    const fields = nullable.getFields();
    const inner: FieldErrors = {};
    const read = readValues((field) => fields[field]?.type, { ...value }, zone, inner);
    if (Object.keys(inner).length > 0) errors[name] = inner;
    return read;
  }
  if (typeof value !== 'string') return value;
  if (nullable === GraphQLString && !isStorable(value)) errors[name] = ['is invalid'];
  return nullable === Instant ? new Date(parseInstant(value, zone) ?? Number.NaN) : value;
}
