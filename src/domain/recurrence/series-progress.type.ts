import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({
  simpleResolvers: true,
  description:
    'How far the creation of a series of bookings or events in the background has come, and the revision of the series.',
})
export class SeriesProgress {
  @Field(() => Int, { description: 'The number of dates of the series.' })
  dates!: number;

  @Field(() => Int, {
    description: 'The number of these dates that were created, or left out because they were invalid.',
  })
  processed!: number;

  @Field(() => Boolean, {
    description: 'Whether no more are created: all dates were processed, or the series was cancelled or deleted.',
  })
  isFinished!: boolean;

  @Field(() => String, {
    description:
      'Changes with each change of the series or of one of its occurrences, but not while they are created in the background.',
  })
  revision!: string;
}
