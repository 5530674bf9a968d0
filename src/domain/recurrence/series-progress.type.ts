import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({
  simpleResolvers: true,
  description: 'How far the creation of a series of bookings or events in the background has come.',
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
}
