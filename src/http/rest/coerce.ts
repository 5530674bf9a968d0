import {
  GraphQLBoolean,
  type GraphQLEnumType,
  GraphQLInt,
  type GraphQLScalarType,
  GraphQLString,
  isEnumType,
} from 'graphql';
import { type Dialect, Malformed, type Reader, type Reading } from '../../graphql/input-reader.js';
import { accepted, maxListLength, mustBeOneOf, tooManyItems } from '../../platform/accepted.js';
import { isEndOfValidity } from '../../platform/end-of-validity.js';
import { type FieldErrors, inItem, ofItem } from '../../platform/errors.js';
import { CalendarDate, CustomDataObject, Decimal, Instant, JsonObject } from '../../platform/scalars.js';
import { isStorable, snakeCase } from '../../platform/text.js';
import { parseInstant } from '../../platform/time/instant-input.js';
import { type PlainDate, parsePlainDate } from '../../platform/time/plain-date.js';
import type { Zone } from '../../platform/time/zone.js';

/** Deprecated names of attributes that are still accepted: current names by deprecated ones. */
export type DeprecatedNames = Readonly<Record<string, string>>;

const maxInt = 2_147_483_647;

const wrong = (...messages: string[]): Malformed => new Malformed(messages);
const isInvalid = wrong('is invalid');

/**
 * The ways in which REST writes values, in JSON or in the strings of a form: snake case keys, lenient scalars, date-times without an
 * offset in the zone of the account (spec, Transport and formats). Unknown keys are ignored (contract of unknown attributes).
 */
export function restDialect(deprecated: DeprecatedNames = {}): Dialect {
  const aliases = Object.entries(deprecated);
  return {
    isNothing: (raw, type) => raw === null || (raw === '' && type !== GraphQLString),
    itemsOf: listItems,
    readItems,
    recordOf: (raw) => withCurrentNames(raw, aliases),
    keyOf: snakeCase,
    errorsOf: withObjects,
    leafOf: (type, input) => (isEnumType(type) ? enumerationOf(type) : scalarOf(type, isEndOfValidity(input))),
  };
}

function withCurrentNames(
  raw: unknown,
  aliases: readonly [old: string, current: string][],
): Record<string, unknown> | undefined {
  const record = asRecord(raw);
  if (!record) return undefined;
  for (const [old, current] of aliases) {
    if (Object.hasOwn(record, old) && !Object.hasOwn(record, current)) record[current] = record[old];
  }
  return record;
}

/** An error inside nested attributes, such as `person_attributes`, also adds an error to the object, `person`. */
function withObjects(malformed: FieldErrors): FieldErrors {
  const errors: FieldErrors = {};
  for (const [name, found] of Object.entries(malformed)) {
    const object = /^(\w+)Attributes$/.exec(name)?.[1];
    if (object !== undefined && !Array.isArray(found)) errors[object] = ['is invalid'];
    errors[name] = found;
  }
  return errors;
}

/** The lists whose errors have the index of the item, such as `items[1].resource_id`, as those of their rules do. */
const indexedLists: ReadonlySet<string> = new Set(['items', 'options']);

/** Stops at the first invalid item: most lists have no place for errors of each item. */
function readItems(items: readonly unknown[], readItem: Reader, reading: Reading, name: string): unknown[] {
  const values: unknown[] = [];
  for (const [index, item] of items.entries()) {
    const malformed: FieldErrors = {};
    const refused: FieldErrors = {};
    values.push(readItem(item, { ...reading, malformed, refused }));
    const toErrors = (found: FieldErrors[string]) => errorsOfItem(name, index, items.length, found);
    if (refused[name]) Object.assign(reading.refused, toErrors(refused[name]));
    if (!malformed[name]) continue;
    Object.assign(reading.malformed, toErrors(malformed[name]));
    break;
  }
  return values;
}

function errorsOfItem(name: string, index: number, count: number, found: FieldErrors[string]): FieldErrors {
  if (Array.isArray(found)) return { [name]: found };
  if (indexedLists.has(name)) return ofItem(name, index, found);
  return { [name]: count === 1 ? found : inItem(index + 1, found) };
}

function listItems(raw: unknown, ofObjects: boolean): readonly unknown[] | Malformed {
  const items = givenItems(raw, ofObjects);
  if (!items) return isInvalid;
  return items.length > maxListLength ? wrong(tooManyItems(maxListLength)) : items;
}

/**
 * Accepts an array; for simple values also `a,b` or a single value; from forms also an object with indexes as keys. An
 * object without keys is none: it would clear the list.
 */
function givenItems(raw: unknown, ofObjects: boolean): unknown[] | undefined {
  if (Array.isArray(raw)) return ofObjects ? raw : raw.filter((item) => item !== '');
  if (typeof raw === 'string') return ofObjects ? undefined : raw.split(',').map((item) => item.trim());
  if (typeof raw === 'number') return ofObjects ? undefined : [raw];
  const record = asRecord(raw);
  if (!record) return undefined;
  const keys = Object.keys(record);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(record) : undefined;
}

/** REST writes enumeration values in lower case. */
function enumerationOf(type: GraphQLEnumType): (raw: unknown) => unknown {
  return (raw) => {
    const known = type.getValue(typeof raw === 'string' ? raw.trim().toUpperCase() : '');
    if (known) return known.value;
    const names = type.getValues().map((value) => value.name.toLowerCase());
    return wrong('is not included in the list', mustBeOneOf(names));
  };
}

function scalarOf(type: GraphQLScalarType, includesDay: boolean): (raw: unknown, zone: Zone) => unknown {
  switch (type) {
    case GraphQLString:
      return toText;
    case GraphQLInt:
      return toInteger;
    case Decimal:
      return toDecimal;
    case GraphQLBoolean:
      return toBoolean;
    case Instant:
      return (raw, zone) => toInstant(raw, zone, includesDay);
    case CalendarDate:
      return toDate;
    case CustomDataObject:
    case JsonObject:
      return (raw) => parsed(type, asRecord(raw) ?? raw);
    default:
      return (raw) => parsed(type, raw);
  }
}

function parsed(type: GraphQLScalarType, raw: unknown): unknown {
  try {
    return type.parseValue(raw);
  } catch {
    return isInvalid;
  }
}

/** Accepts a number if it is exact: JSON parsing rounds long ones. */
export function toText(raw: unknown): string | Malformed {
  const isExact = typeof raw === 'number' && Math.abs(raw) <= Number.MAX_SAFE_INTEGER;
  const text = isExact ? String(raw) : raw;
  return typeof text === 'string' && isStorable(text) ? text : isInvalid;
}

function toInteger(raw: unknown): number | Malformed {
  const isNumeric = typeof raw === 'number' || (typeof raw === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(raw));
  if (!isNumeric) return wrong('is not a number');
  const value = Number(raw);
  if (!Number.isInteger(value)) return wrong('must be an integer');
  if (value > maxInt) return wrong(`must be less than or equal to ${maxInt}`);
  if (value < -maxInt) return wrong(`must be greater than or equal to ${-maxInt}`);
  return value;
}

function toDecimal(raw: unknown): unknown {
  const text = String(typeof raw === 'number' || typeof raw === 'string' ? raw : '').trim();
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? parsed(Decimal, text.replace('+', '')) : wrong('is not a number');
}

function toBoolean(raw: unknown): boolean | Malformed {
  if (raw === true || raw === 'true' || raw === '1' || raw === 1) return true;
  if (raw === false || raw === 'false' || raw === '0' || raw === 0) return false;
  return wrong('is invalid', accepted.boolean);
}

function toInstant(raw: unknown, zone: Zone, includesDay: boolean): Date | Malformed {
  const epoch = typeof raw === 'string' ? parseInstant(raw.trim(), zone, includesDay) : undefined;
  return epoch === undefined ? wrong('is invalid', accepted.dateTime) : new Date(epoch);
}

/** Accepts a date-time for its date in the zone. */
function toDate(raw: unknown, zone: Zone): PlainDate | Malformed {
  const text = typeof raw === 'string' ? raw.trim() : '';
  const date = parsePlainDate(text);
  if (date !== undefined) return date;
  const epoch = parseInstant(text, zone);
  return epoch === undefined ? wrong('is invalid', accepted.date) : zone.dateAt(epoch);
}

/** Returns undefined for values other than objects. Accepts `[]`, which PHP clients send for an object without keys. */
export function asRecord(value: unknown): Record<string, unknown> | undefined {
  if (Array.isArray(value)) return value.length === 0 ? {} : undefined;
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}
