import { Field, Float, Int, ObjectType } from 'type-graphql';
import { describeEnum } from '../../../platform/described-enum.js';
import { listCost } from '../../../platform/list-cost.js';
import { PriorityStrategy } from '../../service/service.entity.js';
import { AssignmentObstacle, maxCandidates } from './assignment.rules.js';

describeEnum(
  AssignmentObstacle,
  'AssignmentObstacle',
  'The reason why a resource could not have a booking when it was assigned.',
  {
    CLOSED: 'It was closed then.',
    FULL_DAY: 'It had its most appointments of that day.',
    TAKEN: 'Bookings or an event had its places.',
    BUSY_ELSEWHERE: 'A calendar of another program had an entry.',
    KEPT_FOR_VISIT: 'Another booking of the visit could have no other resource.',
  },
);

@ObjectType({
  simpleResolvers: true,
  description: 'A resource as it stood when a booking was assigned.',
})
export class AssignmentCandidate {
  @Field(() => Int, { description: 'The id of the resource.' }) resourceId!: number;
  @Field(() => String, { description: 'The title of the resource, as it is now.' }) title!: string;
  @Field(() => Boolean, { description: 'Whether it got the booking: the first that was free did.' }) chosen!: boolean;
  @Field(() => AssignmentObstacle, { nullable: true, description: 'The reason why it was not free. Null if it was.' })
  obstacle!: AssignmentObstacle | null;
  @Field(() => Int, { description: 'Its share, in proportion to those of the others.' }) weight!: number;
  @Field(() => Int, {
    nullable: true,
    description:
      'Its bookings of the service that counted, without this one: those created in that month, or since it began to offer the service. Null for `LEAST_RECENT`, which counts none.',
  })
  load!: number | null;
  @Field(() => Float, {
    nullable: true,
    description:
      'The load with which it began, to two decimals: the average of the others at that instant, in proportion to its weight, if it began in that month. 0 otherwise. Null for `LEAST_RECENT`.',
  })
  startLoad!: number | null;
  @Field(() => Int, { nullable: true, description: 'The last booking that was assigned to it before. Null for none.' })
  lastBookingId!: number | null;
}

@ObjectType({
  simpleResolvers: true,
  description: 'The reason why a booking has its resource, as it was decided when the booking was made.',
})
export class BookingAssignment {
  @Field(() => Int, { description: 'The id of the resource.' }) resourceId!: number;
  @Field(() => PriorityStrategy, {
    nullable: true,
    description:
      'The strategy that assigned the resource: `BALANCED` or `LEAST_RECENT`. Null if a request named the resource, or another strategy chose it.',
  })
  strategy!: PriorityStrategy | null;
  @Field(() => [AssignmentCandidate], {
    complexity: listCost(maxCandidates),
    description: `The resources that offered the service, in the order of the strategy: the first ${maxCandidates}, and the one that was chosen. Empty without a strategy.`,
  })
  candidates!: AssignmentCandidate[];
}
