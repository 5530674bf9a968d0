import { Field, Int, ObjectType } from 'type-graphql';
import { itemsCost } from '../../../platform/list-cost.js';
import { Decimal, Instant } from '../../../platform/scalars.js';
import { createFiguresType, type Figures } from '../figures.type.js';

@ObjectType({
  simpleResolvers: true,
  description:
    'Figures of the people who book, by the start of their active bookings: those that are confirmed or await it, and holds that have not expired. People for whom somebody else books count, not those who book for them.',
})
export class PeopleFigure {
  @Field(() => Int, {
    description: 'The number of people with a booking that begins in the period, or in that of their group.',
  })
  people!: number;

  @Field(() => Int, {
    description:
      'The number of these people whose first booking of all begins in the period, or in that of their group.',
  })
  newPeople!: number;

  @Field(() => Int, {
    description:
      'The number of these people whose first booking of all begins before the period, or before that of their group.',
  })
  returningPeople!: number;

  @Field(() => Int, {
    description:
      'The number of people, without deleted ones, whose last booking of all begins more than `atRiskAfterDays` days before the end of the period, or of that of their group. Future bookings count, so these people have none.',
  })
  atRisk!: number;
}

@ObjectType({ simpleResolvers: true, description: 'A person with the most bookings or the highest value.' })
export class TopPerson {
  @Field(() => Int, { description: 'The id of the person.' })
  id!: number;

  @Field(() => String, { nullable: true, description: 'The name of the person.' })
  name!: string | null;

  @Field(() => Int, { description: 'The number of active bookings of the person that begin in the period.' })
  bookings!: number;

  @Field(() => Decimal, {
    description: 'The prices of these bookings after their discounts, without those of cancelled orders.',
  })
  value!: string;
}

@ObjectType({ simpleResolvers: true, description: 'A person who has not come for a while and has not booked again.' })
export class PersonAtRisk {
  @Field(() => Int, { description: 'The id of the person.' })
  id!: number;

  @Field(() => String, { nullable: true, description: 'The name of the person.' })
  name!: string | null;

  @Field(() => Instant, { description: 'When the last active booking of the person begins.' })
  lastBookedFrom!: Date;
}

/** The people of a whole period with the most of something. */
export interface TopPeople {
  topByBookings: readonly TopPerson[];
  topByValue: readonly TopPerson[];
}

/** Lists of people of a whole period, without those of its groups. */
export interface PeopleLists extends TopPeople {
  peopleAtRisk: readonly PersonAtRisk[];
}

@ObjectType({ simpleResolvers: true })
export class PeopleFigures extends createFiguresType(PeopleFigure, 'PeopleFigure') implements Figures<PeopleFigure> {
  @Field(() => [TopPerson], {
    description: 'The people with the most bookings in the period, most first, then by value and id.',
    complexity: itemsCost,
  })
  topByBookings!: TopPerson[];

  @Field(() => [TopPerson], {
    description:
      'The people whose bookings in the period have the highest value, highest first, then by bookings and id.',
    complexity: itemsCost,
  })
  topByValue!: TopPerson[];

  @Field(() => [PersonAtRisk], {
    description:
      'The people whom `atRisk` counts at the end of the period, those with the latest last booking first, then by id.',
    complexity: itemsCost,
  })
  peopleAtRisk!: PersonAtRisk[];
}
