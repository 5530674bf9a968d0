import { Property } from '@mikro-orm/decorators/legacy';
import { Field, Int } from 'type-graphql';
import { listCost } from '../list-cost.js';
import { CalendarDate, CustomDataObject, Decimal, Instant, Uuid, WallTime } from '../scalars.js';

/**
 * Attributes that are a column and a GraphQL field in one line. What may be null in the one may be null in the other.
 */
type Attribute = PropertyDecorator;
type Nullability = { nullable: boolean };

const optional: Nullability = { nullable: true };
const required: Nullability = { nullable: false };

const attribute =
  (column: Attribute, field: Attribute): Attribute =>
  (target, key) => {
    column(target, key);
    field(target, key);
  };

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

export const integer = (nullability = optional) =>
  attribute(
    column('integer', nullability),
    Field(() => Int, nullability),
  );

export const requiredInteger = () => integer(required);

export const flag = (nullability = required) =>
  attribute(
    column('boolean', nullability),
    Field(() => Boolean, nullability),
  );

export const instant = (nullability = optional) =>
  attribute(
    column('Date', { columnType: 'timestamptz(3)', ...nullability }),
    Field(() => Instant, nullability),
  );

export const requiredInstant = () => instant(required);

export const calendarDate = (nullability = optional) =>
  attribute(
    column('date', nullability),
    Field(() => CalendarDate, nullability),
  );

/** So many digits, two of them decimals. */
export const decimal = (precision = 12, nullability = optional) =>
  attribute(
    column('decimal', { precision, scale: 2, runtimeType: 'string', ...nullability }),
    Field(() => Decimal, nullability),
  );

export const requiredDecimal = (precision = 12) => decimal(precision, required);

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
