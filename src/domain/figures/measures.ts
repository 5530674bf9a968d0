import type { GraphQLScalarType } from 'graphql';
import { type ClassType, Field, Float, Int, ObjectType } from 'type-graphql';
import { Decimal } from '../../platform/scalars.js';
import { snakeCase } from '../../platform/text.js';
import type { Unit } from './figure-charts.js';
import type { Aggregate, FigureNumbers, FigureSource } from './figure-statements.js';

/** A field of a figure. */
export interface Measure {
  readonly type: GraphQLScalarType | ClassType<object>;
  readonly description: string;
  readonly unit: Unit;
  readonly nullable?: true;
  /** Whether REST returns it only with `extended=true`, because it costs more. */
  readonly isExtended?: true;
  /** The number of the same name, in SQL. Absent if the kind of figure does not read its numbers by composed statements. */
  readonly sql?: Aggregate;
  /** The numbers from which the value is computed, by name, if there is none of the same name. */
  readonly numbers?: Readonly<Record<string, Aggregate>>;
  /** Computes the value. By default, it is the number of the same name, or 0 without one. */
  readonly value?: (numbers: FigureNumbers) => unknown;
}

/** The fields of a figure by name. */
export type Measures = Readonly<Record<string, Measure>>;

export const wholeNumber = (description: string, sql?: Aggregate): Measure => ({
  type: Int,
  description,
  unit: 'count',
  ...(sql && { sql }),
});
export const float = (description: string, sql?: Aggregate): Measure => ({
  ...wholeNumber(description, sql),
  type: Float,
});

/** An exact amount in the currency of the account. */
export const amount = (description: string, sql: Aggregate): Measure => ({
  type: Decimal,
  description,
  unit: 'money',
  sql,
});

/** Returns what sums a value of the rows of a source, with an exact result; those of a condition, if it states one. */
export const exactSumOf =
  (source: FigureSource) =>
  (value: string, condition = 'true'): Aggregate => ({
    of: source,
    sql: `coalesce(sum(${value}) filter (where ${condition}), 0)::text`,
  });

/** Declares counts of rows by a value, as an object with a field for each value. @param sql counts the rows of a value */
export function counts(
  name: string,
  fields: Readonly<Record<string, string>>,
  {
    typeDescription,
    description,
    sql,
  }: { typeDescription: string; description: string; sql: (value: string) => Aggregate },
): Measure & { readonly type: ClassType<object> } {
  @ObjectType(name, { simpleResolvers: true, description: typeDescription })
  class Counts {}
  const names = Object.keys(fields);
  for (const field of names) Field(() => Int, { description: fields[field] ?? '' })(Counts.prototype, field);
  return {
    type: Counts,
    description,
    unit: 'count',
    numbers: Object.fromEntries(names.map((field) => [`${name}_${field}`, sql(snakeCase(field))])),
    value: (numbers) => Object.fromEntries(names.map((field) => [field, Number(numbers[`${name}_${field}`] ?? 0)])),
  };
}

/** Declares measures that REST returns only with `extended=true`. */
export const extended = (measures: Measures): Measures =>
  Object.fromEntries(Object.entries(measures).map(([name, measure]) => [name, { ...measure, isExtended: true }]));

/** Declares the share of one number in another, from 0 to 1, rounded to four decimals. Null if the other is 0. */
export const share = (
  description: string,
  [part, whole]: readonly [part: string, whole: string],
  numbers: Readonly<Record<string, Aggregate>> = {},
): Measure => ({
  ...float(description),
  unit: 'share',
  nullable: true,
  numbers,
  value: (values) => {
    const all = Number(values[whole] ?? 0);
    return all === 0 ? null : Math.round((Number(values[part] ?? 0) / all) * 10_000) / 10_000;
  },
});

/** The figures of a group. Each field is computed when it is read. */
export type FigureClass = ClassType<object, [numbers: FigureNumbers]>;

/** Creates the GraphQL type of a figure, such as `BookingFigure`. */
export function createFigureType(name: string, description: string, measures: Measures): FigureClass {
  @ObjectType(name, { simpleResolvers: true, description })
  class Figure {
    constructor(readonly numbers: FigureNumbers) {}
  }
  for (const [field, measure] of Object.entries(measures)) {
    const { type, nullable = false } = measure;
    Field(() => type, { nullable, description: measure.description })(Figure.prototype, field);
    Object.defineProperty(Figure.prototype, field, {
      get(this: Figure): unknown {
        return readValue(field, measure, this.numbers);
      },
    });
  }
  return Figure;
}

function readValue(field: string, { type, value }: Measure, numbers: FigureNumbers): unknown {
  if (value) return value(numbers);
  return type === Decimal ? String(numbers[field] ?? '0') : Number(numbers[field] ?? 0);
}

/** The numbers that fields need, by name. */
export function aggregatesOf(measures: Measures, fields: ReadonlySet<string>): ReadonlyMap<string, Aggregate> {
  const selected = Object.entries(measures).filter(([field]) => fields.has(field));
  return new Map(
    selected.flatMap(([field, { sql, numbers }]) => Object.entries(numbers ?? (sql && { [field]: sql }) ?? {})),
  );
}
