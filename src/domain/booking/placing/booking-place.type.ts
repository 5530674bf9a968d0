import { Field, Int, ObjectType } from 'type-graphql';
import { Instant } from '../../../platform/scalars.js';
import { reference } from '../../records/reference.js';
import type { Resource } from '../../resource/resource.entity.js';
import type { ServiceNeed } from '../../service/service-need.entity.js';

/** A place that a booking takes on a resource, for a need of its service. */
@ObjectType({
  simpleResolvers: true,
  description: 'A place that a booking takes on a resource, for a need of its service.',
})
export class BookingPlace {
  @Field(() => Int, { description: 'The id of the need. The need may have been deleted since.' })
  @reference('need', 'ServiceNeed', { description: 'The need. Null if it has been deleted since.' })
  needId!: number;

  @Field(() => Int, { description: 'The id of the resource.' })
  @reference('resource', 'Resource', { nullable: false, description: 'The resource.' })
  resourceId!: number;

  @Field(() => Instant, { description: 'When it begins, without buffers.' })
  from!: Date;

  @Field(() => Instant, { description: 'When it ends.' })
  to!: Date;

  @Field(() => Int, { description: 'The number of people who take it.' })
  places!: number;

  need?: ServiceNeed | null;
  resource?: Resource;
}
