import { ArgsType, type ClassType, Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { itemsCost, listCost } from '../../platform/list-cost.js';
import { Instant } from '../../platform/scalars.js';
import type { BookingState } from '../booking-states.js';
import {
  calendarDimensions,
  type DimensionName,
  dimensionConfig,
  FigureComparison,
  FigureDimension,
} from './dimensions.js';

@InputType({
  description:
    'The period of figures: at most 366 days. `from` is included, `to` is not. A date is its first instant: the figures of March are from 2026-03-01 to 2026-04-01.',
})
export class FigurePeriod {
  @Field(() => Instant, { description: 'The first instant of the period.' })
  from!: Date;

  @Field(() => Instant, { description: 'The end of the period, after `from`.' })
  to!: Date;
}

/** Conditions that must all hold. Ids of records, and states of bookings. */
export interface FigureFilter {
  readonly serviceId?: readonly number[] | null;
  readonly resourceId?: readonly number[] | null;
  readonly eventId?: readonly number[] | null;
  readonly personId?: readonly number[] | null;
  readonly state?: BookingState[] | null;
}

/** The arguments that all figures have. */
@ArgsType()
export class FigureArguments {
  @Field(() => FigurePeriod, { description: 'The period, on the wall clock of the account.' })
  during!: FigurePeriod;

  @Field(() => FigureComparison, { nullable: true, description: 'The period to compare with. Default: none.' })
  compare?: FigureComparison | null;

  groupBy!: FigureDimension[];

  filter?: FigureFilter;
}

interface DimensionsOfKind {
  /** The name of the enumeration, such as `BookingDimension`. */
  name: string;
  description: string;
  dimensions: readonly DimensionName[];
  /** Descriptions that are not the same for all kinds of figures. */
  valuesConfig?: Partial<Record<DimensionName, { description: string }>>;
}

/** Creates the arguments of a kind of figures, with the enumeration of the dimensions that it accepts. */
export function createFigureArguments({ name, description, dimensions, valuesConfig = {} }: DimensionsOfKind) {
  const values = Object.fromEntries(dimensions.map((dimension) => [dimension, FigureDimension[dimension]]));
  const own = Object.fromEntries(
    dimensions.map((dimension) => [dimension, valuesConfig[dimension] ?? dimensionConfig[dimension]]),
  );
  registerEnumType(values, { name, description, valuesConfig: own });
  const isOne = dimensions.every((dimension) => calendarDimensions.includes(dimension));
  @ArgsType()
  class GroupedFigureArguments extends FigureArguments {
    @Field(() => [values], {
      defaultValue: [],
      description: isOne
        ? 'One dimension. Default: none.'
        : 'Up to two dimensions, which have at most 1,000 groups together. Default: none.',
    })
    override groupBy!: FigureDimension[];
  }
  return GroupedFigureArguments;
}

/** Identifies a group in one dimension. */
@ObjectType({
  simpleResolvers: true,
  description: 'The value that the figures of a group have in common, in one dimension.',
})
export class FigureKey {
  @Field(() => FigureDimension, { description: 'The dimension.' })
  dimension!: FigureDimension;

  @Field(() => Int, {
    nullable: true,
    description:
      'The id of the record, such as the service. Null for other dimensions, and for the group without such a record.',
  })
  id!: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A value that does not depend on the language, such as `09:00`, `monday`, a state, a method of payment or the text of `createdBy`. Null for other dimensions, and for the group without such a value.',
  })
  name!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The title or name of the record, the day (`2026-03-02`), the ISO week (`2026-W10`), the month (`2026-03`), the weekday in the language of the account, or `name`. Null for the group without a record or value.',
  })
  label!: string | null;

  @Field(() => Instant, {
    nullable: true,
    description:
      'The beginning of the day, week or month, or of the period if that is later. Null for other dimensions.',
  })
  from!: Date | null;

  @Field(() => Instant, {
    nullable: true,
    description: 'The end of the day, week or month, or of the period if that is earlier. Null for other dimensions.',
  })
  to!: Date | null;
}

/** Figures by group and in total. Those of the compared period are null without a comparison. */
export interface Figures {
  groups: readonly { keys: readonly FigureKey[]; figure: object; previous: object | null }[];
  total: object;
  previousTotal: object | null;
}

/**
 * Creates the GraphQL type of grouped figures: `{ groups { keys figure previous } total previousTotal }`.
 *
 * @param name of the figure, such as `BookingFigure`
 * @param lists further fields by name
 */
export function createFiguresType(
  name: string,
  figure: ClassType<object>,
  lists: Readonly<Record<string, ListField>>,
  description = 'Figures in groups.',
) {
  @ObjectType(`${name}Group`, { simpleResolvers: true, description: 'The figures of a group.' })
  class Group {
    @Field(() => [FigureKey], {
      description:
        'The values that the group has in common: one key for each dimension of `groupBy`, in the same order.',
      complexity: listCost(2),
    })
    keys!: FigureKey[];

    @Field(() => figure, { description: 'The figures of the period.' })
    figure!: object;

    @Field(() => figure, {
      nullable: true,
      description: 'The figures of the same group in the period with which is compared. Null without `compare`.',
    })
    previous!: object | null;
  }

  @ObjectType(`${name}s`, { simpleResolvers: true, description })
  class GroupedFigures implements Figures {
    @Field(() => [Group], {
      description:
        'The groups, at most 1,000, in the order of their keys; one group without keys if `groupBy` is empty. Groups without figures are included: all times of the period, and all active records.',
      complexity: itemsCost,
    })
    groups!: Group[];

    @Field(() => figure, {
      description: 'The figures of the whole period. A group may be counted in several groups, but once in the total.',
    })
    total!: object;

    @Field(() => figure, {
      nullable: true,
      description: 'The figures of the whole period with which is compared. Null without `compare`.',
    })
    previousTotal!: object | null;
  }
  for (const [field, list] of Object.entries(lists)) {
    const complexity = Array.isArray(list.type) ? { complexity: itemsCost } : {};
    Field(() => list.type, { description: list.description, ...complexity })(GroupedFigures.prototype, field);
  }
  return GroupedFigures;
}

/** A field beside the groups and totals. */
export interface ListField {
  readonly type: ClassType<object> | [ClassType<object>];
  readonly description: string;
  /** Whether REST does not return it. */
  readonly isOnlyInGraphql?: true;
}
