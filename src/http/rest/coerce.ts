import {
  GraphQLBoolean,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  type GraphQLScalarType,
  GraphQLString,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { accepted, mustBeOneOf } from '../../platform/accepted.js';
import { isStorable } from '../../platform/database/storable.js';
import type { FieldErrors } from '../../platform/errors.js';
import { maxListLength, tooManyItems } from '../../platform/input-bounds.js';
import { snakeCase } from '../../platform/names.js';
import { CalendarDate, CustomDataObject, Decimal, Instant, JsonObject } from '../../platform/scalars.js';
import { parseInstant } from '../../platform/time/instant-input.js';
import { parsePlainDate } from '../../platform/time/plain-date.js';
import type { Zone } from '../../platform/time/zone.js';

/** A value as its GraphQL type accepts it, or errors. */
export type Coerced = { value: unknown } | { errors: string[] | FieldErrors };

/** Deprecated names of attributes that are still accepted: current names by deprecated ones. */
export type DeprecatedNames = Readonly<Record<string, string>>;

const maxInt = 2_147_483_647;

const ok = (value: unknown): Coerced => ({ value });
const wrong = (...messages: string[]): Coerced => ({ errors: messages });
const isInvalid = wrong('is invalid');
const isBlank = wrong("can't be blank");

/**
 * Converts input, from JSON or from the strings of a form, to a GraphQL type: snake case keys, lenient scalars, date-times
 * without an offset in `zone`. Used for all input of all routes (spec, Transport and formats).
 *
 * @returns the value or errors; errors of an object by the names of its fields in the schema
 */
export function coerce(type: GraphQLInputType, raw: unknown, zone: Zone, deprecated: DeprecatedNames = {}): Coerced {
  const nullable = getNullableType(type);
  if (raw === null || (raw === '' && nullable !== GraphQLString)) return isNonNullType(type) ? isBlank : ok(null);
  if (isListType(nullable)) return coerceList(nullable.ofType, raw, zone, deprecated);
  if (isInputObjectType(nullable)) return coerceObject(nullable, raw, zone, deprecated);
  return isEnumType(nullable) ? coerceEnum(nullable, raw) : coerceScalar(nullable, raw, zone);
}

/** Ignores unknown keys (contract of unknown attributes). */
function coerceObject(type: GraphQLInputObjectType, raw: unknown, zone: Zone, deprecated: DeprecatedNames): Coerced {
  const record = asRecord(raw);
  if (!record) return isInvalid;
  const given = withCurrentNames(record, deprecated);
  const values: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  for (const field of Object.values(type.getFields())) {
    const key = snakeCase(field.name);
    if (!Object.hasOwn(given, key) && !isRequiredInputField(field)) continue;
    const coerced = coerce(field.type, given[key] ?? null, zone, deprecated);
    if ('errors' in coerced) Object.assign(errors, errorsOf(field.name, coerced.errors));
    else values[field.name] = coerced.value;
  }
  return Object.keys(errors).length > 0 ? { errors } : ok(values);
}

/** An error inside nested attributes, such as `person_attributes`, also adds an error to the object, `person`. */
function errorsOf(name: string, errors: string[] | FieldErrors): FieldErrors {
  const object = /^(\w+)Attributes$/.exec(name)?.[1];
  return object === undefined || Array.isArray(errors)
    ? { [name]: errors }
    : { [object]: ['is invalid'], [name]: errors };
}

function withCurrentNames(record: Record<string, unknown>, deprecated: DeprecatedNames): Record<string, unknown> {
  const given = { ...record };
  for (const [old, current] of Object.entries(deprecated)) {
    if (Object.hasOwn(record, old) && !Object.hasOwn(record, current)) given[current] = record[old];
  }
  return given;
}

/** Stops at the first invalid item: the error format has no place for errors of each item. */
function coerceList(itemType: GraphQLInputType, raw: unknown, zone: Zone, deprecated: DeprecatedNames): Coerced {
  const items = listItems(raw, isInputObjectType(getNullableType(itemType)));
  if (!items) return isInvalid;
  if (items.length > maxListLength) return wrong(tooManyItems(maxListLength));
  const values: unknown[] = [];
  for (const [index, item] of items.entries()) {
    const coerced = coerce(itemType, item, zone, deprecated);
    if ('errors' in coerced) return { errors: items.length === 1 ? coerced.errors : inItem(index + 1, coerced.errors) };
    values.push(coerced.value);
  }
  return ok(values);
}

/** Adds the number of the item to the errors of an object in a list. */
function inItem(number: number, errors: string[] | FieldErrors): string[] | FieldErrors {
  if (Array.isArray(errors)) return errors;
  const named = Object.entries(errors).map(([attribute, messages]): [string, FieldErrors[string]] => [
    attribute,
    Array.isArray(messages) ? [...messages, `in item ${number}`] : inItem(number, messages),
  ]);
  return Object.fromEntries(named);
}

/**
 * Accepts an array; for simple values also `a,b` or a single value; from forms also an object with indexes as keys. An
 * object without keys is none: it would clear the list.
 */
function listItems(raw: unknown, ofObjects: boolean): unknown[] | undefined {
  if (Array.isArray(raw)) return ofObjects ? raw : raw.filter((item) => item !== '');
  if (typeof raw === 'string') return ofObjects ? undefined : raw.split(',').map((item) => item.trim());
  if (typeof raw === 'number') return ofObjects ? undefined : [raw];
  const record = asRecord(raw);
  if (!record) return undefined;
  const keys = Object.keys(record);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(record) : undefined;
}

/** REST writes enumeration values in lower case. */
function coerceEnum(type: GraphQLEnumType, raw: unknown): Coerced {
  const name = typeof raw === 'string' ? raw.trim().toUpperCase() : '';
  if (type.getValue(name)) return ok(name);
  const names = type.getValues().map((value) => value.name.toLowerCase());
  return wrong('is not included in the list', mustBeOneOf(names));
}

function coerceScalar(type: GraphQLScalarType, raw: unknown, zone: Zone): Coerced {
  switch (type) {
    case GraphQLString:
      return coerceText(raw);
    case GraphQLInt:
      return coerceInteger(raw);
    case Decimal:
      return coerceDecimal(raw);
    case GraphQLBoolean:
      return coerceBoolean(raw);
    case Instant:
      return coerceInstant(raw, zone);
    case CalendarDate:
      return coerceDate(raw, zone);
    case CustomDataObject:
    case JsonObject:
      return parsed(type, asRecord(raw) ?? raw);
    default:
      return parsed(type, raw);
  }
}

/** Validates by the scalar itself. */
function parsed(type: GraphQLScalarType, raw: unknown): Coerced {
  try {
    type.parseValue(raw);
    return ok(raw);
  } catch {
    return isInvalid;
  }
}

/** Accepts a number if it is exact: JSON parsing rounds long ones. */
function coerceText(raw: unknown): Coerced {
  const isExact = typeof raw === 'number' && Math.abs(raw) <= Number.MAX_SAFE_INTEGER;
  const text = isExact ? String(raw) : raw;
  return typeof text === 'string' && isStorable(text) ? ok(text) : isInvalid;
}

function coerceInteger(raw: unknown): Coerced {
  const isNumeric = typeof raw === 'number' || (typeof raw === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(raw));
  if (!isNumeric) return wrong('is not a number');
  const value = Number(raw);
  if (!Number.isInteger(value)) return wrong('must be an integer');
  if (value > maxInt) return wrong(`must be less than or equal to ${maxInt}`);
  if (value < -maxInt) return wrong(`must be greater than or equal to ${-maxInt}`);
  return ok(value);
}

function coerceDecimal(raw: unknown): Coerced {
  const text = String(typeof raw === 'number' || typeof raw === 'string' ? raw : '').trim();
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? parsed(Decimal, text.replace('+', '')) : wrong('is not a number');
}

function coerceBoolean(raw: unknown): Coerced {
  if (raw === true || raw === 'true' || raw === '1' || raw === 1) return ok(true);
  if (raw === false || raw === 'false' || raw === '0' || raw === 0) return ok(false);
  return wrong('is invalid', accepted.boolean);
}

function coerceInstant(raw: unknown, zone: Zone): Coerced {
  const epoch = typeof raw === 'string' ? parseInstant(raw.trim(), zone) : undefined;
  return epoch === undefined ? wrong('is invalid', accepted.dateTime) : ok(new Date(epoch).toISOString());
}

/** Accepts a date-time for its date in the zone. */
function coerceDate(raw: unknown, zone: Zone): Coerced {
  const text = typeof raw === 'string' ? raw.trim() : '';
  const date = parsePlainDate(text);
  if (date !== undefined) return ok(date);
  const epoch = parseInstant(text, zone);
  return epoch === undefined ? wrong('is invalid', accepted.date) : ok(zone.dateAt(epoch));
}

/** Returns undefined for values other than objects. Accepts `[]`, which PHP clients send for an object without keys. */
export function asRecord(value: unknown): Record<string, unknown> | undefined {
  if (Array.isArray(value)) return value.length === 0 ? {} : undefined;
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}
