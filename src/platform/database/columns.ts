import { Property } from '@mikro-orm/decorators/legacy';
import { Field, Int } from 'type-graphql';
import { listCost } from '../list-cost.js';
import type { Range } from '../range.js';
import { CalendarDate, CustomDataObject, Decimal, Instant, Uuid, WallTime } from '../scalars.js';

/**
 * Decorators that declare a column and a GraphQL field in one line. Both are nullable, or neither is.
 */
type Attribute = PropertyDecorator;
type Nullability = { nullable: boolean };

const optional: Nullability = { nullable: true };
const required: Nullability = { nullable: false };

const attribute =
  (...decorators: readonly Attribute[]): Attribute =>
  (target, key) => {
    for (const decorate of decorators) decorate(target, key);
  };

/** The ranges of number columns by class and attribute. Filled while the entities load. */
const ranges = new Map<object, Record<string, Range>>();

const within =
  (range: Range): Attribute =>
  (target, key) => {
    ranges.set(target.constructor, { ...ranges.get(target.constructor), [String(key)]: range });
  };

/** The ranges of the attributes that an entity declares itself. */
export function rangesOf(entity: object): Readonly<Record<string, Range>> {
  return ranges.get(entity) ?? {};
}

function column(type: string, options: Nullability & Record<string, unknown>): Attribute {
  return (target, key) => Property({ type, ...options })(target, String(key));
}

/** One line of text, at most `length` characters. */
export const text = (length = 255, nullability = optional) =>
  attribute(
    column('string', { length, ...nullability }),
    Field(() => String, nullability),
  );

/** Text of any length up to 65,536 characters. */
export const longText = (nullability = optional) =>
  attribute(
    column('text', nullability),
    Field(() => String, nullability),
  );

export const requiredText = (length = 255) => text(length, required);

/** A line of text that the API shows, but the change log, and so every webhook and subscription, leaves out. */
export const secretText = (length = 255, nullability = required) =>
  attribute(
    column('string', { length, hidden: true, ...nullability }),
    Field(() => String, nullability),
  );

export const requiredLongText = () => longText(required);

export const integer = (range: Range = {}, nullability = optional) =>
  attribute(
    column('integer', nullability),
    Field(() => Int, nullability),
    within(range),
  );

export const requiredInteger = (range: Range = {}) => integer(range, required);

export const flag = (nullability = required) =>
  attribute(
    column('boolean', nullability),
    Field(() => Boolean, nullability),
  );

/** The attributes with instants that a class declares itself. Filled while the entities load. */
const instants = new Map<object, readonly string[]>();

/** The attributes of an entity, with those of its base classes, whose values are instants. */
function instantsOf(entity: object | null): readonly string[] {
  return entity === null ? [] : [...instantsOf(Object.getPrototypeOf(entity)), ...(instants.get(entity) ?? [])];
}

/** Returns a record whose values were stored as JSON, which has instants as text. */
export function recordOfJson<Entity extends object>(entity: new () => Entity, values: object): Entity {
  const record: Record<string, unknown> = { ...values };
  for (const attribute of instantsOf(entity)) {
    const text = record[attribute];
    if (typeof text === 'string') record[attribute] = new Date(text);
  }
  return record as Entity;
}

/** An instant without a GraphQL field. */
export const instantColumn = (options: Nullability & { fieldName?: string; hidden?: boolean } = optional) =>
  attribute(column('Date', { columnType: 'timestamptz(3)', ...options }), (target, key) => {
    instants.set(target.constructor, [...(instants.get(target.constructor) ?? []), String(key)]);
  });

export const instant = (nullability = optional) =>
  attribute(
    instantColumn(nullability),
    Field(() => Instant, nullability),
  );

export const requiredInstant = () => instant(required);

export const calendarDate = (nullability = optional) =>
  attribute(
    column('date', nullability),
    Field(() => CalendarDate, nullability),
  );

/** An amount of money. The currency of the account decides on its decimals, so the column has no bound. */
export const decimal = (range: Range = {}, nullability = optional) =>
  attribute(
    column('decimal', { columnType: 'numeric', runtimeType: 'string', ...nullability }),
    Field(() => Decimal, nullability),
    within(range),
  );

export const requiredDecimal = (range: Range = {}) => decimal(range, required);

/** One of the values of an enumeration, of at most `length` characters. */
export const choice = (enumeration: () => object, length: number) =>
  attribute(column('string', { length, ...required }), Field(enumeration));

export const customData = () =>
  attribute(
    column('json', optional),
    Field(() => CustomDataObject, optional),
  );

export const uuid = () =>
  attribute(
    column('uuid', optional),
    Field(() => Uuid, optional),
  );

/** Pairs of opening and closing times; null is no entry, an empty list is closed (spec, Opening hours array). */
export const openingHours = () =>
  attribute(
    column('text[]', optional),
    Field(() => [WallTime], { ...optional, complexity: listCost(4) }),
  );
