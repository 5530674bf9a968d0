import { Property } from '@mikro-orm/decorators/legacy';
import { Field, Int } from 'type-graphql';
import type { Range } from '../accepted.js';
import { listCost } from '../list-cost.js';
import { CalendarDate, CustomDataObject, Decimal, Instant, Uuid, WallTime } from '../scalars.js';

/**
 * Decorators that declare a column and a GraphQL field in one line. Both are nullable, or neither is: by default they
 * are. The description is that of the field, with unit and default; the inputs that set the attribute have it, too. An
 * attribute without one has that of its name, see `src/graphql/descriptions.ts`.
 */
interface Options {
  nullable?: boolean;
  description?: string;
}

interface TextOptions extends Options {
  /** In characters, 255 by default. */
  length?: number;
}

interface NumberOptions extends Options, Range {}

type Attribute = PropertyDecorator;

const required = { nullable: false };

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

function column(type: string, options: Record<string, unknown>): Attribute {
  return (target, key) => Property({ type, ...options })(target, String(key));
}

/** A column of a type and its GraphQL field. */
const columnAndField = (
  type: string,
  fieldType: () => object,
  { nullable = true, description }: Options,
  details: Record<string, unknown> = {},
): Attribute => attribute(column(type, { nullable, ...details }), Field(fieldType, { nullable, description }));

/** One line of text. */
export const text = ({ length = 255, ...options }: TextOptions = {}) =>
  columnAndField('string', () => String, options, { length });

export const requiredText = (options: TextOptions = {}) => text({ ...options, ...required });

/** A line of text that the API returns, but that the change log, webhooks and subscriptions leave out. */
export const secretText = ({ length = 255, ...options }: TextOptions = {}) =>
  columnAndField('string', () => String, { ...required, ...options }, { length, hidden: true });

/** The names of the columns with sealed values. Filled while the entities load. */
const sealed = new Set<string>();

/**
 * A secret that the server must read again, such as a key of a payment provider. The API and the change log leave it out.
 * Write `db.seal(column, secret)` into it, and call `db.open(column, stored)` where the secret is used, both with the same
 * name: they refuse a column without this decorator. The check of the keys at the start, `account encrypt-secrets` and the
 * move of an account cover all columns that are declared so. A secret that is only compared is stored as a hash instead.
 *
 * @param name the name in the database: `payment_settings.secret_key`. A guard compares it with the attribute.
 */
export const sealedText = (name: string, { nullable = false }: Pick<Options, 'nullable'> = {}): Attribute => {
  sealed.add(name);
  return column('text', { nullable, hidden: true });
};

/** Returns the names of all columns with sealed values. Call it when the entities are loaded. */
export const sealedColumns = (): ReadonlySet<string> => sealed;

/** Text of any length up to 65,536 characters. */
export const longText = (options: Options = {}) => columnAndField('text', () => String, options);

export const requiredLongText = (options: Options = {}) => longText({ ...options, ...required });

export const integer = ({ nullable = true, description, ...range }: NumberOptions = {}) =>
  attribute(
    columnAndField('integer', () => Int, { nullable, description }),
    within(range),
  );

export const requiredInteger = (options: NumberOptions = {}) => integer({ ...options, ...required });

export const flag = (options: Options = {}) => columnAndField('boolean', () => Boolean, { ...required, ...options });

/** The attributes with instants that a class declares itself. Filled while the entities load. */
const instants = new Map<object, readonly string[]>();

/** The attributes of an entity, with those of its base classes, whose values are instants. */
function instantsOf(entity: object | null): readonly string[] {
  return entity === null ? [] : [...instantsOf(Object.getPrototypeOf(entity)), ...(instants.get(entity) ?? [])];
}

/** Returns a record from values that were stored as JSON, in which instants are text. */
export function recordOfJson<Entity extends object>(entity: new () => Entity, values: object): Entity {
  const record: Record<string, unknown> = { ...values };
  for (const attribute of instantsOf(entity)) {
    const text = record[attribute];
    if (typeof text === 'string') record[attribute] = new Date(text);
  }
  return record as Entity;
}

/** An instant without a GraphQL field. */
export const instantColumn = (
  options: { nullable: boolean; fieldName?: string; hidden?: boolean } = { nullable: true },
) =>
  attribute(column('Date', { columnType: 'timestamptz(3)', ...options }), (target, key) => {
    instants.set(target.constructor, [...(instants.get(target.constructor) ?? []), String(key)]);
  });

export const instant = ({ nullable = true, description }: Options = {}) =>
  attribute(
    instantColumn({ nullable }),
    Field(() => Instant, { nullable, description }),
  );

export const requiredInstant = (options: Options = {}) => instant({ ...options, ...required });

export const calendarDate = (options: Options = {}) => columnAndField('date', () => CalendarDate, options);

/** An amount of money. Its number of decimals depends on the currency of the account, so the column has no bound. */
export const decimal = ({ nullable = true, description, ...range }: NumberOptions = {}) =>
  attribute(
    columnAndField(
      'decimal',
      () => Decimal,
      { nullable, description },
      { columnType: 'numeric', runtimeType: 'string' },
    ),
    within(range),
  );

export const requiredDecimal = (options: NumberOptions = {}) => decimal({ ...options, ...required });

/** One of the values of an enumeration, of at most `length` characters. Not nullable by default. */
export const choice = (enumeration: () => object, { length, ...options }: Options & { length: number }) =>
  columnAndField('string', enumeration, { ...required, ...options }, { length });

export const customData = () =>
  columnAndField('json', () => CustomDataObject, { description: 'Keys and values of your own.' });

export const uuid = (options: Options = {}) => columnAndField('uuid', () => Uuid, options);

/** Pairs of opening and closing times; null is no entry, an empty list is closed (spec, Opening hours array). */
export const openingHours = ({ description }: { description: string }) =>
  attribute(
    column('text[]', { nullable: true }),
    Field(() => [WallTime], { nullable: true, description, complexity: listCost(4) }),
  );
