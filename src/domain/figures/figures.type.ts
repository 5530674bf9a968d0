import { type ClassType, Field, Int, ObjectType } from 'type-graphql';
import { itemsCost, listCost } from '../../platform/list-cost.js';
import { Instant } from '../../platform/scalars.js';
import { FigureDimension } from './figure-dimension.js';

/** Identifies a group in one dimension. */
@ObjectType({ simpleResolvers: true, description: 'What the figures of a group have in common, in one dimension.' })
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
      'A value that does not depend on the language: the hour (`09:00`), the weekday (`monday`), the state, the status or the text of `createdBy`. Null for other dimensions, and for the group without such a value.',
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

/** The figures of a group. */
export interface FigureGroup<Figure> {
  keys: readonly FigureKey[];
  figure: Figure;
  /** Null without a comparison. */
  previous: Figure | null;
}

/** Figures by group and in total. */
export interface Figures<Figure> {
  groups: readonly FigureGroup<Figure>[];
  total: Figure;
  /** Null without a comparison. */
  previousTotal: Figure | null;
}

/**
 * Creates the GraphQL type of grouped figures: `{ groups { keys figure previous } total previousTotal }`.
 *
 * @param name of the figure, such as `BookingFigure`
 */
export function createFiguresType<Figure extends object>(figure: ClassType<Figure>, name: string) {
  @ObjectType(`${name}Group`, { simpleResolvers: true, description: 'The figures of a group.' })
  class Group implements FigureGroup<Figure> {
    @Field(() => [FigureKey], {
      description: 'What the group has in common: one key for each dimension of `groupBy`, in the same order.',
      complexity: listCost(2),
    })
    keys!: FigureKey[];

    @Field(() => figure, { description: 'The figures of the period.' })
    figure!: Figure;

    @Field(() => figure, {
      nullable: true,
      description: 'The figures of the same group in the period with which is compared. Null without `compare`.',
    })
    previous!: Figure | null;
  }

  @ObjectType(`${name}s`, { simpleResolvers: true, description: 'Figures of a period, by group and in total.' })
  class GroupedFigures implements Figures<Figure> {
    @Field(() => [Group], {
      description:
        'The groups, at most 1,000, in the order of their keys; one group without keys if `groupBy` is empty. Groups without figures are included: all times of the period, and all active records.',
      complexity: itemsCost,
    })
    groups!: Group[];

    @Field(() => figure, {
      description: 'The figures of the whole period. A group may be counted in several groups, but once in the total.',
    })
    total!: Figure;

    @Field(() => figure, {
      nullable: true,
      description: 'The figures of the whole period with which is compared. Null without `compare`.',
    })
    previousTotal!: Figure | null;
  }
  return GroupedFigures;
}
