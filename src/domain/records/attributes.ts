import { type ClassType, Field, getMetadataStorage, InputType } from 'type-graphql';
import { maxTextLength, tooManyCharacters, validateRanges } from '../../platform/accepted.js';
import { AccountRecord, RevisedRecord } from '../../platform/database/account-record.entity.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { rangesOf } from '../../platform/database/columns.js';
import { EndOfValidity, isEndOfValidity } from '../../platform/end-of-validity.js';
import type { FieldErrors } from '../../platform/errors.js';
import { parseInstant } from '../../platform/time/instant-input.js';
import { zoneOf } from '../../platform/time/zone.js';
import { referencesOf } from './reference.js';

/** The types whose attributes describe those of an input, by the class of the input. */
const describingTypes = new WeakMap<object, ClassType>();

/** Declares that the attributes of a type describe those of the same name of an input, unless the input does. */
export const DescribedBy =
  (type: ClassType): ClassDecorator =>
  (input) => {
    describingTypes.set(input, type);
  };

/** Returns the name of the type whose attributes describe those of an input, or of an input that it extends. */
export function describingTypeOf(inputName: string): string | undefined {
  let input: object | null = getMetadataStorage().inputTypes.find(({ name }) => name === inputName)?.target ?? null;
  while (input !== null && !describingTypes.has(input)) input = Object.getPrototypeOf(input);
  return input === null ? undefined : describingTypes.get(input)?.name;
}

/** The name of the extension of attributes that REST and webhooks leave out while they are null. */
export const shownWhenSet = 'shownWhenSet';

/** The attributes of an entity that a request may set: all but those of every record and the read-only ones. */
type InputOf<Entity, ReadOnly extends keyof Entity> = {
  [Attribute in Exclude<keyof Entity, keyof RevisedRecord | ReadOnly>]?: Entity[Attribute] | null;
};

/**
 * Creates the base class of a GraphQL input from the fields of an entity, so that an attribute is declared once, at the
 * entity, with its description. All fields are optional: an absent attribute is left as it is, null clears it or
 * restores its default.
 *
 * @param readOnly attributes that requests cannot set, or that the derived class declares itself, because there the
 * type or the description differs
 */
export function inputOf<Entity extends AccountRecord, ReadOnly extends keyof Entity & string = never>(
  entity: ClassType<Entity>,
  ...readOnly: readonly ReadOnly[]
): ClassType<InputOf<Entity, ReadOnly>> {
  @DescribedBy(entity)
  @InputType(`${entity.name}Attributes`)
  class Attributes {}

  const omitted = new Set<string>(readOnly);
  for (const { name, getType, typeOptions } of fieldsOf(entity)) {
    if (omitted.has(name)) continue;
    Field(() => (typeOptions.array ? [getType()] : getType()), { nullable: true })(Attributes.prototype, name);
    if (endsValidity(entity, name)) EndOfValidity()(Attributes.prototype, name);
  }
  return Attributes;
}

function endsValidity(entity: ClassType, attribute: string): boolean {
  const declared = getMetadataStorage().fieldExtensions;
  return declared.some((one) => one.target === entity && one.fieldName === attribute && isEndOfValidity(one));
}

/**
 * Returns an error for each attribute that is required and has neither a value nor a default, and for each number that
 * is outside the range of its column.
 */
export function validateAttributes<Entity extends AccountRecord>(
  entity: ClassType<Entity>,
  attributes: Partial<Entity>,
): FieldErrors {
  const values: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(attributes));
  const missing = requiredOf(entity).filter((name) => (values[name] ?? null) === null);
  return {
    ...Object.fromEntries(missing.map((name) => [name, ["can't be blank"]])),
    ...validateRanges(values, rangesOf(entity)),
  };
}

const required = new Map<ClassType, readonly string[]>();

/** The attributes that cannot be null and have no default. */
function requiredOf(entity: ClassType<AccountRecord>): readonly string[] {
  const known = required.get(entity);
  if (known) return known;
  const defaults = new Map<string, unknown>(Object.entries(new entity()));
  const names = fieldsOf(entity)
    .filter(({ name, typeOptions }) => !typeOptions.nullable && defaults.get(name) === undefined)
    .map(({ name }) => name);
  required.set(entity, names);
  return names;
}

/** The GraphQL fields of an entity and its base classes, except references and those of every record. */
function fieldsOf(entity: ClassType<AccountRecord>) {
  return getMetadataStorage().fields.filter(
    ({ target, name }) =>
      target !== AccountRecord &&
      target !== RevisedRecord &&
      (target === entity || entity.prototype instanceof target) &&
      !referencesOf(entity).has(name),
  );
}

/**
 * Assigns the attributes of `input` that are not undefined to `record`. Null or a blank text restores the default of
 * the attribute, or clears it if there is none.
 *
 * @returns an error for each attribute that would be blank in a required column or is too long for its column
 */
export function assignAttributes<Entity extends object>(
  model: Pick<AccountTransaction, 'metadataOf'>,
  record: Entity,
  input: object,
): FieldErrors {
  const { properties } = model.metadataOf(record);
  const errors: FieldErrors = {};
  for (const [attribute, given] of Object.entries(input)) {
    const property = properties[attribute];
    if (!property || given === undefined) continue;
    const isBlank = given === null || (typeof given === 'string' && given.trim() === '');
    const value = isBlank ? defaultOf(record, attribute) : given;
    if (value === null && !property.nullable) {
      errors[attribute] = ["can't be blank"];
      continue;
    }
    if (typeof value === 'string') {
      const maximum = property.length ?? maxTextLength;
      if (value.length > maximum) {
        errors[attribute] = [tooManyCharacters(maximum)];
        continue;
      }
    }
    if (!equalsAsFormatted(record[attribute as keyof Entity], value)) Object.assign(record, { [attribute]: value });
  }
  return errors;
}

/** The value that a new record of the same entity has, or null. */
function defaultOf(record: object, attribute: string): unknown {
  const entity = record.constructor as new () => object;
  return new Map<string, unknown>(Object.entries(new entity())).get(attribute) ?? null;
}

/** Returns an error for each of the attributes that is null or undefined. */
export function validatePresence<Entity extends object>(
  record: Entity,
  ...attributes: (keyof Entity & string)[]
): FieldErrors {
  return Object.fromEntries(
    attributes
      .filter((attribute) => record[attribute] === undefined || record[attribute] === null)
      .map((attribute) => [attribute, ["can't be blank"]]),
  );
}

/**
 * Whether a response formats the stored value as the given one. A client that sends an object back unchanged must not
 * modify it, although responses round instants to seconds and format custom data under keys ending in `_at` as
 * date-times.
 */
export function equalsAsFormatted(stored: unknown, given: unknown): boolean {
  if (stored instanceof Date && given instanceof Date) return wholeSecond(stored.getTime()) === given.getTime();
  if (!isObject(stored) || !isObject(given)) return false;
  const names = Object.keys(stored);
  return names.length === Object.keys(given).length && names.every((name) => isItem(name, stored[name], given[name]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isItem(name: string, stored: unknown, given: unknown): boolean {
  if (stored === given) return true;
  return name.endsWith('_at') && typeof stored === 'string' && typeof given === 'string' && isDateTime(stored, given);
}

const utc = zoneOf('UTC');
const formattedForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[+-]\d\d:\d\d$/;
const offsetAtEnd = /(?:Z|[+-]\d\d:?\d\d)$/i;

/** Responses format a stored text without an offset with the same wall-clock time, whatever the account's time zone. */
function isDateTime(stored: string, given: string): boolean {
  const [, wallTime] = formattedForm.exec(given) ?? [];
  const instant = parseInstant(stored, utc);
  if (wallTime === undefined || instant === undefined) return false;
  return wholeSecond(instant) === parseInstant(offsetAtEnd.test(stored) ? given : `${wallTime}Z`, utc);
}

const wholeSecond = (epochMilliseconds: number): number => Math.floor(epochMilliseconds / 1_000) * 1_000;
